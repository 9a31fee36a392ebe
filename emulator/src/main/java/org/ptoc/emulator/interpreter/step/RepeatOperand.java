package org.ptoc.emulator.interpreter.step;

/**
 * Memory that a repeated word accesses, at the place that the program computed: addresses may have
 * any value.
 */
public sealed interface RepeatOperand {

  /** UB byte address of the first access of repeat 0. */
  long address();

  /** What a word reads lane by lane. */
  sealed interface Source extends RepeatOperand {}

  /** What a word writes. */
  sealed interface Target extends RepeatOperand {}

  /** One bit for each lane. */
  sealed interface Selector {}

  /**
   * Blocks of 32 bytes with strides (spec/21, 6.1).
   *
   * @param blockStride distance of the blocks of a repeat in units of 32 bytes, 0 to 65535
   * @param repeatStride distance of the repeats in units of 32 bytes, 0 to 4095
   * @param laneBytes bytes of a lane: 1, 2, 4 or 8
   */
  record Blocks(long address, int blockStride, long repeatStride, int laneBytes)
      implements Source, Target {}

  /**
   * Bits of lanes, the repeats behind each other.
   *
   * @param repeatBytes bytes of a repeat, 8 or 16
   * @param alignment what the address is a multiple of
   */
  record Bits(long address, int repeatBytes, int alignment) implements Target, Selector {}

  /**
   * An element that is the value of all lanes of all repeats.
   *
   * @param laneBytes its bytes, 2 or 4; the address is a multiple of that
   */
  record Element(long address, int laneBytes) implements Source {}

  /**
   * Bits of lanes in registers, the same for all repeats.
   *
   * @param low bits of lanes 0 to 63
   * @param high bits of lanes 64 to 127
   */
  record Registers(long low, long high) implements Selector {}
}
