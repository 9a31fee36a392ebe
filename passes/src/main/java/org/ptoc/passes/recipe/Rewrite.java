package org.ptoc.passes.recipe;

import java.util.List;
import java.util.Set;
import org.ptoc.ir.catalog.TileExpression;
import org.ptoc.ir.isa.DataType;

/**
 * A row of a profile: an expression that it has no instruction for, and the expression that takes
 * its place. A name of the pattern is any value, {@code s} a scalar or a number, {@code v} neither
 * of them; in the body {@code E} and {@code W} are the type of the first one and its bits.
 *
 * @param types of the first value that the pattern names and that is not a number
 * @param conditions what has to hold
 */
public record Rewrite(
    TileExpression pattern, Set<DataType> types, Set<Condition> conditions, TileExpression body) {

  /** What an operation and the options of a compilation say besides types. */
  public enum Condition {
    /** The operation asks for its precise form, or has scratch, which means the same. */
    PRECISE,
    /** The scalar operand is a constant, finite and not negative. */
    PLAIN_SCALAR,
    /** Shifts by tile use shifts by one scalar only. */
    BIT_SERIAL
  }

  /** A row for types, whatever else holds. */
  public static Rewrite of(String pattern, Set<DataType> types, String body) {
    return new Rewrite(TileExpression.parse(pattern), types, Set.of(), TileExpression.parse(body));
  }

  /** The same row where something holds. */
  public Rewrite when(Condition condition) {
    return new Rewrite(pattern, types, Set.of(condition), body);
  }

  /** The function that the pattern applies last. */
  String head() {
    return ((TileExpression.Call) pattern).function();
  }

  /** Types of the table of a profile. */
  public static Set<DataType> types(DataType... types) {
    return Set.copyOf(List.of(types));
  }
}
