package org.ptoc.junit;

import java.util.List;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;

/**
 * Diagnostics as lines {@code file:line:column: error[CODE]: message}, which development
 * environments link.
 */
final class DiagnosticText {
  private DiagnosticText() {}

  static String of(List<Diagnostic> diagnostics) {
    return String.join("\n", diagnostics.stream().map(DiagnosticText::of).toList());
  }

  static String of(Diagnostic diagnostic) {
    StringBuilder text = new StringBuilder(place(diagnostic.location()));
    text.append(diagnostic.severity().word())
        .append('[')
        .append(diagnostic.code().id())
        .append("]: ");
    text.append(diagnostic.message());
    for (Diagnostic.Note note : diagnostic.notes()) {
      text.append("\n  ").append(place(note.location())).append("note: ").append(note.message());
    }
    return text.toString();
  }

  private static String place(Location location) {
    return location.isKnown() || !location.file().isEmpty() ? location + ": " : "";
  }
}
