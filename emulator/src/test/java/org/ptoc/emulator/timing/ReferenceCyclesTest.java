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
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Emulator;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;

/**
 * Cycles of whole runs under all models of a profile (spec/30), as a second implementation of the
 * document has them: {@code cycles-a5.txt} and {@code cycles-a2a3.txt}.
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

  private static List<TimingModel> models(Profile profile) {
    return switch (profile) {
      case A5 -> List.of(TimingModel.DOCUMENTED, TimingModel.CALIBRATED, TimingModel.SCOREBOARD);
      case A2A3 -> List.of(TimingModel.DOCUMENTED, TimingModel.GROUPED, TimingModel.CALIBRATED);
    };
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void runsTakeTheCyclesOfTheReference(Profile profile) {
    List<Run> table = table(profile);
    List<String> differences = new ArrayList<>();
    for (Run run : table) {
      List<Long> actual = cycles(profile, run.words());
      if (!actual.equals(run.cycles())) {
        differences.add("line " + run.line() + ": " + run.cycles() + " expected, not " + actual);
      }
    }
    assertThat(table).hasSizeGreaterThan(200);
    assertThat(differences).isEmpty();
  }

  private static List<Long> cycles(Profile profile, String words) {
    Program program = Kernels.program(profile, words.replace("; ", "\n"));
    return models(profile).stream().map(model -> cycles(program, model)).toList();
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

  private static List<Run> table(Profile profile) {
    List<String> lines = lines("cycles-" + profile.spelling() + ".txt");
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
