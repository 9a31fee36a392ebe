package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * What all loops over tiles share: runs of elements taken a vector at a time, rows with moving
 * pointers, masks, and loads and stores that stay inside UB (spec/21, 1.1). Everything here stands
 * inside a vecscope.
 */
final class Columns {
  private static final int BLOCK_BYTES = 32;

  /** Blocks, and lanes of 32 bits, of a vector. */
  private static final int VECTOR_BLOCKS = 8;

  private static final int VECTOR_LANES = 64;

  /**
   * The last vector of a run starts in the tile, or one vector later where two vectors make a
   * group.
   */
  private static final long PARTIAL_REACH = 2L * VectorRegisterType.REGISTER_BYTES;

  private Columns() {}

  /** One vector of a run. */
  interface Iteration {
    /**
     * @param offset first element, {@code index}
     * @param mask active lanes
     * @param partial true when lanes of the vector may lie outside the run
     */
    void emit(IrBuilder builder, Value offset, Value mask, boolean partial);
  }

  /** One vector of a run with carried values. */
  interface CarryingIteration {
    List<Value> emit(
        IrBuilder builder, Value offset, Value mask, boolean partial, List<Value> carried);
  }

  /** The same in an order: downward the last vector, which may be shorter, comes first. */
  static void forEach(
      IrBuilder builder, ElementType element, Value count, WorkOrder order, Iteration iteration) {
    if (order == WorkOrder.DESCENDING) {
      forEachDownward(builder, element, count, iteration);
    } else {
      forEach(builder, element, count, iteration);
    }
  }

  private static void forEachDownward(
      IrBuilder builder, ElementType element, Value count, Iteration iteration) {
    int lanes = VectorRegisterType.full(element).lanes();
    OptionalLong known = builder.constantOf(count);
    Value vectors = builder.ceilDivide(count, lanes);
    if (known.isPresent()) {
      long whole = known.getAsLong() / lanes * lanes;
      if (whole < known.getAsLong()) {
        Value tail = prefix(builder, element, known.getAsLong() - whole);
        iteration.emit(builder, builder.index(whole), tail, true);
      }
      vectors = builder.index(whole / lanes);
    }
    Value last = builder.sub(vectors, builder.index(1));
    builder.loop(
        builder.index(0),
        vectors,
        builder.index(1),
        (body, done) -> {
          Value offset = body.mul(body.sub(last, done), body.index(lanes));
          Value mask =
              known.isPresent()
                  ? pattern(body, element, "PAT_ALL")
                  : prefix(body, element, body.sub(count, offset));
          iteration.emit(body, offset, mask, known.isEmpty());
        });
  }

  /** Emits an iteration for each vector of {@code count} elements. */
  static void forEach(IrBuilder builder, ElementType element, Value count, Iteration iteration) {
    forEach(
        builder,
        element,
        count,
        List.of(),
        (body, offset, mask, partial, carried) -> {
          iteration.emit(body, offset, mask, partial);
          return carried;
        });
  }

  /**
   * As above with values that each iteration passes to the next; returns the values of the last
   * one.
   */
  static List<Value> forEach(
      IrBuilder builder,
      ElementType element,
      Value count,
      List<Value> initial,
      CarryingIteration iteration) {
    OptionalLong known = builder.constantOf(count);
    int lanes = VectorRegisterType.full(element).lanes();
    long block = (long) builder.form().vectors() * lanes;
    if (known.isPresent() && known.getAsLong() <= Math.max(block, lanes)) {
      return writeOut(
          builder, builder.index(0), element, known.getAsLong(), lanes, initial, iteration);
    }
    return known.isPresent() && block > 0
        ? blocks(builder, element, known.getAsLong(), lanes, block, initial, iteration)
        : maskedLoop(builder, element, count, lanes, initial, iteration);
  }

  /** A loop over blocks of vectors, and the rest one after the other. */
  private static List<Value> blocks(
      IrBuilder builder,
      ElementType element,
      long count,
      int lanes,
      long block,
      List<Value> initial,
      CarryingIteration iteration) {
    long left = count % block;
    List<Value> carried =
        builder.loop(
            builder.index(0),
            builder.index(count - left),
            builder.index(block),
            initial,
            (body, offset, values) ->
                writeOut(body, offset, element, block, lanes, values, iteration));
    return writeOut(builder, builder.index(count - left), element, left, lanes, carried, iteration);
  }

  /** The same for iterations with loops of their own, of which some may become one. */
  static void forEachTogether(
      IrBuilder builder, ElementType element, Value count, WorkOrder order, Iteration iteration) {
    int lanes = VectorRegisterType.full(element).lanes();
    long block = builder.form().vectors();
    long whole = builder.constantOf(count).orElse(0) / lanes;
    if (order != WorkOrder.ANY || block < 2 || whole < 2) {
      forEach(builder, element, count, iteration);
      return;
    }
    long together = Math.min(block, whole);
    long reach = whole / together * together * lanes;
    builder.loop(
        builder.index(0),
        builder.index(reach),
        builder.index(together * lanes),
        (body, first) -> {
          List<Consumer<IrBuilder>> each = new ArrayList<>();
          for (long i = 0; i < together; i++) {
            Value offset = body.add(first, body.index(i * lanes));
            each.add(
                inner -> iteration.emit(inner, offset, pattern(inner, element, "PAT_ALL"), false));
          }
          body.together(each);
        });
    writeOut(
        builder,
        builder.index(reach),
        element,
        builder.constantOf(count).orElseThrow() - reach,
        lanes,
        List.of(),
        (body, offset, mask, partial, carried) -> {
          iteration.emit(body, offset, mask, partial);
          return carried;
        });
  }

  private static List<Value> writeOut(
      IrBuilder builder,
      Value first,
      ElementType element,
      long count,
      int lanes,
      List<Value> initial,
      CarryingIteration iteration) {
    List<Value> carried = initial;
    for (long at = 0; at < count; at += lanes) {
      boolean whole = count - at >= lanes;
      Value mask =
          whole ? pattern(builder, element, "PAT_ALL") : prefix(builder, element, count - at);
      Value offset = builder.add(first, builder.index(at));
      carried = iteration.emit(builder, offset, mask, !whole, carried);
    }
    return carried;
  }

  private static List<Value> maskedLoop(
      IrBuilder builder,
      ElementType element,
      Value count,
      int lanes,
      List<Value> initial,
      CarryingIteration iteration) {
    List<Value> start = new ArrayList<>(initial);
    start.add(maskCount(builder, element, count));
    List<Value> end =
        builder.loop(
            builder.index(0),
            count,
            builder.index(lanes),
            start,
            (body, offset, values) -> {
              Operation plt = lessThan(body, element, values.getLast());
              List<Value> before = values.subList(0, values.size() - 1);
              List<Value> next =
                  new ArrayList<>(iteration.emit(body, offset, plt.result(0), true, before));
              next.add(plt.result(1));
              return next;
            });
    return end.subList(0, end.size() - 1);
  }

  /** Emits a body for each row. */
  interface RowBody {
    /**
     * @param pointers first element of the row in each tile
     */
    void emit(IrBuilder builder, Value row, List<Value> pointers);
  }

  /** Runs over rows from the first to the last, with one moving pointer for each tile. */
  static void rows(IrBuilder builder, Value rows, List<TileHandle> tiles, RowBody body) {
    rows(builder, rows, tiles, WorkOrder.ASCENDING, body);
  }

  /** Runs over rows in an order, with one moving pointer for each tile. */
  static void rows(
      IrBuilder builder, Value rows, List<TileHandle> tiles, WorkOrder order, RowBody body) {
    rows(builder, builder.index(0), rows, tiles, order, body);
  }

  /** Runs over some rows in an order; row numbers count the rows of the tiles. */
  static void rows(
      IrBuilder builder,
      Value first,
      Value end,
      List<TileHandle> tiles,
      WorkOrder order,
      RowBody body) {
    rows(builder, first, end, tiles, builder.form().rows(), order, body);
  }

  /** The same inside of a loop over columns. */
  static void rowsOfColumns(
      IrBuilder builder, Value rows, List<TileHandle> tiles, WorkOrder order, RowBody body) {
    long together = rowsTogether(builder, rows, tiles);
    rows(builder, builder.index(0), rows, tiles, together, order, body);
  }

  private static void rows(
      IrBuilder builder,
      Value first,
      Value end,
      List<TileHandle> tiles,
      long together,
      WorkOrder order,
      RowBody body) {
    if (order != WorkOrder.DESCENDING) {
      List<Value> start = tiles.stream().map(tile -> pointer(builder, tile)).toList();
      builder.loopInBlocks(
          first,
          end,
          together,
          moved(builder, tiles, start, first),
          (inner, row, count, pointers) -> {
            block(inner, row, pointers, count, tiles, order, body);
            return moved(inner, tiles, pointers, inner.index(count));
          });
      return;
    }
    Value last = builder.sub(end, builder.index(1));
    builder.loop(
        builder.index(0),
        builder.sub(end, first),
        builder.index(1),
        (inner, done) -> {
          Value row = inner.sub(last, done);
          List<Value> pointers = tiles.stream().map(tile -> pointer(inner, tile)).toList();
          body.emit(inner, row, moved(inner, tiles, pointers, row));
        });
  }

  /**
   * How many rows the form of loops takes at once inside of a loop over columns; one where the run
   * counts both: rows that are left gain little there, and the order of such loops would be proved
   * for each count and length.
   */
  static long rowsTogether(IrBuilder builder, Value count, List<TileHandle> tiles) {
    Constants constants = builder.constants();
    boolean isKnown =
        constants.integer(count).isPresent()
            || tiles.stream().allMatch(tile -> tile.staticColumns(constants).isPresent());
    return isKnown ? builder.form().rows() : 1;
  }

  /** Some rows at once. */
  private static void block(
      IrBuilder builder,
      Value first,
      List<Value> pointers,
      long count,
      List<TileHandle> tiles,
      WorkOrder order,
      RowBody body) {
    List<Consumer<IrBuilder>> each = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      Value distance = builder.index(i);
      Value row = builder.add(first, distance);
      List<Value> own = moved(builder, tiles, pointers, distance);
      each.add(inner -> body.emit(inner, row, own));
    }
    if (order == WorkOrder.ANY && count > 1) {
      builder.together(each);
    } else {
      each.forEach(one -> one.accept(builder));
    }
  }

  /** The pointers some rows further on. */
  private static List<Value> moved(
      IrBuilder builder, List<TileHandle> tiles, List<Value> pointers, Value rows) {
    List<Value> moved = new ArrayList<>();
    for (int i = 0; i < tiles.size(); i++) {
      Value distance = builder.mul(rows, builder.index(rowStep(tiles.get(i))));
      moved.add(moveBy(builder, tiles.get(i), pointers.get(i), distance));
    }
    return moved;
  }

  /** Distance between (i, 0) and (i + 1, 0) in elements. */
  static long rowStep(TileHandle tile) {
    return tile.type().baseLayout() == TileType.BaseLayout.ROW_MAJOR ? tile.pitch() : 1;
  }

  private static Value moveBy(IrBuilder builder, TileHandle tile, Value pointer, Value elements) {
    OptionalLong known = builder.constantOf(elements);
    return known.isPresent() && known.getAsLong() == 0
        ? pointer
        : builder.value(Op.ADDPTR, pointerType(tile), pointer, elements);
  }

  /** The address of element (0, 0). */
  static Value pointer(IrBuilder builder, TileHandle tile) {
    return builder.value(Op.CASTPTR, pointerType(tile), tile.address());
  }

  static PointerType pointerType(TileHandle tile) {
    return new PointerType(tile.element(), MemorySpace.UB);
  }

  // Loads and stores.

  /**
   * Loads a vector; where it might run past the end of UB only the blocks inside the tile are read.
   */
  static Value load(
      IrBuilder builder, TileHandle tile, Value pointer, Value offset, boolean partial) {
    return load(builder, tile, pointer, offset, partial ? PARTIAL_REACH : 0);
  }

  /**
   * Loads a vector.
   *
   * @param reach bytes between the end of the tile and the end of the vector at most; 0 for vectors
   *     inside the tile
   */
  static Value load(IrBuilder builder, TileHandle tile, Value pointer, Value offset, long reach) {
    VectorRegisterType type = VectorRegisterType.full(tile.element());
    if (mayReadPastEnd(builder, tile, reach)) {
      return loadBlocks(builder, tile, pointer, offset, type);
    }
    return load(builder, pointer, offset, type, Attributes.EMPTY);
  }

  /**
   * Loads elements into the low parts of lanes that are {@code ratio} times as wide, 2 or 4; the
   * rest of a lane is 0.
   */
  static Value loadSpread(
      IrBuilder builder, TileHandle tile, Value pointer, Value offset, int ratio, boolean partial) {
    return loadSpread(builder, tile, pointer, offset, ratio, partial ? PARTIAL_REACH : 0);
  }

  /** The same with the bytes between the end of the tile and the end of the vector at most. */
  static Value loadSpread(
      IrBuilder builder, TileHandle tile, Value pointer, Value offset, int ratio, long reach) {
    ElementType element = tile.element();
    if (!mayReadPastEnd(builder, tile, reach)) {
      return load(
          builder, pointer, offset, element, ratio == 4 ? "UNPK4" : "UNPK_B" + element.bits());
    }
    Value spread = loadBlocks(builder, tile, pointer, offset, VectorRegisterType.full(element));
    for (int bits = element.bits(); bits < element.bits() * ratio; bits *= 2) {
      Lanes lanes =
          new Lanes(builder, ElementType.UI8.withBits(bits), pattern(builder, element, "PAT_ALL"));
      List<Value> operands = List.of(lanes.reinterpret(spread, lanes.element()), lanes.splat(0));
      spread =
          builder
              .create(Op.VINTLV, operands, List.of(lanes.type(), lanes.type()), Attributes.EMPTY)
              .result(0);
    }
    return reinterpret(builder, spread, element);
  }

  /** The same bits as another element type. */
  static Value reinterpret(IrBuilder builder, Value vector, ElementType element) {
    return new Lanes(builder, element, pattern(builder, element, "PAT_ALL"))
        .reinterpret(vector, element);
  }

  /** Loads with a distribution token. */
  static Value load(
      IrBuilder builder, Value pointer, Value offset, ElementType element, String distribution) {
    Attributes attributes = Attributes.of(AttributeName.DIST, new Attribute.Text(distribution));
    return load(builder, pointer, offset, VectorRegisterType.full(element), attributes);
  }

  private static Value load(
      IrBuilder builder,
      Value pointer,
      Value offset,
      VectorRegisterType type,
      Attributes attributes) {
    return builder
        .createGrouped(
            Op.VLDS, List.of(List.of(pointer), List.of(offset)), List.of(type), attributes)
        .result();
  }

  /** One element in every lane. */
  static Value broadcast(IrBuilder builder, TileHandle tile, Value pointer, Value offset) {
    return load(builder, pointer, offset, tile.element(), "BRC_B" + tile.element().bits());
  }

  /** True when a vector that starts in a tile might run past the end of UB. */
  static boolean mayReadPastEnd(IrBuilder builder, TileHandle tile) {
    return mayReadPastEnd(builder, tile, PARTIAL_REACH);
  }

  private static boolean mayReadPastEnd(IrBuilder builder, TileHandle tile, long reach) {
    long end = Profile.A5.unifiedBufferBytes() - reach;
    return reach > 0
        && tile.bytes(builder.constants()).map(bytes -> bytes.end() > end).orElse(true);
  }

  /**
   * Reads only the blocks inside the physical tile. A full mask covers a whole vector, so that it
   * means the same whether its lanes are read as blocks or as elements.
   */
  private static Value loadBlocks(
      IrBuilder builder, TileHandle tile, Value pointer, Value offset, VectorRegisterType type) {
    Value address = builder.value(Op.ADDPTR, pointerType(tile), pointer, offset);
    Value bytes = builder.value(Op.CASTPTR, ElementType.I64, address);
    Value end = builder.add(tile.address(), builder.i64(tile.spanBytes()));
    Value left = builder.maxSigned(builder.sub(end, bytes), builder.i64(0));
    Value blocks = builder.divide(left, BLOCK_BYTES);
    Value whole =
        builder.maxSigned(builder.sub(blocks, builder.i64(VECTOR_BLOCKS - 1)), builder.i64(0));
    Value lanes = builder.add(blocks, builder.mul(whole, builder.i64(VECTOR_LANES)));
    Value mask = lessThan(builder, ElementType.I32, builder.cast(lanes, ElementType.I32)).result(0);
    Value one = builder.integer(1, ElementType.I16);
    Value zero = builder.integer(0, ElementType.I16);
    return builder
        .createGrouped(
            Op.VSLDB,
            List.of(List.of(address), List.of(one), List.of(zero), List.of(mask)),
            List.of(type),
            Attributes.EMPTY)
        .result();
  }

  static void store(IrBuilder builder, Value vector, Value pointer, Value offset, Value mask) {
    store(builder, vector, pointer, offset, mask, Attributes.EMPTY);
  }

  /** Stores with a distribution token. */
  static void store(
      IrBuilder builder,
      Value vector,
      Value pointer,
      Value offset,
      Value mask,
      String distribution) {
    store(
        builder,
        vector,
        pointer,
        offset,
        mask,
        Attributes.of(AttributeName.DIST, new Attribute.Text(distribution)));
  }

  private static void store(
      IrBuilder builder,
      Value vector,
      Value pointer,
      Value offset,
      Value mask,
      Attributes attributes) {
    builder.createGrouped(
        Op.VSTS,
        List.of(List.of(vector), List.of(pointer), List.of(offset), List.of(mask)),
        List.of(),
        attributes);
  }

  /** Stores lane 0. */
  static void storeFirst(
      IrBuilder builder, Value vector, ElementType stored, Value pointer, Value offset) {
    Value first = pattern(builder, stored, "PAT_VL1");
    Value value = new Lanes(builder, stored, first).reinterpret(vector, stored);
    store(builder, value, pointer, offset, first, "1PT_B" + stored.bits());
  }

  // Masks.

  /** A mask from a pattern token, in the granularity of an element type. */
  static Value pattern(IrBuilder builder, ElementType element, String token) {
    MaskType mask = MaskType.of(element);
    return builder.value(
        Op.pattern(mask), mask, Attributes.of(AttributeName.PATTERN, new Attribute.Text(token)));
  }

  /** The mask of the first {@code count} lanes, 1 or more and fewer than all. */
  static Value prefix(IrBuilder builder, ElementType element, long count) {
    long lanes = count * maskLanes(element);
    boolean hasToken = Long.bitCount(lanes) == 1 || lanes == 3;
    return hasToken
        ? pattern(builder, element, "PAT_VL" + lanes)
        : lessThan(builder, element, builder.i32(lanes)).result(0);
  }

  /** The mask of the first lanes of a vector; the count may be known only at run time. */
  static Value prefix(IrBuilder builder, ElementType element, Value count) {
    OptionalLong known = builder.constantOf(count);
    int lanes = VectorRegisterType.full(element).lanes();
    if (known.isPresent() && known.getAsLong() <= 0) {
      return pattern(builder, element, "PAT_ALLF");
    }
    if (known.isPresent() && known.getAsLong() >= lanes) {
      return pattern(builder, element, "PAT_ALL");
    }
    return known.isPresent()
        ? prefix(builder, element, known.getAsLong())
        : lessThan(builder, element, maskCount(builder, element, count)).result(0);
  }

  /** A 64-bit lane takes two lanes of its 32-bit mask. */
  private static int maskLanes(ElementType element) {
    return element.bits() == 64 ? 2 : 1;
  }

  /** A number of elements as {@code plt} counts them. */
  static Value maskCount(IrBuilder builder, ElementType element, Value count) {
    return builder.mul(builder.cast(count, ElementType.I32), builder.i32(maskLanes(element)));
  }

  /** {@code plt}: a mask of the lanes below a count, and the count that is left. */
  static Operation lessThan(IrBuilder builder, ElementType element, Value count) {
    MaskType mask = MaskType.of(element);
    return builder.create(
        Op.lessThan(mask), List.of(count), List.of(mask, ElementType.I32), Attributes.EMPTY);
  }
}
