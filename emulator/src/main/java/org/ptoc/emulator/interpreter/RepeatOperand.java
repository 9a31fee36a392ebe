package org.ptoc.emulator.interpreter;

/**
 * Where an operand of a repeated word lies in the unified buffer (spec/21, 6.1).
 *
 * @param address UB byte address of block 0 of repeat 0; any value, as the program computed it
 * @param blockStride distance of the blocks of a repeat in units of 32 bytes, 0 to 65535
 * @param repeatStride distance of the repeats in units of 32 bytes, 0 to 4095
 * @param laneBytes bytes of a lane, 2 or 4
 */
public record RepeatOperand(long address, int blockStride, long repeatStride, int laneBytes) {}
