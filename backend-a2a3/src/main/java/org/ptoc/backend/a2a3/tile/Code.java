package org.ptoc.backend.a2a3.tile;

import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.passes.build.IrBuilder;

/**
 * A sequence of dependent vector instructions: each waits for the one before (spec/21, 6.4). The
 * first waits too when the sequence uses scratch memory, which the operation before may still use.
 */
final class Code {
  private final IrBuilder builder;
  private boolean ordered;

  private Code(IrBuilder builder, boolean ordered) {
    this.builder = builder;
    this.ordered = ordered;
  }

  /** A sequence that touches nothing but its operands, which synchronisation orders. */
  static Code ofTiles(IrBuilder builder) {
    return new Code(builder, true);
  }

  /** A sequence that uses scratch memory or continues another. */
  static Code following(IrBuilder builder) {
    return new Code(builder, false);
  }

  IrBuilder builder() {
    return builder;
  }

  /** Emits the barrier before the next instruction, except the first of all. */
  Code order() {
    if (!ordered) {
      VectorUnit.barrier(builder);
    }
    ordered = false;
    return this;
  }

  Code run(Domain domain, VectorInstruction instruction, Area... areas) {
    if (!domain.isEmpty(builder)) {
      order();
      RepeatPaths.emit(builder, domain, instruction, areas);
    }
    return this;
  }

  Code run(Domain domain, Mnemonic mnemonic, DataType type, Area... areas) {
    return run(domain, VectorInstruction.of(mnemonic, type), areas);
  }

  Code run(Domain domain, InstructionDefinition word, DataType type, Area... areas) {
    return run(domain, VectorInstruction.of(word, type), areas);
  }

  /** A bitwise instruction, which knows 16-bit lanes only, on elements of any size. */
  Code bitwise(Domain domain, Mnemonic mnemonic, Area... areas) {
    Domain halves = domain.asHalfWords(builder, areas[0].elementBytes());
    return run(
        halves,
        mnemonic,
        DataType.U16,
        Stream.of(areas).map(area -> area.as(2)).toArray(Area[]::new));
  }

  /** An instruction with a scalar register. */
  Code scalar(Domain domain, Mnemonic mnemonic, DataType type, Value scalar, Area... areas) {
    return run(domain, VectorInstruction.of(mnemonic, type).withScalar(scalar), areas);
  }

  Code scalar(
      Domain domain, InstructionDefinition word, DataType type, Value scalar, Area... areas) {
    return run(domain, VectorInstruction.of(word, type).withScalar(scalar), areas);
  }

  /** An instruction with a scalar constant. */
  Code scalar(Domain domain, Mnemonic mnemonic, DataType type, long scalar, Area... areas) {
    return scalar(domain, mnemonic, type, builder.i64(scalar), areas);
  }

  Code convert(
      Domain domain,
      DataType from,
      DataType to,
      int rounding,
      boolean saturate,
      Area destination,
      Area source) {
    VectorInstruction rounded =
        VectorInstruction.of(Mnemonic.VCONV, from)
            .withField(OperandRole.RND, rounding)
            .withField(OperandRole.SAT, saturate ? 1 : 0);
    return run(domain, from == to ? rounded : rounded.to(to), destination, source);
  }

  /**
   * Packed bits of a comparison with a second area or a scalar; the rows of {@code bits} lie at its
   * pitch.
   */
  Code compare(
      Domain domain,
      DataType type,
      Comparison comparison,
      Area bits,
      Area first,
      Optional<Area> second,
      Optional<Value> scalar) {
    order();
    Masks.compare(builder, domain, type, comparison, bits, first, second, scalar);
    return this;
  }

  /** {@code bits ? first : second}. */
  Code select(Domain domain, DataType type, Area destination, Area bits, Area first, Area second) {
    order();
    Masks.select(builder, domain, type, destination, bits, first, second);
    return this;
  }
}
