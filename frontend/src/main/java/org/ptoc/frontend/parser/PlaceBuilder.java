package org.ptoc.frontend.parser;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.Token;
import org.ptoc.frontend.parser.PtoParser.LocationContext;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.diagnostic.NearestName;

/**
 * The places that the locations of a text denote: a name that of its child, a call the callee,
 * fused locations their first part that has a place, a range its beginning.
 *
 * <p>MLIR prints most aliases of locations after the module that uses them, so that all of them are
 * declared before the first is asked for.
 */
final class PlaceBuilder {
  /** Longest chain of aliases of aliases. */
  static final int MAXIMUM_DEPTH = StatementMarker.MAXIMUM_DEPTH;

  /** Aliases for which the nearest one is still looked for; all of them are compared each time. */
  private int suggestions = NearestName.MOST_SEARCHES;

  private final SyntaxErrors errors;
  private final Map<String, LocationContext> aliases = new HashMap<>();
  private final Map<String, Optional<Location>> known = new HashMap<>();
  private final Set<String> open = new HashSet<>();

  PlaceBuilder(SyntaxErrors errors) {
    this.errors = errors;
  }

  /** Gives a name to a location unless it has one already. */
  void declare(Token name, LocationContext context) {
    aliases.putIfAbsent(name.getText(), context);
  }

  /** The place that a location denotes; empty when it denotes none. */
  Optional<Location> position(LocationContext context) {
    if (context.reference != null) {
      return alias(context.reference);
    }
    if (context.source != null) {
      return context.line != null
          ? numbers(context)
          : Optional.ofNullable(context.child).flatMap(this::position);
    }
    if (!isWellWorded(context)) {
      errors.report(
          DiagnosticCode.SYNTAX,
          errors.location(context.kind),
          "expected `unknown`, `fused[...]` or `callsite(... at ...)`");
      return Optional.empty();
    }
    return context.callee != null
        ? position(context.callee).or(() -> position(context.caller))
        : first(context.parts);
  }

  private static boolean isWellWorded(LocationContext context) {
    String kind = context.kind.getText();
    if (context.callee != null) {
      return kind.equals("callsite") && context.at.getText().equals("at");
    }
    return kind.equals(context.fused == null ? "unknown" : "fused");
  }

  private Optional<Location> first(List<LocationContext> parts) {
    return parts.stream().flatMap(part -> position(part).stream()).findFirst();
  }

  private Optional<Location> alias(Token reference) {
    String name = reference.getText();
    Optional<Location> place = known.get(name);
    if (place == null) {
      place = resolve(reference);
      known.put(name, place);
    }
    return place;
  }

  private Optional<Location> resolve(Token reference) {
    String name = reference.getText();
    LocationContext context = aliases.get(name);
    if (context == null) {
      errors.report(undefined(name, errors.location(reference)));
      return Optional.empty();
    }
    if (open.size() == MAXIMUM_DEPTH) {
      errors.report(
          DiagnosticCode.NESTED_TOO_DEEP,
          errors.location(reference),
          "more than " + MAXIMUM_DEPTH + " nested location aliases");
      return Optional.empty();
    }
    if (!open.add(name)) {
      errors.report(
          DiagnosticCode.SYNTAX,
          errors.location(reference),
          "the location `" + name + "` is defined by itself");
      return Optional.empty();
    }
    Optional<Location> place = position(context);
    open.remove(name);
    return place;
  }

  private Diagnostic undefined(String name, Location location) {
    Optional<String> near =
        suggestions-- > 0
            ? NearestName.to(name, aliases.keySet().stream().sorted().toList())
            : Optional.empty();
    Diagnostic found =
        Diagnostic.of(
            DiagnosticCode.UNDEFINED_ALIAS,
            location,
            "the location alias `"
                + name
                + "` is not defined"
                + near.map(right -> "; did you mean `" + right + "`?").orElse(""));
    return near.map(right -> found.withFix(new Fix.Replace(location, name, right))).orElse(found);
  }

  private Optional<Location> numbers(LocationContext context) {
    Optional<Location> place = Optional.empty();
    try {
      int line = Integer.parseInt(context.line.getText());
      int column = context.column == null ? 1 : Integer.parseInt(context.column.getText());
      if (line >= 0 && column >= 0) {
        place =
            Optional.of(new Location(Strings.unquote(context.source.getText()), line, column, 1));
      }
    } catch (NumberFormatException tooLarge) {
      // Reported like negative numbers.
    }
    if (place.isEmpty()) {
      errors.report(
          DiagnosticCode.BAD_NUMBER,
          errors.location(context.line),
          "line and column are numbers from 0 to " + Integer.MAX_VALUE);
    }
    return place;
  }
}
