package org.ptoc.tools.watch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * What becomes of the predicates that the words of a tile operation compute from data. Its lowering
 * computes each one for a place of use, so that an older one was left where
 *
 * <ul>
 *   <li>logic takes what was computed under another mask, or under an earlier value of the mask;
 *   <li>a predicate that a loop computes and uses, or a mask that it counts down, is read again
 *       behind the loop;
 *   <li>bits of a tile of bits, of which each stands for one element, select twice;
 *   <li>a chain of carries passes the same word of a long number twice;
 *   <li>lanes of one width take a predicate of another width ({@link PredicateWidths}).
 * </ul>
 *
 * <p>Reaching definitions of predicates in one scope.
 */
final class PredicateUse implements ForwardFlow.Rule<BitSet[]> {
  private static final int PREDICATES = RegisterClass.P.count();

  private static final String CARRY = " is the carry of another number";

  private final VectorRegion region;
  private final int words;

  /**
   * For each predicate the words that may have written it: bit {@code n} is word n of the scope;
   * bit {@code words + n} the same whose mask was written since.
   */
  private final ForwardFlow<BitSet[]> flow;

  private PredicateUse(VectorRegion region) {
    this.region = region;
    this.words = region.end() - region.first();
    this.flow = ForwardFlow.of(region, none(), this);
  }

  private static BitSet[] none() {
    BitSet[] sets = new BitSet[PREDICATES];
    for (int i = 0; i < PREDICATES; i++) {
      sets[i] = new BitSet();
    }
    return sets;
  }

  /** Tells of all predicates of a scope that were left from somewhere else. */
  static void visit(VectorRegion region, Findings findings) {
    if (!region.isLong()) {
      PredicateUse use = new PredicateUse(region);
      use.masks(findings);
      use.loops(findings);
      use.tileOfBits(findings);
      use.carries(findings);
      new PredicateWidths(region, use).visit(findings);
    }
  }

  @Override
  public BitSet[] copy(BitSet[] sets) {
    BitSet[] copy = sets.clone();
    Arrays.setAll(copy, i -> (BitSet) sets[i].clone());
    return copy;
  }

  @Override
  public void step(int word, BitSet[] sets) {
    for (int predicate : written(region.program().at(word))) {
      for (BitSet each : sets) {
        age(each, predicate);
      }
    }
    for (int predicate : written(region.program().at(word))) {
      sets[predicate].clear();
      sets[predicate].set(word - region.first() + (mask(word) == predicate ? words : 0));
    }
  }

  @Override
  public boolean join(BitSet[] sets, BitSet[] more) {
    boolean changed = false;
    for (int i = 0; i < PREDICATES; i++) {
      int known = sets[i].cardinality();
      sets[i].or(more[i]);
      changed |= sets[i].cardinality() != known;
    }
    return changed;
  }

  /** What was computed under a mask that is written now was computed under an earlier value. */
  private void age(BitSet set, int predicate) {
    for (int at = set.nextSetBit(0); at >= 0 && at < words; at = set.nextSetBit(at + 1)) {
      if (mask(region.first() + at) == predicate) {
        set.clear(at);
        set.set(words + at);
      }
    }
  }

  private static List<Integer> written(Instruction instruction) {
    List<Integer> written = new ArrayList<>();
    for (OperandField operand : instruction.definition().operands()) {
      if (instruction.writes(operand)) {
        VectorRegion.register(instruction, operand, RegisterClass.P).ifPresent(written::add);
      }
    }
    return written;
  }

  /** The mask of a word that computes a predicate under one, or -1. */
  private int mask(int word) {
    Instruction instruction = region.program().at(word);
    return isMasked(instruction) ? instruction.code(FieldName.PG) : -1;
  }

  private static boolean isMasked(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Lanes _ ->
          VectorRegion.register(instruction, OperandRole.PD, RegisterClass.P).isPresent();
      case Semantics.Unit(UnitOperation unit) ->
          unit.predicates() == UnitOperation.PredicateSource.LOGIC;
      case Semantics.Scalar _, Semantics.Control _ -> false;
    };
  }

  /** The words that may have written a predicate which a word reads. */
  List<Integer> writers(int word, int predicate) {
    return flow.before(word).stream()
        .flatMapToInt(here -> here[predicate].stream())
        .map(at -> region.first() + at % words)
        .distinct()
        .boxed()
        .toList();
  }

  /** The predicates that a word reads, apart from its mask. */
  private static List<Integer> operands(Instruction instruction) {
    return read(
        instruction,
        operand -> operand.role() != OperandRole.PG || VectorRegion.isSelection(instruction));
  }

  /** All predicates that a word reads. */
  private static List<Integer> read(Instruction instruction) {
    return read(instruction, operand -> true);
  }

  private static List<Integer> read(Instruction instruction, Predicate<OperandField> wanted) {
    List<Integer> read = new ArrayList<>();
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.access() != Access.WRITE && wanted.test(operand)) {
        VectorRegion.register(instruction, operand, RegisterClass.P).ifPresent(read::add);
      }
    }
    return read;
  }

  private void masks(Findings findings) {
    for (int word = region.first(); word < region.end(); word++) {
      BitSet[] here = flow.before(word).orElseGet(PredicateUse::none);
      if (mask(word) >= 0) {
        for (int predicate : operands(region.program().at(word))) {
          foreign(here[predicate], mask(word))
              .ifPresent(report(findings, word, predicate, " was computed under another mask"));
        }
      }
    }
  }

  /** A word that has computed a predicate under another mask, if any. */
  private Optional<Integer> foreign(BitSet writers, int mask) {
    for (int at = writers.nextSetBit(0); at >= 0; at = writers.nextSetBit(at + 1)) {
      int writer = region.first() + at % words;
      if (mask(writer) >= 0 && (at >= words || mask(writer) != mask)) {
        return Optional.of(writer);
      }
    }
    return Optional.empty();
  }

  private static Consumer<Integer> report(Findings findings, int word, int predicate, String what) {
    return writer ->
        findings.found(
            word, "reads " + RegisterClass.P.spelling(predicate) + ", which" + what, writer);
  }

  private void loops(Findings findings) {
    for (int word = region.first(); word < region.end(); word++) {
      for (int predicate : read(region.program().at(word))) {
        for (int writer : writers(word, predicate)) {
          boolean isComputed = mask(writer) >= 0 || isCount(writer);
          if (isComputed && leaves(writer, word)) {
            report(findings, word, predicate, " a loop has computed for itself").accept(writer);
          }
        }
      }
    }
  }

  /** Of a tile of bits each one stands for one element: two vectors do not share any. */
  private void tileOfBits(Findings findings) {
    Map<Integer, Integer> selections = new HashMap<>();
    for (int word = region.first(); word < region.end(); word++) {
      Instruction instruction = region.program().at(word);
      if (!VectorRegion.isSelection(instruction)) {
        continue;
      }
      int predicate = instruction.code(FieldName.PG);
      for (int writer : writers(word, predicate)) {
        Integer earlier = isOfBits(writer) ? selections.put(writer, word) : null;
        if (earlier != null) {
          report(findings, word, predicate, " has selected other lanes already").accept(earlier);
        }
      }
    }
  }

  /** From the lowest word of a long number to the highest one each has a register of its own. */
  private void carries(Findings findings) {
    for (int word = region.first(); word < region.end(); word++) {
      if (isOfTwoNumbers(word)) {
        report(findings, word, carry(word).orElseThrow(), CARRY).accept(word);
      }
    }
  }

  /** Whether the carries that a word adds have passed its register before. */
  private boolean isOfTwoNumbers(int word) {
    BitSet passed = new BitSet();
    int at = word;
    while (carry(at).isPresent()) {
      int register = region.program().at(at).code(FieldName.VD);
      if (passed.get(register)) {
        return true;
      }
      passed.set(register);
      List<Integer> writers = writers(at, carry(at).get());
      if (writers.size() != 1) {
        return false;
      }
      at = writers.getFirst();
    }
    return false;
  }

  /** The predicate whose carries a word adds. */
  private Optional<Integer> carry(int word) {
    return VectorRegion.register(region.program().at(word), OperandRole.PC, RegisterClass.P);
  }

  private boolean isOfBits(int word) {
    return region.program().at(word).definition().semantics() instanceof Semantics.Unit(var unit)
        && unit.predicates() == UnitOperation.PredicateSource.ARRANGEMENT;
  }

  /** Whether a word makes a mask of a count and counts it down. */
  private boolean isCount(int word) {
    return region.program().at(word).definition().semantics() instanceof Semantics.Unit(var unit)
        && unit == UnitOperation.PREDICATE_LESS_THAN;
  }

  /** Whether a loop computes and uses a predicate that is read at a word behind it. */
  private boolean leaves(int writer, int word) {
    return region.loops().stream()
        .anyMatch(loop -> loop.holds(writer) && !loop.holds(word) && isUsed(writer, loop));
  }

  private boolean isUsed(int writer, VectorRegion.Loop loop) {
    for (int word = loop.head(); word <= loop.last(); word++) {
      for (int predicate : read(region.program().at(word))) {
        if (writers(word, predicate).contains(writer)) {
          return true;
        }
      }
    }
    return false;
  }
}
