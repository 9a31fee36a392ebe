package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.Carriers;

/**
 * Row and column expansion (spec/20, 7.3). The carrier of a column expansion is a row that is read
 * again for each row; that of a row expansion becomes one block of equal elements per row, read
 * with block stride 0.
 */
final class Expansion {
  /**
   * Collected blocks, pattern, adjacent values, blocks of equal values, bytes, and two for single
   * precision.
   */
  static final int SLOTS = 7;

  /** Rows whose carriers are made together; a whole number of blocks of values of any size. */
  private static final int GROUP_ROWS = 32;

  /** One more for the blocks of a second carrier. */
  static final int SLOTS_OF_TWO_CARRIERS = SLOTS + 1;

  /** Where the blocks of the first and the second carrier are made. */
  private static final int[] BLOCK_SLOTS = {3, SLOTS};

  private static final int BYTES_SLOT = 4;

  private final Scratch scratch;
  private final TileHandle destination;
  private final WorkOrder order;

  Expansion(TileHandle destination, Scratch scratch, WorkOrder order) {
    this.destination = destination;
    this.scratch = scratch;
    this.order = order;
  }

  /** What is computed from data and carrier. */
  interface Combination {
    void emit(Code code, Domain domain, Area destination, Area first, Area second, long pitch);

    /** True if intermediate results need scratch, so that the work is cut into pieces. */
    default boolean needsPieces() {
      return false;
    }
  }

  /** The instruction of an elementwise operation that exists for the element type. */
  static Combination instruction(Op tile, ElementType element) {
    InstructionDefinition row = InstructionPlan.instruction(tile, element);
    return (code, domain, to, first, second, pitch) ->
        code.run(domain, row, DataTypes.of(element), to, first, second);
  }

  /** {@code d[i, j] = s[0, j]}. */
  void columns(IrBuilder builder, TileHandle source) {
    Area bytes = scratch.row(builder, BYTES_SLOT, 2);
    ByteCopy.copy(
        Code.following(builder),
        Domain.of(destination),
        Area.of(destination),
        Area.of(source).onlyFirstRow(),
        bytes);
  }

  /** {@code d[i, j] = a[i, j] op e[j]}, operands in their order. */
  void columnsWith(
      IrBuilder builder, TileHandle first, TileHandle second, Combination combination) {
    Carriers.byColumns(
        builder,
        first,
        second,
        destination,
        (body, data, carrier, carrierFirst) -> {
          Area values = Area.of(data);
          Area row = Area.of(carrier).onlyFirstRow();
          overStrips(
              body,
              Domain.of(destination).in(order),
              Area.of(destination),
              carrierFirst ? row : values,
              carrierFirst ? values : row,
              combination);
        });
  }

  private void overStrips(
      IrBuilder builder, Domain domain, Area to, Area first, Area second, Combination combination) {
    if (combination.needsPieces()) {
      Strips.over(
          builder,
          domain,
          List.of(to, first, second),
          scratch.slotBytes() / Float.BYTES,
          (body, piece, column, areas, pitch) ->
              combination.emit(
                  Code.following(body), piece, areas.get(0), areas.get(1), areas.get(2), pitch));
    } else {
      combination.emit(Code.following(builder), domain, to, first, second, 0);
    }
  }

  /** {@code d[i, j] = s[i, 0]}. */
  void rows(IrBuilder builder, TileHandle source) {
    overGroups(
        builder,
        List.of(source),
        false,
        (code, domain, row, carriers) -> {
          IrBuilder body = code.builder();
          Area to = Area.of(destination).from(body, row, body.index(0));
          ByteCopy.copy(code, domain, to, carriers.getFirst(), scratch.row(body, BYTES_SLOT, 2));
        });
  }

  /**
   * {@code d[i, j] = a[i, j] op e[i]}, operands in their order.
   *
   * @param blockCarrier true when column j takes element j modulo a block of the carrier's row
   */
  void rowsWith(
      IrBuilder builder,
      TileHandle first,
      TileHandle second,
      boolean blockCarrier,
      Combination combination) {
    Carriers.byRows(
        builder,
        first,
        second,
        destination,
        (body, data, carrier, carrierFirst) ->
            rowsWith(body, data, carrier, carrierFirst, blockCarrier, combination));
  }

  private void rowsWith(
      IrBuilder builder,
      TileHandle data,
      TileHandle carrier,
      boolean carrierFirst,
      boolean blockCarrier,
      Combination combination) {
    overGroups(
        builder,
        List.of(carrier),
        blockCarrier && carrier.type().baseLayout() == BaseLayout.ROW_MAJOR,
        (code, domain, row, carriers) -> {
          IrBuilder body = code.builder();
          Area blocks = carriers.getFirst();
          Area to = Area.of(destination).from(body, row, body.index(0));
          Area values = Area.of(data).from(body, row, body.index(0));
          overStrips(
              body,
              domain.in(order),
              to,
              carrierFirst ? blocks : values,
              carrierFirst ? values : blocks,
              combination);
        });
  }

  /**
   * {@code d[i, j]} from {@code a[i, j]} and up to two values of the row, in pieces that fit the
   * slots 5 and 6; the areas are those of destination, data and carriers.
   */
  void rowsWithValues(
      IrBuilder builder, TileHandle data, List<TileHandle> carriers, Operands.Piece work) {
    overGroups(
        builder,
        carriers,
        false,
        (code, domain, row, blocks) -> {
          IrBuilder body = code.builder();
          List<Area> areas = new ArrayList<>();
          areas.add(Area.of(destination).from(body, row, body.index(0)));
          areas.add(Area.of(data).from(body, row, body.index(0)));
          areas.addAll(blocks);
          Strips.over(
              body,
              domain.in(order),
              areas,
              scratch.slotBytes() / Float.BYTES,
              (inner, piece, column, at, pitch) ->
                  work.emit(Code.following(inner), piece, at, pitch));
        });
  }

  private interface Group {
    /**
     * @param carriers of each one block for each row of the group
     */
    void emit(Code code, Domain domain, Value row, List<Area> carriers);
  }

  /**
   * @param wholeBlocks true when the rows of the only carrier are blocks already
   */
  private void overGroups(
      IrBuilder builder, List<TileHandle> carriers, boolean wholeBlocks, Group group) {
    if (Domain.of(destination).isEmpty(builder)) {
      return;
    }
    OptionalLong rows = builder.constantOf(destination.rows());
    if (wholeBlocks) {
      TileHandle only = carriers.getFirst();
      Area blocks = new Area(only.address(), only.elementBytes(), only.pitchBytes(), true);
      group.emit(
          Code.following(builder), Domain.of(destination), builder.index(0), List.of(blocks));
      return;
    }
    long whole = rows.isPresent() ? rows.getAsLong() / GROUP_ROWS * GROUP_ROWS : 0;
    Value limit =
        rows.isPresent()
            ? builder.index(whole)
            : builder.mul(
                builder.divide(destination.rows(), GROUP_ROWS), builder.index(GROUP_ROWS));
    if (order == WorkOrder.DESCENDING) {
      rest(builder, carriers, rows, limit, group);
      wholeGroups(builder, carriers, limit, group);
    } else {
      wholeGroups(builder, carriers, limit, group);
      rest(builder, carriers, rows, limit, group);
    }
  }

  private void wholeGroups(IrBuilder builder, List<TileHandle> carriers, Value limit, Group group) {
    Value last = builder.sub(limit, builder.index(GROUP_ROWS));
    builder.loop(
        builder.index(0),
        limit,
        builder.index(GROUP_ROWS),
        (body, done) -> {
          Value row = order == WorkOrder.DESCENDING ? body.sub(last, done) : done;
          group(body, carriers, row, body.index(GROUP_ROWS), GROUP_ROWS, group);
        });
  }

  /** The rows behind {@code limit}, fewer than a whole group. */
  private void rest(
      IrBuilder builder, List<TileHandle> carriers, OptionalLong rows, Value limit, Group group) {
    if (rows.isEmpty()) {
      Value rest = builder.remainder(destination.rows(), GROUP_ROWS);
      builder.when(
          builder.compare("ne", rest, builder.index(0)),
          body -> lastGroup(body, carriers, limit, rest, group));
    } else if (rows.getAsLong() % GROUP_ROWS != 0) {
      int rest = (int) (rows.getAsLong() % GROUP_ROWS);
      group(builder, carriers, limit, builder.index(rest), rest, group);
    }
  }

  /**
   * Fewer rows than a whole group, how many only the run knows. Carriers are made for all rows that
   * the tiles can have there: behind the tile may be the end of UB, or what is being loaded.
   */
  private void lastGroup(
      IrBuilder builder, List<TileHandle> carriers, Value row, Value rows, Group group) {
    int most = destination.type().rows();
    for (TileHandle carrier : carriers) {
      most = Math.min(most, carrier.type().rows());
    }
    int tail = most % GROUP_ROWS;
    int whole = most - tail;
    if (whole == 0 || tail == 0) {
      group(builder, carriers, row, rows, whole == 0 ? tail : GROUP_ROWS, group);
      return;
    }
    Value isBefore = builder.compare("slt", row, builder.index(whole));
    builder.when(isBefore, body -> group(body, carriers, row, rows, GROUP_ROWS, group));
    Value isBehind = builder.compare("sge", row, builder.index(whole));
    builder.when(isBehind, body -> group(body, carriers, row, rows, tail, group));
  }

  /**
   * @param made rows that carriers are made for, not fewer than {@code rows}
   */
  private void group(
      IrBuilder builder, List<TileHandle> carriers, Value row, Value rows, int made, Group group) {
    Code code = Code.following(builder);
    List<Area> blocks = new ArrayList<>();
    for (TileHandle carrier : carriers) {
      blocks.add(carrierBlocks(code, carrier, row, made, BLOCK_SLOTS[blocks.size()]));
    }
    group.emit(
        code,
        new Domain(rows, destination.columns(), made, destination.type().columns()),
        row,
        blocks);
  }

  private Area carrierBlocks(Code code, TileHandle carrier, Value row, long rows, int slot) {
    IrBuilder builder = code.builder();
    int bytes = carrier.elementBytes();
    Area values = scratch.row(builder, 2, Math.max(bytes, 2));
    if (carrier.type().baseLayout() == BaseLayout.COLUMN_MAJOR) {
      values = new Area(carrier.address(), bytes, 0, false).from(builder, builder.index(0), row);
      if (bytes == 1) {
        values = spread(code, rows, values);
      }
    } else {
      Area staging = scratch.row(builder, 0, Math.max(bytes, 2));
      Area rowsOfCarrier =
          Area.of(carrier).from(builder, row, builder.index(0)).as(Math.max(bytes, 2));
      RowValues.collect(
          code,
          rows,
          Math.max(bytes, 2),
          values,
          rowsOfCarrier,
          staging,
          scratch.row(builder, 1, 2));
    }
    if (bytes == 1) {
      pair(code, rows, values);
    }
    Area blocks = scratch.row(builder, slot, Math.max(bytes, 2));
    RowValues.broadcast(code, rows, Math.max(bytes, 2), blocks, values);
    return Area.blocks(blocks.address(), bytes);
  }

  /** Adjacent bytes as 16-bit lanes: to half precision and back, which is exact. */
  private Area spread(Code code, long rows, Area values) {
    IrBuilder builder = code.builder();
    Domain domain = Domain.of(builder, 1, rows);
    Area half = scratch.row(builder, 0, 2);
    Area words = scratch.row(builder, 2, 2);
    code.convert(
        domain, DataType.U8, DataType.FP16, RoundingMode.DEFAULT.code(), false, half, values);
    code.convert(
        domain, DataType.FP16, DataType.S16, RoundingMode.NEAREST_EVEN.code(), true, words, half);
    return words;
  }

  /** The low byte of each lane in both halves. */
  private void pair(Code code, long rows, Area values) {
    IrBuilder builder = code.builder();
    Domain domain = Domain.of(builder, 1, rows);
    Area high = scratch.row(builder, 0, 2);
    Area lanes = values.as(2);
    code.scalar(domain, Mnemonic.VSHLS, DataType.U16, 8, high, lanes);
    code.scalar(domain, Mnemonic.VSHRS, DataType.U16, 8, lanes, high);
    code.run(domain, Mnemonic.VOR, DataType.U16, lanes, lanes, high);
  }

  /**
   * {@code exp(first - second)}; half precision is computed in single precision and rounded once.
   */
  Combination exponentOfDifference() {
    if (destination.element() == ElementType.F32) {
      return (code, domain, to, first, second, pitch) -> {
        code.run(domain, Mnemonic.VSUB, DataType.FP32, to, first, second);
        code.run(domain, Mnemonic.VEXP, DataType.FP32, to, to);
      };
    }
    return new Widened(scratch);
  }

  /** Half precision through single precision. */
  private record Widened(Scratch scratch) implements Combination {
    @Override
    public boolean needsPieces() {
      return true;
    }

    @Override
    public void emit(Code code, Domain domain, Area to, Area first, Area second, long pitch) {
      Area left = widened(code, domain, 5, first, pitch);
      Area right = widened(code, domain, 6, second, pitch);
      code.run(domain, Mnemonic.VSUB, DataType.FP32, left, left, right);
      code.run(domain, Mnemonic.VEXP, DataType.FP32, left, left);
      code.convert(
          domain, DataType.FP32, DataType.FP16, RoundingMode.NEAREST_EVEN.code(), false, to, left);
    }

    private Area widened(Code code, Domain domain, int slot, Area from, long pitch) {
      Area wide = scratch.slot(code.builder(), slot, Float.BYTES, pitch * Float.BYTES);
      code.convert(
          domain, DataType.FP16, DataType.FP32, RoundingMode.DEFAULT.code(), false, wide, from);
      return wide;
    }
  }
}
