package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectReader;
import org.ptoc.tools.cli.Ptoc;

/**
 * The loops of compiled programs hold no scalar words that are dead or the same each time. A build
 * takes each file for one of the profiles, by its name, an exhaustive run for both.
 */
class LoopWorkTest {
  @TempDir Path temporary;

  @ParameterizedTest
  @EnumSource(Profile.class)
  void loopsHoldNothingThatCouldStandInFront(Profile profile) throws IOException {
    List<String> found = new ArrayList<>();
    int loops = 0;
    for (Path file : cases(profile)) {
      for (KernelObject kernel : compile(file, profile)) {
        KernelLoops words = KernelLoops.of(kernel, profile);
        for (KernelLoops.Loop loop : words.loops()) {
          loops++;
          for (String word : words.invariants(loop)) {
            found.add(file.getFileName() + " " + kernel.name() + ": " + word);
          }
        }
        words.unread().forEach(word -> found.add(file.getFileName() + " unread: " + word));
      }
    }
    assertThat(loops).isGreaterThan(100);
    assertThat(found).isEmpty();
  }

  private static List<Path> cases(Profile profile) throws IOException {
    try (Stream<Path> walk = Files.walk(Path.of("cases"))) {
      return walk.filter(file -> file.toString().endsWith(".pto"))
          .filter(file -> Sweep.isExhaustive() || isFor(profile, file))
          .sorted()
          .toList();
    }
  }

  private static boolean isFor(Profile profile, Path file) {
    int profiles = Profile.values().length;
    return Math.floorMod(file.getFileName().toString().hashCode(), profiles) == profile.ordinal();
  }

  /** The kernels of a file; none when it is wrong, which other tests expect of some. */
  private List<KernelObject> compile(Path file, Profile profile) throws IOException {
    Path object = temporary.resolve(file.getFileName() + ".o");
    PrintStream ignored = new PrintStream(PrintStream.nullOutputStream());
    int exit =
        Ptoc.run(
            List.of("compile", file + "", "--profile", profile.spelling(), "-o", object + ""),
            new ByteArrayInputStream(new byte[0]),
            ignored,
            ignored);
    return exit == 0
            && ObjectReader.read(Files.readAllBytes(object)) instanceof ObjectReader.Loaded loaded
        ? loaded.object().kernels()
        : List.of();
  }
}
