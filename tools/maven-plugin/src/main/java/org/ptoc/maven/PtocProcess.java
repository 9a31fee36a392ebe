package org.ptoc.maven;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts {@code ptoc} in a Java process of its own.
 *
 * @param java the command that starts a Java 25
 * @param classPath the toolchain and what it needs
 * @param directory where relative file names of the arguments start
 */
record PtocProcess(Path java, List<Path> classPath, Path directory) {
  private static final String MAIN = "org.ptoc.tools.cli.Main";

  /** The whole command line. */
  List<String> command(PtocArguments arguments) {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.add("-XX:+UseSerialGC");
    // A compilation is over before the optimising compiler pays; an emulation is not.
    command.add(arguments.isLong() ? "-XX:TieredStopAtLevel=4" : "-XX:TieredStopAtLevel=1");
    command.add("-cp");
    command.add(String.join(File.pathSeparator, classPath.stream().map(Path::toString).toList()));
    command.add(MAIN);
    command.addAll(arguments.words());
    return command;
  }

  /** Runs to the end; an interrupt ends the process too. */
  Outcome run(PtocArguments arguments) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command(arguments)).directory(directory.toFile()).redirectErrorStream(true).start();
    try {
      process.getOutputStream().close();
      List<String> lines = new ArrayList<>();
      try (BufferedReader reader =
          new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          lines.add(line);
        }
      }
      return Outcome.of(process.waitFor(), lines);
    } finally {
      process.destroy();
    }
  }
}
