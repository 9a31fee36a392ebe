package org.ptoc.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Fuzzes every target with Jazzer, each in a process of its own. */
public final class Fuzz {
  private static final String JAZZER = "com.code_intelligence.jazzer.Jazzer";

  private final Path directory;
  private final String seconds;

  private Fuzz(Path directory, String seconds) {
    this.directory = directory;
    this.seconds = seconds;
  }

  /**
   * Exits with 1 when a target has a finding.
   *
   * @param arguments directory of the test cases, directory for corpora, logs and findings, seconds
   *     for each target
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Seeds seeds = new Seeds(Path.of(arguments[0]));
    Fuzz fuzz = new Fuzz(Path.of(arguments[1]), arguments[2]);
    boolean clean = true;
    for (Target target : Target.values()) {
      clean &= fuzz.run(target, seeds);
    }
    System.exit(clean ? 0 : 1);
  }

  private boolean run(Target target, Seeds seeds) throws IOException, InterruptedException {
    Path home = directory.resolve(target.name().toLowerCase(Locale.ROOT));
    Path corpus = Files.createDirectories(home.resolve("corpus"));
    int number = 0;
    for (byte[] seed : seeds.of(target)) {
      Files.write(corpus.resolve("seed-" + number++), seed);
    }
    Path log = home.resolve("log.txt");
    int status =
        new ProcessBuilder(command(target, home, corpus))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    List<String> lines = Files.readAllLines(log);
    String last =
        lines.stream().filter(line -> line.startsWith("Done ")).findFirst().orElse("no summary");
    System.out.println(target + ": " + (status == 0 ? last : "a finding or a failure, see " + log));
    return status == 0;
  }

  private List<String> command(Target target, Path home, Path corpus) {
    return List.of(
        ProcessHandle.current().info().command().orElse("java"),
        "-XX:+EnableDynamicAgentLoading",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-Xmx1g",
        "-Djava.io.tmpdir=" + home,
        "-Dptoc.fuzz.target=" + target,
        "-classpath",
        System.getProperty("java.class.path"),
        JAZZER,
        "--target_class=" + FuzzedInput.class.getName(),
        "--instrumentation_includes=org.ptoc.ir.**:org.ptoc.frontend.**:org.ptoc.passes.**:org.ptoc.tools.**:org.ptoc.emulator.**",
        "--reproducer_path=" + home,
        "-artifact_prefix=" + home + "/",
        "-timeout=60",
        "-rss_limit_mb=4096",
        "-max_total_time=" + seconds,
        "-print_final_stats=1",
        corpus.toString());
  }
}
