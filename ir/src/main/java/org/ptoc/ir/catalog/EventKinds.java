package org.ptoc.ir.catalog;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ptoc.ir.isa.Pipe;

/** The kinds of operations that events name, and the pipe on which each runs (spec/20, 2.2). */
public final class EventKinds {
  private static final Map<String, Pipe> PIPES =
      Map.ofEntries(
          Map.entry("TLOAD", Pipe.MTE2),
          Map.entry("TSTORE_VEC", Pipe.MTE3),
          Map.entry("TSTORE_ACC", Pipe.FIX),
          Map.entry("TMOV_M2L", Pipe.MTE1),
          Map.entry("TMOV_M2S", Pipe.MTE1),
          Map.entry("TMOV_M2B", Pipe.MTE1),
          Map.entry("TMOV_M2V", Pipe.MTE1),
          Map.entry("TMOV_V2M", Pipe.MTE3),
          Map.entry("TMATMUL", Pipe.M),
          Map.entry("TVEC", Pipe.V),
          Map.entry("TVECWAIT_EVENT", Pipe.V));

  private EventKinds() {}

  /** The pipe of a kind; empty for a word that is none. */
  public static Optional<Pipe> pipe(String kind) {
    return Optional.ofNullable(PIPES.get(kind));
  }

  /** Each kind as another spelling of its pipe, {@code TVEC=PIPE_V}. */
  static String pipeSynonyms() {
    return PIPES.entrySet().stream()
        .map(entry -> entry.getKey() + "=PIPE_" + entry.getValue())
        .sorted()
        .collect(Collectors.joining(" "));
  }
}
