package org.ptoc.passes.cube;

import java.util.Optional;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.TileLayout.Order;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.ViewHandle;
import org.ptoc.passes.tile.TransferPlanner;

/** Loads from global memory to L1 (spec/60, 2.4 and 5.3). */
final class MatrixLoads {
  private final CubeWords words;
  private final IrBuilder builder;
  private final ViewHandle view;
  private final CubeTile tile;

  MatrixLoads(CubeWords words, ViewHandle view, CubeTile tile) {
    this.words = words;
    this.builder = words.builder();
    this.view = view;
    this.tile = tile;
  }

  /**
   * Emits the load.
   *
   * @return why it cannot be done, empty when it was emitted
   */
  Optional<String> emit() {
    return switch (view.layout(tile.handle(), builder.constants())) {
      case LEFT_SCALES, RIGHT_SCALES -> scales();
      case FRACTALS -> copies();
      case ROWS ->
          switch (tile.order()) {
            case NZ -> lines(true);
            case ND, DN -> copies();
            case ZZ -> tile.type().rows() == 1 ? scales() : Optional.of(noLoad("rows"));
            case ZN, NN -> Optional.of(noLoad("rows"));
          };
      case COLUMNS ->
          switch (tile.order()) {
            case NZ -> columns();
            case ZN -> lines(false);
            case ND, DN -> copies();
            case ZZ, NN -> Optional.of(noLoad("columns"));
          };
    };
  }

  private String noLoad(String what) {
    return "a view whose "
        + what
        + " are adjacent elements cannot be loaded to this layout of boxes";
  }

  /** Rows that become lines of columns of boxes, or columns that become lines of rows of boxes. */
  private Optional<String> lines(boolean rows) {
    return new TransferPlanner(builder, view, tile.ofLines())
        .planLines(
            rows,
            (inner, bursts) ->
                RowLoops.emit(
                    new CubeWords(inner, words.target()),
                    bursts,
                    (at, each) -> cut(at, each, each.tileStride() / 32, tile.pitch())));
  }

  /** Columns that become columns of boxes, which only one dimension of the view can number. */
  private Optional<String> columns() {
    if (!words.target().leftByColumns()) {
      return Optional.of(
          "a view of adjacent rows cannot be loaded to columns of boxes on "
              + words.target().profile().spelling()
              + "; load it to a tile with blayout=row_major, slayout=col_major");
    }
    Value stride = tile.bytes(builder, view.strides().getLast());
    new Lines(words.wide(tile.rows()), words.wide(tile.columns()), stride, 1, tile.pitch())
        .emit(Mnemonic.GM_TO_L1_DN2NZ, words, tile, tile.address(), view.base());
    return Optional.empty();
  }

  /** Rows or columns without boxes, and blocks of views that are laid out in boxes already. */
  private Optional<String> copies() {
    int type = CubeWords.type(tile.element());
    return new TransferPlanner(builder, view, tile.handle())
        .plan(
            (inner, bursts) ->
                RowLoops.emit(
                    new CubeWords(inner, words.target()),
                    bursts,
                    (at, rows) -> {
                      if (!at.target().load(at, rows, type)) {
                        asLines(at, rows);
                      }
                    }));
  }

  /** Rows of any length: lines whose pieces of 32 bytes are adjacent. */
  private void asLines(CubeWords at, CubeTarget.Rows rows) {
    cut(at, rows, rows.tileStride() / 32, 1);
  }

  private void cut(CubeWords at, CubeTarget.Rows rows, long lineStep, long pieceStep) {
    Value elements =
        at.units(at.builder().mul(rows.length(), at.builder().i64(8)), Lines.bits(tile));
    new Lines(rows.count(), elements, rows.viewStride(), lineStep, pieceStep)
        .emit(Mnemonic.GM_TO_L1_ND2NZ, at, tile, rows.tileAddress(), rows.viewAddress());
  }

  /** Scales, which lie in global memory as in L1: rows of fragments (spec/60, 1.4). */
  private Optional<String> scales() {
    boolean left = tile.order() == Order.ZZ || tile.order() == Order.ND;
    int across = left ? 0 : 1;
    ViewHandle.Origin origin = view.origin();
    Value pairs = words.ceil(origin.extents().get(view.rank() - 1 - across), 2);
    Value blockBytes = builder.mul(pairs, builder.i64(32));
    Value block = words.units(offset(origin, 2 - across), CubeTile.BOX);
    Value pair = words.units(offset(origin, 1 + across), 2);
    Value start =
        builder.add(
            origin.base(),
            builder.mul(builder.add(builder.mul(block, pairs), pair), builder.i64(32)));
    Value lines = left ? tile.rows() : tile.columns();
    Value groups = left ? tile.columns() : tile.rows();
    int pitch = CubeTile.up(tile.handle().pitch(), 2);
    CubeTarget.Rows rows =
        tile.type().rows() == 1
            ? new CubeTarget.Rows(
                view.base(), tile.address(), words.wide(groups), builder.i64(1), builder.i64(0), 0)
            : new CubeTarget.Rows(
                start,
                tile.address(),
                builder.mul(words.ceil(groups, 2), builder.i64(32)),
                words.ceil(lines, CubeTile.BOX),
                blockBytes,
                16L * pitch);
    words.target().load(words, rows, CubeWords.type(tile.element()));
    return Optional.empty();
  }

  private Value offset(ViewHandle.Origin origin, int fromEnd) {
    return words.wide(origin.offsets().get(view.rank() - fromEnd));
  }
}
