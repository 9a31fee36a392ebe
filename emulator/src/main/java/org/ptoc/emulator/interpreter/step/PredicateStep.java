package org.ptoc.emulator.interpreter.step;

import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.OperandDoubt;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.emulator.unit.StoreStreams;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Half;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.PredicateLoadDistribution;
import org.ptoc.ir.isa.PredicatePattern;
import org.ptoc.ir.isa.PredicateStoreDistribution;
import org.ptoc.ir.isa.UnitOperation;

/** A word of class P (spec/00, 4.7 and 4.10; spec/11, 9 and 10). */
public final class PredicateStep extends Step {
  private static final int SLOTS = 32_768;
  private static final int IMAGE_BYTES = 32;

  private final UnitOperation operation;
  private final int d;
  private final int e;
  private final int a;
  private final int b;
  private final int mask;
  private final int width;
  private final int base;
  private final int index;
  private final long offset;
  private final int distribution;
  private final PredicatePattern pattern;

  public PredicateStep(Instruction instruction, UnitOperation operation) {
    this.operation = operation;
    this.d = VectorOperands.predicate(instruction, FieldName.PD);
    this.e = VectorOperands.predicate(instruction, FieldName.PE);
    this.a = VectorOperands.predicate(instruction, FieldName.PA);
    this.b = VectorOperands.predicate(instruction, FieldName.PB);
    this.mask = VectorOperands.predicate(instruction, FieldName.PG);
    this.width = 1 << instruction.code(FieldName.GR);
    this.base = instruction.code(FieldName.XB);
    this.index = instruction.code(FieldName.XO);
    this.offset = instruction.field(FieldName.IMM10);
    this.distribution = instruction.code(FieldName.DIST);
    this.pattern = PredicatePattern.byCode(instruction.field(FieldName.PAT)).orElseThrow();
  }

  @Override
  public int execute(Core core, int at) {
    long[] p = core.predicates;
    Half half = distribution == 0 ? Half.LOWER : Half.HIGHER;
    switch (operation) {
      case PREDICATE_PATTERN -> Predicates.pattern(p, d, width, pattern);
      case PREDICATE_LESS_THAN -> lessThan(core, p, (int) core.x[base]);
      case PREDICATE_LESS_THAN_LOOP ->
          Predicates.lessThanInLoop(p, d, width, (int) core.x[base] & 0xFFFF, (int) core.x[index]);
      case PREDICATE_AND -> Predicates.and(p, d, a, b, mask);
      case PREDICATE_OR -> Predicates.or(p, d, a, b, mask);
      case PREDICATE_XOR -> Predicates.xor(p, d, a, b, mask);
      case PREDICATE_NOT -> Predicates.not(p, d, a, mask);
      case PREDICATE_SELECT -> Predicates.select(p, d, a, b, mask);
      case PREDICATE_MOVE -> System.arraycopy(p, a, p, d, Predicates.WORDS);
      case PREDICATE_PACK -> Predicates.pack(p, d, a, half);
      case PREDICATE_UNPACK -> Predicates.unpack(p, d, a, half);
      case PREDICATE_INTERLEAVE -> Predicates.interleave(p, d, e, a, b, width, core.scratch);
      case PREDICATE_DEINTERLEAVE -> Predicates.deinterleave(p, d, e, a, b, width, core.scratch);
      default -> transfer(core, p);
    }
    return at + 1;
  }

  private void lessThan(Core core, long[] p, int count) {
    if (count < 0) {
      core.record.doubts(OperandDoubt.NEGATIVE_LANE_COUNT, count, 0);
    }
    core.setX(index, Predicates.lessThan(p, d, width, count));
  }

  private void transfer(Core core, long[] p) {
    long address = core.x[base] + core.x[index] + offset;
    switch (operation) {
      case PREDICATE_LOAD -> {
        PredicateLoadDistribution token =
            PredicateLoadDistribution.byCode(distribution).orElseThrow();
        int bytes =
            switch (token) {
              case NORM -> IMAGE_BYTES;
              case US -> IMAGE_BYTES / 2;
              case DS -> 2 * IMAGE_BYTES;
            };
        core.record.reads(AddressSpace.UB, address, bytes);
        Predicates.load(
            p, d, core.ub, core.ub(address, bytes, Math.min(bytes, IMAGE_BYTES)), token);
      }
      case PREDICATE_STORE -> {
        PredicateStoreDistribution token =
            PredicateStoreDistribution.byCode(distribution).orElseThrow();
        int bytes = token == PredicateStoreDistribution.NORM ? IMAGE_BYTES : IMAGE_BYTES / 2;
        core.record.writes(AddressSpace.UB, address, bytes);
        Predicates.store(p, d, core.ub, core.ub(address, bytes, bytes), token);
      }
      case PREDICATE_STORE_UNALIGNED -> {
        int bytes = IMAGE_BYTES / width;
        core.record.writes(AddressSpace.UB, core.x[base], bytes);
        int checked = core.ub(core.x[base], bytes, 1);
        core.align[index] = StoreStreams.append(p, d, width, core.ub, checked);
        core.setX(base, core.x[base] + bytes);
      }
      case SPILL_PREDICATE -> {
        for (int i = 0; i < Predicates.WORDS; i++) {
          LittleEndian.put64(core.local, slot() + 8 * i, p[d + i]);
        }
      }
      case FILL_PREDICATE -> {
        for (int i = 0; i < Predicates.WORDS; i++) {
          p[d + i] = LittleEndian.get64(core.local, slot() + 8 * i);
        }
      }
      default -> throw new IllegalStateException("no predicate operation " + operation);
    }
  }

  private int slot() {
    return SLOTS + (int) offset * IMAGE_BYTES;
  }
}
