package org.ptoc.tools.validate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.TileRelation;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.Padding;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.recipe.OperationRecipe;
import org.ptoc.passes.recipe.Recipe;
import org.ptoc.passes.recipe.Rewrite;
import org.ptoc.passes.tile.PaddingValues;

/**
 * An operation that a mark announces, with what its relation of tiles and its row say of the
 * elements of its result (spec/20, sections 6 and 7).
 */
final class MarkedOperation {
  /** Bytes of a block of UB. */
  private static final int BLOCK_BYTES = 32;

  private static final Set<Op> EXACT = EnumSet.of(Op.TMAX, Op.TMIN);

  private final Operation op;
  private final Optional<RecipeLanes> lanes;
  private final List<Value> parameters;
  private final List<String> head;

  private MarkedOperation(
      Operation op, Optional<Recipe> recipe, List<Value> parameters, List<String> head) {
    this.op = op;
    this.lanes = recipe.map(RecipeLanes::new);
    this.parameters = parameters;
    this.head = head;
  }

  /**
   * Reads the text of a mark.
   *
   * @param rewrites of the profile
   * @return empty for operations whose results are not computed here
   */
  static Optional<MarkedOperation> read(String text, List<Rewrite> rewrites) {
    int line = text.indexOf('\n');
    if (line < 0) {
      return Optional.empty();
    }
    List<String> head = List.of(text.substring(0, line).split(" "));
    return FrontEnd.parse("mark", text.substring(line + 1), new Diagnostics())
        .flatMap(module -> module.functions().stream().findFirst())
        .flatMap(function -> of(function, head, rewrites));
  }

  private static Optional<MarkedOperation> of(
      Function function, List<String> head, List<Rewrite> rewrites) {
    Operation op = function.body().orElseThrow().operations().getFirst();
    boolean isPlain =
        op.operands().stream()
            .allMatch(
                operand ->
                    !(operand.type() instanceof TileType type)
                        || type.location() == MemorySpace.UB
                            && type.element().bits() >= Byte.SIZE
                            && type.boxLayout() == TileType.BoxLayout.NONE);
    if (!isPlain) {
      return Optional.empty();
    }
    Optional<Recipe> recipe =
        switch (op.definition().form().relation()) {
          case ELEMENTWISE, ELEMENTWISE_ONTO, UNRELATED ->
              isElementwise(op)
                  ? Optional.of(OperationRecipe.of(op, rewrites, Constants.of(function), false))
                  : Optional.empty();
          case DATA_AND_CARRIER, PARTIAL, ROW_TO_ELEMENT, COLUMN_TO_ELEMENT ->
              op.definition().has(Trait.INDEX_RESULT) || hasOtherTypes(op)
                  ? Optional.empty()
                  : op.definition()
                      .combining()
                      .flatMap(Combining::tile)
                      .map(tile -> OperationRecipe.of(tile.definition(), element(op), rewrites));
          default -> Optional.empty();
        };
    boolean isCopy =
        switch (op.definition().form().relation()) {
          case CARRIER, TRANSPOSED, CONCATENATED, COMMON_REGION, PADDED -> !hasOtherTypes(op);
          default -> false;
        };
    return recipe.isPresent() || isCopy
        ? Optional.of(new MarkedOperation(op, recipe, function.parameters(), head))
        : Optional.empty();
  }

  private static ElementType element(Operation op) {
    return ((TileType) op.operand(RoleName.DST).type()).element();
  }

  private static boolean hasOtherTypes(Operation op) {
    return op.operands().stream()
        .anyMatch(
            operand -> operand.type() instanceof TileType type && type.element() != element(op));
  }

  private static boolean isElementwise(Operation op) {
    OperationForm form = op.definition().form();
    return form.relation() == TileRelation.UNRELATED
        ? form == OperationForm.TILE_SPLAT
        : form != OperationForm.TILE_CONVERT;
  }

  String name() {
    return op.name();
  }

  /** What the row says of an element of the result. */
  String meaning() {
    return op.definition().semantics();
  }

  /**
   * What the operation leaves.
   *
   * @param values those of the mark
   * @param memory UB before
   */
  Expectation expect(long[] values, byte[] memory) {
    return new Computation(values, memory).run();
  }

  /** The tile of the result. */
  Tile result(long[] values) {
    return new Computation(values, new byte[0]).tile(RoleName.DST);
  }

  /** One execution. */
  private final class Computation {
    private final List<Object> operands = new ArrayList<>();
    private final byte[] memory;
    private final Expectation expected = new Expectation();

    Computation(long[] values, byte[] memory) {
      this.memory = memory;
      int next = 0;
      int tiles = 0;
      for (Value parameter : parameters) {
        if (parameter.type() instanceof TileType type) {
          operands.add(
              new Tile(
                  type,
                  values[next],
                  values[next + 1],
                  values[next + 2],
                  Integer.parseInt(head.get(tiles++))));
          next += 3;
        } else {
          operands.add(values[next++]);
        }
      }
    }

    Tile tile(RoleName role) {
      return (Tile) operands.get(parameters.indexOf(op.operand(role)));
    }

    /** An expansion of a source without elements does nothing. */
    private boolean isEmpty() {
      return operands.stream()
          .anyMatch(each -> each instanceof Tile tile && tile.rows() * tile.columns() == 0);
    }

    Expectation run() {
      switch (op.definition().form().relation()) {
        case CARRIER -> {
          if (!isEmpty()) {
            copy(tile(RoleName.SRC), true, 0);
          }
        }
        case TRANSPOSED -> transpose();
        case CONCATENATED -> {
          copy(tile(RoleName.SRC0), false, 0);
          copy(tile(RoleName.SRC1), false, tile(RoleName.SRC0).columns());
        }
        case DATA_AND_CARRIER -> {
          if (!isEmpty()) {
            expand();
          }
        }
        case COMMON_REGION -> copyValid();
        case PADDED -> {
          copyValid();
          Tile source = tile(RoleName.SRC);
          pad(tile(RoleName.DST).type().padding(), source, source);
        }
        case PARTIAL -> partial();
        case ROW_TO_ELEMENT -> reduce(true);
        case COLUMN_TO_ELEMENT -> reduce(false);
        default -> elementwise();
      }
      return expected;
    }

    /** Elements of all tiles at one place, with the scalars. */
    private void elementwise() {
      Tile result = tile(RoleName.DST);
      RecipeLanes all = lanes.orElseThrow();
      long count = result.rows() * result.columns();
      for (long begin = 0; begin < count; begin += RecipeLanes.LANES) {
        int some = (int) Math.min(RecipeLanes.LANES, count - begin);
        int number = 0;
        for (Role role : op.definition().operands()) {
          if (role.name() != RoleName.TMP) {
            all.set(number, elements(op.operand(role.name()), number, begin, some), some);
            number++;
          }
        }
        all.compute(some);
        for (int lane = 0; lane < some; lane++) {
          long element = begin + lane;
          expected.add(
              result.place(element / result.columns(), element % result.columns()),
              all.result(lane));
        }
      }
    }

    private long[] elements(Value operand, int number, long begin, int count) {
      Object found = operands.get(parameters.indexOf(operand));
      long columns = tile(RoleName.DST).columns();
      long[] bits = new long[count];
      for (int lane = 0; lane < count; lane++) {
        long element = begin + lane;
        bits[lane] =
            found instanceof Tile tile
                ? tile.element(memory, element / columns, element % columns)
                : scalar((long) found, (ElementType) operand.type(), number);
      }
      return bits;
    }

    /** The bits of a scalar in the type in which the recipe takes it; floats are rounded. */
    private long scalar(long bits, ElementType type, int number) {
      if (type != ElementType.F32) {
        return bits;
      }
      float value = Float.intBitsToFloat((int) bits);
      return switch (lanes.orElseThrow().operandType(number)) {
        case FP16 -> Reals.encode(ElementType.F16, value);
        case BF16 -> Reals.encode(ElementType.BF16, value);
        default -> bits;
      };
    }

    private void copy(Tile source, boolean spreads, long firstColumn) {
      Tile result = tile(RoleName.DST);
      boolean byRows = op.definition().has(Trait.ROW_CARRIER);
      long columns = spreads ? result.columns() : source.columns();
      for (long row = 0; row < result.rows(); row++) {
        for (long column = 0; column < columns; column++) {
          long bits =
              source.element(memory, spreads && !byRows ? 0 : row, spreads && byRows ? 0 : column);
          expected.add(result.place(row, firstColumn + column), bits);
        }
      }
    }

    /** What is valid in both; of padding nothing is said here. */
    private void copyValid() {
      Tile source = tile(RoleName.SRC);
      Tile result = tile(RoleName.DST);
      for (long row = 0; row < Math.min(source.rows(), result.rows()); row++) {
        for (long column = 0; column < Math.min(source.columns(), result.columns()); column++) {
          expected.add(result.place(row, column), source.element(memory, row, column));
        }
      }
    }

    private void transpose() {
      Tile source = tile(RoleName.SRC);
      Tile result = tile(RoleName.DST);
      for (long row = 0; row < source.rows(); row++) {
        for (long column = 0; column < source.columns(); column++) {
          expected.add(result.place(column, row), source.element(memory, row, column));
        }
      }
    }

    /** The carrier is the source that has not as many columns, or rows, as the result. */
    private void expand() {
      Tile first = tile(RoleName.SRC0);
      Tile second = tile(RoleName.SRC1);
      Tile result = tile(RoleName.DST);
      boolean byRows = op.definition().has(Trait.ROW_CARRIER);
      boolean carrierFirst = isCarrierFirst(byRows, first, second, result);
      for (long row = 0; row < result.rows(); row++) {
        for (long column = 0; column < result.columns(); column++) {
          long a = carried(first, carrierFirst, byRows, row, column);
          long b = carried(second, !carrierFirst, byRows, row, column);
          expected.add(result.place(row, column), combine(a, b));
        }
      }
    }

    private boolean isCarrierFirst(boolean byRows, Tile first, Tile second, Tile result) {
      long own = byRows ? first.columns() : first.rows();
      long other = byRows ? second.columns() : second.rows();
      long needed = byRows ? result.columns() : result.rows();
      return own != needed && (other == needed || other > own);
    }

    /** A carrier of rows holds one value for each, or a block of which the columns take turns. */
    private long carried(Tile tile, boolean carries, boolean byRows, long row, long column) {
      if (!carries) {
        return tile.element(memory, row, column);
      }
      long block = BLOCK_BYTES / tile.elementBytes();
      boolean hasBlocks =
          head.contains(CodeSwitch.BLOCK_CARRIER.spelling())
              || op.attributes()
                  .integer(AttributeName.SRC1_COL)
                  .filter(each -> each == block)
                  .isPresent();
      return byRows
          ? tile.element(memory, row, hasBlocks ? column % block : 0)
          : tile.element(memory, 0, column);
    }

    /** What lies in neither of two tiles. */
    private void pad(Padding padding, Tile first, Tile second) {
      Tile result = tile(RoleName.DST);
      ElementType type = result.type().element();
      long bits =
          head.contains(CodeSwitch.INFINITE_PADDING.spelling())
              ? PaddingValues.infinite(padding, type)
              : PaddingValues.finite(padding, type);
      for (long row = 0; row < result.rows(); row++) {
        for (long column = 0; column < result.columns(); column++) {
          if (!first.isValid(row, column) && !second.isValid(row, column)) {
            expected.add(result.place(row, column), bits);
          }
        }
      }
    }

    private void partial() {
      Tile first = tile(RoleName.SRC0);
      Tile second = tile(RoleName.SRC1);
      Tile result = tile(RoleName.DST);
      for (long row = 0; row < result.rows(); row++) {
        for (long column = 0; column < result.columns(); column++) {
          boolean inFirst = first.isValid(row, column);
          boolean inSecond = second.isValid(row, column);
          if (inFirst && inSecond) {
            long a = first.element(memory, row, column);
            expected.add(
                result.place(row, column), combine(a, second.element(memory, row, column)));
          } else if (inFirst || inSecond) {
            expected.add(
                result.place(row, column), (inFirst ? first : second).element(memory, row, column));
          }
        }
      }
      switch (op.definition().combines()) {
        case MAXIMUM -> pad(Padding.MIN, first, second);
        case MINIMUM -> pad(Padding.MAX, first, second);
        default -> {
          // One source covers the result.
        }
      }
    }

    /**
     * Sums and products of floats along a row may be formed in any order and in single precision:
     * they are formed in double precision here. Along columns they go row by row in their type.
     */
    private void reduce(boolean rows) {
      Tile source = tile(RoleName.SRC);
      Tile result = tile(RoleName.DST);
      ElementType type = source.type().element();
      Combining combining = op.definition().combines();
      boolean isOrdered = !type.isFloat() || combining.tile().filter(EXACT::contains).isPresent();
      long lines = rows ? source.rows() : source.columns();
      long length = rows ? source.columns() : source.rows();
      for (long line = 0; line < lines && length > 0; line++) {
        long value = source.element(memory, rows ? line : 0, rows ? 0 : line);
        Reals reals = new Reals(type, op.definition().combines());
        reals.add(isOrdered ? 0 : value);
        for (long along = 1; along < length; along++) {
          long next = source.element(memory, rows ? line : along, rows ? along : line);
          value = combine(value, next);
          reals.add(isOrdered ? 0 : next);
        }
        int place = rows ? result.place(line, 0) : result.place(0, line);
        long bits = isOrdered || !rows ? value : reals.bits();
        expected.add(place, bits, isOrdered ? 0 : reals.error());
      }
    }

    private long combine(long first, long second) {
      RecipeLanes pair = lanes.orElseThrow();
      pair.set(0, new long[] {first}, 1);
      pair.set(1, new long[] {second}, 1);
      pair.compute(1);
      return pair.result(0);
    }
  }
}
