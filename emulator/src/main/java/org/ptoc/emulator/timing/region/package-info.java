/**
 * How long a vector region of A5 takes: distances between micro-operations, the counters of a
 * region, and the in-order pipeline (spec/30, sections 8 and 10). Sees the traces and the
 * constants.
 */
package org.ptoc.emulator.timing.region;
