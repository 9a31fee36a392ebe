package org.ptoc.passes.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.Function;
import org.ptoc.passes.codegen.emit.KernelCode;

/** Compiled random programs compute what their IR says. */
class RandomProgramTest {
  @Test
  void smallProgramsComputeWhatTheirIrSays() {
    for (long seed = 0; seed < 600; seed++) {
      check(seed, 6);
    }
  }

  @Test
  void largeProgramsComputeWhatTheirIrSays() {
    for (long seed = 0; seed < 60; seed++) {
      check(1000 + seed, 24);
    }
  }

  private static void check(long seed, int scopeSize) {
    Function function = RandomPrograms.generate(seed, scopeSize);
    Random random = new Random(~seed);
    long[] arguments = new long[19];
    arguments[0] = 0x1_0000_0000L;
    for (int i = 1; i < arguments.length; i++) {
      arguments[i] = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(100) - 20;
    }
    KernelCode code = Compiled.compile(function);
    Map<Long, Long> expected = IrInterpreter.run(function, arguments);
    Map<Long, Long> actual = WordInterpreter.run(code.words(), arguments);
    assertThat(differences(expected, actual)).as("seed %d", seed).isEmpty();
  }

  /** The places that differ, few enough to read. */
  private static List<String> differences(Map<Long, Long> expected, Map<Long, Long> actual) {
    if (expected.equals(actual)) {
      return List.of();
    }
    Set<Long> addresses = new TreeSet<>(expected.keySet());
    addresses.addAll(actual.keySet());
    return addresses.stream()
        .filter(each -> !Objects.equals(expected.get(each), actual.get(each)))
        .limit(5)
        .map(
            each ->
                Long.toHexString(each) + ": " + expected.get(each) + " became " + actual.get(each))
        .toList();
  }
}
