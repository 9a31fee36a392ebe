package org.ptoc.tools.isa;

import java.util.List;
import java.util.stream.Stream;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.isa.Pipe;

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
    if (op.form().isAboutTiles()) {
      return TILE;
    }
    if (op.form().isAboutCube()) {
      return CUBE;
    }
    boolean vector = op.scope() == Scope.VECSCOPE || op.form().pipeRule().isOf(Pipe.V);
    return vector ? VECTOR : SCALAR;
  }
}
