package org.ptoc.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every target holds for its seeds, for damaged copies of them, and for what fuzzing once found.
 */
class DamagedInputTest {
  private static final Path CASES = Path.of("../lit/cases");
  private static final Path REGRESSIONS = Path.of("src/test/resources/regressions");

  /** At and beyond the ends of the ranges that a text, a tile or a memory has. */
  private static final List<String> NUMBERS =
      List.of(
          "-1",
          "0",
          "255",
          "65536",
          "1048576",
          "2147483647",
          "2147483648",
          "4294967296",
          "9223372036854775807",
          "-9223372036854775808",
          "99999999999999999999");

  private static final int ROUNDS = Integer.getInteger("ptoc.programs", 250);

  /** Another number, other damage; a long run is made of several. */
  private static final int SEED = Integer.getInteger("ptoc.fuzz.seed", 0);

  /** All, or only those named by {@code -Dptoc.fuzz.target}, as {@code WORDS,OBJECT}. */
  private static Stream<Target> targets() {
    String chosen = System.getProperty("ptoc.fuzz.target", "");
    return chosen.isEmpty()
        ? Stream.of(Target.values())
        : Stream.of(chosen.split(",")).map(Target::valueOf);
  }

  @ParameterizedTest
  @MethodSource("targets")
  void damagedSeeds(Target target) {
    List<byte[]> seeds = new Seeds(CASES).of(target);
    assertThat(seeds)
        .as("seeds of " + target)
        .hasSizeGreaterThan(10)
        .allMatch(seed -> seed.length > 0);
    SplittableRandom random = new SplittableRandom(target.ordinal() + 31L * SEED);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] input =
          damaged(
              seeds.get(random.nextInt(seeds.size())),
              seeds.get(random.nextInt(seeds.size())),
              random);
      try {
        target.accept(input);
      } catch (Throwable problem) {
        throw new AssertionError(target + ", round " + round + ", " + kept(target, input), problem);
      }
    }
  }

  /** Some bytes changed, taken away, repeated, renumbered, or followed by another input's end. */
  private static byte[] damaged(byte[] seed, byte[] other, SplittableRandom random) {
    byte[] input = seed.clone();
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(input.length);
      int length = Math.min(input.length - at, 1 + random.nextInt(16));
      input =
          switch (random.nextInt(6)) {
            case 0 -> flipped(input, at, 1 << random.nextInt(8));
            case 1 -> joined(input, at, input, at + length);
            case 2 -> joined(input, at + length, input, at);
            case 3 -> joined(input, at, other, random.nextInt(other.length));
            case 4 -> renumbered(input, at, NUMBERS.get(random.nextInt(NUMBERS.size())));
            default -> flipped(input, at, random.nextInt(256));
          };
      if (input.length == 0) {
        return seed.clone();
      }
    }
    return input;
  }

  /** The next number of a text is another one. */
  private static byte[] renumbered(byte[] input, int from, String number) {
    int start = from;
    while (start < input.length && !isDigit(input[start])) {
      start++;
    }
    int end = start;
    while (end < input.length && isDigit(input[end])) {
      end++;
    }
    byte[] head = Arrays.copyOf(input, start);
    byte[] text = number.getBytes(StandardCharsets.US_ASCII);
    return joined(joined(head, head.length, text, 0), head.length + text.length, input, end);
  }

  private static boolean isDigit(byte letter) {
    return letter >= '0' && letter <= '9';
  }

  private static byte[] flipped(byte[] input, int at, int bits) {
    byte[] copy = input.clone();
    copy[at] ^= (byte) bits;
    return copy;
  }

  private static byte[] joined(byte[] first, int end, byte[] second, int from) {
    byte[] joined = Arrays.copyOf(first, end + second.length - from);
    System.arraycopy(second, from, joined, end, second.length - from);
    return joined;
  }

  private static String kept(Target target, byte[] input) {
    try {
      Path directory = Files.createDirectories(Path.of("target/findings"));
      return "the input is "
          + Files.write(directory.resolve(target.name().toLowerCase(Locale.ROOT)), input)
              .toAbsolutePath();
    } catch (IOException e) {
      return "the input could not be kept: " + e.getMessage();
    }
  }

  /** A file in a directory named as the target; its name tells what was wrong. */
  @TestFactory
  Stream<DynamicTest> regressions() throws IOException {
    try (Stream<Path> files = Files.walk(REGRESSIONS)) {
      return files.filter(Files::isRegularFile).sorted().toList().stream()
          .map(
              file ->
                  DynamicTest.dynamicTest(
                      REGRESSIONS.relativize(file).toString(),
                      () ->
                          Target.valueOf(
                                  file.getParent()
                                      .getFileName()
                                      .toString()
                                      .toUpperCase(Locale.ROOT))
                              .accept(Files.readAllBytes(file))));
    }
  }
}
