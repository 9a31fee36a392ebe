package org.ptoc.tile;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.isa.Profile;

/**
 * One text gives equal results on both profiles, for every tile operation of the catalogue and
 * every element type that both have, over random shapes, valid regions and data. {@code
 * -Dptoc.seeds=N} tries more.
 */
class ProfilesAgreeTest {
  private static final int ROUNDS = Integer.getInteger("ptoc.seeds", 1) * 3;
  private static final int ELEMENTS = 4000;

  private record Case(OpDefinition op, Dtype type, Dtype result) {
    boolean isShared() {
      return Arrays.stream(Profile.values())
          .allMatch(profile -> CatalogueProgram.isLegal(op, profile, type, result));
    }

    String title() {
      return op.shortName() + " " + type + (type == result ? "" : " to " + result);
    }
  }

  @TestFactory
  Stream<DynamicTest> everySharedOperation() {
    List<Dtype> types = List.of(Dtype.values());
    return CatalogueProgram.operations().stream()
        .flatMap(
            op ->
                types.stream()
                    .flatMap(type -> types.stream().map(result -> new Case(op, type, result))))
        .filter(Case::isShared)
        .map(each -> DynamicTest.dynamicTest(each.title(), () -> agree(each)));
  }

  private static void agree(Case each) {
    SplittableRandom random = new SplittableRandom(each.title().hashCode());
    Sweep sweep = new Sweep();
    for (int round = 0; round < ROUNDS; round++) {
      Tile domain = domain(each.type, round, random);
      sweep.add(
          new CatalogueProgram(each.op, each.type, each.result, domain, random)
              .build()
              .match(match(each.op))
              .agree());
    }
    sweep.finish();
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
