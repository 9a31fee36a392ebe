package org.ptoc.tile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.Profile;

/**
 * Valid regions of every tile operation on every profile: nothing, one line, a tail, all of the
 * tile, known to the compiler or to the run alone, and sources that are valid in less or more than
 * is read of them. No byte outside of the destination's region changes, and what is written does
 * not depend on who knows the region, nor on what sources are valid in. The normal build takes one
 * region and one element type of each operation.
 */
class RegionTest {
  private static final int ROWS = 9;
  private static final int BLOCKS = 3;

  private record Case(OpDefinition op, Profile profile, Dtype type, Dtype result) {
    String title() {
      return op.shortName() + " " + type + (type == result ? "" : " to " + result);
    }

    TileProgram program(Tile domain) {
      long seed = title().hashCode();
      TileProgram program =
          new CatalogueProgram(op, type, result, domain, new SplittableRandom(seed))
              .build()
              .on(profile)
              .seed(seed);
      return op.has(Trait.SAME_STORAGE) ? program.sharesStorage() : program;
    }

    Tile tile() {
      return Tile.of(type, ROWS, BLOCKS * type.block());
    }

    /** The columns of a tail; sorting takes those of others with scratch only. */
    int tail() {
      int columns = BLOCKS * type.block() - type.block() / 2 - 1;
      return op.form() == OperationForm.TILE_SORT ? columns / 32 * 32 : columns;
    }

    /** The first source whose region is not what the operation iterates over. */
    Optional<Integer> firstFree() {
      return switch (op.form().relation()) {
        case ELEMENTWISE ->
            op.form() == OperationForm.TILE_SPLAT ? Optional.empty() : Optional.of(0);
        case ELEMENTWISE_ONTO, CONVERTED, CARRIER, DATA_AND_CARRIER, DATA_AND_ROW_CARRIERS ->
            Optional.of(0);
        case CHOICE, MASK_BITS -> Optional.of(1);
        default -> Optional.empty();
      };
    }
  }

  @TestFactory
  Stream<DynamicTest> regions() {
    return CatalogueProgram.operations().stream()
        .flatMap(
            op ->
                Stream.of(Profile.values())
                    .map(
                        profile ->
                            DynamicTest.dynamicTest(
                                op.name() + " on " + profile, () -> check(op, profile))));
  }

  private static void check(OpDefinition op, Profile profile) {
    Sweep sweep = new Sweep();
    cases(op, profile).forEach(each -> check(each, sweep));
    if (op.types(profile).exists()) {
      sweep.finish();
    }
  }

  private static Stream<Case> cases(OpDefinition op, Profile profile) {
    List<Dtype> types = Arrays.asList(Dtype.values());
    Stream<Case> all =
        types.stream()
            .flatMap(type -> types.stream().map(result -> new Case(op, profile, type, result)))
            .filter(
                each -> CatalogueProgram.isLegal(each.op, each.profile, each.type, each.result));
    return Sweep.isExhaustive() ? all : all.limit(1);
  }

  private static void check(Case each, Sweep sweep) {
    int tail = each.tail();
    if (!Sweep.isExhaustive()) {
      List<Tile> some =
          List.of(
              each.tile().valid(0, tail),
              each.tile().valid(ROWS - 3, 0),
              each.tile().valid(ROWS - 3, tail));
      int chosen = Math.floorMod((each.title() + each.profile).hashCode(), some.size());
      check(each, some.get(chosen), sweep);
      return;
    }
    for (int rows : new int[] {0, 1, ROWS - 3, ROWS}) {
      for (int columns : new int[] {0, 1, tail, each.tile().columns()}) {
        check(each, each.tile().valid(rows, columns), sweep);
      }
    }
  }

  private static void check(Case each, Tile domain, Sweep sweep) {
    List<Grid> known = new ArrayList<>();
    sweep.add(each.program(domain).result(known::add));
    sweep.add(same(each.program(domain.open()), known));
    each.firstFree()
        .ifPresent(
            first -> {
              for (UnaryOperator<Tile> change :
                  List.<UnaryOperator<Tile>>of(RegionTest::less, RegionTest::more)) {
                sweep.add(same(each.program(domain).regions(first, change), known));
                sweep.add(same(each.program(domain.open()).regions(first, change), known));
              }
            });
  }

  private static Optional<String> same(TileProgram program, List<Grid> known) {
    List<Grid> results = new ArrayList<>();
    Optional<String> wrong = program.result(results::add);
    return wrong.isPresent() || known.isEmpty()
        ? wrong
        : program.difference(results.getFirst(), known.getFirst());
  }

  /** Carriers keep the extent that makes them carriers. */
  private static Tile less(Tile tile) {
    return tile.valid(
        tile.validRows() == 1 ? 1 : tile.validRows() / 2,
        carriesRows(tile) ? tile.validColumns() : (tile.validColumns() + 1) / 2);
  }

  private static Tile more(Tile tile) {
    return tile.valid(
        tile.validRows() == 1 ? 1 : tile.rows(),
        carriesRows(tile) ? tile.validColumns() : tile.columns());
  }

  private static boolean carriesRows(Tile tile) {
    return tile.columnMajor() || tile.columns() == tile.type().block();
  }
}
