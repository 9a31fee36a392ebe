package org.ptoc.tools.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each case is a process that ends in the middle of something. */
class WhenStoppedTest {
  @TempDir private Path directory;

  /** Ends while something is open, and after something was closed. */
  static final class Ending {
    public static void main(String[] args) {
      new WhenStopped(() -> System.out.println("open"));
      new WhenStopped(() -> System.out.println("closed")).close();
    }
  }

  /** Begins things when the process ends already. */
  static final class Late {
    public static void main(String[] args) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> begin(Path.of(args[0]))));
    }

    private static void begin(Path file) {
      try (WhenStopped stopped = new WhenStopped(() -> System.out.println("at once"))) {
        System.out.println(stopped.isLate());
        OutputFile.open(file);
      } catch (IOException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  private static String outputOf(Class<?> program, Path argument)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                argument.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  @Test
  void whatIsOpenIsDoneAtTheEndAndWhatWasClosedIsNot() throws Exception {
    assertThat(outputOf(Ending.class, directory).lines()).containsExactly("open");
  }

  @Test
  void aProcessThatEndsAlreadyBeginsNothingAndSaysNoTrace() throws Exception {
    String output = outputOf(Late.class, directory.resolve("out.npy"));
    assertThat(output.lines()).containsExactly("at once", "true", "the process ends");
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }
}
