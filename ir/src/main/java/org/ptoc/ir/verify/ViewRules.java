package org.ptoc.ir.verify;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.ir.type.TileType.BoxLayout;
import org.ptoc.ir.type.TileType.Compaction;

/** Tensor views, tile allocation and tile views (spec/20, 2.1). */
final class ViewRules {
  private static final int MOST_DIMENSIONS = 5;

  private ViewRules() {}

  // Tensor views.

  static void makeView(Check check) {
    TensorViewType view = (TensorViewType) check.type(RoleName.RESULT);
    check.require(
        !view.partition(),
        DiagnosticCode.VIEW_MISMATCH,
        "gives a !pto.tensor_view, not " + view.spelling());
    TileTypes.element(check, "views", view.element());
    check.require(
        view.element() == check.pointer(RoleName.BASE).element(),
        DiagnosticCode.VIEW_MISMATCH,
        "the view has "
            + view.element().spelling()
            + " elements, but base points to "
            + check.pointer(RoleName.BASE).element().spelling());
    int rank = view.dimensions().size();
    check.require(
        rank >= 1 && rank <= MOST_DIMENSIONS,
        DiagnosticCode.VIEW_MISMATCH,
        "the view has " + rank + " dimensions, but must have 1 to " + MOST_DIMENSIONS);
    boolean shape = counts(check, RoleName.SHAPE, rank);
    boolean strides = counts(check, RoleName.STRIDES, rank);
    if (shape) {
      agrees(check, RoleName.SHAPE, view);
    }
    if (strides) {
      layout(check, check.op().group(RoleName.STRIDES));
    }
  }

  private static boolean counts(Check check, RoleName role, int rank) {
    int count = check.op().group(role).size();
    return check.require(
        count == rank,
        DiagnosticCode.VIEW_MISMATCH,
        "has " + count + " " + role + ", but the view has " + rank + " dimensions");
  }

  /** Constant extents equal the static dimensions. */
  private static void agrees(Check check, RoleName role, TensorViewType view) {
    List<Value> extents = check.op().group(role);
    for (int i = 0; i < extents.size(); i++) {
      long dimension = view.dimensions().get(i);
      OptionalLong known = check.known().integer(extents.get(i));
      if (known.isPresent() && known.getAsLong() < 0) {
        check.error(
            DiagnosticCode.BAD_CONSTANT,
            role + " " + i + " is " + known.getAsLong() + ", but must not be negative");
      } else if (known.isPresent()
          && dimension != TensorViewType.DYNAMIC
          && known.getAsLong() != dimension) {
        check.error(
            DiagnosticCode.VIEW_MISMATCH,
            role
                + " "
                + i
                + " is "
                + known.getAsLong()
                + ", but the type "
                + view.spelling()
                + " says "
                + dimension);
      }
    }
  }

  /** nd has adjacent elements in the last dimension, dn in the one before it. */
  private static void layout(Check check, List<Value> strides) {
    String layout = check.op().attributes().text(AttributeName.LAYOUT).orElse("");
    int adjacent =
        layout.equals("nd") ? strides.size() - 1 : layout.equals("dn") ? strides.size() - 2 : -1;
    if (adjacent < 0) {
      return;
    }
    OptionalLong stride = check.known().integer(strides.get(adjacent));
    check.require(
        stride.isEmpty() || stride.getAsLong() == 1,
        DiagnosticCode.VIEW_MISMATCH,
        "layout "
            + layout
            + " needs stride 1 in dimension "
            + adjacent
            + ", but it is "
            + stride.orElse(0));
  }

  static void partition(Check check) {
    TensorViewType view = (TensorViewType) check.type(RoleName.VIEW);
    TensorViewType result = (TensorViewType) check.type(RoleName.RESULT);
    check.require(
        result.partition(),
        DiagnosticCode.VIEW_MISMATCH,
        "gives a !pto.partition_tensor_view, not " + result.spelling());
    check.require(
        result.element() == view.element(),
        DiagnosticCode.VIEW_MISMATCH,
        "the window has "
            + result.element().spelling()
            + " elements, but the view has "
            + view.element().spelling());
    int rank = view.dimensions().size();
    boolean offsets = counts(check, RoleName.OFFSETS, rank);
    boolean sizes = counts(check, RoleName.SIZES, rank);
    boolean ranks =
        check.require(
            result.dimensions().size() == rank,
            DiagnosticCode.VIEW_MISMATCH,
            "the window "
                + result.spelling()
                + " must have "
                + rank
                + " dimensions as the view has");
    if (sizes && ranks) {
      agrees(check, RoleName.SIZES, result);
    }
    if (offsets && sizes) {
      inside(check, check.known().extents(check.value(RoleName.VIEW)));
    }
  }

  private static void inside(Check check, List<Long> extents) {
    for (int i = 0; i < extents.size(); i++) {
      OptionalLong offset = check.known().integer(check.op().group(RoleName.OFFSETS).get(i));
      OptionalLong size = check.known().integer(check.op().group(RoleName.SIZES).get(i));
      long dimension = extents.get(i);
      if (offset.isPresent() && offset.getAsLong() < 0) {
        check.error(
            DiagnosticCode.BAD_CONSTANT,
            "offset " + i + " is " + offset.getAsLong() + ", but must not be negative");
      } else if (offset.isPresent() && size.isPresent() && dimension != TensorViewType.DYNAMIC) {
        check.require(
            size.getAsLong() <= dimension - offset.getAsLong(),
            DiagnosticCode.VIEW_MISMATCH,
            "the window of "
                + size.getAsLong()
                + " from "
                + offset.getAsLong()
                + " leaves dimension "
                + i
                + " of the view, which has "
                + dimension);
      }
    }
  }

  static void query(Check check) {
    check.range(
        RoleName.DIMENSION,
        0,
        ((TensorViewType) check.type(RoleName.VIEW)).dimensions().size() - 1);
  }

  static void address(Check check) {
    ElementType element = ((TensorViewType) check.type(RoleName.VIEW)).element();
    PointerType result = check.pointer(RoleName.RESULT);
    if (result.element() != element) {
      check.typeError("result", result, new PointerType(element, result.space()).spelling());
    }
  }

  // Tiles.

  static void alloc(Check check) {
    TileType type = check.tile(RoleName.RESULT);
    TileTypes.check(check, type);
    dynamic(check, RoleName.VALID_ROW, type.validRows(), type.rows());
    dynamic(check, RoleName.VALID_COL, type.validColumns(), type.columns());
    TileTypes.address(check, type, type.bytes(), check.constant(RoleName.ADDR));
  }

  /** A type that is open where the operation has operands. */
  private static Fix opened(Check check) {
    TileType type = check.tile(RoleName.RESULT);
    return new Fix.SetTypeParameter(
        check.op().location(),
        "valid",
        opened(check, RoleName.VALID_ROW, type.validRows())
            + "x"
            + opened(check, RoleName.VALID_COL, type.validColumns()));
  }

  private static String opened(Check check, RoleName role, int valid) {
    return check.has(role) || valid == TileType.DYNAMIC ? "?" : Integer.toString(valid);
  }

  /** The operand stands exactly for a question mark. */
  private static void dynamic(Check check, RoleName role, int valid, int physical) {
    boolean needed = valid == TileType.DYNAMIC;
    if (check.has(role) != needed) {
      check.report(
          DiagnosticCode.BAD_TILE_TYPE,
          needed
              ? "needs " + role + ", because the type leaves that extent open"
              : "takes no " + role + ", because the type says " + valid,
          needed ? Optional.empty() : Optional.of(opened(check)));
    }
    if (needed) {
      check.range(role, 0, physical);
    }
  }

  static void allocMulti(Check check) {
    MultiTileType type = (MultiTileType) check.type(RoleName.RESULT);
    TileTypes.check(check, type.slot());
    check.require(
        type.count() >= 2 && type.count() <= 16,
        DiagnosticCode.BAD_TILE_TYPE,
        "has " + type.count() + " slots, but must have 2 to 16");
    check.require(
        type.slot().compact() != Compaction.ROW_PLUS_ONE,
        DiagnosticCode.BAD_TILE_TYPE,
        "slots with row_plus_one do not pack densely; legal: null, normal");
    TileTypes.address(
        check, type.slot(), type.slot().bytes() * type.count(), check.constant(RoleName.ADDR));
  }

  static void slot(Check check) {
    MultiTileType tiles = (MultiTileType) check.type(RoleName.TILES);
    check.range(RoleName.SLOT, 0, tiles.count() - 1);
    if (!check.type(RoleName.RESULT).equals(tiles.slot())) {
      check.typeError(
          "result", check.type(RoleName.RESULT), tiles.slot().spelling() + ", the slot type");
    }
  }

  static void assign(Check check) {
    check.oneType(RoleName.TILE, RoleName.RESULT);
    TileType type = check.tile(RoleName.TILE);
    TileTypes.address(check, type, type.bytes(), check.constant(RoleName.ADDR));
  }

  static void subview(Check check) {
    TileType parent = check.tile(RoleName.TILE);
    TileType result = check.tile(RoleName.RESULT);
    TileType stored = parent.stored(BaseLayout.COLUMN_MAJOR);
    check.require(
        parent.element() == result.element()
            && parent.location() == result.location()
            && parent.baseLayout() == result.baseLayout()
            && parent.boxLayout() == result.boxLayout()
            && parent.fractal() == result.fractal()
            && parent.padding() == result.padding()
            && parent.compact() == result.compact(),
        DiagnosticCode.BAD_TILE_TYPE,
        "result is "
            + result.spelling()
            + ", but must differ from "
            + parent.spelling()
            + " in shape only");
    sizes(check, result);
    List<Value> offsets = check.op().group(RoleName.OFFSETS);
    if (check.require(
        offsets.size() == 2,
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "needs two offsets, not " + offsets.size())) {
      window(check, "row", offsets.get(0), result.rows(), parent.rows());
      window(check, "column", offsets.get(1), result.columns(), parent.columns());
      if (stored.boxLayout() != BoxLayout.NONE) {
        boxes(check, stored, result, offsets);
      } else {
        aligned(check, parent, offsets);
      }
    }
    List<Value> valid = check.op().group(RoleName.VALID);
    if (check.require(
        valid.isEmpty() || valid.size() == 2,
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "takes two valid extents or none, not " + valid.size())) {
      valid(check, "rows", valid.stream().findFirst(), result.validRows(), result.rows());
      valid(
          check,
          "columns",
          valid.stream().skip(1).findFirst(),
          result.validColumns(),
          result.columns());
    }
  }

  /** An extent that the result type states is the one that an operand gives, up to the size. */
  private static void valid(Check check, String what, Optional<Value> given, int stated, int size) {
    OptionalLong known = given.map(check.known()::integer).orElse(OptionalLong.empty());
    long clipped = Math.min(known.orElse(0), size);
    check.require(
        clipped >= 0,
        DiagnosticCode.BAD_CONSTANT,
        "valid " + what + " are " + clipped + ", but must not be negative");
    check.require(
        known.isEmpty() || clipped < 0 || stated == TileType.DYNAMIC || clipped == stated,
        DiagnosticCode.BAD_TILE_TYPE,
        "the window is valid in " + clipped + " " + what + ", but the result type says " + stated);
  }

  /** The result has the shape that {@code sizes} gives. */
  private static void sizes(Check check, TileType result) {
    if (check.op().attributes().get(AttributeName.SIZES).orElse(null)
        instanceof Attribute.Array array) {
      boolean fits =
          array.elements().size() == 2
              && array.elements().get(0) instanceof Attribute.Int rows
              && array.elements().get(1) instanceof Attribute.Int columns
              && rows.value() == result.rows()
              && columns.value() == result.columns();
      check.require(
          fits,
          DiagnosticCode.BAD_TILE_TYPE,
          "result is "
              + result.rows()
              + "x"
              + result.columns()
              + ", but sizes says "
              + array.elements().stream().map(ViewRules::number).collect(Collectors.joining("x")));
    }
  }

  private static String number(Attribute attribute) {
    return attribute instanceof Attribute.Int number ? Long.toString(number.value()) : "?";
  }

  private static void window(Check check, String what, Value offset, int size, int parent) {
    OptionalLong known = check.known().integer(offset);
    long from = known.orElse(0);
    check.require(
        from >= 0 && size <= parent - from,
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "a window of "
            + size
            + " "
            + what
            + "s from "
            + from
            + " leaves the tile, which has "
            + parent);
  }

  /** Every access to a memory is aligned, and so is the first element of each line of a window. */
  private static void aligned(Check check, TileType parent, List<Value> offsets) {
    boolean rowMajor = parent.baseLayout() == TileType.BaseLayout.ROW_MAJOR;
    long minor = check.known().integer(offsets.get(rowMajor ? 1 : 0)).orElse(0);
    long bytes = minor * parent.layout().elementBits() / Byte.SIZE;
    int unit = unit(parent.location());
    check.require(
        bytes % unit == 0,
        DiagnosticCode.BAD_ADDRESS,
        "a window from "
            + (rowMajor ? "column " : "row ")
            + minor
            + " starts "
            + bytes
            + " bytes into a "
            + (rowMajor ? "row" : "column")
            + ", but must start at a multiple of "
            + unit
            + " bytes");
  }

  /** What the address of an operand in a memory must be a multiple of (spec/60, 1.1). */
  private static int unit(MemorySpace space) {
    return switch (space) {
      case UB, L1, L0B, L0C, GM -> 32;
      case BT -> 64;
      case FB -> 128;
      case L0A -> 512;
    };
  }

  /** Windows of boxed tiles consist of whole boxes and span the inner dimension. */
  private static void boxes(Check check, TileType parent, TileType result, List<Value> offsets) {
    int boxRows = parent.layout().boxRows();
    int boxColumns = parent.layout().boxColumns();
    long row = check.known().integer(offsets.get(0)).orElse(0);
    long column = check.known().integer(offsets.get(1)).orElse(0);
    check.require(
        result.rows() % boxRows == 0
            && result.columns() % boxColumns == 0
            && row % boxRows == 0
            && column % boxColumns == 0,
        DiagnosticCode.TILE_CONSTRAINT,
        "a window of a boxed tile must consist of boxes of " + boxRows + "x" + boxColumns);
    if (parent.isCube()) {
      return; // What reads the window knows the pitch of the parent (spec/60, 2.9).
    }
    boolean rowMajor = parent.baseLayout() == TileType.BaseLayout.ROW_MAJOR;
    check.require(
        rowMajor
            ? result.columns() == parent.columns() && column == 0
            : result.rows() == parent.rows() && row == 0,
        DiagnosticCode.TILE_CONSTRAINT,
        "a window of a boxed tile must keep all " + (rowMajor ? "columns" : "rows"));
  }

  /** A slot may leave one extent open: the other one is then the constant of its type. */
  static void setValid(Check check) {
    TileType tile = check.tile(RoleName.TILE);
    boolean isOpenSlot =
        check.known().isSlot(check.value(RoleName.TILE))
            && (isFixed(check, RoleName.COLUMNS, tile.validColumns())
                    && tile.validRows() == TileType.DYNAMIC
                || isFixed(check, RoleName.ROWS, tile.validRows())
                    && tile.validColumns() == TileType.DYNAMIC);
    if (isOpenSlot || bothDynamic(check)) {
      check.range(RoleName.ROWS, 0, tile.rows());
      check.range(RoleName.COLUMNS, 0, tile.columns());
    }
  }

  private static boolean isFixed(Check check, RoleName role, int extent) {
    return check.constant(role).equals(OptionalLong.of(extent));
  }

  static void getValid(Check check) {
    bothDynamic(check);
  }

  private static boolean bothDynamic(Check check) {
    TileType tile = check.tile(RoleName.TILE);
    return check.require(
        tile.validRows() == TileType.DYNAMIC && tile.validColumns() == TileType.DYNAMIC,
        DiagnosticCode.BAD_TILE_TYPE,
        "tile is " + tile.spelling() + ", but must have valid=?x?");
  }

  /** The same tile with elements of another type of that width (spec/50, 2.9). */
  static void bitcast(Check check) {
    TileType tile = check.tile(RoleName.TILE);
    TileType result = check.tile(RoleName.RESULT);
    check.require(
        tile.element().bits() == result.element().bits()
            && result.equals(tile.withElement(result.element())),
        DiagnosticCode.BAD_TILE_TYPE,
        "result is "
            + result.spelling()
            + ", but must differ from "
            + tile.spelling()
            + " only in an element type of "
            + tile.element().bits()
            + " bits");
  }

  static void reshape(Check check) {
    TileType src = check.tile(RoleName.SRC);
    TileType dst = check.tile(RoleName.DST);
    check.require(
        src.location() == dst.location(),
        DiagnosticCode.TILE_CONSTRAINT,
        "dst is in "
            + dst.location().tileLocation()
            + ", but must be in "
            + src.location().tileLocation()
            + " as src is");
    check.require(
        src.bytes() == dst.bytes(),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "dst has " + dst.bytes() + " bytes, but must have " + src.bytes() + " as src has");
    check.require(
        (src.boxLayout() == BoxLayout.NONE) == (dst.boxLayout() == BoxLayout.NONE),
        DiagnosticCode.TILE_CONSTRAINT,
        "src and dst must both be boxed or both not");
  }
}
