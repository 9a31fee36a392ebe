package org.ptoc.emulator;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.TrapCode;
import org.ptoc.ir.object.SourcePosition;

/**
 * Why a block stopped (spec/40, 10.1).
 *
 * @param code the reason
 * @param number the trap number; that of software traps holds their id
 * @param kernel the kernel
 * @param block the block, 0 for the first; the lowest one when several trapped
 * @param wordOffset number of the word in the text
 * @param word its bits
 * @param instruction its assembly text
 * @param pipe the pipe that executed it
 * @param operands values of the scalar registers that it reads, each once
 * @param message what was wrong
 * @param line where the source says so
 * @param range for accesses outside of an argument, which and how far
 */
public record Trap(
    TrapCode code,
    int number,
    String kernel,
    int block,
    int wordOffset,
    long word,
    String instruction,
    Pipe pipe,
    List<RegisterValue> operands,
    String message,
    Optional<SourcePosition> line,
    Optional<OutOfRange> range) {
  public Trap {
    operands = List.copyOf(operands);
  }

  /** The byte offset of the word in the text section. */
  public long byteOffset() {
    return 8L * wordOffset;
  }

  /**
   * A register at the time of the trap.
   *
   * @param register its name
   * @param value its bits
   */
  public record RegisterValue(String register, long value) {}
}
