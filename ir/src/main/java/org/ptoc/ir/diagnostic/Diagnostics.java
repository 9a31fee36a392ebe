package org.ptoc.ir.diagnostic;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Location;

/** Collects diagnostics in the order in which they are found. */
public final class Diagnostics {
  private final List<Diagnostic> found = new ArrayList<>();
  private int errors;

  public void add(Diagnostic diagnostic) {
    found.add(diagnostic);
    if (diagnostic.isError()) {
      errors++;
    }
  }

  /** Adds a diagnostic with the default severity of its code. */
  public void report(
      DiagnosticCode code, Location location, String message, Diagnostic.Note... notes) {
    add(Diagnostic.of(code, location, message, notes));
  }

  public boolean hasErrors() {
    return errors > 0;
  }

  public int errorCount() {
    return errors;
  }

  /** Number of findings of any severity. */
  public int count() {
    return found.size();
  }

  /** What was found after the first ones, in order. */
  public List<Diagnostic> since(int first) {
    return List.copyOf(found.subList(first, found.size()));
  }

  /** What was found so far, in order. */
  public List<Diagnostic> all() {
    return List.copyOf(found);
  }
}
