package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.diagnostic.Severity;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.verify.Broadcast;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.check.ExtentChecks;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.compile.CodeGenerator;
import org.ptoc.passes.compile.Target;
import org.ptoc.passes.generic.Sections;

/**
 * Tells of valid extents that types leave open: what constants contradict is an error, what only
 * the run decides is checked in front of it, or a warning where nobody does.
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
    ExtentChecks.Result found =
        ExtentChecks.of(
            kernel.function(),
            new PassContext(target.profile(), kernel.module(), options, diagnostics));
    List<Location> told = diagnostics.all().stream().map(Diagnostic::location).toList();
    found.broken().stream()
        .filter(op -> !told.contains(op.location()))
        .forEach(
            op ->
                diagnostics.add(
                    fixed(
                        Diagnostic.of(
                            DiagnosticCode.TILE_SHAPE_MISMATCH,
                            op.location(),
                            op.name()
                                + ": constants give valid extents that do not fit ("
                                + extents(op)
                                + ")"),
                        op)));
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

  private Optional<KernelObject> object(org.ptoc.ir.Function function, KernelChoice.Kernel kernel) {
    return CodeGenerator.generate(
            function, target.profile(), target.selector(), options, new Diagnostics())
        .map(
            code ->
                code.with(
                    Sections.kind(kernel.function(), kernel.module()),
                    false,
                    List.of(),
                    code.cubeMemory()))
        .map(KernelCode::object);
  }

  private Diagnostic fixed(Diagnostic found, Operation op) {
    return Broadcast.fix(op, target.profile()).map(found::withFix).orElse(found);
  }

  /** One for a kernel, however many operations leave something open. */
  private Diagnostic warning(List<Operation> open) {
    Operation first = open.getFirst();
    List<Diagnostic.Note> notes = new ArrayList<>();
    for (Operation op : open.subList(1, Math.min(open.size(), SHOWN + 1))) {
      notes.add(new Diagnostic.Note(op.location(), "and here (" + extents(op) + ")"));
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
            first.name()
                + ": only the run knows whether the valid regions fit ("
                + extents(first)
                + "); with --runtime-checks it traps where they do not",
            notes);
    return fixed(found, first);
  }

  /** The valid extents of the operands, {@code dst ?x64, src1 ?x1}. */
  private static String extents(Operation op) {
    StringJoiner text = new StringJoiner(", ");
    List<Role> roles = op.definition().operands();
    for (int i = 0; i < roles.size(); i++) {
      for (Value operand : op.group(i)) {
        switch (operand.type()) {
          case TileType tile ->
              text.add(
                  roles.get(i).name()
                      + " "
                      + extent(tile.validRows())
                      + "x"
                      + extent(tile.validColumns()));
          case TensorViewType view -> text.add(roles.get(i).name() + " " + view.spelling());
          default -> {
            /* has no extents */
          }
        }
      }
    }
    return text.toString();
  }

  private static String extent(int value) {
    return value == TileType.DYNAMIC ? "?" : Integer.toString(value);
  }
}
