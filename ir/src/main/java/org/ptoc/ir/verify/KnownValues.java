package org.ptoc.ir.verify;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.overlap.TileArea;
import org.ptoc.ir.overlap.TilePlaces;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;

/** Constants, and the byte addresses of pointers and tiles that follow from constants alone. */
final class KnownValues implements TilePlaces {
  private final Map<Value, Attribute> constants = new HashMap<>();
  private final Map<Value, Long> addresses = new HashMap<>();

  /** Layouts that the text gives to views of GM. */
  private final Map<Value, View> views = new HashMap<>();

  /** The layout of a tile that is not dense, or whose type does not have all of its extents. */
  private final Map<Value, Shape> shapes = new HashMap<>();

  /** Tiles whose extents some operation of the function sets. */
  private final Set<Value> resized = new HashSet<>();

  /**
   * @param pitch distance of rows or columns in elements
   * @param type with the extents that are known
   */
  private record Shape(int pitch, TileType type) {}

  /** Slots of multi-tiles, whose extents nothing but {@code set_validshape} sets. */
  private final Set<Value> slots = new HashSet<>();

  /** Elements from the first of a window to the end of its parent's storage. */
  private final Map<Value, Long> windows = new HashMap<>();

  private final Set<Value> boxed = new HashSet<>();
  private final Set<Value> sortedValues = new HashSet<>();

  /** A sort wrote plain values to a pointer. */
  void noteSortedValues(Value pointer) {
    sortedValues.add(pointer);
  }

  /** A sort wrote records to a pointer. */
  void noteRecords(Value pointer) {
    sortedValues.remove(pointer);
  }

  /** True if the last sort that wrote to this pointer wrote plain values. */
  boolean isSortedValues(Value pointer) {
    return sortedValues.contains(pointer);
  }

  /** The value of an integer or index constant. */
  OptionalLong integer(Value value) {
    return constants.get(value) instanceof Attribute.Int number
        ? OptionalLong.of(number.value())
        : OptionalLong.empty();
  }

  /** The value of a floating-point constant; NaN when it is not known. */
  double real(Value value) {
    if (constants.get(value) instanceof Attribute.Real number) {
      return switch (number.type()) {
        case F32 -> Float.intBitsToFloat((int) number.bits());
        case BF16 -> Float.intBitsToFloat((int) number.bits() << 16);
        case F16 -> Float.float16ToFloat((short) number.bits());
        default -> Double.NaN;
      };
    }
    return Double.NaN;
  }

  boolean isConstant(Value value) {
    return constants.containsKey(value);
  }

  /** The byte address of a pointer or tile in its memory. */
  OptionalLong address(Value value) {
    Long address = addresses.get(value);
    return address == null ? OptionalLong.empty() : OptionalLong.of(address);
  }

  /**
   * Number of elements of storage from the start of a tile to its end, or for a window to the end
   * of its parent. An upper bound if the window's place is known only at run time.
   */
  long storageElements(Value tile) {
    Long ofWindow = windows.get(tile);
    TileType type = (TileType) tile.type();
    return ofWindow != null ? ofWindow : (long) type.rows() * type.columns();
  }

  /** Records what a well-formed operation makes known. */
  void record(Operation op) {
    switch (op.definition().form()) {
      case CONSTANT ->
          op.attributes()
              .get(AttributeName.VALUE)
              .ifPresent(value -> constants.put(op.result(), value));
      case CAST_POINTER -> castPointer(op);
      case ADD_POINTER -> addPointer(op);
      case ALLOC_TILE -> {
        op.optional(RoleName.ADDR).ifPresent(address -> place(op.result(), address));
        extents(op, RoleName.VALID_ROW, RoleName.VALID_COL);
      }
      case ALLOC_MULTI_TILE ->
          op.optional(RoleName.ADDR).ifPresent(address -> place(op.result(), address));
      case ASSIGN_TILE -> {
        place(op.result(), op.operand(RoleName.ADDR));
        shapes.put(op.result(), shape(op.operand(RoleName.TILE)));
      }
      case MULTI_TILE_GET -> slot(op);
      case MAKE_VIEW ->
          views.put(
              op.result(),
              new View(
                  op.attributes().text(AttributeName.LAYOUT),
                  integers(op.group(RoleName.SHAPE)),
                  integers(op.group(RoleName.STRIDES))));
      case PARTITION -> {
        View whole = view(op.operand(RoleName.VIEW));
        views.put(
            op.result(),
            new View(whole.layout(), integers(op.group(RoleName.SIZES)), whole.strides()));
      }
      case SUBVIEW -> window(op);
      case BITCAST_TILE ->
          address(op.operandAt(0)).ifPresent(bytes -> addresses.put(op.result(), bytes));
      case RESHAPE_TILE ->
          address(op.operand(RoleName.SRC))
              .ifPresent(bytes -> addresses.put(op.operand(RoleName.DST), bytes));
      default -> {}
    }
  }

  /** Notes which tiles change their extents anywhere in a function. */
  void scan(Region body) {
    for (Operation op : body.all()) {
      if (op.definition().form() == OperationForm.SET_VALID) {
        resized.addAll(op.group(RoleName.TILE));
      }
    }
  }

  /** Extents that the type leaves open and constants give. */
  private void extents(Operation op, RoleName rows, RoleName columns) {
    if (op.result().type() instanceof TileType type && !resized.contains(op.result())) {
      int validRows = extent(type.validRows(), op.group(rows), type.rows());
      int validColumns = extent(type.validColumns(), op.group(columns), type.columns());
      shapes.put(op.result(), new Shape(type.pitch(), type.withValid(validRows, validColumns)));
    }
  }

  private int extent(int stated, List<Value> given, int room) {
    if (stated != TileType.DYNAMIC || given.isEmpty()) {
      return stated;
    }
    OptionalLong known = integer(given.getFirst());
    return known.isPresent() && known.getAsLong() >= 0 && known.getAsLong() <= room
        ? (int) known.getAsLong()
        : TileType.DYNAMIC;
  }

  private void window(Operation op) {
    Shape parent = shape(op.operand(RoleName.TILE));
    TileType type = (TileType) op.result().type();
    List<Value> offsets = op.group(RoleName.OFFSETS);
    List<Value> valid = op.group(RoleName.VALID);
    if (offsets.size() != 2) {
      return;
    }
    boolean resizes = valid.size() == 2 && !resized.contains(op.result());
    TileType known =
        resizes
            ? type.withValid(
                clipped(valid.get(0), type.rows()), clipped(valid.get(1), type.columns()))
            : resized.contains(op.result()) || !valid.isEmpty() ? type : type.withKnownValid();
    shapes.put(op.result(), new Shape(parent.pitch(), known));
    boolean rowMajor = type.baseLayout() == TileType.BaseLayout.ROW_MAJOR;
    OptionalLong major = integer(offsets.get(rowMajor ? 0 : 1));
    OptionalLong minor = integer(offsets.get(rowMajor ? 1 : 0));
    windows.put(
        op.result(),
        storageElements(op.operand(RoleName.TILE))
            - major.orElse(0) * parent.pitch()
            - minor.orElse(0));
    OptionalLong base = address(op.operand(RoleName.TILE));
    if (base.isPresent() && major.isPresent() && minor.isPresent()) {
      if (type.boxLayout() != TileType.BoxLayout.NONE) {
        boxedWindow(op, base.getAsLong());
        return;
      }
      long elements = major.getAsLong() * parent.pitch() + minor.getAsLong();
      addresses.put(op.result(), base.getAsLong() + elements * type.element().bytes());
    }
  }

  /** The first box of a window; one of a window has no known pitch here. */
  private void boxedWindow(Operation op, long base) {
    Value parent = op.operand(RoleName.TILE);
    List<Value> offsets = op.group(RoleName.OFFSETS);
    TileType type = (TileType) parent.type();
    long row = integer(offsets.getFirst()).orElse(-1);
    long column = integer(offsets.getLast()).orElse(-1);
    boolean inside = row >= 0 && row < type.rows() && column >= 0 && column < type.columns();
    boxed.add(op.result());
    if (inside && !boxed.contains(parent)) {
      addresses.put(op.result(), base + type.layout().offset((int) row, (int) column));
    }
  }

  private int clipped(Value extent, int room) {
    OptionalLong known = integer(extent);
    return known.isPresent() && known.getAsLong() >= 0
        ? (int) Math.min(known.getAsLong(), room)
        : TileType.DYNAMIC;
  }

  private Shape shape(Value tile) {
    Shape known = shapes.get(tile);
    TileType type = (TileType) tile.type();
    return known == null ? new Shape(type.pitch(), type) : known;
  }

  @Override
  public TileArea area(Value tile) {
    Shape shape = shape(tile);
    return TilePlaces.area(address(tile), shape.pitch(), shape.type());
  }

  @Override
  public boolean hasAddress(Value tile) {
    return addresses.containsKey(tile);
  }

  @Override
  public TileType type(Value tile) {
    return shape(tile).type();
  }

  @Override
  public OptionalLong constant(Value scalar) {
    return integer(scalar);
  }

  /**
   * What constants say of a view.
   *
   * @param layout that the text gives to the view or to the one that it is a part of
   * @param extents elements in each dimension
   * @param strides distance in elements in each dimension
   */
  record View(Optional<String> layout, List<OptionalLong> extents, List<OptionalLong> strides) {}

  View view(Value view) {
    return Optional.ofNullable(views.get(view))
        .orElseGet(
            () -> {
              int rank = ((TensorViewType) view.type()).dimensions().size();
              List<OptionalLong> unknown = Collections.nCopies(rank, OptionalLong.empty());
              return new View(Optional.empty(), unknown, unknown);
            });
  }

  private List<OptionalLong> integers(List<Value> values) {
    return values.stream().map(this::integer).toList();
  }

  /** Extents of a view, those that its type leaves open from constants. */
  List<Long> extents(Value view) {
    List<Long> stated = ((TensorViewType) view.type()).dimensions();
    List<OptionalLong> given = view(view).extents();
    return given.size() != stated.size()
        ? stated
        : IntStream.range(0, stated.size())
            .mapToObj(
                i ->
                    stated.get(i) == TensorViewType.DYNAMIC
                        ? given.get(i).orElse(TensorViewType.DYNAMIC)
                        : stated.get(i))
            .toList();
  }

  private void place(Value result, Value address) {
    integer(address).ifPresent(bytes -> addresses.put(result, bytes));
  }

  private void castPointer(Operation op) {
    Value input = op.operand(RoleName.INPUT);
    if (op.result().type() instanceof PointerType) {
      (input.type() instanceof ElementType ? integer(input) : address(input))
          .ifPresent(bytes -> addresses.put(op.result(), bytes));
    }
  }

  private void addPointer(Operation op) {
    OptionalLong base = address(op.operand(RoleName.BASE));
    OptionalLong offset = integer(op.operand(RoleName.OFFSET));
    if (base.isPresent()
        && offset.isPresent()
        && op.result().type() instanceof PointerType pointer) {
      addresses.put(op.result(), base.getAsLong() + offset.getAsLong() * pointer.element().bytes());
    }
  }

  boolean isSlot(Value tile) {
    return slots.contains(tile);
  }

  private void slot(Operation op) {
    slots.add(op.result());
    OptionalLong base = address(op.operand(RoleName.TILES));
    OptionalLong slot = integer(op.operand(RoleName.SLOT));
    if (base.isPresent()
        && slot.isPresent()
        && op.operand(RoleName.TILES).type() instanceof MultiTileType tiles
        && op.result().type() instanceof TileType) {
      addresses.put(op.result(), base.getAsLong() + slot.getAsLong() * tiles.slot().bytes());
    }
  }
}
