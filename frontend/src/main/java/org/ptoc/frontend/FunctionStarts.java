package org.ptoc.frontend;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ptoc.frontend.syntax.FileSyntax;
import org.ptoc.frontend.syntax.FunctionSyntax;
import org.ptoc.frontend.syntax.ModuleSyntax;
import org.ptoc.frontend.syntax.UnitSyntax;
import org.ptoc.ir.Location;

/** The function of each place of the text: the last one that starts before it. */
final class FunctionStarts {
  private final TreeMap<Long, String> starts = new TreeMap<>();

  private FunctionStarts() {}

  static FunctionStarts of(FileSyntax file) {
    FunctionStarts result = new FunctionStarts();
    file.units().forEach(result::add);
    return result;
  }

  private void add(UnitSyntax unit) {
    switch (unit) {
      case FunctionSyntax function -> starts.put(key(function.location()), function.name());
      case ModuleSyntax module -> module.units().forEach(this::add);
    }
  }

  /** Empty before the first function and for places that no text has. */
  Optional<String> functionAt(Location location) {
    Map.Entry<Long, String> entry = location.isKnown() ? starts.floorEntry(key(location)) : null;
    return Optional.ofNullable(entry).map(Map.Entry::getValue);
  }

  private static long key(Location location) {
    return (long) location.line() << 32 | location.column();
  }
}
