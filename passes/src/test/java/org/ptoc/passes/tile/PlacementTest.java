package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.placement.MemoryMap;
import org.ptoc.passes.placement.PlacedTile;
import org.ptoc.passes.placement.Placement;
import org.ptoc.passes.placement.ScratchUse;
import org.ptoc.passes.placement.UbScratch;
import org.ptoc.passes.placement.UbUse;

/**
 * Addresses of tiles against a plain first fit over the blocks of UB (spec/20, section 2): tiles in
 * the order of their first use, the larger first, each at the lowest place that no tile takes which
 * is needed at the same time.
 */
class PlacementTest {
  private static final int BLOCK = 32;

  /** Blocks of a tile and the time when it is needed. */
  private record Placed(RandomTiles.Tile tile, int first, int last, long address) {}

  @Test
  void randomProgramsArePlacedByFirstFit() {
    for (int seed = 0; seed < 300; seed++) {
      RandomTiles program = new RandomTiles(new Random(seed), false);
      Map<String, Placed> wanted = firstFit(program);
      Function placed = place(program.function(), Placement.ScratchNeed.NONE, new Diagnostics());
      Constants constants = Constants.of(placed);
      for (Operation allocation : allocations(placed)) {
        String name = allocation.result().name();
        long address = constants.integer(allocation.operand(RoleName.ADDR)).orElseThrow();
        boolean given =
            program.tiles().stream().anyMatch(t -> t.name().equals(name) && t.given() >= 0);
        Placed tile = wanted.get(name);
        if (!given) {
          assertThat(allocation.attributes().flag(AttributeName.PLACED))
              .as("seed " + seed + " %" + name + "\n" + program)
              .isEqualTo(tile != null);
          assertThat(TileUses.isWithoutMemory(allocation)).isEqualTo(tile == null);
        }
        if (tile != null || !given) {
          assertThat(address)
              .as("seed " + seed + " %" + name + "\n" + program)
              .isEqualTo(tile == null ? 0 : tile.address());
        }
      }
      assertEnds(program, wanted, placed);
    }
  }

  /** The end of the highest tile is an attribute of the function and in the map of memory. */
  private static void assertEnds(RandomTiles program, Map<String, Placed> wanted, Function placed) {
    long end =
        wanted.values().stream().mapToLong(t -> t.address() + t.tile().bytes()).max().orElse(0);
    long marked =
        program.tiles().stream()
            .filter(tile -> tile.given() >= 0)
            .mapToLong(tile -> tile.given() + tile.bytes())
            .max()
            .orElse(0);
    assertThat(placed.attributes().named("pto.ub_bytes").map(Object::toString).orElse(""))
        .contains("" + Math.max(end, marked));
    MemoryMap map = MemoryMap.of(placed).getOrDefault(TileMemory.UB, new MemoryMap(0, List.of()));
    assertThat(map.bytes()).isEqualTo(end);
    List<String> lines = new ArrayList<>();
    wanted.values().stream()
        .sorted(Comparator.comparingLong(Placed::address).thenComparingInt(Placed::first))
        .forEach(
            each ->
                lines.add(
                    "%6d..%6d %6d bytes  %%%s "
                        .formatted(
                            each.address(),
                            each.address() + each.tile().bytes() - 1,
                            each.tile().bytes(),
                            each.tile().name())));
    assertThat(map.tiles()).hasSameSizeAs(lines);
    assertThat(
            map.tiles().stream()
                .map(PlacedTile::line)
                .map(line -> line.substring(0, line.indexOf('!')))
                .toList())
        .containsExactlyInAnyOrderElementsOf(lines);
  }

  private static Map<String, Placed> firstFit(RandomTiles program) {
    List<Placed> order = new ArrayList<>();
    for (RandomTiles.Tile tile : program.tiles()) {
      needed(tile, program.uses()).ifPresent(order::add);
    }
    order.sort(
        Comparator.comparingInt(Placed::first).thenComparingLong(each -> -each.tile().bytes()));
    List<Placed> placed = new ArrayList<>();
    for (Placed each : order) {
      if (each.tile().given() >= 0) {
        placed.add(new Placed(each.tile(), each.first(), Integer.MAX_VALUE, each.tile().given()));
      }
    }
    for (Placed each : order) {
      if (each.tile().given() < 0) {
        BitSet taken = new BitSet();
        for (Placed other : placed) {
          boolean always = other.tile().given() >= 0;
          if (always || other.first() <= each.last() && each.first() <= other.last()) {
            taken.set(
                (int) other.address() / BLOCK,
                (int) (other.address() + other.tile().bytes() + BLOCK - 1) / BLOCK);
          }
        }
        placed.add(
            new Placed(each.tile(), each.first(), each.last(), lowest(taken, each.tile().bytes())));
      }
    }
    Map<String, Placed> result = new HashMap<>();
    placed.forEach(each -> result.put(each.tile().name(), each));
    return result;
  }

  private static long lowest(BitSet taken, long bytes) {
    int size = (int) (bytes + BLOCK - 1) / BLOCK;
    for (int at = 0; ; at++) {
      int next = taken.nextSetBit(at);
      if (next < 0 || next >= at + size) {
        return (long) at * BLOCK;
      }
    }
  }

  /**
   * From the first to the last use; loops inside of which a tile is used, but not made, count
   * whole.
   */
  private static Optional<Placed> needed(RandomTiles.Tile tile, List<RandomTiles.Use> uses) {
    int first = Integer.MAX_VALUE;
    int last = -1;
    for (RandomTiles.Use use : uses) {
      if (use.tile() == tile) {
        boolean around = use.loops().size() > tile.depth();
        int[] range = around ? use.loops().get(tile.depth()) : new int[] {use.time(), use.time()};
        first = Math.min(first, range[0]);
        last = Math.max(last, range[1]);
      }
    }
    return last < 0 ? Optional.empty() : Optional.of(new Placed(tile, first, last, -1));
  }

  private static Function place(
      Function function, Placement.ScratchNeed need, Diagnostics diagnostics) {
    return new Placement(need).run(function, TileText.context(Profile.A5, diagnostics));
  }

  private static List<Operation> allocations(Function function) {
    return TileText.operations(function).stream().filter(TileLowering::isAllocation).toList();
  }

  /** The scratch area is the highest free range, on whole blocks, below what may be allocated. */
  @Test
  void scratchLiesInTheHighestGap() {
    Random random = new Random(5);
    int blocks = Profile.A5.allocatableBytes() / BLOCK;
    for (int run = 0; run < 200; run++) {
      BitSet taken = new BitSet();
      List<String> lines = new ArrayList<>();
      for (int i = random.nextInt(6); i >= 0; i--) {
        int rows = 1 + random.nextInt(40);
        int columns = 8 * (1 + random.nextInt(16));
        long address = 4L * random.nextInt(blocks * BLOCK / 4);
        lines.add("%a" + i + " = arith.constant " + address + " : i64");
        lines.add(
            "%t"
                + i
                + " = pto.alloc_tile addr = %a"
                + i
                + " : !pto.tile_buf<vec, "
                + rows
                + "x"
                + columns
                + "xf32>");
        taken.set((int) address / BLOCK, (int) (address + 4L * rows * columns + BLOCK - 1) / BLOCK);
      }
      int bytes = 1 + random.nextInt(blocks * BLOCK / (1 + random.nextInt(20)));
      int size = (bytes + BLOCK - 1) / BLOCK;
      OptionalLong wanted = OptionalLong.empty();
      for (int at = blocks - size; at >= 0 && wanted.isEmpty(); at--) {
        int next = taken.nextSetBit(at);
        wanted = next < 0 || next >= at + size ? OptionalLong.of((long) at * BLOCK) : wanted;
      }
      assertThat(UbScratch.locate(TileText.function("", lines), (long) size * BLOCK, Profile.A5))
          .as(lines + " " + bytes)
          .isEqualTo(wanted);
    }
  }

  @Test
  void theLargestNeedOfAnOperationIsReserved() {
    Function function =
        TileText.function(
            "%flag: i1",
            List.of(
                "%t = pto.alloc_tile : !pto.tile_buf<vec, 1x8xf32>",
                "pto.texp ins(%t) outs(%t)",
                "scf.if %flag {",
                "  pto.tadd ins(%t, %t) outs(%t)",
                "}"));
    Placement.ScratchNeed need =
        op ->
            switch (op.name()) {
              case "pto.texp" -> 33;
              case "pto.tadd" -> 65;
              default -> 0;
            };
    assertThat(UbScratch.reserve(function, need)).isEqualTo(96);
    assertThat(UbScratch.reserve(function, Placement.ScratchNeed.NONE)).isZero();
    Function placed = place(function, need, new Diagnostics());
    ScratchUse use = ScratchUse.of(placed, need, Profile.A5);
    assertThat(use.bytes()).isEqualTo(96);
    assertThat(use.address()).hasValue(Profile.A5.allocatableBytes() - 96);
    assertThat(use.users()).extracting(ScratchUse.User::bytes).containsExactly(33L, 65L);
    assertThat(ScratchUse.of(placed, Placement.ScratchNeed.NONE, Profile.A5).address()).isEmpty();
  }

  /** Three tiles of 64 KiB are live at once; the limit is what tiles may take less the scratch. */
  @ParameterizedTest
  @CsvSource({"0, false", "-32, true"})
  void whatDoesNotFitIsReported(int room, boolean full) {
    int rows = (Profile.A5.allocatableBytes() - 2 * 65_536) / 256;
    long left = Profile.A5.allocatableBytes() - 2 * 65_536 - rows * 256L;
    Function function =
        TileText.function(
            "",
            List.of(
                "%a = pto.alloc_tile : !pto.tile_buf<vec, 256x64xf32>",
                "%b = pto.alloc_tile : !pto.tile_buf<vec, 256x64xf32>",
                "%c = pto.alloc_tile : !pto.tile_buf<vec, " + rows + "x64xf32>",
                "pto.texp ins(%a) outs(%b)",
                "pto.texp ins(%c) outs(%c)",
                "pto.texp ins(%a) outs(%b)"));
    Diagnostics diagnostics = new Diagnostics();
    long need = left - room;
    place(function, op -> op.name().equals("pto.texp") ? need : 0, diagnostics);
    assertThat(diagnostics.errorCount()).isEqualTo(full ? 1 : 0);
    if (full) {
      String message = diagnostics.all().getFirst().toString();
      assertThat(message)
          .contains(
              "%c of "
                  + rows * 256
                  + " bytes does not fit: "
                  + (rows * 256 + 131_072)
                  + " bytes are live at once")
          .contains("of UB can be used on a5")
          .contains("%a takes 65536 bytes at 0, live at the same time, used from line 12 to 14")
          .contains("%b takes 65536 bytes at 65536, live at the same time");
    }
  }

  /**
   * Tiles that a loop carries, or a conditional chooses, are one with what it starts with and
   * gives.
   */
  @Test
  void tilesThatControlFlowHandsOnAreNeededTogether() {
    Function placed =
        place(
            TileText.function(
                "%flag: i1",
                List.of(
                    "%a = pto.alloc_tile : !pto.tile_buf<vec, 1x8xf32>",
                    "%b = pto.alloc_tile : !pto.tile_buf<vec, 1x8xf32>",
                    "%c = pto.alloc_tile : !pto.tile_buf<vec, 1x8xf32>",
                    "%d = pto.alloc_tile : !pto.tile_buf<vec, 1x8xf32>",
                    "pto.texp ins(%a) outs(%a)",
                    "pto.texp ins(%b) outs(%b)",
                    "%e = scf.if %flag -> (!pto.tile_buf<vec, 1x8xf32>) {",
                    "  scf.yield %a : !pto.tile_buf<vec, 1x8xf32>",
                    "} else {",
                    "  scf.yield %b : !pto.tile_buf<vec, 1x8xf32>",
                    "}",
                    "pto.texp ins(%c) outs(%c)",
                    "pto.texp ins(%e) outs(%e)",
                    "pto.texp ins(%d) outs(%d)")),
            Placement.ScratchNeed.NONE,
            new Diagnostics());
    Constants constants = Constants.of(placed);
    assertThat(allocations(placed))
        .extracting(op -> constants.integer(op.operand(RoleName.ADDR)).orElseThrow())
        .containsExactly(0L, 32L, 64L, 0L);
  }

  /**
   * Tiles {@code a}, {@code b} and {@code c} of type T; those that are needed together lie apart,
   * others share.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %a) -> (T) {; use t; scf.yield %b : T; }; use c; use r | a b, a c, b c | -
          %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %a) -> (T) {; use c; scf.yield %t : T; }; use b; use r | a b, a c | b c
          scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %a) -> (T) {; use t; scf.yield %b : T; }; use c | a b | a c
          %r = scf.while (%t = %a) : (T) -> (T) {; scf.condition(%flag) %t : T; } do {; ^bb0(%s: T):; use s; scf.yield %b : T; }; use c; use r | a b, a c, b c | -
          %r = scf.while (%t = %a) : (T) -> (T) {; use c; scf.condition(%flag) %t : T; } do {; ^bb0(%s: T):; scf.yield %s : T; }; use b | a c | a b
          scf.if %flag {; %r = scf.if %flag -> (T) {; scf.yield %a : T; } else {; scf.yield %b : T; }; use c; use r; } | a b, a c, b c | -
          %v = pto.treshape %a : T -> !pto.tile_buf<vec, 2x4xf32>; use b; use v; use c | a b | a c
          %v = pto.subview %a[%c0, %c0] sizes [1, 8] : T -> T; use b; use v; use c | a b | a c
          use a; use b; use c | - | a b, a c, b c
          use a; scf.for %i = %c0 to %c3 step %c1 {; use b; use a; }; use c | a b | a c
          scf.for %i = %c0 to %c3 step %c1 {; use a; use b; }; use c | a b | a c
          """)
  void tilesThatAreNeededTogetherLieApart(String program, String apart, String shared) {
    String type = "!pto.tile_buf<vec, 1x8xf32>";
    List<String> lines = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      lines.add("%" + name + " = pto.alloc_tile : " + type);
    }
    for (String line : program.split("; ")) {
      String used = "%" + line.substring(line.length() - 1);
      lines.add(
          line.startsWith("use ")
              ? "pto.texp ins(" + used + ") outs(" + used + ")"
              : line.replaceAll("\\bT\\b", type));
    }
    Diagnostics none = new Diagnostics();
    Function placed =
        place(TileText.function("%flag: i1", lines), Placement.ScratchNeed.NONE, none);
    Constants constants = Constants.of(placed);
    Map<String, Long> addresses = new HashMap<>();
    for (Operation op : allocations(placed)) {
      long address = constants.integer(op.operand(RoleName.ADDR)).orElseThrow();
      addresses.put(op.result().name(), address);
    }
    for (String pair : List.of("a b", "a c", "b c")) {
      String[] names = pair.split(" ");
      boolean isOne = addresses.get(names[0]).equals(addresses.get(names[1]));
      assertThat(isOne && apart.contains(pair)).as(pair + " in " + addresses).isFalse();
      assertThat(!isOne && shared.contains(pair)).as(pair + " in " + addresses).isFalse();
    }
  }

  /** How much of UB is known to be taken: in bytes, or - where something has no known size. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tile t 96                                                           | 0  | 2144
          tile t 96; tile u 32                                                | 0  | 2144
          scf.if %flag {; tile t 96; }                                        | 0  | 2144
          tile t 96; scf.if %flag {; pto.texp ins(%t) outs(%t); }             | 64 | 253952
          tile t 260096                                                       | 0  | 262144
          tile t 260128                                                       | 0  | -
          %u = pto.alloc_tile addr = %n : !pto.tile_buf<vec, 8x64xf32>        | 0  | -
          tile t 96; %p = pto.castptr %at_t : i64 -> !pto.ptr<f32, ub>        | 0  | 2144
          tile t 96; %p = pto.castptr %n : i64 -> !pto.ptr<f32, ub>           | 0  | -
          tile t 96; byte 95                                                  | 0  | -
          tile t 96; byte 2143                                                | 0  | 2144
          tile t 96; byte 2144                                                | 0  | -
          tile t 96; scf.if %flag {; byte 95; }                               | 0  | -
          tile t 96; %p = pto.castptr %x : !pto.ptr<f32> -> i64               | 0  | 2144
          """)
  void whatIsTakenOfUbIsKnownOrNot(String program, long scratch, String bytes) {
    List<String> lines = new ArrayList<>();
    for (String line : program.split("; ?")) {
      String[] words = line.split(" ");
      if (words[0].equals("tile")) {
        lines.add("%at_" + words[1] + " = arith.constant " + words[2] + " : i64");
        lines.add(
            "%%%1$s = pto.alloc_tile addr = %%at_%1$s : !pto.tile_buf<vec, 8x64xf32>"
                .formatted(words[1]));
      } else if (words[0].equals("byte")) {
        lines.add("%number = arith.constant " + words[1] + " : i64");
        lines.add("%p = pto.castptr %number : i64 -> !pto.ptr<f32, ub>");
      } else {
        lines.add(line);
      }
    }
    Function function = TileText.function("%flag: i1, %n: i64, %x: !pto.ptr<f32>", lines);
    Placement.ScratchNeed need = op -> op.name().equals("pto.texp") ? scratch : 0;
    assertThat(
            UbUse.mark(function, need, Profile.A5)
                .attributes()
                .named("pto.ub_bytes")
                .map(Object::toString)
                .map(text -> text.replaceAll("\\D*(\\d+).*", "$1"))
                .orElse("-"))
        .isEqualTo(bytes);
  }

  @Test
  void aParameterThatPointsIntoUbHasNoKnownSize() {
    Function function = TileText.function("%x: !pto.ptr<f32, ub>", List.of());
    assertThat(UbUse.mark(function, Placement.ScratchNeed.NONE, Profile.A5)).isSameAs(function);
  }

  /** Told at the operation that needs most, with the tiles that are in the way. */
  @Test
  void scratchWithoutRoomIsReported() {
    Function function =
        TileText.function(
            "%flag: i1",
            List.of(
                "%t = pto.alloc_tile : !pto.tile_buf<vec, 1x8xf32>",
                "pto.texp ins(%t) outs(%t)",
                "scf.if %flag {",
                "  pto.tadd ins(%t, %t) outs(%t)",
                "}"));
    Placement.ScratchNeed need = op -> op.name().equals("pto.tadd") ? 96 : 10;
    Function placed = place(function, Placement.ScratchNeed.NONE, new Diagnostics());
    Diagnostics told = new Diagnostics();
    UbScratch.reportFull(placed, need, TileText.context(Profile.A5, told));
    assertThat(told.all()).hasSize(1);
    assertThat(told.all().getFirst().location().line()).isEqualTo(12);
    assertThat(told.all().getFirst().message())
        .isEqualTo(
            "pto.tadd needs 96 bytes of UB for intermediate results, but the tiles of @k leave no"
                + " gap as large");
    assertThat(told.all().getFirst().notes()).hasSize(1);
    assertThat(told.all().getFirst().notes().getFirst().message()).contains("%t");
  }

  private static Map<String, Long> addresses(List<String> lines) {
    Diagnostics none = new Diagnostics();
    Function function = TileText.function("%flag: i1", lines);
    Function placed = place(function, Placement.ScratchNeed.NONE, none);
    assertThat(none.all()).isEmpty();
    Constants constants = Constants.of(placed);
    Map<String, Long> addresses = new HashMap<>();
    for (Operation op : allocations(placed)) {
      long address = constants.integer(op.operand(RoleName.ADDR)).orElseThrow();
      addresses.put(op.result().name(), address);
    }
    return addresses;
  }

  /**
   * Tiles of L1, KiB each, one used behind the other: each gets memory that was not used for
   * longest, and the lowest that is free where that does not go.
   */
  @ParameterizedTest
  @CsvSource({
    "32 32 32, 0 32 64",
    "128 128 128 128 128, 0 128 256 384 0",
    "256 128 256 128, 0 256 0 256",
    "384 128 64 64, 0 384 0 64"
  })
  void memoryOfTheCubeCoreGoesRound(String sizes, String expected) {
    List<String> lines = new ArrayList<>();
    String[] all = sizes.split(" ");
    lines.add("%l = pto.alloc_tile : !pto.tile_buf<left, 16x16xf16, slayout=row_major>");
    for (int i = 0; i < all.length; i++) {
      lines.add(
          "%%t%d = pto.alloc_tile : !pto.tile_buf<mat, 16x%dxf16, slayout=row_major>"
              .formatted(i, 32 * Integer.parseInt(all[i])));
    }
    for (int i = 0; i < all.length; i++) {
      lines.add("pto.tmov ins(%t" + i + ") outs(%l)");
    }
    Map<String, Long> addresses = addresses(lines);
    List<Long> places = new ArrayList<>();
    for (int i = 0; i < all.length; i++) {
      places.add(addresses.get("t" + i) / 1024);
    }
    assertThat(places.toString().replaceAll("[\\[\\],]", "")).isEqualTo(expected);
  }

  /** A product goes on in the accumulators that it is given (spec/60, 2.6). */
  @ParameterizedTest
  @CsvSource({"'', ''", "scf.if %flag {, }"})
  void accumulatorsStayWhereTheyAre(String before, String behind) {
    String type = " = pto.alloc_tile : !pto.tile_buf<";
    List<String> lines =
        new ArrayList<>(
            List.of(
                "%l" + type + "left, 16x16xf16, slayout=row_major>",
                "%r" + type + "right, 16x16xf16, slayout=col_major>",
                "%c" + type + "acc, 16x16xf32, slayout=row_major, fractal=1024>",
                "%d" + type + "acc, 16x16xf32, slayout=row_major, fractal=1024>",
                "%e" + type + "acc, 16x16xf32, slayout=row_major, fractal=1024>",
                "pto.tmatmul ins(%l, %r) outs(%c)",
                "pto.tmatmul ins(%l, %r) outs(%e)",
                "pto.tmatmul.acc ins(%c, %l, %r) outs(%d)",
                "pto.tmatmul.acc ins(%d, %l, %r) outs(%d)",
                "pto.tmatmul.acc ins(%e, %l, %r) outs(%e)"));
    if (!before.isEmpty()) {
      lines.add(7, before);
      lines.add(9, behind);
    }
    Map<String, Long> addresses = addresses(lines);
    assertThat(addresses.get("c")).isEqualTo(addresses.get("d")).isNotEqualTo(addresses.get("e"));
  }
}
