package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Trap;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.tools.assembly.SourceText;

/**
 * The checks that an object carries for a kernel, loaded. They run in front of each launch, with
 * its arguments; no cycle and no word of the kernel belongs to them. A launch skips traps of uses
 * that are legal but seldom meant ({@link RuntimeRule#isDoubt}); {@code --check operands} collects
 * those.
 */
final class LaunchChecks {
  private static final int FIRST_SOFTWARE_TRAP = 0x10;

  private final KernelObject checks;

  /** The core that the checks are about, in a kernel for both kinds of cores; else empty. */
  private final String core;

  private final KernelRun program;
  private final boolean readsMemory;

  /**
   * The checks that the kernel of a launch carries, of both kinds of cores where it runs on both.
   */
  static List<LaunchChecks> of(Launch launch) {
    Optional<KernelObject> cube = launch.object().cubePart(launch.kernel());
    return Stream.concat(
            launch.kernel().checks().map(own -> new LaunchChecks(launch, own, "")).stream(),
            cube
                .flatMap(KernelObject::checks)
                .map(own -> new LaunchChecks(launch, own, ObjectKernel.CUBE_CORE))
                .stream())
        .toList();
  }

  private LaunchChecks(Launch launch, KernelObject checks, String core) {
    this.checks = checks;
    this.core = core;
    this.program =
        KernelRun.load(launch.ofChecks(withoutDoubts(launch), List.of(), Optional.empty()));
    this.readsMemory = readsMemory(launch.object().profile(), checks);
  }

  private static boolean readsMemory(Profile profile, KernelObject checks) {
    for (int i = 0; i < checks.wordCount(); i++) {
      if (InstructionDecoder.decode(profile, checks.word(i)) instanceof Instruction word
          && word.definition().operand(OperandRole.SP).isPresent()
          && word.code(FieldName.SP) == AddressSpace.GM.code()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Runs the checks in front of a launch.
   *
   * @return the broken rule; empty when all hold. Other traps are left to the kernel itself
   */
  Optional<Toolchain.RunOutcome.Trapped> run(Launch launch) {
    List<Argument> arguments =
        readsMemory
            ? launch.machine().arguments()
            : launch.machine().arguments().stream().map(LaunchChecks::empty).toList();
    if (!(program.run(launch.ofChecks(checks, arguments, Optional.empty()))
        instanceof Toolchain.RunOutcome.Trapped(Diagnostic trap, Optional<Trap> details, var _))) {
      return Optional.empty();
    }
    return details
        .flatMap(
            trapped ->
                rule(trapped)
                    .filter(LaunchChecks::isOurs)
                    .map(rule -> describe(launch, trapped, rule, trap.location())))
        .map(found -> new Toolchain.RunOutcome.Trapped(found, details, List.of()));
  }

  /** The doubts of a launch, each place once. */
  List<Diagnostic> doubts(Launch launch) {
    List<Diagnostic> found = new ArrayList<>();
    Profile profile = launch.object().profile();
    KernelObject left = checks;
    while (true) {
      Launch own = launch.ofChecks(left, launch.machine().arguments(), Optional.empty());
      Optional<Trap> trap =
          KernelRun.load(own).run(own) instanceof Toolchain.RunOutcome.Trapped trapped
              ? trapped.details()
              : Optional.empty();
      Optional<RuntimeRule> doubt = trap.flatMap(LaunchChecks::rule).filter(RuntimeRule::isDoubt);
      if (doubt.isEmpty()) {
        return found;
      }
      int word = trap.get().wordOffset();
      found.add(
          Diagnostic.of(
              DiagnosticCode.CHECK_FAILED,
              SourceText.location(checks.positions().get(word)),
              place(launch, trap.get()) + ": " + doubt.get().description()));
      left = skipping(profile, left, each -> each == word);
    }
  }

  private KernelObject withoutDoubts(Launch launch) {
    Profile profile = launch.object().profile();
    List<Long> doubts =
        Stream.of(RuntimeRule.values())
            .filter(RuntimeRule::isDoubt)
            .map(
                rule ->
                    InstructionEncoder.of(profile, Mnemonic.TRAP)
                        .set(OperandRole.TRAP, rule.id())
                        .word())
            .toList();
    return skipping(profile, checks, word -> doubts.contains(checks.word(word)));
  }

  private static KernelObject skipping(Profile profile, KernelObject checks, IntPredicate skipped) {
    long[] words = checks.words();
    long nothing = InstructionEncoder.of(profile, Mnemonic.NOP).word();
    for (int i = 0; i < words.length; i++) {
      words[i] = skipped.test(i) ? nothing : words[i];
    }
    return new KernelObject(
        checks.name(),
        words,
        checks.rodata(),
        checks.arguments(),
        checks.properties(),
        checks.positions(),
        checks.extents(),
        Optional.empty());
  }

  private static Optional<RuntimeRule> rule(Trap trap) {
    return RuntimeRule.byId(trap.number() - FIRST_SOFTWARE_TRAP);
  }

  /** Buffers that are not read need not be copied. */
  private static Argument empty(Argument argument) {
    return switch (argument) {
      case Argument.Memory _ -> new Argument.Buffer(new byte[0]);
      case Argument.Scalar _, Argument.FromLaunch _, Argument.Grid _ -> argument;
    };
  }

  private static boolean isOurs(RuntimeRule rule) {
    return switch (rule) {
      case VALID_REGION, TRANSFER -> true;
      case RANGE, SORT, MERGE, OVERLAP, STRIDE, STEP, SHORT_SOURCE, EMPTY_REGION -> false;
    };
  }

  private String place(Launch launch, Trap trap) {
    return "@"
        + launch.kernel().name()
        + ", "
        + ObjectKernel.place(trap.rank(), trap.block(), core);
  }

  private Diagnostic describe(Launch launch, Trap trap, RuntimeRule rule, Location location) {
    return Diagnostic.of(
        DiagnosticCode.TRAP,
        location,
        "trap 0x"
            + Integer.toHexString(trap.number())
            + " in "
            + place(launch, trap)
            + ": check R"
            + rule.id()
            + ": "
            + rule.description(),
        new Diagnostic.Note(
            Location.NONE,
            "found before the run, from the arguments; --no-runtime-checks omits this check"));
  }
}
