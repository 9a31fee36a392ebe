package org.ptoc.passes.tile;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.TileRelation;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.overlap.Clash;
import org.ptoc.ir.overlap.OverlapRule;
import org.ptoc.ir.overlap.OverlapVerdict;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.storage.Guard;
import org.ptoc.passes.storage.KnownPlaces;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.storage.TileRoom;
import org.ptoc.passes.storage.TileStorage;
import org.ptoc.passes.storage.ViewHandle;

/**
 * Base of a profile's tile lowering: turns views, tiles and their queries into addresses and
 * extents, and hands every tile operation to the profile. Expects that placement has given each
 * tile an address.
 */
public abstract class TileLowering extends Rewriter {
  private final Map<Value, TileHandle> tiles = new IdentityHashMap<>();
  private final TileControlFlow controlFlow = new TileControlFlow(tiles, this::rewriteRegion);
  private final TileStorage storage = new TileStorage();
  private final Map<Value, ViewHandle> views = new IdentityHashMap<>();
  private final Map<Value, MultiTile> multiTiles = new IdentityHashMap<>();
  private final Set<Value> unplaced = Collections.newSetFromMap(new IdentityHashMap<>());
  private final PassContext context;
  private final boolean placedByHand;
  private final KnownPlaces places = new KnownPlaces(tiles, this::constants);

  private record MultiTile(MultiTileType type, Value address) {}

  @SuppressWarnings("this-escape") // Control flow calls back when the function is rewritten.
  protected TileLowering(Function function, PassContext context) {
    super(function);
    this.context = context;
    this.placedByHand = function.body().filter(TileLowering::placesTiles).isPresent();
  }

  /** True when the program gives tiles addresses itself (spec/20, section 2). */
  final boolean isPlacedByHand() {
    return placedByHand;
  }

  private static boolean placesTiles(Region region) {
    return region
        .walk()
        .anyMatch(
            op ->
                op.definition().form().hasOperand(RoleName.ADDR)
                    && op.optional(RoleName.ADDR).isPresent()
                    && op.attributes().get(AttributeName.PLACED).isEmpty());
  }

  /** Lowers a tile operation; its operands are reached through {@link #tile} and {@link #view}. */
  protected abstract void lower(Operation operation, IrBuilder builder);

  /**
   * Lowers an operation other than a tile operation.
   *
   * @return false for one that stays as it is
   */
  protected boolean lowerOther(Operation operation, IrBuilder builder) {
    return false;
  }

  /** Called for an operation on tiles that was lowered here and not by {@link #lower}. */
  protected void used(Operation operation) {}

  /** Called before any operation but those that only compute values or name tiles and views. */
  protected void beforeEffect(Operation operation, IrBuilder builder) {}

  /** True for a walk that wants the checks alone, without the work and without addresses. */
  protected boolean looksOnly() {
    return false;
  }

  /** Who traps where an operation breaks a rule. */
  protected Guard guard(Operation op, IrBuilder builder) {
    return new Guard(builder, context.profile());
  }

  /** Emits the checks in front of an operation on tiles or views. */
  protected void check(Operation op, IrBuilder builder) {
    new RuntimeChecks(this, op, builder, context).emit();
  }

  /** True for what a walk that only looks leaves out. */
  private static boolean isWork(Operation op) {
    OperationForm form = op.definition().form();
    if (form == OperationForm.CORE_SIGNAL
        || form == OperationForm.ALL_CORES
        || form == OperationForm.RANK_NOTIFY
        || form == OperationForm.RANK_WAIT) {
      return true;
    }
    return form.isTile()
        ? op.results().isEmpty() && form.memoryRole().isEmpty()
        : form == OperationForm.CACHE_DROP || form == OperationForm.CACHE_CLEAN;
  }

  /** The address of an allocation; any address if it is unused. */
  private Optional<Value> address(Operation allocation, IrBuilder builder) {
    return looksOnly() ? Optional.of(builder.i64(0)) : allocation.optional(RoleName.ADDR);
  }

  protected final PassContext context() {
    return context;
  }

  /** The placed tile behind a value. */
  protected final TileHandle tile(Value value) {
    TileHandle handle = tiles.get(value);
    if (handle == null) {
      throw new IllegalStateException("tile without a definition: " + value);
    }
    return handle;
  }

  /** The view behind a value. */
  protected final ViewHandle view(Value value) {
    ViewHandle handle = views.get(value);
    if (handle == null) {
      throw new IllegalStateException("view without a definition: " + value);
    }
    return handle;
  }

  /** The extents of the tiles and views of an operation, {@code dst ?x64, src1 16x1}. */
  protected final String extents(Operation operation) {
    StringJoiner text = new StringJoiner(", ");
    List<Role> roles = operation.definition().operands();
    for (int i = 0; i < roles.size(); i++) {
      String name = roles.get(i).name() + " ";
      for (Value operand : operation.group(i)) {
        switch (operand.type()) {
          case TileType tile ->
              text.add(name + extents(List.of(tile(operand).rows(), tile(operand).columns())));
          case TensorViewType view -> text.add(name + extents(view(operand).extents()));
          default -> {
            /* has no extents */
          }
        }
      }
      if (operation.group(i).stream().anyMatch(TileLowering::isPlace)) {
        text.add(name + extents(operation.group(i)));
      }
    }
    return text.toString();
  }

  /** An index, or an address. */
  private static boolean isPlace(Value value) {
    return value.type() == ElementType.INDEX || value.type() == ElementType.I64;
  }

  private String extents(List<Value> extents) {
    return extents.stream()
        .map(constants()::integer)
        .map(known -> known.isPresent() ? Long.toString(known.getAsLong()) : "?")
        .collect(Collectors.joining("x"));
  }

  /** Reports that this version cannot lower an operation. */
  protected final void unsupported(Operation operation, String why) {
    context
        .diagnostics()
        .report(DiagnosticCode.NOT_SUPPORTED, operation.location(), operation.name() + " " + why);
  }

  /**
   * True when every tile and view that an operation names is one of this function; region arguments
   * are not.
   */
  private boolean knowsOperands(Operation op) {
    for (Value operand : op.operands()) {
      boolean known =
          switch (operand.type()) {
            case TileType type -> tiles.containsKey(operand);
            case TensorViewType type -> views.containsKey(operand);
            case MultiTileType type -> multiTiles.containsKey(operand);
            default -> true;
          };
      if (!known) {
        unsupported(op, "cannot use " + operand + ": " + whyUnknown(operand));
        return false;
      }
    }
    return true;
  }

  private String whyUnknown(Value operand) {
    return unplaced.contains(operand)
        ? "it has no address; the pass tile-placement comes first"
        : "tiles and views as parameters, and views of scales or of several layouts that control"
            + " flow hands on, are not supported by this version";
  }

  @Override
  protected final boolean rewrite(Operation op, IrBuilder builder) {
    boolean isAboutTiles = op.definition().form().isAboutTiles();
    if (isAboutTiles && !knowsOperands(op)) {
      return true;
    }
    boolean omitted = looksOnly() && isWork(op);
    if (hasEffect(op) && !omitted) {
      beforeEffect(op, builder);
    }
    // Behind what waits: checks of indices read what it writes.
    if (isAboutTiles && (context.options().has(CodeSwitch.RUNTIME_CHECKS) || looksOnly())) {
      check(op, builder);
    }
    if (omitted) {
      return true;
    }
    switch (op.definition().form()) {
      case MAKE_VIEW -> makeView(op, builder);
      case PARTITION -> partition(op, builder);
      case VIEW_QUERY -> queryView(op);
      case VIEW_ADDRESS -> replaceByPointer(op, builder, view(op.operandAt(0)).base());
      case ALLOC_TILE -> allocTile(op, builder);
      case ALLOC_MULTI_TILE ->
          address(op, builder)
              .ifPresentOrElse(
                  at ->
                      multiTiles.put(
                          op.result(), new MultiTile((MultiTileType) op.result().type(), at)),
                  () -> unplaced.add(op.result()));
      case MULTI_TILE_GET -> multiTileGet(op, builder);
      case ASSIGN_TILE -> assignTile(op);
      case SUBVIEW -> subview(op, builder);
      case RESHAPE_TILE -> reshape(op);
      case SET_VALID -> setValid(op);
      case GET_VALID -> {
        replace(op.result(0), tile(op.operandAt(0)).rows());
        replace(op.result(1), tile(op.operandAt(0)).columns());
      }
      case TILE_SET_ELEMENT, TILE_GET_ELEMENT -> element(op, builder);
      case TILE_PRINT -> print(op, builder);
      case CACHE_DROP, CACHE_CLEAN -> {
        return cacheLine(op, builder);
      }
      case VALID_EXTENT -> {
        TileHandle asked = tile(op.operandAt(0));
        replace(
            op.result(), op.definition().has(Trait.ASKS_COLUMNS) ? asked.columns() : asked.rows());
      }
      case BITCAST_TILE -> {
        TileHandle cast = tile(op.operandAt(0));
        TileType type = stored((TileType) op.result().type());
        // Scratch of sessions becomes whole tiles of other widths.
        boolean isWide = type.columns() != cast.type().columns();
        Value columns = isWide ? builder.index(type.columns()) : cast.columns();
        int pitch = isWide ? type.columns() : cast.pitch();
        tiles.put(op.result(), new TileHandle(type, cast.address(), cast.rows(), columns, pitch));
      }
      case TILE_ADDRESS -> replaceByPointer(op, builder, tile(op.operandAt(0)).address());
      case CORE_SIGNAL ->
          builder.append(op.withGroups(List.of(op.group(RoleName.ID_VALUE), List.of())));
      case YIELD, CONDITION -> controlFlow.end(op, builder);
      default -> {
        if (op.definition().form().regionRule().isControlFlow()) {
          controlFlow.rewrite(op, builder);
          break;
        }
        if (!op.definition().isTileOperation()) {
          return lowerOther(op, builder);
        }
        if (isKnownToDoNothing(op)) {
          return true;
        }
        checkPartial(op);
        guardStride(op, builder);
        if (!mayOverlap(op)) {
          return true;
        }
        lowerWhereNotEmpty(op, builder);
      }
    }
    places.define(op);
    return true;
  }

  /** True if constants make a region empty that the operation iterates over. */
  private boolean isKnownToDoNothing(Operation op) {
    return op.results().isEmpty()
        && op.definition().form().domainRoles().stream()
            .flatMap(role -> op.optional(role).stream())
            .filter(operand -> operand.type() instanceof TileType)
            .anyMatch(operand -> tile(operand).isKnownEmpty(constants()));
  }

  /**
   * Reductions write after their loops, also after a loop of no iterations. A reduction with a
   * run-time extent, which may be zero, is put under a condition.
   */
  private void lowerWhereNotEmpty(Operation op, IrBuilder builder) {
    switch (op.definition().form().relation()) {
      case ROW_TO_ELEMENT, HISTOGRAM ->
          lowerWhereNotZero(op, tile(op.operand(RoleName.SRC)).columns(), builder);
      case COLUMN_TO_ELEMENT, COLUMN_TO_INDEX ->
          lowerWhereNotZero(op, tile(op.operand(RoleName.SRC)).rows(), builder);
      default -> lower(op, builder);
    }
  }

  private void lowerWhereNotZero(Operation op, Value extent, IrBuilder builder) {
    Guard guard = new Guard(builder, context.profile());
    builder.when(guard.compareWith("ne", extent, 0), inner -> lower(op, inner));
  }

  /**
   * In which order an operation must go through its elements, so that it reads none that it has
   * overwritten (spec/50, 3.3).
   */
  protected final WorkOrder order(Operation op) {
    return OverlapRule.of(op, context.profile(), places).order();
  }

  /** Where the sources of an operation must not turn out to be. */
  final List<Clash> clashes(Operation op) {
    return Clash.of(op, context.profile(), places);
  }

  /** True if a lowering works in the scratch tile of an operation. */
  protected boolean usesTmp(Operation op) {
    return false;
  }

  /** Reports operands that may not overlap as they do: constants may say more than the text did. */
  private boolean mayOverlap(Operation op) {
    OverlapVerdict verdict = OverlapRule.of(op, context.profile(), places);
    if (verdict.isLegal() && usesTmp(op)) {
      verdict = OverlapRule.ofScratch(op, context.profile(), places);
    }
    if (!verdict.isLegal()) {
      context
          .diagnostics()
          .report(
              DiagnosticCode.TILE_OVERLAP, op.location(), op.name() + ": " + verdict.conflict());
    }
    return verdict.isLegal();
  }

  /** Tiles and their extents are names: only tile operations do something with elements. */
  private static boolean hasEffect(Operation op) {
    OperationForm form = op.definition().form();
    return form.isTile()
        || form == OperationForm.CORE_SIGNAL
        || form.effect() != Effect.NONE && !form.isAboutTiles();
  }

  /**
   * A transfer whose view may turn out not to have adjacent elements must not move others: it
   * traps.
   */
  private void guardStride(Operation op, IrBuilder builder) {
    boolean loads = op.definition().form() == OperationForm.TILE_LOAD;
    if (!loads && op.definition().form() != OperationForm.TILE_STORE
        || !TileRoom.isInUb(op.operand(loads ? RoleName.DST : RoleName.SRC))) {
      return;
    }
    TransferPlanner planner =
        new TransferPlanner(
            builder,
            view(op.operand(loads ? RoleName.SRC : RoleName.DST)),
            tile(op.operand(loads ? RoleName.DST : RoleName.SRC)));
    Guard guard = new Guard(builder, context.profile());
    planner
        .unknownStride()
        .ifPresent(
            line -> {
              Value apart = guard.compare("ne", line.stride(), builder.index(1));
              Value several = guard.compare("ne", line.length(), builder.index(1));
              guard.trapWhen(RuntimeRule.STRIDE, guard.both(apart, several));
            });
  }

  /**
   * {@code tpartmax}, {@code tpartmin} and their index forms with two short sources are an error on
   * request (spec/20, 7.4).
   */
  private void checkPartial(Operation op) {
    boolean isPartial = op.definition().form().relation() == TileRelation.PARTIAL;
    if (!isPartial || !context.options().has(CodeSwitch.STRICT_PARTIAL)) {
      return;
    }
    TileHandle destination = tile(op.operand(RoleName.DST));
    if (!covers(tile(op.operand(RoleName.SRC0)), destination)
        && !covers(tile(op.operand(RoleName.SRC1)), destination)) {
      context
          .diagnostics()
          .report(
              DiagnosticCode.TILE_SHAPE_MISMATCH,
              op.location(),
              op.name()
                  + ": neither source has the valid shape of dst, which --strict-part demands");
    }
  }

  /** False when an extent is known to differ. */
  private boolean covers(TileHandle source, TileHandle destination) {
    return mayAgree(source.staticRows(constants()), destination.staticRows(constants()))
        && mayAgree(source.staticColumns(constants()), destination.staticColumns(constants()));
  }

  private static boolean mayAgree(OptionalLong first, OptionalLong second) {
    return first.isEmpty() || second.isEmpty() || first.getAsLong() == second.getAsLong();
  }

  private void replaceByPointer(Operation op, IrBuilder builder, Value address) {
    replace(op.result(), builder.value(Op.CASTPTR, op.result().type(), address));
  }

  private void makeView(Operation op, IrBuilder builder) {
    PointerType pointer = (PointerType) op.operand(RoleName.BASE).type();
    Value base = builder.value(Op.CASTPTR, ElementType.I64, op.operand(RoleName.BASE));
    views.put(
        op.result(),
        new ViewHandle(
            pointer.element(),
            base,
            op.group(RoleName.SHAPE),
            op.group(RoleName.STRIDES),
            op.attributes().text(AttributeName.LAYOUT),
            new ViewHandle.Origin(
                base,
                op.group(RoleName.SHAPE),
                op.group(RoleName.SHAPE).stream().map(extent -> builder.index(0)).toList())));
  }

  private void partition(Operation op, IrBuilder builder) {
    ViewHandle view = view(op.operand(RoleName.VIEW));
    List<Value> offsets = op.group(RoleName.OFFSETS);
    Value base = view.base();
    for (int i = 0; i < view.rank(); i++) {
      Value elements = builder.mul(offsets.get(i), view.strides().get(i));
      Value bytes = viewBytes(view.element(), elements, builder);
      base = builder.add(base, builder.cast(bytes, ElementType.I64));
    }
    views.put(
        op.result(),
        new ViewHandle(
            view.element(),
            base,
            op.group(RoleName.SIZES),
            view.strides(),
            view.layout(),
            view.element() == ElementType.F8E8M0 || looksOnly()
                ? view.origin().moved(offsets, builder)
                : view.origin()));
  }

  /** Bytes of a number of elements of a view, an {@code index}. */
  protected Value viewBytes(ElementType element, Value elements, IrBuilder builder) {
    return builder.mul(elements, builder.index(element.bytes()));
  }

  private void queryView(Operation op) {
    ViewHandle view = view(op.operand(RoleName.VIEW));
    OptionalLong dimension = constants().integer(op.operand(RoleName.DIMENSION));
    if (dimension.isEmpty() || dimension.getAsLong() < 0 || dimension.getAsLong() >= view.rank()) {
      context
          .diagnostics()
          .report(
              DiagnosticCode.NEEDS_CONSTANT,
              op.location(),
              "the dimension must be a constant from 0 to " + (view.rank() - 1));
      replace(op.result(), view.extents().getFirst());
      return;
    }
    List<Value> source = op.definition().has(Trait.ASKS_STRIDE) ? view.strides() : view.extents();
    replace(op.result(), source.get((int) dimension.getAsLong()));
  }

  private void allocTile(Operation op, IrBuilder builder) {
    Optional<Value> address = address(op, builder);
    if (address.isEmpty()) {
      unplaced.add(op.result()); // which is right for a tile that no operation uses
      return;
    }
    TileType type = (TileType) op.result().type();
    Value rows =
        type.validRows() == TileType.DYNAMIC
            ? op.operand(RoleName.VALID_ROW)
            : builder.index(type.validRows());
    Value columns =
        type.validColumns() == TileType.DYNAMIC
            ? op.operand(RoleName.VALID_COL)
            : builder.index(type.validColumns());
    put(op.result(), type, address.get(), rows, columns);
  }

  /** Records a tile that is not part of another one. */
  private void put(Value name, TileType type, Value address, Value rows, Value columns) {
    TileType stored = stored(type);
    tiles.put(name, new TileHandle(stored, address, rows, columns, stored.pitch()));
  }

  /** The type of a tile with the layout that its memory has, whatever its text says. */
  protected TileType stored(TileType type) {
    return type;
  }

  private void multiTileGet(Operation op, IrBuilder builder) {
    MultiTile tile = Objects.requireNonNull(multiTiles.get(op.operand(RoleName.TILES)));
    TileType slot = tile.type().slot();
    Value offset =
        builder.mul(
            builder.cast(op.operand(RoleName.SLOT), ElementType.I64), builder.i64(slot.bytes()));
    Value rows = builder.index(known(slot.validRows(), slot.rows()));
    Value columns = builder.index(known(slot.validColumns(), slot.columns()));
    TileType stored = stored(slot);
    OptionalLong first = builder.constantOf(tile.address());
    Optional<TileHandle.Bytes> all =
        first.isPresent()
            ? Optional.of(
                new TileHandle.Bytes(
                    first.getAsLong(), first.getAsLong() + tile.type().count() * slot.bytes()))
            : Optional.empty();
    tiles.put(
        op.result(),
        new TileHandle(
            stored, builder.add(tile.address(), offset), rows, columns, stored.pitch(), all));
  }

  /** An open extent of a slot is all of it until {@code set_validshape} sets another one. */
  private static int known(int extent, int all) {
    return extent == TileType.DYNAMIC ? all : extent;
  }

  private void assignTile(Operation op) {
    TileHandle handle = tile(op.operand(RoleName.TILE));
    tiles.put(
        op.result(),
        new TileHandle(
            handle.type(),
            op.operand(RoleName.ADDR),
            handle.rows(),
            handle.columns(),
            handle.pitch()));
  }

  private void subview(Operation op, IrBuilder builder) {
    TileHandle parent = tile(op.operand(RoleName.TILE));
    TileType type = stored((TileType) op.result().type());
    List<Value> offsets = op.group(RoleName.OFFSETS);
    Value bytes = parent.offset(offsets.get(0), offsets.get(1), builder);
    Value address = builder.add(parent.address(), builder.cast(bytes, ElementType.I64));
    List<Value> valid = op.group(RoleName.VALID);
    TileType stated = type.withKnownValid();
    Value rows =
        valid.isEmpty()
            ? builder.index(stated.validRows())
            : clip(builder, valid.get(0), type.rows());
    Value columns =
        valid.isEmpty()
            ? builder.index(stated.validColumns())
            : clip(builder, valid.get(1), type.columns());
    tiles.put(op.result(), new TileHandle(type, address, rows, columns, parent.pitch()));
    storage.window(op.result(), op.operand(RoleName.TILE), parent);
  }

  /** A scalar of a tile becomes a scalar access; one outside the storage of the tile traps. */
  private void element(Operation op, IrBuilder builder) {
    boolean reads = op.definition().form() == OperationForm.TILE_GET_ELEMENT;
    Value name = op.operand(reads ? RoleName.SRC : RoleName.DST);
    TileHandle tile = tile(name);
    Value offset = op.operand(RoleName.OFFSET);
    guard(op, builder).within(RuntimeRule.RANGE, offset, storage.elementsFrom(name, tile, builder));
    Value scalar = reads ? op.result() : op.operand(RoleName.VALUE);
    PointerType type = new PointerType((ElementType) scalar.type(), MemorySpace.UB);
    Value pointer = builder.value(Op.CASTPTR, type, tile.address());
    if (reads) {
      replace(scalar, builder.value(Op.LOAD_SCALAR, scalar.type(), pointer, offset));
    } else {
      builder.effect(Op.STORE_SCALAR, Attributes.EMPTY, scalar, pointer, offset);
    }
    used(op);
  }

  /** All pipes are done before the contents are read. */
  private void print(Operation op, IrBuilder builder) {
    PrintLowering lowering = new PrintLowering(op, builder);
    Value source = op.operand(RoleName.SRC);
    if (source.type() instanceof TileType) {
      lowering.tile(tile(source));
      used(op);
    } else {
      lowering.view(view(source));
    }
  }

  /** The line of a view is that of its first element. */
  private boolean cacheLine(Operation op, IrBuilder builder) {
    Optional<Value> target = op.optional(RoleName.TARGET).filter(views::containsKey);
    target.ifPresent(
        name -> {
          PointerType type = new PointerType(view(name).element(), MemorySpace.GM);
          Value pointer = builder.value(Op.CASTPTR, type, view(name).base());
          builder.append(op.withGroups(List.of(List.of(pointer))));
        });
    return target.isPresent();
  }

  private static Value clip(IrBuilder builder, Value value, int limit) {
    return builder.minUnsigned(value, builder.index(limit));
  }

  private void reshape(Operation op) {
    TileHandle source = tile(op.operand(RoleName.SRC));
    TileHandle dest = tile(op.operand(RoleName.DST));
    if (source.hasGaps()) {
      context
          .diagnostics()
          .report(
              DiagnosticCode.TILE_CONSTRAINT,
              op.location(),
              op.name()
                  + ": src is a window of a wider tile, whose rows are not adjacent; a window of"
                  + " whole rows can be reshaped");
    }
    Value address = source.address();
    tiles.put(
        op.operand(RoleName.DST),
        new TileHandle(dest.type(), address, dest.rows(), dest.columns(), dest.pitch()));
  }

  private void setValid(Operation op) {
    TileHandle handle = tile(op.operand(RoleName.TILE));
    tiles.put(
        op.operand(RoleName.TILE),
        handle.withExtents(op.operand(RoleName.ROWS), op.operand(RoleName.COLUMNS)));
  }

  /** Shapes whose operand or result lists name tiles. */
  public static boolean isAllocation(Operation operation) {
    return operation.definition().form() == OperationForm.ALLOC_TILE
        || operation.definition().form() == OperationForm.ALLOC_MULTI_TILE;
  }
}
