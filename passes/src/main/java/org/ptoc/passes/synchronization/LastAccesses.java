package org.ptoc.passes.synchronization;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.ptoc.ir.isa.Pipe;

/**
 * For each pipe, the different accesses that it has made and the last step with each. Long blocks
 * go over the same tiles again and again, so that this stays short.
 */
final class LastAccesses {
  /** The latest step last. */
  private final Map<Pipe, SequencedMap<Accesses.Access, Integer>> byPipe =
      new EnumMap<>(Pipe.class);

  void record(int step, List<Accesses.Access> accesses) {
    for (Accesses.Access access : accesses) {
      byPipe.computeIfAbsent(access.pipe(), pipe -> new LinkedHashMap<>()).putLast(access, step);
    }
  }

  /**
   * The last step of a pipe behind {@code known} that conflicts with accesses; -1 when there is
   * none.
   */
  int latestConflict(Pipe pipe, List<Accesses.Access> needs, int known) {
    SequencedMap<Accesses.Access, Integer> accesses = byPipe.get(pipe);
    if (accesses != null) {
      for (Map.Entry<Accesses.Access, Integer> last : accesses.reversed().entrySet()) {
        if (last.getValue() <= known) {
          return -1;
        }
        if (Accesses.conflict(List.of(last.getKey()), needs)) {
          return last.getValue();
        }
      }
    }
    return -1;
  }
}
