package org.ptoc.emulator;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.ptoc.emulator.machine.CoreWait;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.TrapCode;
import org.ptoc.ir.object.SourcePosition;

/**
 * Why a block stopped (spec/40, 10.1).
 *
 * @param code the reason
 * @param number the trap number; that of software traps holds their id
 * @param kernel the kernel
 * @param rank the rank of the device, where there are several
 * @param block the block, 0 for the first; the lowest one when several trapped
 * @param core which core of the block, such as {@code AIV0}; empty where each block has one kind
 * @param wordOffset number of the word in the text
 * @param word its bits
 * @param instruction its assembly text
 * @param pipe the pipe that executed it
 * @param operands values of the scalar registers that it reads, each once
 * @param message what was wrong
 * @param line where the source says so
 * @param waits the cores of a deadlock between cores, in order; empty for other traps
 * @param range for accesses outside of an argument, which and how far
 */
public record Trap(
    TrapCode code,
    int number,
    String kernel,
    OptionalInt rank,
    int block,
    String core,
    int wordOffset,
    long word,
    String instruction,
    Pipe pipe,
    List<RegisterValue> operands,
    String message,
    Optional<SourcePosition> line,
    Optional<OutOfRange> range,
    List<Wait> waits) {
  public Trap {
    operands = List.copyOf(operands);
    waits = List.copyOf(waits);
  }

  /**
   * A core of a deadlock between cores.
   *
   * @param rank the rank of the device, where there are several
   * @param core which core of the block, as above
   * @param waitsFor what it waits for; empty for a core that has ended
   * @param line where it waits
   */
  public record Wait(
      OptionalInt rank,
      int block,
      String core,
      Optional<CoreWait> waitsFor,
      Optional<SourcePosition> line) {}

  /** The same trap as a deadlock between cores. */
  Trap withWaits(List<Wait> cores) {
    return new Trap(
        code,
        number,
        kernel,
        rank,
        block,
        core,
        wordOffset,
        word,
        instruction,
        pipe,
        operands,
        message,
        line,
        range,
        cores);
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
