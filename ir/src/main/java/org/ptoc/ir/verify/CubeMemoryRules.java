package org.ptoc.ir.verify;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileLayout.Order;
import org.ptoc.ir.type.TileType;

/** Loads into and stores from the memories of the cube core (spec/60, 2.4, 2.8 and C6). */
final class CubeMemoryRules {
  private static final List<String> PLAIN = List.of("nd", "dn");

  private CubeMemoryRules() {}

  static void load(Check check) {
    TileType tile = check.tile(RoleName.DST);
    boolean placed =
        check.require(
            tile.location() == MemorySpace.L1 || tile.location() == MemorySpace.FB,
            DiagnosticCode.TILE_CONSTRAINT,
            "dst is "
                + tile.spelling()
                + ", but tload fills vec, mat and scaling; "
                + (tile.location() == MemorySpace.L0C
                    ? "accumulators come from tmatmul"
                    : "tmov or textract goes on from mat"));
    if (!placed || !sameElement(check, RoleName.SRC, tile)) {
      return;
    }
    TensorViewType view = (TensorViewType) check.type(RoleName.SRC);
    Order order = tile.layout().order();
    String layout = layout(check, RoleName.SRC, order, tile);
    check.require(
        isLegal(check, layout, order, tile),
        DiagnosticCode.TILE_CONSTRAINT,
        "does not load a view of layout "
            + layout
            + " into "
            + tile.spelling()
            + "; legal on "
            + check.profile().spelling()
            + ": nd to NZ"
            + (check.isA2A3() ? "" : ", dn to NZ")
            + ", dn to ZN, nz to NZ, nd and dn to tiles without boxes"
            + (check.isA2A3() ? "" : ", mx_a_zz and mx_b_nn to scales")
            + (layout.equals("nd") && order == Order.ZN
                ? "; load the turned tile as NZ and allocate the ZN tile at its address"
                : ""));
    check.require(
        tile.element().bits() < 64 || order == Order.ND || order == Order.DN,
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        "does not load elements of 8 bytes into boxes; legal: a tile without boxes");
    check.require(
        tile.layout().elementBits() >= Byte.SIZE || !layout.equals("dn"),
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        "does not load elements of 4 bits from a view of layout dn; legal: nd");
    if (PLAIN.contains(layout)) {
      planes(check, "src", view);
      covers(check, "src", view, check.known().type(check.value(RoleName.DST)));
    }
  }

  /** The layout that the text gives, else the one that fits the tile. */
  private static String layout(Check check, RoleName view, Order order, TileType tile) {
    Optional<String> own = check.op().attributes().text(AttributeName.LAYOUT);
    Optional<String> ofView = check.known().layout(check.value(view));
    check.require(
        own.isEmpty() || ofView.isEmpty() || own.equals(ofView),
        DiagnosticCode.VIEW_MISMATCH,
        "layout "
            + own.orElse("")
            + " does not agree with layout "
            + ofView.orElse("")
            + " of the view");
    boolean scales = tile.element() == ElementType.F8E8M0 && tile.fractal() == 32;
    String fitting =
        scales
            ? order == Order.ZZ ? "mx_a_zz" : "mx_b_nn"
            : ((TensorViewType) check.type(view)).dimensions().size() == 5
                    && order == Order.NZ
                    && isFractalView((TensorViewType) check.type(view), tile)
                ? "nz"
                : "nd";
    return own.or(() -> ofView).orElse(fitting);
  }

  /** The last dimensions are those of a fractal: 16 rows of 32 bytes. */
  private static boolean isFractalView(TensorViewType view, TileType tile) {
    List<Long> dimensions = view.dimensions();
    long block = tile.layout().boxColumns();
    return dimensions.get(4) == block && dimensions.get(3) == 16;
  }

  private static boolean isLegal(Check check, String layout, Order order, TileType tile) {
    boolean plain = order == Order.ND || order == Order.DN;
    boolean scales = tile.fractal() == 32;
    return switch (layout) {
      case "nd" -> order == Order.NZ || plain || scales;
      case "dn" -> order == Order.ZN || order == Order.NZ && !check.isA2A3() || plain || scales;
      case "nz" -> order == Order.NZ;
      case "mx_a_zz" -> scales && order == Order.ZZ && !check.isA2A3();
      case "mx_b_nn" -> scales && order == Order.NN && !check.isA2A3();
      default -> false;
    };
  }

  private static boolean sameElement(Check check, RoleName view, TileType tile) {
    ElementType element = ((TensorViewType) check.type(view)).element();
    return check.require(
        element.bits() == tile.element().bits(),
        DiagnosticCode.VIEW_MISMATCH,
        view
            + " has "
            + element.spelling()
            + " elements and the tile has "
            + tile.element().spelling()
            + " elements; the widths must be equal");
  }

  /** A matrix has two dimensions; those before them are 1. */
  private static void planes(Check check, String role, TensorViewType view) {
    List<Long> dimensions = view.dimensions();
    for (int i = 0; i < dimensions.size() - 2; i++) {
      check.require(
          dimensions.get(i) == 1 || dimensions.get(i) == TensorViewType.DYNAMIC,
          DiagnosticCode.VIEW_MISMATCH,
          role
              + " is "
              + view.spelling()
              + ", but the dimensions before the last two must be 1: a tile of the cube core is one"
              + " matrix");
    }
  }

  private static void covers(Check check, String role, TensorViewType view, TileType tile) {
    List<Long> dimensions = view.dimensions();
    int rank = dimensions.size();
    long rows = rank < 2 ? 1 : dimensions.get(rank - 2);
    long columns = rank < 1 ? 1 : dimensions.get(rank - 1);
    check.require(
        atLeast(rows, tile.validRows()) && atLeast(columns, tile.validColumns()),
        DiagnosticCode.VIEW_MISMATCH,
        "the view "
            + view.spelling()
            + " has fewer elements than the "
            + TileOperands.valid(tile)
            + " that are transferred ("
            + role
            + ")");
  }

  private static boolean atLeast(long extent, int valid) {
    return extent == TensorViewType.DYNAMIC || valid == TileType.DYNAMIC || extent >= valid;
  }

  static void store(Check check) {
    TileType tile = check.tile(RoleName.SRC);
    TensorViewType view = (TensorViewType) check.type(RoleName.DST);
    switch (tile.location()) {
      case L0C -> {
        FixpipeRules.check(check, view.element());
        String layout = layout(check, RoleName.DST, Order.ND, tile);
        if (PLAIN.contains(layout) && view.dimensions().size() == 2) {
          covers(check, "dst", view, check.known().type(check.value(RoleName.SRC)));
        }
      }
      case L1 -> {
        check.require(
            check.isA2A3(),
            DiagnosticCode.TILE_CONSTRAINT,
            "src is "
                + tile.spelling()
                + ", but tstore from mat is for a2a3; legal on a5: vec, acc");
        FixpipeRules.absent(check);
        sameElement(check, RoleName.DST, tile);
      }
      case L0A, L0B, BT, FB, UB, GM ->
          check.error(
              DiagnosticCode.TILE_CONSTRAINT,
              "src is "
                  + tile.spelling()
                  + ", but tstore takes vec and acc"
                  + (check.isA2A3() ? " and mat" : "")
                  + "; nothing comes back from "
                  + tile.location().tileLocation());
    }
  }

  /** Fills a tile in mat with one value. */
  static void splat(Check check) {
    TileType dst = check.tile(RoleName.DST);
    check.require(
        dst.location() == MemorySpace.L1,
        DiagnosticCode.TILE_CONSTRAINT,
        "dst is " + dst.spelling() + "; legal: vec and mat");
    TileOperands.scalar(check, RoleName.SCALAR, dst.element());
  }
}
