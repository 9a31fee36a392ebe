package org.ptoc.tools.language;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.eclipse.lsp4j.InlayHint;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.ptoc.frontend.text.SourceToken;
import org.ptoc.frontend.text.Symbol;
import org.ptoc.ir.catalog.MemoryLimits;
import org.ptoc.passes.placement.PlacedTile;
import org.ptoc.tools.json.JsonReader;

/** Text that editors show inside of lines: addresses of tiles, cycles of lines. */
final class Hints {
  private Hints() {}

  /** The addresses of tiles, {@code UB 0x1000}, by kernel and name. */
  static Map<String, String> addresses(Map<String, List<PlacedTile>> tiles) {
    Map<String, String> addresses = new HashMap<>();
    tiles.forEach(
        (kernel, placed) ->
            placed.forEach(
                tile ->
                    addresses.putIfAbsent(
                        kernel + "%" + tile.name(),
                        MemoryLimits.name(tile.memory())
                            + " 0x"
                            + Long.toHexString(tile.address()))));
    return addresses;
  }

  /**
   * The cycles of each line, from a report as JSON.
   *
   * @return cycles by line, which counts from 1
   */
  static Map<Integer, Long> cycles(String report) {
    Map<Integer, Long> cycles = new TreeMap<>();
    Optional<Object> read = JsonReader.read(report.strip());
    if (read.orElse("") instanceof Map<?, ?> all && all.get("lines") instanceof List<?> lines) {
      for (Object line : lines) {
        if (line instanceof Map<?, ?> entry
            && entry.get("line") instanceof BigDecimal number
            && entry.get("cycles") instanceof BigDecimal count) {
          cycles.merge(number.intValue(), count.longValue(), Long::sum);
        }
      }
    }
    return cycles;
  }

  /** The hints between two indices. */
  static List<InlayHint> of(
      Document document,
      int from,
      int to,
      Map<String, String> addresses,
      Map<Integer, Long> cycles) {
    List<InlayHint> hints = new ArrayList<>();
    String function = "";
    for (Symbol symbol : document.symbols().all()) {
      Optional<SourceToken> token = symbol.definition();
      if (token.isEmpty()) {
        continue;
      }
      if (symbol.kind() == Symbol.Kind.FUNCTION) {
        function = symbol.name();
      }
      String place = addresses.get(function + "%" + symbol.name());
      boolean wanted = from <= token.get().start() && token.get().start() < to;
      if (symbol.kind() == Symbol.Kind.VALUE && wanted && place != null) {
        hints.add(hint(document.position(token.get().end()), place));
      }
    }
    cycles.forEach(
        (line, count) -> {
          int start =
              line <= document.index().lines().count()
                  ? document.index().lines().start(line - 1)
                  : -1;
          int end = start < 0 ? -1 : lineEnd(document.text(), start);
          if (from <= end && end <= to && start >= 0) {
            hints.add(hint(document.position(end), count + (count == 1 ? " cycle" : " cycles")));
          }
        });
    return hints;
  }

  private static int lineEnd(String text, int start) {
    int end = text.indexOf('\n', start);
    int last = end < 0 ? text.length() : end;
    return last > start && text.charAt(last - 1) == '\r' ? last - 1 : last;
  }

  private static InlayHint hint(Position position, String text) {
    InlayHint hint = new InlayHint(position, Either.forLeft(text));
    hint.setPaddingLeft(true);
    return hint;
  }
}
