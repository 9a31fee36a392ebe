package org.ptoc.passes.cube;

import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.TransferPlanner;
import org.ptoc.passes.tile.ViewHandle;

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
    AtomicControl control = new AtomicControl(words, op, view.element());
    control.begin();
    Optional<String> why =
        new AccumulatorStores(words, source, conversion)
            .emit(builder.i64(0), builder.i64(0), source.rows(), source.columns(), destination());
    control.end();
    return why;
  }

  private AccumulatorStores.Destination destination() {
    int last = view.rank() - 1;
    return switch (ViewLayout.of(view, source, builder.constants())) {
      case ROWS, SCALES -> to(stride(last - 1), AccumulatorStores.Order.ROWS, false);
      case COLUMNS -> to(stride(last), AccumulatorStores.Order.COLUMNS, false);
      case FRACTALS -> to(stride(last - 3), AccumulatorStores.Order.FRACTALS, isSplit());
    };
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
    return new AccumulatorStores.Destination(
        Mnemonic.L0C_TO_GM,
        ConfigurationWord.FIXT_GM,
        view.element(),
        view.base(),
        stride,
        order,
        split);
  }
}
