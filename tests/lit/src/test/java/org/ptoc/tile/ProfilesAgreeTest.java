package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.ir.catalog.InPlace;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.Profile;

/**
 * One text gives equal results on both profiles, for every tile operation of the catalogue and
 * every element type that both have, over random shapes, valid regions and data, wherever the tiles
 * lie. {@code -Dptoc.seeds=N} tries more.
 */
class ProfilesAgreeTest {
  private static final int ROUNDS = Integer.getInteger("ptoc.seeds", 1) * 3;
  private static final int ELEMENTS = 4000;

  private record Case(OpDefinition op, Dtype type, Dtype result) {
    boolean isShared() {
      return Arrays.stream(Profile.values())
          .allMatch(profile -> CatalogueProgram.isLegal(op, profile, type, result));
    }

    /** The destination may be a source: the same tile on every profile. */
    boolean allowsInPlace() {
      return Arrays.stream(Profile.values())
          .map(op::inPlace)
          .allMatch(rule -> rule == InPlace.ELEMENT_BY_ELEMENT || rule == InPlace.COMMON_REGION);
    }

    /** Lane by lane on 8 bits are bits only, which A2/A3 computes in lanes of 16 bits. */
    boolean isBitwise() {
      return type.bits() == Byte.SIZE
          && op.inPlace(Profile.A5) == InPlace.ELEMENT_BY_ELEMENT
          && op.form() != OperationForm.TILE_CONVERT;
    }

    String title() {
      return op.shortName() + " " + type + (type == result ? "" : " to " + result);
    }
  }

  @TestFactory
  Stream<DynamicTest> everySharedOperation() {
    return shared().map(each -> DynamicTest.dynamicTest(each.title(), () -> agree(each)));
  }

  private static Stream<Case> shared() {
    List<Dtype> types = List.of(Dtype.values());
    return CatalogueProgram.operations().stream()
        .flatMap(
            op ->
                types.stream()
                    .flatMap(type -> types.stream().map(result -> new Case(op, type, result))))
        .filter(Case::isShared);
  }

  private static void agree(Case each) {
    SplittableRandom random = new SplittableRandom(each.title().hashCode());
    Sweep sweep = new Sweep();
    for (int round = 0; round < ROUNDS; round++) {
      Tile domain = domain(each.type, round, random);
      sweep.add(program(each, domain, random).agree());
    }
    sweep.finish();
  }

  private static TileProgram program(Case each, Tile domain, SplittableRandom random) {
    return new CatalogueProgram(each.op, each.type, each.result, domain, random)
        .build()
        .match(match(each.op));
  }

  /** One case of three, and each with {@code -Dptoc.seeds}. */
  @TestFactory
  Stream<DynamicTest> atTheEndsOfTheMemory() {
    return shared()
        .filter(each -> ROUNDS > 3 || Math.floorMod(each.title().hashCode(), 3) == 0)
        .map(each -> DynamicTest.dynamicTest(each.title(), () -> atTheEnds(each)));
  }

  private static void atTheEnds(Case each) {
    SplittableRandom random = endsOf(each);
    Sweep sweep = new Sweep();
    for (int round = 0; round < ROUNDS; round += 3) {
      sweep.add(placed(each, random).agreeInImage());
    }
    sweep.finish();
  }

  private static SplittableRandom endsOf(Case each) {
    return new SplittableRandom(each.title().hashCode() + 1);
  }

  /**
   * Tiles that begin at 0 or end with the last byte, some of them windows of wider ones, some in
   * place.
   */
  private static TileProgram placed(Case each, SplittableRandom random) {
    Tile domain = domain(each.type, random.nextInt(3), random);
    if (each.op.form() == OperationForm.TILE_SORT) { // Other widths need scratch.
      domain = Tile.of(each.type, domain.rows(), (domain.columns() + 31) / 32 * 32);
    }
    if (random.nextInt(3) > 0) {
      int more = each.type.block() * random.nextInt(1, 4);
      domain = domain.window(more, random.nextInt(3) > 0 ? more : 0);
    }
    TileProgram program =
        program(each, domain, random)
            .at(random.nextInt(3) == 0 ? TileProgram.Place.FRONT : TileProgram.Place.END);
    if (each.isBitwise()) {
      program.sharesLane();
    }
    if (each.op.has(Trait.SAME_STORAGE)) {
      program.sharesStorage();
    } else if (each.allowsInPlace() && program.canBeInPlace() && random.nextInt(3) > 0) {
      program.inPlace(0);
    }
    return program;
  }

  /** The programs at the ends are what their name says, so that none of the kinds vanishes. */
  @Test
  void kindsOfProgramsAtTheEnds() {
    List<TileProgram> programs = shared().map(each -> placed(each, endsOf(each))).toList();
    assertThat(programs.stream().filter(program -> program.isAt(TileProgram.Place.FRONT)))
        .hasSizeGreaterThan(programs.size() / 4);
    assertThat(programs.stream().filter(program -> program.isAt(TileProgram.Place.END)))
        .hasSizeGreaterThan(programs.size() / 2);
    assertThat(programs.stream().filter(TileProgram::hasWindow))
        .hasSizeGreaterThan(programs.size() / 2);
    assertThat(programs.stream().filter(TileProgram::isInPlace))
        .hasSizeGreaterThan(programs.size() / 8);
  }

  /**
   * Whole tiles, tails, tiles with room behind the valid region, and extents that are known at run
   * time only.
   */
  private static Tile domain(Dtype type, int round, SplittableRandom random) {
    int columns = random.nextInt(1, 321);
    int rows = random.nextInt(1, Math.clamp(ELEMENTS / columns, 2, 40));
    Tile tile = Tile.fitting(type, rows, columns);
    Tile shape =
        switch (round % 3) {
          case 0 -> Tile.of(type, rows, tile.columns());
          case 1 -> tile;
          default ->
              tile.withColumns(tile.columns() + type.block())
                  .valid(random.nextInt(1, rows + 1), columns);
        };
    return random.nextInt(3) == 0 ? shape.open() : shape;
  }

  /** Where something is computed, zeros of both signs are equal (spec/20, 11). */
  private static Match match(OpDefinition op) {
    return switch (op.form()) {
      case TILE_LOAD,
          TILE_STORE,
          TILE_SPLAT,
          TILE_SELECT,
          TILE_SELECT_SCALAR,
          TILE_COMPARE,
          TILE_COMPARE_SCALAR,
          TILE_EXPAND,
          TILE_FILL,
          TILE_SORT,
          TILE_MERGE,
          TILE_SHIFT,
          TILE_SHIFT_SCALAR,
          TILE_INDEX ->
          Match.EXACT;
      default -> Match.VALUES;
    };
  }
}
