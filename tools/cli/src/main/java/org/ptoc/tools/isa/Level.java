package org.ptoc.tools.isa;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.PipeRule;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.catalog.ValueKind;

/** What an operation works on, from whole tiles down to single words of the machine. */
public enum Level {
  TILE("tile", "views, tiles and operations on whole tiles"),
  VECTOR("vector", "vector registers, predicates, loads and stores of UB, vector regions"),
  CUBE("cube", "memories and registers of the cube core, products by hand"),
  SCALAR("scalar", "scalars, transfers, synchronisation, control"),
  MACHINE("machine", "instruction words, as assembly writes them");

  private final String spelling;
  private final String description;

  Level(String spelling, String description) {
    this.spelling = spelling;
    this.description = description;
  }

  /** The word of {@code --level}. */
  public String spelling() {
    return spelling;
  }

  /** What belongs to the level. */
  public String description() {
    return description;
  }

  /** The words of {@code --level}. */
  public static List<String> spellings() {
    return Stream.of(values()).map(Level::spelling).toList();
  }

  /** The level of an operation of the language. */
  static Level of(OpDefinition op) {
    if (op.isTileOperation() || touches(op, Level::isTile)) {
      return TILE;
    }
    if (op.form().isAboutCube()) {
      return CUBE;
    }
    boolean vector = op.scope() == Scope.VECSCOPE || op.form().pipeRule() == PipeRule.V;
    return vector ? VECTOR : SCALAR;
  }

  private static boolean touches(OpDefinition op, Predicate<ValueKind> predicate) {
    return Stream.concat(op.operands().stream(), op.results().stream())
        .map(Role::kind)
        .anyMatch(predicate);
  }

  private static boolean isTile(ValueKind kind) {
    return switch (kind) {
      case TILE, TILE_OR_SCALAR, MULTI_TILE, TENSOR_VIEW, PARTITION_VIEW -> true;
      case VECTOR,
          MASK,
          ALIGN,
          POINTER,
          UB_POINTER,
          GM_POINTER,
          L1_POINTER,
          L0A_POINTER,
          L0B_POINTER,
          L0C_POINTER,
          BT_POINTER,
          FB_POINTER,
          SCALAR,
          INDEX,
          I1,
          I16,
          I32,
          I64,
          COUNTS,
          LOCAL_ARRAY,
          STRUCT,
          EVENT_ARRAY,
          ANY ->
          false;
    };
  }
}
