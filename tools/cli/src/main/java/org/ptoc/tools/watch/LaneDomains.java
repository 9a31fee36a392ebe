package org.ptoc.tools.watch;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Selections among lanes that were computed under one mask, by a predicate that was computed under
 * another one, or under an earlier value of it: what was computed of the lanes of one vector says
 * nothing about those of the next.
 *
 * <p>Forward, for each vector register and predicate the number of the mask under which it was
 * computed, with {@link #PREDICATES} added where the mask was written since, or what else is known.
 */
final class LaneDomains {
  private static final int VECTORS = RegisterClass.V.count();
  private static final int PREDICATES = RegisterClass.P.count();
  private static final int UNKNOWN = -1;

  /** Lanes that a computed predicate has chosen. */
  private static final int CHOSEN = 2 * PREDICATES;

  /** A predicate of a pattern or count. */
  private static final int COUNTED = CHOSEN + 1;

  /** Lanes that follow from no data, all of them equal. */
  private static final int SPLAT = COUNTED + 1;

  /** Lanes that follow from their numbers. */
  private static final int NUMBERED = SPLAT + 1;

  /** Lanes that a predicate under an earlier value of a mask has chosen; the mask is added. */
  private static final int CHOSEN_LATE = NUMBERED + 1;

  private final VectorRegion region;
  private final Inclusions inclusions;
  private final Findings findings;

  private LaneDomains(VectorRegion region, Inclusions inclusions, Findings findings) {
    this.region = region;
    this.inclusions = inclusions;
    this.findings = findings;
  }

  /** Tells of all such selections of a scope. */
  static void visit(VectorRegion region, Inclusions inclusions, Findings findings) {
    LaneDomains domains = new LaneDomains(region, inclusions, findings);
    int[] entry = new int[VECTORS + PREDICATES];
    Arrays.fill(entry, UNKNOWN);
    ForwardFlow<int[]> flow =
        ForwardFlow.of(
            region, entry, new RegisterFlow(region, LaneDomains::step, LaneDomains::join));
    for (int word = region.first(); word < region.end(); word++) {
      int here = word;
      flow.before(word).ifPresent(known -> domains.judge(here, known));
    }
  }

  private static int join(int one, int other) {
    if (one == other) {
      return one;
    }
    return isChosen(one) || isChosen(other) ? CHOSEN : UNKNOWN;
  }

  private static void step(Instruction instruction, int[] domains) {
    int result = domain(instruction, domains);
    for (OperandField operand : instruction.definition().operands()) {
      if (instruction.writes(operand)) {
        VectorRegion.register(instruction, operand, RegisterClass.P)
            .ifPresent(predicate -> age(domains, predicate));
      }
    }
    int mask = VectorRegion.register(instruction, OperandRole.PG, RegisterClass.P).orElse(UNKNOWN);
    for (OperandField operand : instruction.definition().operands()) {
      int register = RegisterFlow.register(instruction, operand);
      if (register >= 0 && instruction.writes(operand)) {
        // The mask of a word that writes its own mask is gone.
        domains[register] = register == VECTORS + mask && result == mask ? UNKNOWN : result;
      }
    }
  }

  private static void age(int[] domains, int predicate) {
    for (int i = 0; i < domains.length; i++) {
      if (domains[i] == predicate) {
        domains[i] = predicate + PREDICATES;
      } else if (domains[i] == CHOSEN_LATE + predicate) {
        domains[i] = CHOSEN;
      }
    }
  }

  /**
   * The mask under which a word computes from data. Widened lanes have another one, and of what
   * selections have gathered each lane may have its own.
   */
  private static int domain(Instruction instruction, int[] domains) {
    if (VectorRegion.isSelection(instruction)) {
      int chooser = domains[VECTORS + instruction.code(FieldName.PG)];
      if (chooser == UNKNOWN || chooser == COUNTED) {
        return UNKNOWN;
      }
      return chooser < PREDICATES ? CHOSEN : CHOSEN_LATE + chooser - PREDICATES;
    }
    if (instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation maker)
        && maker.predicates() == UnitOperation.PredicateSource.SCALARS) {
      return COUNTED;
    }
    boolean isLogic =
        instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation unit)
            && unit.predicates() == UnitOperation.PredicateSource.LOGIC;
    int mask = VectorRegion.register(instruction, OperandRole.PG, RegisterClass.P).orElse(UNKNOWN);
    if (instruction.definition().semantics() instanceof Semantics.Lanes lanes
        && isOfConstants(instruction, domains)) {
      boolean isNumbered = lanes.reads(Slot.LANE) || lanes.reads(Slot.NEGATIVE_LANE);
      return isNumbered || isOfNumbers(instruction, domains) ? NUMBERED : SPLAT;
    }
    return isLogic || VectorRegion.isLaneByLane(instruction) ? mask : UNKNOWN;
  }

  private static boolean isOfConstants(Instruction instruction, int[] domains) {
    return vectors(instruction, domains).allMatch(each -> each == SPLAT || each == NUMBERED);
  }

  private static boolean isOfNumbers(Instruction instruction, int[] domains) {
    return vectors(instruction, domains).anyMatch(each -> each == NUMBERED);
  }

  /** What is known of the vectors that a word reads. */
  private static IntStream vectors(Instruction instruction, int[] domains) {
    return instruction.definition().operands().stream()
        .filter(operand -> operand.access() != Access.WRITE)
        .flatMap(operand -> VectorRegion.register(instruction, operand, RegisterClass.V).stream())
        .mapToInt(register -> domains[register]);
  }

  private void judge(int word, int[] domains) {
    Instruction instruction = region.program().at(word);
    if (VectorRegion.isSelection(instruction)) {
      select(word, instruction, domains);
    } else if (instruction.definition().operand(OperandRole.STORE).isPresent()) {
      int mask = instruction.code(FieldName.PG);
      if (domains[instruction.code(FieldName.VD)] == CHOSEN_LATE + mask) {
        findings.found(word, "stores lanes that were chosen by a predicate of another mask", word);
      }
    }
  }

  private void select(int word, Instruction selection, int[] domains) {
    int predicate = selection.code(FieldName.PG);
    int chooser = domains[VECTORS + predicate];
    if (chooser == COUNTED
        && isChosen(domains[selection.code(FieldName.VB)])
        && !isChosen(domains[selection.code(FieldName.VA)])) {
      findings.found(word, "takes lanes without a comparison in the place of chosen ones", word);
    } else if (chooser == COUNTED
        && isOfConstants(selection, domains)
        && isOfNumbers(selection, domains)) {
      findings.found(word, "chooses among numbers of lanes by a count", word);
    } else if (isWider(word, chooser, domains[selection.code(FieldName.VA)])
        || isWider(word, chooser, domains[selection.code(FieldName.VB)])) {
      findings.found(
          word,
          "selects by "
              + RegisterClass.P.spelling(predicate)
              + " among lanes that were computed under another mask",
          word);
    }
  }

  private static boolean isChosen(int domain) {
    return domain == CHOSEN || domain >= CHOSEN_LATE;
  }

  /**
   * Whether a predicate was computed under the mask of all lanes, or under an earlier value of the
   * mask, and lanes under another one. The other way round, lanes beyond those of the predicate are
   * computed along.
   */
  private boolean isWider(int word, int ofPredicate, int ofLanes) {
    if (ofPredicate < 0 || ofPredicate >= CHOSEN || ofLanes < 0 || ofLanes >= CHOSEN) {
      return false;
    }
    int width = region.program().at(word).type().bytes();
    return ofPredicate < PREDICATES && ofPredicate != ofLanes
        ? inclusions.isFull(word, ofPredicate, width)
        : ofPredicate == ofLanes + PREDICATES;
  }
}
