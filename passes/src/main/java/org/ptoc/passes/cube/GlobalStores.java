package org.ptoc.passes.cube;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.ViewLayout;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.storage.ViewHandle;
import org.ptoc.passes.tile.AtomicControl;
import org.ptoc.passes.tile.TransferPlanner;

/** Stores to global memory, from accumulators or L1 (spec/60, 2.8 and 5.3). */
final class GlobalStores {
  private final CubeWords words;
  private final IrBuilder builder;
  private final ViewHandle view;
  private final CubeTile source;

  GlobalStores(CubeWords words, ViewHandle view, CubeTile source) {
    this.words = words;
    this.builder = words.builder();
    this.view = view;
    this.source = source;
  }

  /** Rows of a tile in L1 as they are. */
  Optional<String> copy() {
    int type = CubeWords.type(source.element());
    boolean[] refused = {false};
    Optional<String> why =
        new TransferPlanner(builder, view, source.handle())
            .plan(
                (inner, bursts) ->
                    RowLoops.emit(
                        new CubeWords(inner, words.target()),
                        bursts,
                        (at, rows) -> refused[0] |= !at.target().store(at, rows, type)));
    return why.isEmpty() && refused[0]
        ? Optional.of("tiles in mat are stored on a2a3 only, by rows and strides of whole 32 bytes")
        : why;
  }

  /**
   * Accumulators, converted.
   *
   * @return why it cannot be done, empty when it was emitted
   */
  Optional<String> emit(Operation op, AccumulatorStores.Conversion conversion) {
    AtomicControl control = new AtomicControl(words.builder(), op, view.element());
    control.begin();
    Optional<String> why = emit(conversion);
    control.end();
    return why;
  }

  private Optional<String> emit(AccumulatorStores.Conversion conversion) {
    int last = view.rank() - 1;
    ViewLayout layout = view.layout(source.handle(), builder.constants());
    boolean isMatrix =
        view.extents().stream()
            .limit(Math.max(last - 1, 0))
            .allMatch(extent -> builder.constantOf(extent).orElse(0) == 1);
    return switch (layout) {
      case LEFT_SCALES, RIGHT_SCALES ->
          whole(conversion, to(stride(last - 1), AccumulatorStores.Order.ROWS, false));
      case ROWS ->
          isMatrix
              ? whole(conversion, to(stride(last - 1), AccumulatorStores.Order.ROWS, false))
              : groups(conversion);
      case COLUMNS ->
          isMatrix
              ? whole(conversion, to(stride(last), AccumulatorStores.Order.COLUMNS, false))
              : Optional.of(
                  "a view of layout dn takes accumulators when its dimensions before the last two"
                      + " are known to be 1; those of a view of layout nd number rows");
      case FRACTALS ->
          whole(conversion, to(stride(last - 3), AccumulatorStores.Order.FRACTALS, isSplit()));
    };
  }

  private Optional<String> whole(
      AccumulatorStores.Conversion conversion, AccumulatorStores.Destination to) {
    return new AccumulatorStores(words, source, conversion)
        .emit(builder.i64(0), builder.i64(0), source.rows(), source.columns(), to);
  }

  /** Rows that several dimensions of the view number, a word for each group at equal distances. */
  private Optional<String> groups(AccumulatorStores.Conversion conversion) {
    int bytes = view.element().bytes();
    TileHandle lines =
        new TileHandle(
            source.type().withElement(view.element()),
            source.address(),
            source.rows(),
            source.columns(),
            AccumulatorStores.ROW_BYTES / bytes);
    List<String> refused = new ArrayList<>();
    Optional<String> why =
        new TransferPlanner(builder, view, lines)
            .planLines(
                true,
                (inner, bursts) ->
                    RowLoops.emit(
                        new CubeWords(inner, words.target()),
                        bursts,
                        (at, rows) ->
                            new AccumulatorStores(
                                    at,
                                    new CubeTile(source.handle().withAddress(rows.tileAddress())),
                                    conversion)
                                .emit(
                                    at.builder().i64(0),
                                    at.builder().i64(0),
                                    rows.count(),
                                    source.columns(),
                                    to(
                                        rows.viewAddress(),
                                        at.units(rows.viewStride(), bytes),
                                        AccumulatorStores.Order.ROWS,
                                        false))
                                .ifPresent(refused::add)));
    return why.or(() -> refused.stream().findFirst());
  }

  /** The distance of rows of a view of one dimension is of no use. */
  private Value stride(int dimension) {
    return dimension < 0 ? builder.i64(0) : words.wide(view.strides().get(dimension));
  }

  /** Boxes of 32 bytes of 32-bit elements instead of 16 elements. */
  private boolean isSplit() {
    OptionalLong width = builder.constantOf(view.extents().getLast());
    return view.element() == ElementType.F32 && width.isPresent() && width.getAsLong() == 8;
  }

  private AccumulatorStores.Destination to(
      Value stride, AccumulatorStores.Order order, boolean split) {
    return to(view.base(), stride, order, split);
  }

  private AccumulatorStores.Destination to(
      Value address, Value stride, AccumulatorStores.Order order, boolean split) {
    return new AccumulatorStores.Destination(
        Mnemonic.L0C_TO_GM,
        ConfigurationWord.FIXT_GM,
        view.element(),
        address,
        stride,
        order,
        split,
        word -> {});
  }
}
