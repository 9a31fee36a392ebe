package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ptoc.ir.HistogramByte;
import org.ptoc.ir.MaskPattern;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.MemoryLimits;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.Guard;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.storage.TileRoom;
import org.ptoc.passes.storage.ViewHandle;

/**
 * Checks before operations for the rules that only the run can decide (spec/20, section 4, R1 to
 * R6). Rules that constants decide cost nothing. The rules of the verifier apply with run-time
 * extents instead of static ones.
 */
final class RuntimeChecks {
  private static final int BLOCK = 32;

  private final TileLowering tiles;
  private final PassContext context;
  private final Guard guard;
  private final IrBuilder builder;
  private final Operation op;

  RuntimeChecks(TileLowering tiles, Operation op, IrBuilder builder, PassContext context) {
    this.tiles = tiles;
    this.op = op;
    this.builder = builder;
    this.context = context;
    this.guard = tiles.guard(op, builder);
  }

  /** Emits the checks of the operation. */
  void emit() {
    if (op.definition().isTileOperation()) {
      domain();
      extents();
      overlap();
    } else {
      named();
    }
  }

  /** What names tiles and views or changes their extents. */
  private void named() {
    switch (op.definition().form()) {
      case ALLOC_TILE -> allocation();
      case ALLOC_MULTI_TILE -> {
        MultiTileType type = (MultiTileType) op.result().type();
        op.optional(RoleName.ADDR)
            .ifPresent(at -> address(at, type.slot(), type.slot().bytes() * type.count()));
      }
      case ASSIGN_TILE -> {
        TileType type = (TileType) op.result().type();
        address(op.operand(RoleName.ADDR), type, type.bytes());
      }
      case MULTI_TILE_GET ->
          guard.atMost(
              RuntimeRule.RANGE,
              op.operand(RoleName.SLOT),
              ((MultiTileType) op.operand(RoleName.TILES).type()).count() - 1);
      case SET_VALID -> {
        TileType type = tile(RoleName.TILE).type();
        guard.atMost(RuntimeRule.VALID_REGION, op.operand(RoleName.ROWS), type.rows());
        guard.atMost(RuntimeRule.VALID_REGION, op.operand(RoleName.COLUMNS), type.columns());
      }
      case SUBVIEW -> subview();
      case PARTITION -> partition();
      case MAKE_VIEW,
          VIEW_QUERY,
          VIEW_ADDRESS,
          TILE_ADDRESS,
          BITCAST_TILE,
          GET_VALID,
          VALID_EXTENT,
          CORE_SIGNAL,
          SET_QUANTIZATION -> {}
      default -> throw new IllegalStateException("no checks of " + op.definition().form());
    }
  }

  private TileHandle tile(RoleName role) {
    return tiles.tile(op.operand(role));
  }

  private List<TileHandle> tiles(RoleName... roles) {
    List<TileHandle> found = new ArrayList<>();
    for (RoleName role : roles) {
      found.add(tile(role));
    }
    return found;
  }

  // Tiles and windows.

  private void allocation() {
    TileType type = (TileType) op.result().type();
    op.optional(RoleName.VALID_ROW)
        .ifPresent(rows -> guard.atMost(RuntimeRule.VALID_REGION, rows, type.rows()));
    op.optional(RoleName.VALID_COL)
        .ifPresent(columns -> guard.atMost(RuntimeRule.VALID_REGION, columns, type.columns()));
    op.optional(RoleName.ADDR).ifPresent(at -> address(at, type, type.bytes()));
  }

  /** The storage is aligned and lies in its memory. */
  private void address(Value address, TileType type, long bytes) {
    TileMemory memory = TileMemory.of(type);
    Value rest =
        builder.and(
            address, builder.like(address, Math.min(BLOCK, MemoryLimits.alignment(memory)) - 1));
    guard.unless(RuntimeRule.RANGE, "eq", rest, builder.like(address, 0));
    guard.atMost(RuntimeRule.RANGE, address, MemoryLimits.bytes(memory, context.profile()) - bytes);
  }

  private void subview() {
    TileType parent = tile(RoleName.TILE).type();
    TileType type = (TileType) op.result().type();
    guard.atMost(RuntimeRule.RANGE, op.group(RoleName.OFFSETS).get(0), parent.rows() - type.rows());
    guard.atMost(
        RuntimeRule.RANGE, op.group(RoleName.OFFSETS).get(1), parent.columns() - type.columns());
    if (parent.boxLayout() != TileType.BoxLayout.NONE) {
      guard.multipleOf(
          RuntimeRule.RANGE, op.group(RoleName.OFFSETS).get(0), parent.layout().boxRows());
      guard.multipleOf(
          RuntimeRule.RANGE, op.group(RoleName.OFFSETS).get(1), parent.layout().boxColumns());
    }
    List<Value> valid = op.group(RoleName.VALID);
    for (Value extent : valid) {
      guard.unless(RuntimeRule.VALID_REGION, "sge", extent, builder.like(extent, 0));
    }
    if (!valid.isEmpty()) {
      asStated(type.validRows(), valid.getFirst(), type.rows());
      asStated(type.validColumns(), valid.getLast(), type.columns());
    }
  }

  /** An extent that the type of a window states is the one that its operand gives. */
  private void asStated(int stated, Value given, int room) {
    if (stated != TileType.DYNAMIC) {
      guard.equal(
          builder.minUnsigned(guard.local(given), builder.index(room)), builder.index(stated));
    }
  }

  /**
   * Each dimension of the window lies inside the view: 0 <= offset and offset + size <= extent,
   * without overflow.
   */
  private void partition() {
    ViewHandle view = tiles.view(op.operand(RoleName.VIEW));
    for (int i = 0; i < view.rank(); i++) {
      Value offset = op.group(RoleName.OFFSETS).get(i);
      Value size = op.group(RoleName.SIZES).get(i);
      Value extent = view.extents().get(i);
      guard.unless(RuntimeRule.RANGE, "ule", offset, extent);
      guard.unless(
          RuntimeRule.RANGE, "ule", size, builder.sub(guard.local(extent), guard.local(offset)));
    }
  }

  // Operations.

  /** A reduction has elements to reduce; other operations over nothing are ordinary tails. */
  private void domain() {
    if (!op.definition().form().relation().reduces()) {
      return;
    }
    for (RoleName role : op.definition().form().domainRoles()) {
      op.optional(role)
          .filter(operand -> operand.type() instanceof TileType)
          .map(tiles::tile)
          .ifPresent(
              tile -> {
                guard.iterates(tile.rows());
                guard.iterates(tile.columns());
              });
    }
  }

  /** The valid regions agree as the form says. */
  private void extents() {
    switch (op.definition().form().relation()) {
      case UNRELATED, TRIANGLE, RANDOM, PREFETCHED, COMMON_REGION, PADDED -> {}
      case LOADED ->
          new TransferChecks(builder, guard)
              .load(tiles.view(op.operand(RoleName.SRC)), tile(RoleName.DST));
      case STORED ->
          new TransferChecks(builder, guard)
              .store(tiles.view(op.operand(RoleName.DST)), tile(RoleName.SRC));
      case ELEMENTWISE, ELEMENTWISE_ONTO, CONVERTED -> elementwise();
      case CHOICE -> {
        elementwise();
        mask(tile(RoleName.MASK), tile(RoleName.DST));
      }
      case MASK_BITS -> compare();
      case ROW_TO_ELEMENT -> {
        guard.equal(tile(RoleName.DST).rows(), tile(RoleName.SRC).rows());
        guard.atMost(RuntimeRule.VALID_REGION, tile(RoleName.DST).columns(), 1);
      }
      case COLUMN_TO_ELEMENT, COLUMN_TO_INDEX -> {
        guard.atMost(RuntimeRule.VALID_REGION, tile(RoleName.DST).rows(), 1);
        guard.equal(tile(RoleName.DST).columns(), tile(RoleName.SRC).columns());
      }
      case CARRIER -> carrier(tile(RoleName.SRC));
      case DATA_AND_CARRIER -> expansion();
      case DATA_AND_ROW_CARRIERS -> {
        reads(RoleName.DST, RoleName.SRC);
        carrier(tile(RoleName.SCALE));
        op.optional(RoleName.OFFSET).map(tiles::tile).ifPresent(this::carrier);
      }
      case PARTIAL -> overlay();
      case WINDOW_OF_SOURCE -> window(RoleName.DST, RoleName.SRC);
      case WINDOW_OF_DESTINATION -> window(RoleName.SRC, RoleName.DST);
      case PRODUCT, ACCUMULATED_PRODUCT -> new CubeChecks(tiles, builder, guard).product(op);
      case GATHERED ->
          MaskPattern.of(op)
              .ifPresentOrElse(
                  pattern -> pattern(pattern, tile(RoleName.SRC), tile(RoleName.DST)),
                  () -> {
                    if (op.operand(RoleName.INDEX).type() instanceof TileType) {
                      covers(tile(RoleName.INDEX), tile(RoleName.DST));
                      indices(
                          indices ->
                              indices.below(
                                  tile(RoleName.INDEX), tile(RoleName.DST), tile(RoleName.SRC)));
                    } else {
                      guard.equal(tile(RoleName.DST).rows(), tile(RoleName.SRC).rows());
                    }
                  });
      case HISTOGRAM -> {
        guard.equal(tile(RoleName.DST).rows(), tile(RoleName.SRC).rows());
        guard.equal(tile(RoleName.DST).columns(), builder.index(1L << Byte.SIZE));
        int selected = HistogramByte.selected(op);
        if (selected > 0) {
          Value rows = tile(RoleName.SRC).rows();
          covers(
              tile(RoleName.SELECTOR),
              tile(RoleName.SRC).withExtents(rows, builder.index(selected)));
        }
      }
      case SCATTERED ->
          MaskPattern.of(op)
              .ifPresentOrElse(
                  pattern -> pattern(pattern, tile(RoleName.DST), tile(RoleName.SRC)),
                  () -> {
                    covers(tile(RoleName.SRC), tile(RoleName.INDEX));
                    indices(
                        indices ->
                            indices.below(
                                tile(RoleName.INDEX), tile(RoleName.INDEX), tile(RoleName.DST)));
                  });
      case GATHERED_BLOCKS -> {
        TileHandle used = tile(RoleName.DST);
        Value bytes = builder.mul(used.columns(), builder.index(used.elementBytes()));
        TileHandle needed = used.withExtents(used.rows(), builder.ceilDivide(bytes, BLOCK));
        covers(tile(RoleName.OFFSETS), needed);
        indices(
            indices ->
                indices.below(
                    tile(RoleName.OFFSETS), needed, tile(RoleName.SRC).spanBytes() - BLOCK + 1));
      }
      case GATHERED_FROM_VIEW -> memory(tile(RoleName.DST), RoleName.SRC, AttributeName.GATHER_OOB);
      case SCATTERED_TO_VIEW -> memory(tile(RoleName.SRC), RoleName.DST, AttributeName.SCATTER_OOB);
      case TRANSPOSED -> {
        guard.atMost(
            RuntimeRule.VALID_REGION,
            tile(RoleName.SRC).columns(),
            tile(RoleName.DST).type().rows());
        guard.atMost(
            RuntimeRule.VALID_REGION,
            tile(RoleName.SRC).rows(),
            tile(RoleName.DST).type().columns());
      }
      case CONCATENATED -> {
        guard.equal(tile(RoleName.DST).rows(), tile(RoleName.SRC0).rows());
        guard.equal(tile(RoleName.DST).rows(), tile(RoleName.SRC1).rows());
        within(
            tile(RoleName.SRC0).columns(),
            tile(RoleName.SRC1).columns(),
            tile(RoleName.DST).type().columns());
      }
      case CONCATENATED_COUNTED -> {
        guard.equal(tile(RoleName.DST).rows(), tile(RoleName.SRC0).rows());
        guard.equal(tile(RoleName.DST).rows(), tile(RoleName.SRC1).rows());
      }
      case SEQUENCE -> guard.atMost(RuntimeRule.VALID_REGION, tile(RoleName.DST).rows(), 1);
      case SORTED -> sort();
      case MERGED -> {
        if (guard.isStrict()) {
          new MergeChecks(tiles, builder, guard).emit(op);
        }
      }
    }
  }

  /** Tiles that may share bytes do so as the operation can bear it. */
  private void overlap() {
    if (!guard.isStrict()) {
      return;
    }
    DisjointChecks disjoint = new DisjointChecks(tiles, builder, guard);
    boolean usesScratch = context.profile().has(ProfileFeature.SCRATCH_TILES);
    boolean apart = usesScratch && disjoint.wantsApart(op);
    if (usesScratch) {
      disjoint.emit(op);
    }
    if (!apart) {
      new OverlapChecks(tiles, builder, guard).emit(op, tiles.clashes(op));
    }
  }

  /** Indices are in memory, and no extents depend on them. */
  private void indices(Consumer<IndexChecks> checks) {
    if (guard.isStrict()) {
      checks.accept(new IndexChecks(builder, guard));
    }
  }

  /** Every source is read where dst is valid; masks and scratch have regions of their own. */
  private void elementwise() {
    OperationForm form = op.definition().form();
    for (int role = 0; role < form.inputRoles(); role++) {
      RoleName name = form.operands().get(role).name();
      for (Value value : op.group(role)) {
        if (value.type() instanceof TileType && name != RoleName.MASK && !form.writes(role)) {
          reads(RoleName.DST, name);
        }
      }
    }
  }

  private void compare() {
    boolean two = op.definition().form().hasOperand(RoleName.SRC1);
    TileHandle source = tile(two ? RoleName.SRC0 : RoleName.SRC);
    if (two) {
      reads(RoleName.SRC0, RoleName.SRC1);
    }
    if (two || source.type().validColumns() == TileType.DYNAMIC) {
      mask(tile(RoleName.DST), source);
    }
  }

  /** A mask has a row for each row and a bit for each column. */
  private void mask(TileHandle mask, TileHandle data) {
    guard.atMost(RuntimeRule.VALID_REGION, data.rows(), mask.type().rows());
    guard.atMost(
        RuntimeRule.VALID_REGION, data.columns(), mask.type().columns() * 8L * mask.elementBytes());
  }

  private void carrier(TileHandle carrier) {
    TileHandle destination = tile(RoleName.DST);
    if (op.definition().has(Trait.ROW_CARRIER)) {
      guard.reads(destination.rows(), carrier.rows(), carrier.type().rows());
    } else {
      guard.reads(destination.columns(), carrier.columns(), carrier.type().columns());
    }
  }

  /**
   * One source is read where the destination is valid, as lowering chooses it; the other carries a
   * value per row or column.
   */
  private void expansion() {
    TileHandle first = tile(RoleName.SRC0);
    TileHandle second = tile(RoleName.SRC1);
    TileHandle whole = tile(RoleName.DST);
    if (op.definition().has(Trait.ROW_CARRIER)) {
      Carriers.byRows(
          builder,
          first,
          second,
          whole,
          (body, data, carrier, carrierFirst) -> {
            Guard inner = guard.in(body);
            reads(inner, whole, data);
            inner.reads(whole.rows(), carrier.rows(), carrier.type().rows());
            carrierColumns(inner, carrier);
          });
    } else {
      Carriers.byColumns(
          builder,
          first,
          second,
          whole,
          (body, data, carrier, carrierFirst) -> {
            Guard inner = guard.in(body);
            reads(inner, whole, data);
            inner.reads(whole.columns(), carrier.columns(), carrier.type().columns());
            // Without rows to expand to, no row is read.
            Value row = body.minUnsigned(guard.local(whole.rows()), body.index(1));
            inner.reads(row, carrier.rows(), carrier.type().rows());
            inner.atMost(RuntimeRule.VALID_REGION, carrier.rows(), 1);
          });
    }
  }

  private static void reads(Guard inner, TileHandle region, TileHandle source) {
    inner.reads(region.rows(), source.rows(), source.type().rows());
    inner.reads(region.columns(), source.columns(), source.type().columns());
  }

  /** One column, or all of a row-major carrier. */
  private static void carrierColumns(Guard inner, TileHandle carrier) {
    Value columns = carrier.columns();
    Value several = inner.compareWith("ne", columns, 1);
    inner.trapWhen(
        RuntimeRule.VALID_REGION,
        inner.both(several, inner.compareWith("ne", columns, carrier.type().columns())));
  }

  private void overlay() {
    TileHandle destination = tile(RoleName.DST);
    for (TileHandle source : tiles(RoleName.SRC0, RoleName.SRC1)) {
      guard.unless(RuntimeRule.VALID_REGION, "ule", source.rows(), destination.rows());
      guard.unless(RuntimeRule.VALID_REGION, "ule", source.columns(), destination.columns());
    }
    if (op.definition().has(Trait.NEEDS_COVERING_SOURCE)) {
      Value uncovered = guard.both(differs(tile(RoleName.SRC0)), differs(tile(RoleName.SRC1)));
      guard.trapWhen(RuntimeRule.VALID_REGION, uncovered);
    }
    if (op.definition().form().hasOperand(RoleName.INDEX)) {
      sameValid(RoleName.SRC0, RoleName.INDEX0);
      sameValid(RoleName.SRC1, RoleName.INDEX1);
      sameValid(RoleName.DST, RoleName.INDEX);
    }
  }

  /** Indices into GM, unless the program defines the meaning of indices outside. */
  private void memory(TileHandle moved, RoleName view, AttributeName outside) {
    boolean isUndefined = op.attributes().text(outside).orElse("undefined").equals("undefined");
    if (isUndefined) {
      new IndexChecks(builder, guard)
          .inView(
              tile(RoleName.INDEX), moved, tiles.view(op.operand(view)), MemoryGather.isByRows(op));
    }
  }

  /** A source is read where another operand is valid; an element of a packed tile counts twice. */
  private void reads(RoleName region, RoleName source) {
    TileHandle read = tile(source);
    guard.reads(tile(region).rows(), read.rows(), read.type().rows());
    int packed = isPacked(source) && !isPacked(region) ? 2 : 1;
    guard.reads(
        columns(region, source), columns(source, region), (long) read.type().columns() * packed);
  }

  private void sameValid(RoleName first, RoleName second) {
    guard.equal(tile(first).rows(), tile(second).rows());
    guard.equal(columns(first, second), columns(second, first));
  }

  /** Each element of a packed tile holds two elements of another (spec/50, 1.3). */
  private Value columns(RoleName role, RoleName other) {
    Value columns = tile(role).columns();
    return isPacked(role) && !isPacked(other)
        ? builder.mul(guard.local(columns), builder.index(2))
        : columns;
  }

  private boolean isPacked(RoleName role) {
    return tile(role).type().element().kind() == ElementType.Kind.PACKED;
  }

  private Value differs(TileHandle source) {
    TileHandle destination = tile(RoleName.DST);
    return guard.either(
        guard.compare("ne", source.rows(), destination.rows()),
        guard.compare("ne", source.columns(), destination.columns()));
  }

  /** One valid region is not smaller than another. */
  private void covers(TileHandle outer, TileHandle inner) {
    guard.unless(RuntimeRule.VALID_REGION, "ule", inner.rows(), outer.rows());
    guard.unless(RuntimeRule.VALID_REGION, "ule", inner.columns(), outer.columns());
  }

  /** A tile has as many columns or rows as a pattern takes of those of another. */
  private void pattern(MaskPattern pattern, TileHandle all, TileHandle taken) {
    boolean rows = MaskPattern.takesRows(op);
    Value extent = guard.local(rows ? all.rows() : all.columns());
    int rounding = pattern.period() - 1 - pattern.phase();
    Value count = builder.divide(builder.add(extent, builder.index(rounding)), pattern.period());
    guard.equal(rows ? taken.rows() : taken.columns(), count);
    guard.equal(rows ? taken.columns() : taken.rows(), rows ? all.columns() : all.rows());
  }

  /** The valid region of a tile, moved by the offsets of the operation, lies inside another. */
  private void window(RoleName part, RoleName whole) {
    if (TileRoom.isInUb(op.operand(RoleName.SRC))) {
      within(op.operand(RoleName.ROW), tile(part).rows(), tile(whole).type().rows());
      within(op.operand(RoleName.COL), tile(part).columns(), tile(whole).type().columns());
    } else {
      new CubeChecks(tiles, builder, guard).window(op);
    }
  }

  /** {@code offset + extent <= room}, without overflow. */
  private void within(Value offset, Value extent, long room) {
    guard.atMost(RuntimeRule.RANGE, extent, room);
    guard.unless(
        RuntimeRule.RANGE, "ule", offset, builder.sub(builder.index(room), guard.local(extent)));
  }

  // Sorting.

  private void sort() {
    TileHandle source = tile(RoleName.SRC);
    TileHandle destination = tile(RoleName.DST);
    TileHandle indices = tile(RoleName.IDX);
    guard.equal(destination.rows(), source.rows());
    guard.equal(source.columns(), indices.columns());
    Value several = guard.compare("ne", indices.rows(), builder.index(1));
    guard.trapWhen(
        RuntimeRule.VALID_REGION,
        guard.both(several, guard.compare("ne", indices.rows(), destination.rows())));
    if (op.optional(RoleName.TMP).isEmpty() && tiles.isPlacedByHand()) {
      Value tail = builder.remainder(guard.local(source.columns()), BLOCK);
      guard.unless(RuntimeRule.SORT, "eq", tail, builder.index(0));
    }
    int recordElements = 8 / source.elementBytes();
    Value needed = builder.mul(guard.local(source.columns()), builder.index(recordElements));
    guard.atMost(RuntimeRule.SORT, needed, destination.type().columns());
    guard.unless(RuntimeRule.SORT, "ule", needed, destination.columns());
  }
}
