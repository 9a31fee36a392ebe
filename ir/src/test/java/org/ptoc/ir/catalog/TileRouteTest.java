package org.ptoc.ir.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.TileRoute;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/**
 * Pipes of tile operations (spec/60, 4.1; F22: those of the memories, whatever the operation) and
 * what the declarations of forms say about memory.
 */
class TileRouteTest {
  @ParameterizedTest
  @CsvSource({
    "pto.tload,  gm,  vec,     MTE2",
    "pto.tload,  gm,  mat,     MTE2",
    "pto.tstore, vec, gm,      MTE3",
    "pto.tstore, mat, gm,      MTE3",
    "pto.tstore, acc, gm,      FIX",
    "pto.tmov,   vec, vec,     V",
    "pto.tmov,   mat, left,    MTE1",
    "pto.tmov,   mat, right,   MTE1",
    "pto.tmov,   mat, bias,    MTE1",
    "pto.tmov,   mat, scaling, FIX",
    "pto.tmov,   acc, mat,     FIX",
    "pto.tmov,   acc, vec,     FIX",
    "pto.tmov,   vec, mat,     MTE3",
    "pto.textract, vec, mat,   MTE3",
    "pto.tinsert,  vec, mat,   MTE3",
    "pto.textract, mat, scaling, FIX",
    "pto.textract, acc, mat,   FIX",
    "pto.tfillpad, vec, vec,   V",
    "pto.tfillpad, mat, mat,   MTE2",
    "pto.tadd,   vec, vec,     V"
  })
  void theMemoriesDecide(String name, String source, String destination, Pipe pipe) {
    List<List<Value>> groups =
        name.equals("pto.tadd")
            ? List.of(operand(source), operand(source), operand(destination))
            : List.of(operand(source), operand(destination));
    assertThat(TileRoute.pipe(operation(name, groups))).contains(pipe);
  }

  @Test
  void scalarsAreSpreadWhereTheTileIs() {
    Value scalar = new Value(ElementType.F32);
    assertThat(TileRoute.pipe(operation("pto.texpands", List.of(List.of(scalar), operand("vec")))))
        .contains(Pipe.V);
    assertThat(TileRoute.pipe(operation("pto.texpands", List.of(List.of(scalar), operand("mat")))))
        .contains(Pipe.MTE2);
  }

  @Test
  void scalesOfTheLeftMatrixGoThroughTheLoadPipe() {
    Value scales =
        new Value(
            new TileType(
                MemorySpace.FB,
                ElementType.UI8,
                16,
                2,
                16,
                2,
                TileType.BaseLayout.ROW_MAJOR,
                TileType.BoxLayout.ROW_MAJOR,
                32,
                TileType.Padding.NULL,
                TileType.Compaction.NULL));
    assertThat(TileRoute.pipe(operation("pto.tmov", List.of(operand("mat"), List.of(scales)))))
        .contains(Pipe.MTE1);
  }

  @ParameterizedTest
  @EnumSource(OperationForm.class)
  void declarationsSayWhatIsWritten(OperationForm form) {
    boolean writes = false;
    for (int role = 0; role < form.operands().size(); role++) {
      writes |= form.writes(role);
      assertThat(form.operands().get(role).isWritten() && form.effect() != Effect.WRITE).isFalse();
    }
    boolean ordersOnly = form == OperationForm.TILE_SYNC || !form.pipeRule().isPiped();
    boolean hasRoles = !form.operands().isEmpty() && !form.name().endsWith("VECSCOPE");
    if (hasRoles && !ordersOnly && form.effect() == Effect.WRITE) {
      assertThat(writes).isTrue();
    }
  }

  private static List<Value> operand(String memory) {
    return List.of(new Value(type(memory)));
  }

  private static Type type(String memory) {
    return memory.equals("gm")
        ? new TensorViewType(true, List.of(16L, 16L), ElementType.F32)
        : TileType.plain(MemorySpace.bySpelling(memory).orElseThrow(), 16, 16, ElementType.F32);
  }

  /** Sources in the first roles, the destination in its own, nothing in those between. */
  private static Operation operation(String name, List<List<Value>> groups) {
    OpDefinition definition = OpCatalog.get(name);
    List<List<Value>> all =
        new ArrayList<>(Collections.nCopies(definition.operands().size(), List.of()));
    for (int i = 0; i < groups.size() - 1; i++) {
      all.set(i, groups.get(i));
    }
    all.set(definition.operandIndex(RoleName.DST), groups.getLast());
    return Operation.create(definition, all, List.of(), Attributes.EMPTY, List.of(), Location.NONE);
  }
}
