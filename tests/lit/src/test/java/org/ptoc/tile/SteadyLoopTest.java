package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.SchedulingClass;
import org.ptoc.passes.CodeSwitch;

/**
 * The innermost loops of tile operations on A5 hold loads, vector words and stores alone: no scalar
 * word steps an address, a count or a number. Those of elementwise operations load each source once
 * for each vector that they store. Loops that are written out are left out: there the innermost
 * loop is the one over rows, which steps pointers.
 */
class SteadyLoopTest {
  /**
   * Operations that move data without vector words, one whose loop drives a unit, one whose rows
   * take their number of lanes from the number of the row, one that moves its elements with scalar
   * words, one that counts the blocks of each vector, one that counts bytes in lanes and empties
   * its counters before they overflow, and those that read or write rows from any element on as an
   * unaligned stream: each piece takes its place and its number of lanes from a counter.
   */
  private static final Set<OperationForm> WITHOUT_VECTOR_LOOPS =
      EnumSet.of(
          OperationForm.TILE_LOAD,
          OperationForm.TILE_STORE,
          OperationForm.TILE_SORT,
          OperationForm.TILE_TRIANGLE,
          OperationForm.TILE_HISTOGRAM,
          OperationForm.TILE_SCATTER,
          OperationForm.TILE_GATHER_BLOCKS,
          OperationForm.TILE_EXTRACT,
          OperationForm.TILE_INSERT,
          OperationForm.TILE_CONCAT,
          OperationForm.TILE_CONCAT_COUNTED);

  /** Vectors that an elementwise operation loads for each one that it stores. */
  private static final Map<OperationForm, Integer> SOURCES =
      Map.of(
          OperationForm.TILE_SPLAT, 0,
          OperationForm.TILE_UNARY, 1,
          OperationForm.TILE_UNARY_SCRATCH, 1,
          OperationForm.TILE_SCALAR, 1,
          OperationForm.TILE_SHIFT_SCALAR, 1,
          OperationForm.TILE_DIVIDE_SCALAR, 1,
          OperationForm.TILE_BINARY, 2,
          OperationForm.TILE_TERNARY, 3,
          OperationForm.TILE_BINARY_SCRATCH, 2,
          OperationForm.TILE_SHIFT, 2);

  /** Gapless, with a tail in each row, and rows of one vector or less. */
  private static final List<Tile> DOMAINS =
      List.of(
          Tile.of(Dtype.F32, 12, 512),
          Tile.of(Dtype.F32, 6, 640).valid(5, 600),
          Tile.of(Dtype.F32, 12, 64).valid(11, 50));

  @TestFactory
  Stream<DynamicTest> innermostLoops() {
    return CatalogueProgram.operations().stream()
        .filter(op -> op.types(Profile.A5).exists() && !WITHOUT_VECTOR_LOOPS.contains(op.form()))
        .map(op -> DynamicTest.dynamicTest(op.name(), () -> check(op)));
  }

  private static void check(OpDefinition op) {
    int loops = 0;
    for (Dtype type : Dtype.values()) {
      for (Dtype result : CatalogueProgram.hasPairs(op) ? List.of(Dtype.values()) : List.of(type)) {
        if (CatalogueProgram.isLegal(op, Profile.A5, type, result)) {
          for (Tile domain : DOMAINS) {
            loops += check(op, type, result, domain);
          }
        }
      }
    }
    assertThat(loops).isPositive();
  }

  private static int check(OpDefinition op, Dtype type, Dtype result, Tile domain) {
    TileProgram program =
        new CatalogueProgram(op, type, result, domain, new SplittableRandom(1)).build();
    Toolchain.Compiled compiled =
        program.without(CodeSwitch.COST_MODEL).on(Profile.A5).compileAuto();
    assertThat(compiled.messages()).as(program.title()).noneMatch(each -> each.startsWith("error"));
    KernelLoops words = KernelLoops.of(compiled.code().orElseThrow().object(), compiled.profile());
    List<KernelLoops.Loop> innermost = words.innermost();
    for (KernelLoops.Loop loop : innermost) {
      assertThat(words.wordsOf(loop, SteadyLoopTest::isScalar))
          .as("%s of %s in %s", op.name(), domain, words)
          .allMatch(word -> steps(word) && stepsMask(op, type, domain))
          .hasSizeLessThanOrEqualTo(1);
      if (SOURCES.containsKey(op.form())) {
        checkTransfers(op, words, loop);
      }
    }
    return innermost.size();
  }

  /** The loop over the digits of an integer division has neither. */
  private static void checkTransfers(OpDefinition op, KernelLoops words, KernelLoops.Loop loop) {
    int stores = words.wordsOf(loop, kind -> kind == SchedulingClass.STORE).size();
    assertThat(words.wordsOf(loop, kind -> kind == SchedulingClass.LOAD))
        .as("loads of %s in %s", op.name(), words)
        .hasSize(stores * SOURCES.get(op.form()));
  }

  private static boolean isScalar(SchedulingClass kind) {
    return switch (kind) {
      case SCALAR, SCALAR_MULTIPLY, SCALAR_DIVIDE, SCALAR_LOAD, SCALAR_STORE -> true;
      default -> false;
    };
  }

  private static boolean steps(Instruction word) {
    return word.definition().mnemonic().equals("addi");
  }

  /**
   * No word that loads a predicate steps its address. Of those that store one only a stream does,
   * which 8-bit lanes do not have and which does not step over what lies between two rows.
   */
  private static boolean stepsMask(OpDefinition op, Dtype type, Tile domain) {
    return switch (op.form()) {
      case TILE_SELECT, TILE_SELECT_SCALAR -> true;
      // Three sources of different pitches and a destination: one index serves them all.
      case TILE_TERNARY -> true;
      case TILE_COMPARE, TILE_COMPARE_SCALAR -> type.bits() == 8 || domain.validColumns() <= 128;
      default -> false;
    };
  }
}
