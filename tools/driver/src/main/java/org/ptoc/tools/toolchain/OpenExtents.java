package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.diagnostic.Severity;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.verify.Broadcast;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.check.ExtentChecks;
import org.ptoc.passes.check.WindowChecks;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.compile.CodeGenerator;
import org.ptoc.passes.compile.Target;
import org.ptoc.passes.generic.Sections;

/**
 * Reports valid extents that types leave open: a contradiction of constants is an error; a rule
 * that only the run decides is checked before it, or is a warning without run-time checks.
 */
record OpenExtents(Target target, CompileOptions options) {
  private static final int SHOWN = 3;

  /**
   * Looks through a verified kernel after the compiler, whose words for an error are the better
   * ones.
   *
   * @return the checks that a launcher runs; empty when the kernel needs none or the options leave
   *     them out
   */
  Optional<KernelObject> look(KernelChoice.Kernel kernel, Diagnostics diagnostics) {
    PassContext context = new PassContext(target.profile(), kernel.module(), options, diagnostics);
    if (options.has(CodeSwitch.WINDOW_CHECKS)) {
      return WindowChecks.of(kernel.function(), context)
          .flatMap(function -> object(function, kernel));
    }
    ExtentChecks.Result found = ExtentChecks.of(kernel.function(), context);
    List<Location> told = diagnostics.all().stream().map(Diagnostic::location).toList();
    Stream.concat(found.broken().stream(), found.doubtful().stream())
        .filter(each -> !told.contains(each.location()))
        .forEach(each -> diagnostics.add(fixed(decided(each), each.operation())));
    if (!found.broken().isEmpty() || options.has(CodeSwitch.RUNTIME_CHECKS)) {
      return Optional.empty();
    }
    Optional<KernelObject> program =
        options.has(CodeSwitch.EXTENT_CHECKS)
            ? found.program().flatMap(function -> object(function, kernel))
            : Optional.empty();
    if (program.isEmpty() && !found.open().isEmpty()) {
      diagnostics.add(warning(found.open()));
    }
    return program;
  }

  /** What constants break, or make doubtful. */
  private static Diagnostic decided(ExtentChecks.Finding found) {
    DiagnosticCode code =
        switch (found.rule()) {
          case TRANSFER -> DiagnosticCode.VIEW_MISMATCH;
          case SHORT_SOURCE -> DiagnosticCode.OPEN_EXTENTS;
          case EMPTY_REGION -> DiagnosticCode.SUSPICIOUS_TILE;
          default -> DiagnosticCode.TILE_SHAPE_MISMATCH;
        };
    return Diagnostic.of(
        code,
        found.location(),
        found.operation().name()
            + ": by constants "
            + found.rule().description()
            + " ("
            + found.extents()
            + ")");
  }

  private Optional<KernelObject> object(org.ptoc.ir.Function function, KernelChoice.Kernel kernel) {
    return CodeGenerator.generate(
            function, target.profile(), target.selector(), options, new Diagnostics())
        .map(
            code ->
                code.with(
                    Sections.kind(kernel.function(), kernel.module()),
                    false,
                    List.of(),
                    code.cubeMemory(),
                    Optional.empty(),
                    List.of()))
        .map(KernelCode::object);
  }

  private Diagnostic fixed(Diagnostic found, Operation op) {
    return Broadcast.fix(op, target.profile()).map(found::withFix).orElse(found);
  }

  /** One for a kernel, however many operations leave something open. */
  private Diagnostic warning(List<ExtentChecks.Finding> open) {
    ExtentChecks.Finding first = open.getFirst();
    List<Diagnostic.Note> notes = new ArrayList<>();
    for (ExtentChecks.Finding each : open.subList(1, Math.min(open.size(), SHOWN + 1))) {
      notes.add(new Diagnostic.Note(each.location(), "and here (" + each.extents() + ")"));
    }
    if (open.size() > SHOWN + 1) {
      notes.add(
          new Diagnostic.Note(Location.NONE, "and in " + (open.size() - SHOWN - 1) + " more"));
    }
    Diagnostic found =
        new Diagnostic(
            DiagnosticCode.OPEN_EXTENTS,
            Severity.WARNING,
            first.location(),
            first.operation().name()
                + ": only the run knows whether the valid regions fit ("
                + first.extents()
                + "); with --runtime-checks it traps where they do not",
            notes);
    return fixed(found, first.operation());
  }
}
