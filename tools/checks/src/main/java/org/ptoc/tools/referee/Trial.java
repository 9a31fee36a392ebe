package org.ptoc.tools.referee;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;

/**
 * A run that the verdict is based on. What pipes do depends on nothing but scalars, so that trials
 * differ in the scalars of the launch, and in the data where the kernel makes scalars of data.
 *
 * @param numbers what integer parameters have, by their position; others have what fits the kernel
 * @param seed of the data
 */
public record Trial(Map<Integer, Long> numbers, long seed) {
  /**
   * Loops that run zero times, once, a few times, and more often than slots or events rotate: each
   * remainder of up to eight slots after the first rotation.
   */
  private static final int COUNTS = 10;

  /** Constants of the program that are tried as counts, with their neighbours; the least ones. */
  private static final int MOST_CONSTANTS = 16;

  /** Larger numbers are addresses and sizes more often than counts. */
  private static final long LARGEST_COUNT = 256;

  /** Of one parameter beside others that have what fits. */
  private static final List<Long> ALONE = List.of(0L, 1L, 2L, 5L);

  private static final List<Long> SEEDS = List.of(1L, 2L, 3L);

  /** Parameters that are also varied each by itself. */
  private static final int FEW = 4;

  public Trial {
    numbers = Map.copyOf(numbers);
  }

  /**
   * The trials of a kernel.
   *
   * @param parameters positions of the integer parameters that no launcher fills
   */
  public static List<Trial> of(Program program, List<Integer> parameters) {
    List<Trial> trials = new ArrayList<>();
    for (long seed : readsScalars(program) ? SEEDS : SEEDS.subList(0, 1)) {
      trials.add(new Trial(Map.of(), seed));
    }
    if (parameters.isEmpty()) {
      return trials;
    }
    for (long count : counts(program)) {
      trials.add(all(parameters, count));
    }
    if (parameters.size() > 1 && parameters.size() <= FEW) {
      for (int parameter : parameters) {
        for (long count : ALONE) {
          trials.add(new Trial(Map.of(parameter, count), SEEDS.getFirst()));
        }
      }
    }
    return trials;
  }

  /** Small numbers, and those that a comparison or a remainder may make special. */
  private static Set<Long> counts(Program program) {
    Set<Long> counts = new TreeSet<>();
    for (long constant : constants(program)) {
      counts.addAll(List.of(constant - 1, constant, constant + 1));
    }
    for (long count = 0; count < COUNTS; count++) {
      counts.add(count);
    }
    return counts;
  }

  private static List<Long> constants(Program program) {
    Set<Long> constants = new TreeSet<>();
    for (Instruction instruction : program.instructions()) {
      boolean isScalar =
          switch (instruction.definition().semantics()) {
            case Semantics.Scalar _, Semantics.Control _ -> true;
            case Semantics.Lanes _, Semantics.Unit _ -> false;
          };
      for (OperandField operand : instruction.definition().operands()) {
        long value = isScalar && operand.registerClass().isEmpty() ? instruction.value(operand) : 0;
        if (value >= COUNTS - 1 && value <= LARGEST_COUNT) {
          constants.add(value);
        }
      }
    }
    return constants.stream().limit(MOST_CONSTANTS).toList();
  }

  private static Trial all(List<Integer> parameters, long count) {
    Map<Integer, Long> numbers = new TreeMap<>();
    parameters.forEach(parameter -> numbers.put(parameter, count));
    return new Trial(numbers, SEEDS.getFirst());
  }

  /** True if a program makes scalars of data, on which its control flow may depend. */
  public static boolean readsScalars(Program program) {
    return program.instructions().stream().anyMatch(Trial::readsScalar);
  }

  private static boolean readsScalar(Instruction instruction) {
    return instruction.performs(ScalarOperation.LOAD)
        && AddressSpace.byCode(instruction.field(FieldName.SP)).orElse(AddressSpace.GM)
            != AddressSpace.LOCAL;
  }
}
