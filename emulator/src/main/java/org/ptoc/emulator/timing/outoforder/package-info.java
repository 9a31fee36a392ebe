/**
 * The calibrated pipeline of vector regions of A5: dispatch, renaming, execution out of order,
 * memory queues, and the memory of states that lets repeated iterations be left out (spec/30,
 * section 11). Sees the packages of regions, traces and constants.
 */
package org.ptoc.emulator.timing.outoforder;
