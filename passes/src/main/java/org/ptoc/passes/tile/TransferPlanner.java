package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.ir.type.TileType.BoxLayout;
import org.ptoc.ir.type.ViewLayout;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.storage.ViewHandle;

/**
 * Turns a tile load or store into bursts: which bytes are contiguous on both sides, and which loops
 * go around them (spec/20, 8.1). The layout of the tile picks the map: row major reads ND views,
 * column major DN views, boxed tiles NZ views. A view of fewer than five dimensions has leading
 * ones.
 */
public final class TransferPlanner {
  private static final int RANK = ViewLayout.RANK;

  /** The dimensions that number lines, from the innermost. */
  private static final int[] BY_ROWS = {3, 2, 1, 0};

  private static final int[] BY_COLUMNS = {4, 2, 1, 0};

  private final IrBuilder builder;
  private final Constants constants;
  private final ViewHandle view;
  private final TileHandle tile;
  private final List<Value> extents = new ArrayList<>(RANK);
  private final List<Value> strides = new ArrayList<>(RANK);

  /**
   * A loop around bursts.
   *
   * @param count iterations
   * @param viewStride distance in global memory in bytes
   * @param tileStride distance in UB in bytes
   * @param isApart whether bursts end in front of the next one in global memory, whatever the run
   */
  public record Loop(Value count, Value viewStride, long tileStride, boolean isApart) {
    /** A loop of which that is not known. */
    public Loop(Value count, Value viewStride, long tileStride) {
      this(count, viewStride, tileStride, false);
    }
  }

  /**
   * Rows of bytes that one DMA instruction can move: the first loop is the burst loop, the others
   * wrap it.
   *
   * @param viewAddress first byte in global memory, {@code i64}
   * @param tileAddress first byte in UB, {@code i64}
   * @param length bytes of one burst, {@code i64}
   * @param loops loops from the innermost to the outermost, at least one
   */
  public record Bursts(Value viewAddress, Value tileAddress, Value length, List<Loop> loops) {
    public Bursts {
      loops = List.copyOf(loops);
    }
  }

  /**
   * Receives the bursts; called once for each piece of the transfer, inside loops of the builder
   * where needed.
   */
  public interface Emitter {
    void emit(IrBuilder builder, Bursts bursts);
  }

  public TransferPlanner(IrBuilder builder, ViewHandle view, TileHandle tile) {
    this.builder = builder;
    this.constants = builder.constants();
    this.view = view;
    this.tile = tile;
    for (int i = view.rank(); i < RANK; i++) {
      extents.add(builder.index(1));
      strides.add(builder.index(0));
    }
    extents.addAll(view.extents());
    strides.addAll(view.strides());
  }

  /**
   * Plans the transfer.
   *
   * @return why it cannot be done, empty when it was emitted
   */
  public Optional<String> plan(Emitter emitter) {
    if (isZero(tile.rows()) || isZero(tile.columns())) {
      return Optional.empty();
    }
    if (extents.stream().anyMatch(this::isZero)) {
      return Optional.of("the view is empty, but the tile is not");
    }
    if (tile.type().boxLayout() != BoxLayout.NONE) {
      return planBoxed(emitter);
    }
    boolean rowMajor = tile.type().baseLayout() == BaseLayout.ROW_MAJOR;
    Value lineLength = rowMajor ? tile.columns() : tile.rows();
    Value lines = rowMajor ? tile.rows() : tile.columns();
    boolean alongColumns = isAlongColumns(rowMajor, lineLength);
    OptionalLong stride = constants.integer(strides.get(alongColumns ? 4 : 3));
    if (stride.isPresent() && stride.getAsLong() != 1 && !isOne(lineLength)) {
      return Optional.of(notAdjacent(rowMajor, alongColumns, stride.getAsLong()));
    }
    int[] groups = alongColumns ? BY_ROWS : BY_COLUMNS;
    if (isOneRun(lineLength, lines, groups[0])) {
      Value elements = builder.mul(lineLength, lines);
      emitter.emit(
          builder, bursts(view.base(), tile.address(), bytes(elements), List.of(single())));
      return Optional.empty();
    }
    if (tile.pitchBytes() % 32 != 0 && !isOne(lines)) {
      return Optional.of(
          "rows of " + tile.pitchBytes() + " bytes can only be moved as one contiguous run");
    }
    planLines(groups, lines, bytes(lineLength), emitter);
    return Optional.empty();
  }

  /**
   * Plans the transfer of lines that keep apart in the tile, by its pitch, also where they are
   * adjacent in global memory.
   *
   * @param rows whether the lines are rows, else columns, which all dimensions except the rows
   *     number
   * @return why it cannot be done, empty when it was emitted
   */
  public Optional<String> planLines(boolean rows, Emitter emitter) {
    Value length = rows ? tile.columns() : tile.rows();
    Value lines = rows ? tile.rows() : tile.columns();
    OptionalLong stride = constants.integer(strides.get(rows ? 4 : 3));
    if (stride.isPresent() && stride.getAsLong() != 1 && !isOne(length)) {
      return Optional.of(notAdjacent(rows, rows, stride.getAsLong()));
    }
    if (!isZero(lines) && !isZero(length)) {
      planLines(rows ? BY_ROWS : BY_COLUMNS, lines, bytes(length), emitter);
    }
    return Optional.empty();
  }

  /** A stride that must be one where more than one element of a line is moved. */
  record LineStride(Value stride, Value length) {}

  /**
   * The stride within a line when only the run knows it; what this class plans supposes that it is
   * one.
   */
  Optional<LineStride> unknownStride() {
    boolean boxed = tile.type().boxLayout() != BoxLayout.NONE;
    boolean rowMajor = boxed || tile.type().baseLayout() == BaseLayout.ROW_MAJOR;
    Value length = rowMajor ? tile.columns() : tile.rows();
    Value stride = strides.get(boxed || isAlongColumns(rowMajor, length) ? 4 : 3);
    return constants.integer(stride).isPresent() || isOne(length)
        ? Optional.empty()
        : Optional.of(new LineStride(stride, length));
  }

  private boolean isAlongColumns(boolean rowMajor, Value lineLength) {
    return rowMajor != liesAcross(rowMajor, lineLength);
  }

  private String notAdjacent(boolean rowMajor, boolean alongColumns, long stride) {
    boolean turned = isOne(strides.get(alongColumns ? 3 : 4));
    return (rowMajor ? "the columns of a row-major tile" : "the rows of a column-major tile")
        + " must be adjacent in global memory, but the stride of that dimension of the view is "
        + stride
        + (turned
            ? "; the stride of the other is 1, as a tile with blayout="
                + (rowMajor ? "col_major" : "row_major")
                + " needs it"
            : "");
  }

  /**
   * True for a tile of a single line whose view has that line in the other direction (spec/20,
   * 8.2).
   */
  private boolean liesAcross(boolean rowMajor, Value lineLength) {
    boolean isSingle = (rowMajor ? tile.type().rows() : tile.type().columns()) == 1;
    OptionalLong length = constants.integer(lineLength);
    OptionalLong along = constants.integer(extents.get(rowMajor ? 4 : 3));
    return isSingle
        && length.isPresent()
        && along.isPresent()
        && along.getAsLong() < length.getAsLong();
  }

  /** True when tile and view are both gap-free over all lines. */
  private boolean isOneRun(Value lineLength, Value lines, int group) {
    OptionalLong length = constants.integer(lineLength);
    OptionalLong stride = constants.integer(strides.get(group));
    OptionalLong extent = constants.integer(extents.get(group));
    OptionalLong count = constants.integer(lines);
    boolean dense = length.isPresent() && length.getAsLong() == tile.pitch();
    boolean inGroup =
        extent.isPresent() && count.isPresent() && count.getAsLong() <= extent.getAsLong();
    return dense && inGroup && stride.isPresent() && stride.getAsLong() == length.getAsLong();
  }

  private void planLines(int[] groups, Value lines, Value length, Emitter emitter) {
    OptionalLong count = constants.integer(lines);
    long[] known = new long[groups.length];
    boolean isStatic = count.isPresent();
    for (int i = 0; i < groups.length; i++) {
      OptionalLong extent = constants.integer(extents.get(groups[i]));
      isStatic &= extent.isPresent();
      known[i] = extent.orElse(0);
    }
    if (isStatic) {
      staticLines(
          groups,
          known,
          groups.length - 1,
          count.getAsLong(),
          view.base(),
          tile.address(),
          length,
          emitter);
    } else if (isSingleGroup(groups)) {
      emitter.emit(
          builder,
          bursts(view.base(), tile.address(), length, List.of(burstLoop(groups[0], lines))));
    } else {
      dynamicLines(groups, lines, length, emitter);
    }
  }

  private boolean isSingleGroup(int[] groups) {
    for (int i = 1; i < groups.length; i++) {
      if (!isOne(extents.get(groups[i]))) {
        return false;
      }
    }
    return true;
  }

  /** Whole groups as loops, then what is left of the next group. */
  private void staticLines(
      int[] groups,
      long[] known,
      int level,
      long lines,
      Value viewAddress,
      Value tileAddress,
      Value length,
      Emitter emitter) {
    long inner = 1;
    for (int i = 0; i < level; i++) {
      inner *= known[i];
    }
    long whole = lines / inner;
    long rest = lines % inner;
    if (whole > 0) {
      List<Loop> loops = new ArrayList<>();
      long tileStride = tile.pitchBytes();
      for (int i = 0; i <= level; i++) {
        long iterations = i == level ? whole : known[i];
        if (iterations > 1 || i == 0) {
          loops.add(
              new Loop(
                  builder.i64(iterations),
                  byteStride(groups[i]),
                  tileStride,
                  i == 0 && areApart(groups[0])));
        }
        tileStride *= known[i];
      }
      emitter.emit(builder, bursts(viewAddress, tileAddress, length, loops));
    }
    if (rest > 0) {
      Value moved = builder.mul(byteStride(groups[level]), builder.i64(whole));
      Value tileOffset = builder.i64(whole * inner * tile.pitchBytes());
      staticLines(
          groups,
          known,
          level - 1,
          rest,
          builder.add(viewAddress, moved),
          builder.add(tileAddress, tileOffset),
          length,
          emitter);
    }
  }

  /**
   * Software loops over the outer groups; each iteration moves what is left of the lines, at most
   * one group.
   */
  private void dynamicLines(int[] groups, Value lines, Value length, Emitter emitter) {
    Value zero = builder.index(0);
    Value one = builder.index(1);
    builder.loop(
        zero,
        extents.get(groups[3]),
        one,
        (b3, i3) ->
            b3.loop(
                zero,
                extents.get(groups[2]),
                one,
                (b2, i2) ->
                    b2.loop(
                        zero,
                        extents.get(groups[1]),
                        one,
                        (b1, i1) ->
                            dynamicGroup(
                                b1, groups, new Value[] {i1, i2, i3}, lines, length, emitter))));
  }

  private void dynamicGroup(
      IrBuilder inner, int[] groups, Value[] position, Value lines, Value length, Emitter emitter) {
    Value group = inner.mul(position[2], extents.get(groups[2]));
    group = inner.mul(inner.add(group, position[1]), extents.get(groups[1]));
    Value first = inner.mul(inner.add(group, position[0]), extents.get(groups[0]));
    Value viewAddress = view.base();
    for (int i = 0; i < position.length; i++) {
      Value elements = inner.mul(position[i], strides.get(groups[i + 1]));
      viewAddress = inner.add(viewAddress, bytesOf(inner, elements));
    }
    Value tileOffset =
        inner.cast(inner.mul(first, inner.index(tile.pitchBytes())), ElementType.I64);
    Value tileAddress = inner.add(tile.address(), tileOffset);
    Value source = viewAddress;
    inner.when(
        inner.compare("slt", first, lines),
        body -> {
          Value left = body.sub(lines, first);
          Value count = body.minUnsigned(left, extents.get(groups[0]));
          Value stride = bytesOf(body, strides.get(groups[0]));
          Loop loop =
              new Loop(
                  body.cast(count, ElementType.I64),
                  stride,
                  tile.pitchBytes(),
                  areApart(groups[0]));
          emitter.emit(body, new Bursts(source, tileAddress, length, List.of(loop)));
        });
  }

  /** NZ: columns of 32-byte boxes; an extent that only the run knows is taken to be their width. */
  private Optional<String> planBoxed(Emitter emitter) {
    int boxColumns = 32 / tile.elementBytes();
    boolean isNz =
        tile.type().baseLayout() == BaseLayout.COLUMN_MAJOR
            && tile.type().boxLayout() == BoxLayout.ROW_MAJOR
            && tile.type().fractal() == 512;
    if (!isNz
        || constants.integer(extents.get(4)).orElse(boxColumns) != boxColumns
        || constants.integer(strides.get(4)).orElse(1) != 1) {
      return Optional.of("only the NZ layout with boxes of 32 bytes can be moved");
    }
    new BoxTransfer(builder, view, tile, extents, strides).emit(emitter);
    return Optional.empty();
  }

  private static Bursts bursts(
      Value viewAddress, Value tileAddress, Value length, List<Loop> loops) {
    return new Bursts(viewAddress, tileAddress, length, loops);
  }

  private Loop single() {
    return new Loop(builder.i64(1), builder.i64(0), 0);
  }

  private Loop burstLoop(int dimension, Value count) {
    return new Loop(wide(count), byteStride(dimension), tile.pitchBytes(), areApart(dimension));
  }

  /**
   * True if lines that a dimension numbers do not overlap: its stride is at least a line of the
   * tile, or the extent of the whole view, which a part does not leave (spec/20, 2.1).
   */
  private boolean areApart(int dimension) {
    boolean rows = dimension == 3;
    int along = rows ? 4 : 3;
    Value stride = strides.get(dimension);
    int place = along - RANK + view.origin().extents().size();
    OptionalLong known = constants.integer(stride);
    int line = rows ? tile.type().columns() : tile.type().rows();
    return isOne(strides.get(along))
        && (known.orElse(0) >= line || place >= 0 && stride == view.origin().extents().get(place));
  }

  private Value byteStride(int dimension) {
    return bytes(strides.get(dimension));
  }

  private Value bytes(Value elements) {
    return bytesOf(builder, elements);
  }

  private Value bytesOf(IrBuilder target, Value elements) {
    int bits = tile.type().layout().elementBits();
    Value bytes =
        bits < Byte.SIZE
            ? target.divide(target.add(elements, target.index(1)), Byte.SIZE / bits)
            : target.mul(elements, target.index(bits / Byte.SIZE));
    return target.cast(bytes, ElementType.I64);
  }

  private Value wide(Value index) {
    return builder.cast(index, ElementType.I64);
  }

  private boolean isZero(Value value) {
    return isConstant(value, 0);
  }

  private boolean isOne(Value value) {
    return isConstant(value, 1);
  }

  private boolean isConstant(Value value, long expected) {
    OptionalLong known = constants.integer(value);
    return known.isPresent() && known.getAsLong() == expected;
  }
}
