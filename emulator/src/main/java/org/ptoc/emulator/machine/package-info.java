/**
 * The state of the emulated machine: global memory, and registers and on-chip memories of one core.
 * Holds data and checked access to it, no instruction. Sees {@code org.ptoc.ir.isa} and {@code
 * org.ptoc.emulator.unit}.
 */
package org.ptoc.emulator.machine;
