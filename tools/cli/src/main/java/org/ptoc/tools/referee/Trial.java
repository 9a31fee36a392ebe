package org.ptoc.tools.referee;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Instruction;
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
  /** Loops that run no time, once, a few times, and more often than slots or events go round. */
  private static final List<Long> COUNTS = List.of(0L, 1L, 2L, 3L, 4L, 9L);

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
    for (long count : COUNTS) {
      trials.add(all(parameters, count));
    }
    if (parameters.size() > 1 && parameters.size() <= FEW) {
      for (int parameter : parameters) {
        trials.add(new Trial(Map.of(parameter, 0L), SEEDS.getFirst()));
        trials.add(new Trial(Map.of(parameter, 1L), SEEDS.getFirst()));
      }
    }
    return trials;
  }

  private static Trial all(List<Integer> parameters, long count) {
    Map<Integer, Long> numbers = new TreeMap<>();
    parameters.forEach(parameter -> numbers.put(parameter, count));
    return new Trial(numbers, SEEDS.getFirst());
  }

  /** Whether a program makes scalars of data, on which its control flow may depend. */
  public static boolean readsScalars(Program program) {
    return program.instructions().stream().anyMatch(Trial::readsScalar);
  }

  private static boolean readsScalar(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Scalar(var operation)
        && operation == ScalarOperation.LOAD
        && AddressSpace.byCode(instruction.field("sp")).orElse(AddressSpace.GM)
            != AddressSpace.LOCAL;
  }
}
