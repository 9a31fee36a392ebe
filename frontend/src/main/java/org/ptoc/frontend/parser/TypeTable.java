package org.ptoc.frontend.parser;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.antlr.v4.runtime.Token;
import org.ptoc.frontend.type.TypeParser;
import org.ptoc.frontend.type.TypeResult;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.diagnostic.NearestName;
import org.ptoc.ir.type.Type;

/** The types of one text: each spelling is read once, and reported once when it is wrong. */
final class TypeTable {
  /** Aliases for which the nearest one is still looked for; all of them are compared each time. */
  private int suggestions = NearestName.MOST_SEARCHES;

  private final SyntaxErrors errors;
  private final Map<String, Optional<Type>> bySpelling = new HashMap<>();

  TypeTable(SyntaxErrors errors) {
    this.errors = errors;
  }

  /** Gives a name to a type; false when it has a meaning already. */
  boolean define(String alias, Optional<Type> type) {
    return bySpelling.putIfAbsent(alias, type) == null;
  }

  /**
   * The meaning of a spelling.
   *
   * @param text the spelling
   * @param first token at which the spelling begins
   */
  Optional<Type> type(String text, Token first) {
    Optional<Type> known = bySpelling.get(text);
    if (known == null) {
      known = read(text, first);
      bySpelling.put(text, known);
    }
    return known;
  }

  private static boolean isAlias(String text) {
    return text.startsWith("!") && text.indexOf('.') < 0 && text.indexOf('<') < 0;
  }

  private void undefined(String alias, Location location) {
    Optional<String> near = Optional.empty();
    if (suggestions-- > 0) {
      List<String> aliases =
          bySpelling.keySet().stream().filter(TypeTable::isAlias).sorted().toList();
      near = NearestName.to(alias, aliases);
    }
    Diagnostic found =
        Diagnostic.of(
            DiagnosticCode.UNDEFINED_ALIAS,
            location,
            "the type alias `"
                + alias
                + "` is not defined"
                + near.map(name -> "; did you mean `" + name + "`?").orElse(""));
    errors.report(
        near.map(name -> found.withFix(new Fix.Replace(location, alias, name))).orElse(found));
  }

  private Optional<Type> read(String text, Token first) {
    if (isAlias(text)) {
      undefined(text, errors.location(first));
      return Optional.empty();
    }
    return switch (TypeParser.parse(text)) {
      case TypeResult.Parsed parsed -> Optional.of(parsed.type());
      case TypeResult.Failed failed -> {
        errors.report(diagnostic(errors, failed, text, first));
        yield Optional.empty();
      }
    };
  }

  /** The error in a type; empty for a correct type. */
  static Optional<Diagnostic> problem(SyntaxErrors errors, Token type) {
    return TypeParser.parse(type.getText()) instanceof TypeResult.Failed failed
        ? Optional.of(diagnostic(errors, failed, type.getText(), type))
        : Optional.empty();
  }

  /**
   * Points at the wrong part of the type and offers another word for it, when the type is one token
   * of the text.
   */
  private static Diagnostic diagnostic(
      SyntaxErrors errors, TypeResult.Failed failed, String text, Token first) {
    if (text.indexOf('\n') >= 0 || text.length() != first.getText().length()) {
      return Diagnostic.of(failed.code(), errors.location(first), failed.message());
    }
    Location place = errors.location(first, failed.offset(), failed.length());
    Diagnostic found = Diagnostic.of(failed.code(), place, failed.message());
    String wrong = text.substring(failed.offset(), failed.offset() + failed.length());
    return failed
        .replacement()
        .map(right -> found.withFix(new Fix.Replace(place, wrong, right)))
        .orElse(found);
  }
}
