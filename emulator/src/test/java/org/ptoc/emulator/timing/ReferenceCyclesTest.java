package org.ptoc.emulator.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Emulator;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;

/**
 * Cycles of whole runs under all models of a profile (spec/30 and spec/60, 7), as a second
 * implementation of the documents has them: {@code tests/lit/reference/cycles.py}.
 */
class ReferenceCyclesTest {
  private static final int BUFFER_BYTES = 1 << 18;

  /** One line of a table: cycles by model, and the words separated by semicolons. */
  private record Run(int line, List<Long> cycles, String words) {

    static Run parse(int line, String text) {
      String[] sides = text.split(" \\| ", 2);
      return new Run(
          line, List.of(sides[0].split(" ")).stream().map(Long::valueOf).toList(), sides[1]);
    }
  }

  /** A file of runs. */
  private record Table(Profile profile, CoreKind core, List<TimingModel> models) {
    String file() {
      String cube = core == CoreKind.CUBE ? "cube-" : "";
      return "cycles-" + cube + profile.spelling() + ".txt";
    }
  }

  private static List<Table> tables() {
    List<TimingModel> a5 =
        List.of(TimingModel.DOCUMENTED, TimingModel.CALIBRATED, TimingModel.SCOREBOARD);
    List<TimingModel> a2a3 =
        List.of(TimingModel.DOCUMENTED, TimingModel.GROUPED, TimingModel.CALIBRATED);
    List<TimingModel> cube = List.of(TimingModel.DOCUMENTED, TimingModel.CALIBRATED);
    return List.of(
        new Table(Profile.A5, CoreKind.VECTOR, a5),
        new Table(Profile.A2A3, CoreKind.VECTOR, a2a3),
        new Table(Profile.A5, CoreKind.CUBE, cube),
        new Table(Profile.A2A3, CoreKind.CUBE, cube));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void runsTakeTheCyclesOfTheReference(Table kind) {
    List<Run> table = table(kind.file());
    List<String> differences = new ArrayList<>();
    for (Run run : table) {
      Program program = Kernels.program(kind.profile(), kind.core(), run.words());
      List<Long> actual = kind.models().stream().map(model -> cycles(program, model)).toList();
      if (!actual.equals(run.cycles())) {
        differences.add("line " + run.line() + ": " + run.cycles() + " expected, not " + actual);
      }
    }
    assertThat(table).hasSizeGreaterThan(150);
    assertThat(differences).isEmpty();
  }

  private static long cycles(Program program, TimingModel model) {
    RunTimer timer = RunTimer.of(program, TimingOptions.of(model));
    KernelLaunch launch =
        KernelLaunch.of(
            new TimedKernel(program, 1), List.of(new Argument.Buffer(new byte[BUFFER_BYTES])));
    RunResult result = Emulator.run(launch.withListeners(timer));
    assertThat(result).as(program::toString).isInstanceOf(RunResult.Completed.class);
    return timer.results().getFirst().cycles();
  }

  private static List<Run> table(String file) {
    List<String> lines = lines(file);
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).startsWith("#")) {
        runs.add(Run.parse(i + 1, lines.get(i)));
      }
    }
    return runs;
  }

  private static List<String> lines(String name) {
    try (InputStream stream = ReferenceCyclesTest.class.getResourceAsStream(name)) {
      byte[] bytes = Objects.requireNonNull(stream, name).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8).lines().toList();
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }
}
