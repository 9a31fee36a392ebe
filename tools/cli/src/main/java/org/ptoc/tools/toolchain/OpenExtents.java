package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.Trap;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.diagnostic.Severity;
import org.ptoc.ir.isa.RuntimeRule;
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
 *
 * @param toRun whether the kernel is compiled to be run with checks in front
 */
record OpenExtents(Target target, CompileOptions options, boolean toRun) {
  private static final int SHOWN = 3;
  private static final int FIRST_SOFTWARE_TRAP = 0x10;

  /**
   * Looks through a verified kernel after the compiler, whose words for an error are the better
   * ones.
   *
   * @return the checks that a run needs; empty when it needs none or nobody runs it
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
        toRun ? found.program().flatMap(function -> object(function, kernel)) : Optional.empty();
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

  /** Runs the checks of a kernel; other traps than theirs are left to the kernel itself. */
  static Optional<Toolchain.RunOutcome.Trapped> run(Toolchain.Launch launch, KernelObject checks) {
    Toolchain.Launch own =
        new Toolchain.Launch(
            launch.object(),
            checks,
            launch.arguments(),
            launch.blocks(),
            launch.threads(),
            launch.unifiedBufferFill(),
            launch.instructionLimit(),
            new Toolchain.Timing(TimingModel.NONE, false),
            Engine.INTERPRET,
            line -> {},
            launch.subblocks(),
            launch.numbers(),
            printed -> {});
    if (!(KernelRun.load(own).run(own)
        instanceof Toolchain.RunOutcome.Trapped(Diagnostic trap, Optional<Trap> details, var _))) {
      return Optional.empty();
    }
    return details
        .flatMap(
            trapped ->
                RuntimeRule.byId(trapped.number() - FIRST_SOFTWARE_TRAP)
                    .filter(OpenExtents::isOurs)
                    .map(rule -> describe(trapped, rule, trap.location())))
        .map(told -> new Toolchain.RunOutcome.Trapped(told, details, List.of()));
  }

  private static boolean isOurs(RuntimeRule rule) {
    return switch (rule) {
      case VALID_REGION, TRANSFER -> true;
      case RANGE, SORT, MERGE, OVERLAP, STRIDE, STEP -> false;
    };
  }

  private static Diagnostic describe(Trap trap, RuntimeRule rule, Location location) {
    return Diagnostic.of(
        DiagnosticCode.TRAP,
        location,
        "trap 0x"
            + Integer.toHexString(trap.number())
            + " in @"
            + trap.kernel()
            + ", block "
            + trap.block()
            + ": check R"
            + rule.id()
            + ": "
            + rule.description(),
        new Diagnostic.Note(
            Location.NONE,
            "found before the run, from the arguments; with --no-runtime-checks nobody looks"));
  }
}
