package org.ptoc.tools.language;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.lsp4j.InlayHint;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.ptoc.frontend.text.SourceToken;
import org.ptoc.frontend.text.Symbol;
import org.ptoc.tools.json.JsonReader;

/** Text that editors show inside of lines: addresses of tiles, cycles of lines. */
final class Hints {
  private static final Pattern KERNEL = Pattern.compile("@(\\S+): \\d+ words.*");
  private static final Pattern MEMORY = Pattern.compile("  (\\w+) \\d+ of \\d+ bytes");
  private static final Pattern TILE =
      Pattern.compile(" *(\\d+)\\.\\. *\\d+ +\\d+ bytes  %(\\S+) .*");

  private Hints() {}

  /**
   * The addresses of tiles by kernel and name, {@code UB 0x1000}, from the report of resources.
   *
   * @param report as {@code ptoc compile -v} prints it
   */
  static Map<String, String> addresses(String report) {
    Map<String, String> addresses = new HashMap<>();
    String kernel = "";
    String memory = "";
    for (String line : report.lines().toList()) {
      Matcher head = KERNEL.matcher(line);
      Matcher area = MEMORY.matcher(line);
      Matcher tile = TILE.matcher(line);
      if (head.matches()) {
        kernel = head.group(1);
      } else if (area.matches()) {
        memory = area.group(1);
      } else if (tile.matches()) {
        long address = Long.parseLong(tile.group(1));
        addresses.putIfAbsent(
            kernel + "%" + tile.group(2), memory + " 0x" + Long.toHexString(address));
      }
    }
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
    for (Symbol symbol : document.index().symbols().all()) {
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
            hints.add(hint(document.position(end), count + " cycles"));
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
