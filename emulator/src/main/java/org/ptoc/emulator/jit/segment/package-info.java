/**
 * What a loop body is before code is written for it: segments of words that work lane by lane, with
 * their masks, places in memory and live registers.
 */
package org.ptoc.emulator.jit.segment;
