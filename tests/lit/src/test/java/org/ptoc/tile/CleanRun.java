package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ptoc.emulator.Emulator;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.machine.ListenerGroup;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.tools.watch.ModeChecker;
import org.ptoc.tools.watch.SynchronizationChecker;
import org.ptoc.tools.watch.TransferModeChecker;
import org.ptoc.tools.watch.UninitializedChecker;

/**
 * Compiled kernels of the tests under {@code --check sync,uninitialized,modes}: no shape, type or
 * form of an operation is accused.
 */
final class CleanRun {
  /** One kernel of so many is watched, and each one with {@code -Dptoc.test.exhaustive}. */
  private static final int STEP = Boolean.getBoolean("ptoc.test.exhaustive") ? 1 : 24;

  private CleanRun() {}

  static void sample(KernelLaunch launch, KernelObject object) {
    long[] words = launch.kernel().words();
    if (Math.floorMod(Arrays.hashCode(words), STEP) != 0
        || !(ProgramDecoder.decode(launch.kernel().profile(), words) instanceof Program program)) {
      return;
    }
    List<String> findings = new ArrayList<>();
    SynchronizationChecker.Findings sink =
        (word, message, other) -> findings.add(program.at(word) + " " + message);
    Emulator.run(
        launch
            .withEngine(Engine.INTERPRET)
            .withListeners(
                core ->
                    new ListenerGroup(
                        List.of(
                            new SynchronizationChecker(program, sink),
                            new UninitializedChecker(program, sink),
                            program.profile() == Profile.A5
                                ? new TransferModeChecker(program, word -> line(object, word), sink)
                                : new ModeChecker(program, word -> line(object, word), sink)))));
    assertThat(findings).as("what the checks find in %s", program.profile()).isEmpty();
  }

  private static int line(KernelObject object, int word) {
    return object.positions().get(word).line();
  }
}
