package org.ptoc.tools.watch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ptoc.emulator.cube.Combination;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourcePosition;

/**
 * The words of a kernel that combine elements of GM with their own: the order of such words makes
 * no difference where they do so in the same way. A fixpipe word does so alone. For a vector core
 * an atomic store is compiled as load, operation and store, at one place of the source (spec/20,
 * 8.2), where no other operation both loads from GM and stores there.
 */
public final class CombiningWords {
  private final BitSet words = new BitSet();
  private final Map<Integer, Combination> operations = new HashMap<>();

  /** The words of a kernel; of assembly, where each word has a place of its own, all. */
  public CombiningWords(Program program, KernelObject kernel) {
    if (kernel.properties().combinesInMemory()) {
      Map<SourcePosition, List<Integer>> places = new HashMap<>();
      for (int word = 0; word < program.size(); word++) {
        places.computeIfAbsent(kernel.positions().get(word), _ -> new ArrayList<>()).add(word);
      }
      places.forEach(
          (place, all) -> {
            boolean told = place.isKnown() && !place.file().endsWith(".s");
            if (!told || loadsAndStores(program, all)) {
              all.forEach(words::set);
            }
            if (told) {
              operation(program, all)
                  .ifPresent(found -> all.forEach(word -> operations.put(word, found)));
            }
          });
    }
  }

  /** A maximum or minimum may have sums of addresses beside it. */
  private static Optional<Combination> operation(Program program, List<Integer> words) {
    Set<Combination> found = EnumSet.noneOf(Combination.class);
    for (int word : words) {
      for (Combination each : Combination.values()) {
        if (each.isComputedBy(program.at(word).definition().semantics())) {
          found.add(each);
        }
      }
    }
    if (found.size() > 1) {
      found.remove(Combination.ADD);
    }
    return found.size() == 1 ? found.stream().findFirst() : Optional.empty();
  }

  private static boolean loadsAndStores(Program program, List<Integer> words) {
    Set<Pipe> pipes =
        words.stream()
            .map(word -> program.at(word).definition().pipe())
            .collect(Collectors.toSet());
    return pipes.contains(Pipe.MTE2) && pipes.contains(Pipe.MTE3)
        || words.stream().anyMatch(word -> program.at(word).performs(ScalarOperation.LOAD))
            && words.stream().anyMatch(word -> program.at(word).performs(ScalarOperation.STORE));
  }

  /** True if a word that was executed combines. */
  boolean contains(int word, ExecutionRecord record) {
    return words.get(word) || record.combination().isPresent();
  }

  /** How a word that combines does so; empty where the code does not tell. */
  Optional<Combination> operation(int word, ExecutionRecord record) {
    return record.combination().or(() -> Optional.ofNullable(operations.get(word)));
  }
}
