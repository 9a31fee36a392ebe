package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.isa.Profile;

/**
 * Words of A2/A3 repeat over rows also where only the run knows how many there are: no operation
 * takes much longer than with constant extents, whatever it needs scratch memory for.
 */
class OpenExtentsTest {
  private static final int ROWS = 48;
  private static final int COLUMNS = 96;

  /** Instructions around a word that repeats under a mask of its own. */
  private static final long MASKED = 10;

  /** Instructions for the scalars that extents cost, whatever the number of rows. */
  private static final long FIXED = 250;

  @TestFactory
  Stream<DynamicTest> takesNoInstructionForEachRow() {
    return CatalogueProgram.operations().stream()
        .filter(op -> type(op).isPresent())
        .filter(op -> op.form() != OperationForm.TILE_SORT) // Each row by itself.
        .map(op -> DynamicTest.dynamicTest(op.name(), () -> check(op)));
  }

  private static Optional<Dtype> type(OpDefinition op) {
    return Stream.of(Dtype.F32, Dtype.I32, Dtype.F16, Dtype.I16)
        .filter(type -> CatalogueProgram.isLegal(op, Profile.A2A3, type, type))
        .findFirst();
  }

  private static void check(OpDefinition op) {
    long closed = instructions(op, false);
    long open = instructions(op, true);
    assertThat(open).as(op.name()).isLessThanOrEqualTo(MASKED * closed + FIXED);
  }

  private static long instructions(OpDefinition op, boolean isOpen) {
    Dtype type = type(op).orElseThrow();
    Tile tile = Tile.of(type, ROWS, COLUMNS);
    TileProgram program =
        new CatalogueProgram(op, type, type, isOpen ? tile.open() : tile, new SplittableRandom(1))
            .build()
            .on(Profile.A2A3);
    Toolchain.Compiled compiled = program.compileAuto();
    assertThat(compiled.messages()).noneMatch(message -> message.startsWith("error"));
    RunResult result = Toolchain.run(compiled, program.autoArguments(), (byte) 0xA5);
    assertThat(result).isInstanceOf(RunResult.Completed.class);
    return ((RunResult.Completed) result).instructions();
  }
}
