package org.ptoc.tools.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.frontend.FixPlaces;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Fix;

/**
 * A diagnostic ready to be written.
 *
 * @param fixes changes of the text that answer it, any one of them
 */
record Finding(Diagnostic diagnostic, List<Fix.Replace> fixes) {
  Finding {
    fixes = List.copyOf(fixes);
  }

  /**
   * A diagnostic with the fixes that have a place in the sources.
   *
   * @param sources texts by name
   */
  static Finding of(Diagnostic diagnostic, Map<String, String> sources) {
    List<Fix.Replace> fixes =
        diagnostic.fixes().stream()
            .map(
                fix ->
                    Optional.ofNullable(sources.get(file(fix)))
                        .flatMap(text -> FixPlaces.find(fix, text)))
            .flatMap(Optional::stream)
            .toList();
    return new Finding(diagnostic, fixes);
  }

  private static String file(Fix fix) {
    return switch (fix) {
      case Fix.Replace replace -> replace.location().file();
      case Fix.AddAttribute add -> add.operation().file();
      case Fix.MoveAttribute move -> move.key().file();
      case Fix.AddType add -> add.operation().file();
      case Fix.SetTypeParameter set -> set.operation().file();
      case Fix.SetType set -> set.operation().file();
      case Fix.SetAttribute set -> set.owner().file();
    };
  }

  /** What a fix does, in words. */
  static String describe(Fix.Replace fix) {
    if (fix.old().isEmpty()) {
      return "insert `" + fix.text().strip() + "`";
    }
    return fix.text().isEmpty()
        ? "remove `" + fix.old() + "`"
        : "replace `" + fix.old() + "` with `" + fix.text() + "`";
  }
}
