package org.ptoc.tools.cli;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.object.ObjectFile;

/** Stands where no compiler and emulator are wired in: everything is an error that says so. */
final class MissingToolchain implements Toolchain {
  private static final Diagnostic MISSING =
      Diagnostic.of(DiagnosticCode.NOT_SUPPORTED, Location.NONE, "this build of ptoc has no compiler and no emulator");

  private static <T> Outcome<T> missing() {
    return new Outcome<>(Optional.empty(), List.of(MISSING), "");
  }

  @Override
  public Outcome<Boolean> check(Source source, Request request) {
    return missing();
  }

  @Override
  public Outcome<ObjectFile> compile(Source source, Request request) {
    return missing();
  }

  @Override
  public Outcome<String> print(Source source, Request request, Stage stage) {
    return missing();
  }

  @Override
  public Outcome<String> optimize(Source source, Request request, List<String> passes) {
    return missing();
  }

  @Override
  public List<String> passNames() {
    return List.of();
  }

  @Override
  public RunOutcome run(Launch launch) {
    return new RunOutcome.Rejected(List.of(MISSING));
  }
}
