package org.ptoc.emulator.jit.repeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.emulator.interpreter.step.RepeatOperand;
import org.ptoc.emulator.interpreter.step.RepeatOperand.Bits;
import org.ptoc.emulator.interpreter.step.RepeatOperand.Blocks;
import org.ptoc.emulator.interpreter.step.RepeatOperand.Element;
import org.ptoc.emulator.interpreter.step.Repeats;

/** Legal addresses and independent repeats, against sets of the bytes that each repeat touches. */
class RepeatRangesTest {
  private static final int MEMORY = 4096;
  private static final int CASES = 10_000;
  private static final RepeatOperand.Selector NO_SELECTOR = new RepeatOperand.Registers(0, 0);

  /** Bytes behind each other. */
  private record Range(long from, int length) {}

  /** What a repeat touches: whole blocks up to that of the last active lane. */
  private static List<Range> ranges(RepeatOperand operand, Repeats repeats, long repeat) {
    return switch (operand) {
      case Blocks blocks -> {
        List<Range> ranges = new ArrayList<>();
        for (int at = 0; at < repeats.activeBytes(blocks, repeat); at += 32) {
          long block = repeat * blocks.repeatStride() + at / 32 * (long) blocks.blockStride();
          ranges.add(new Range(blocks.address() + 32 * block, 32));
        }
        yield ranges;
      }
      case Bits bits ->
          List.of(new Range(bits.address() + repeat * bits.repeatBytes(), bits.repeatBytes()));
      case Element element -> List.of(new Range(element.address(), element.laneBytes()));
    };
  }

  private static List<Range> ranges(RepeatOperand operand, Repeats repeats) {
    return LongStream.range(0, repeats.count())
        .boxed()
        .flatMap(repeat -> ranges(operand, repeats, repeat).stream())
        .toList();
  }

  private static BitSet bytes(List<Range> ranges) {
    BitSet bytes = new BitSet(MEMORY);
    ranges.forEach(range -> bytes.set((int) range.from, (int) range.from + range.length));
    return bytes;
  }

  private static List<RepeatOperand> sources(Repeats repeats) {
    List<RepeatOperand> sources = new ArrayList<>();
    repeats.first().ifPresent(sources::add);
    repeats.second().ifPresent(sources::add);
    if (repeats.selector().orElse(NO_SELECTOR) instanceof Bits bits) {
      sources.add(bits);
    }
    return sources;
  }

  private static boolean isLegal(RepeatOperand operand, Repeats repeats) {
    int alignment =
        switch (operand) {
          case Blocks blocks -> 32;
          case Bits bits -> bits.alignment();
          case Element element -> element.laneBytes();
        };
    return operand.address() % alignment == 0
        && ranges(operand, repeats).stream()
            .allMatch(range -> range.from >= 0 && range.from <= MEMORY - range.length);
  }

  /** Whether no repeat reads a byte that another one writes. */
  private static boolean isIndependent(Repeats repeats) {
    List<RepeatOperand> read = sources(repeats);
    if (repeats.readsDestination()) {
      read.add(repeats.destination());
    }
    for (long writer = 0; writer < repeats.count(); writer++) {
      BitSet written = bytes(ranges(repeats.destination(), repeats, writer));
      for (long reader = 0; reader < repeats.count(); reader++) {
        for (RepeatOperand source : read) {
          if (reader != writer && written.intersects(bytes(ranges(source, repeats, reader)))) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Whether all of the destination is in front of all of each source, or behind it. */
  private static boolean areHullsApart(Repeats repeats) {
    BitSet to = bytes(ranges(repeats.destination(), repeats));
    return sources(repeats).stream()
        .map(source -> bytes(ranges(source, repeats)))
        .allMatch(
            source -> source.length() <= to.nextSetBit(0) || to.length() <= source.nextSetBit(0));
  }

  private static long address(Random random, int alignment) {
    long near = random.nextInt(3) == 0 ? MEMORY - 8L * random.nextInt(100) : random.nextInt(600);
    return switch (random.nextInt(20)) {
      case 0 -> near; // May be misaligned.
      case 1 -> -alignment;
      case 2 -> random.nextLong() & -alignment;
      case 3 -> MEMORY - alignment;
      default -> near & -alignment;
    };
  }

  private static Blocks blocks(Random random, int laneBytes) {
    return new Blocks(
        address(random, 32),
        random.nextInt(4),
        random.nextInt(random.nextInt(2) * 16 + 4),
        laneBytes);
  }

  private static Repeats repeats(Random random) {
    int laneBytes = 2 << random.nextInt(2);
    int lanes = 256 / laneBytes;
    Blocks to = blocks(random, laneBytes);
    Blocks first = random.nextInt(4) == 0 ? to : blocks(random, laneBytes);
    RepeatOperand.Source second =
        random.nextInt(4) == 0
            ? new Element(address(random, laneBytes), laneBytes)
            : blocks(random, laneBytes);
    int bitBytes = lanes / 8;
    Optional<RepeatOperand.Selector> selector =
        switch (random.nextInt(4)) {
          case 0 -> Optional.of(new RepeatOperand.Registers(random.nextLong(), 0));
          case 1 -> Optional.of(new Bits(address(random, bitBytes), bitBytes, bitBytes));
          default -> Optional.empty();
        };
    return new Repeats(
        1 + random.nextInt(4),
        lanes,
        1 + random.nextInt(lanes),
        1 + random.nextInt(lanes),
        -1,
        -1,
        random.nextInt(6) == 0 ? new Bits(address(random, bitBytes), bitBytes, bitBytes) : to,
        random.nextInt(4) == 0,
        random.nextBoolean() ? Optional.of(first) : Optional.empty(),
        random.nextInt(3) == 0 ? Optional.of(second) : Optional.empty(),
        selector,
        false,
        0);
  }

  @Test
  void addressesAreLegalWhenAllBytesExist() {
    Random random = new Random(1);
    int legal = 0;
    for (int i = 0; i < CASES; i++) {
      Repeats repeats = repeats(random);
      boolean expected =
          isLegal(repeats.destination(), repeats)
              && sources(repeats).stream().allMatch(source -> isLegal(source, repeats));
      assertThat(RepeatRanges.areLegal(repeats, MEMORY)).as("%s", repeats).isEqualTo(expected);
      legal += expected ? 1 : 0;
    }
    assertThat(legal).isBetween(CASES / 5, CASES * 4 / 5);
  }

  /** The answer may be too careful only where operands mix within their ranges. */
  @Test
  void independentRepeatsReadNothingThatAnotherOneWrites() {
    Random random = new Random(2);
    int independent = 0;
    int dependent = 0;
    int careful = 0;
    for (int i = 0; i < CASES; i++) {
      Repeats repeats = repeats(random);
      if (!RepeatRanges.areLegal(repeats, MEMORY)) {
        continue;
      }
      boolean expected = isIndependent(repeats);
      boolean actual = RepeatRanges.areIndependent(repeats);
      if (!expected || areHullsApart(repeats) && !repeats.readsDestination()) {
        assertThat(actual).as("%s", repeats).isEqualTo(expected);
      }
      independent += actual ? 1 : 0;
      dependent += expected ? 0 : 1;
      careful += expected && !actual ? 1 : 0;
    }
    assertThat(independent).isGreaterThan(500);
    assertThat(dependent).isGreaterThan(500);
    assertThat(careful).isLessThan(independent / 2);
  }

  /** A word that works in place, on full repeats of 8 blocks or, with few lanes, on less. */
  @ParameterizedTest
  @CsvSource({
    "8, 1, 8, true", // Behind each other.
    "8, 1, 9, true",
    "8, 1, 7, false",
    "8, 1, 0, false",
    "8, 2, 15, true",
    "8, 2, 14, false",
    "8, 4, 1, true", // Woven: four repeats in the gaps between the blocks.
    "8, 3, 1, false",
    "8, 7, 2, true",
    "8, 6, 2, false",
    "8, 0, 8, false", // One block, again and again.
    "1, 0, 1, true",
    "1, 0, 0, false",
    "2, 1, 2, true",
    "2, 1, 1, false"
  })
  void repeatsInPlaceAreIndependentWhenEachBlockIsWrittenOnce(
      int blocks, int blockStride, long repeatStride, boolean independent) {
    Blocks operand = new Blocks(0, blockStride, repeatStride, 4);
    Repeats repeats =
        new Repeats(
            4,
            64,
            8 * blocks,
            8 * blocks,
            -1,
            -1,
            operand,
            false,
            Optional.of(operand),
            Optional.empty(),
            Optional.empty(),
            true,
            0);
    assertThat(RepeatRanges.areIndependent(repeats)).isEqualTo(independent);
  }
}
