/**
 * The pipes of one core as a block uses them: clocks, flags and barriers, stalls and what a block
 * has cost, and the timer that puts each executed word on its pipe (spec/30, sections 3 to 6). Sees
 * the other packages of the cycle models except the root.
 */
package org.ptoc.emulator.timing.pipe;
