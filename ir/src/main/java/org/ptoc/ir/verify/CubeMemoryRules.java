package org.ptoc.ir.verify;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileLayout.Order;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.ViewLayout;

/** Loads into and stores from the memories of the cube core (spec/60, 2.4, 2.8 and C6). */
final class CubeMemoryRules {
  private static final Set<ViewLayout> PLAIN = EnumSet.of(ViewLayout.ROWS, ViewLayout.COLUMNS);

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
    ViewLayout layout = layout(check, RoleName.SRC, tile);
    boolean legal =
        check.require(
            isLegal(check, layout, tile)
                || isOpen(check, RoleName.SRC) && isLegal(check, ViewLayout.COLUMNS, tile),
            DiagnosticCode.TILE_CONSTRAINT,
            "does not load a view of layout "
                + layout.spelling()
                + " into "
                + tile.spelling()
                + "; legal on "
                + check.profile().spelling()
                + ": nd to NZ"
                + (!check.has(ProfileFeature.COLUMN_LOADS) ? "" : ", dn to NZ")
                + ", dn to ZN, nz to NZ, nd and dn to tiles without boxes"
                + (!check.has(ProfileFeature.SMALL_FLOATS) ? "" : ", mx_a_zz and mx_b_nn to scales")
                + (layout == ViewLayout.ROWS && order == Order.ZN
                    ? "; load the turned tile as NZ and allocate the ZN tile at its address"
                    : ""));
    check.require(
        tile.element().bits() < 64 || order == Order.ND || order == Order.DN,
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        "does not load elements of 8 bytes into boxes; legal: a tile without boxes");
    check.require(
        tile.layout().elementBits() >= Byte.SIZE || layout != ViewLayout.COLUMNS,
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        "does not load elements of 4 bits from a view of layout dn; legal: nd");
    if (legal && PLAIN.contains(layout)) {
      if (layout == ViewLayout.COLUMNS && order == Order.NZ) {
        oneMatrix(check, view);
      }
      TileMemoryRules.covers(check, RoleName.SRC, RoleName.DST, layout, false);
    }
  }

  /** The layout that the text gives, else the one that the strides have. */
  private static ViewLayout layout(Check check, RoleName role, TileType tile) {
    KnownValues.View view = check.known().view(check.value(role));
    Optional<String> own = check.op().attributes().text(AttributeName.LAYOUT);
    check.require(
        own.isEmpty() || view.layout().isEmpty() || own.equals(view.layout()),
        DiagnosticCode.VIEW_MISMATCH,
        "layout "
            + own.orElse("")
            + " does not agree with layout "
            + view.layout().orElse("")
            + " of the view");
    return ViewLayout.of(
        view.layout().or(() -> own),
        ((TensorViewType) check.type(role)).element(),
        tile,
        view.extents(),
        view.strides());
  }

  /** True where no stride is known, as of a parameter: the lowering knows what callers give. */
  private static boolean isOpen(Check check, RoleName role) {
    KnownValues.View view = check.known().view(check.value(role));
    return view.layout().isEmpty()
        && check.op().attributes().text(AttributeName.LAYOUT).isEmpty()
        && view.strides().stream().allMatch(OptionalLong::isEmpty);
  }

  private static boolean isLegal(Check check, ViewLayout layout, TileType tile) {
    Order order = tile.layout().order();
    boolean plain = order == Order.ND || order == Order.DN;
    boolean scales = tile.fractal() == 32;
    return switch (layout) {
      case ROWS -> order == Order.NZ || plain || order == Order.ZZ && tile.rows() == 1;
      case COLUMNS ->
          order == Order.ZN || order == Order.NZ && check.has(ProfileFeature.COLUMN_LOADS) || plain;
      case FRACTALS -> order == Order.NZ;
      case LEFT_SCALES ->
          (scales && order == Order.ZZ || order == Order.ND)
              && check.has(ProfileFeature.SMALL_FLOATS);
      case RIGHT_SCALES ->
          (scales && order == Order.NN || order == Order.DN)
              && check.has(ProfileFeature.SMALL_FLOATS);
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

  /** The columns that one word cuts into boxes are those of one dimension. */
  private static void oneMatrix(Check check, TensorViewType view) {
    List<Long> dimensions = view.dimensions();
    for (int i = 0; i < dimensions.size() - 2; i++) {
      check.require(
          dimensions.get(i) == 1 || dimensions.get(i) == TensorViewType.DYNAMIC,
          DiagnosticCode.VIEW_MISMATCH,
          "src is "
              + view.spelling()
              + ", but the dimensions before the last two of a view of layout dn must be 1 for an"
              + " NZ tile; legal: such a view for ZN, a view of layout nd for NZ");
    }
  }

  static void store(Check check) {
    TileType tile = check.tile(RoleName.SRC);
    TensorViewType view = (TensorViewType) check.type(RoleName.DST);
    switch (tile.location()) {
      case L0C -> {
        FixpipeRules.check(check, view.element());
        ViewLayout layout = layout(check, RoleName.DST, tile);
        if (PLAIN.contains(layout)) {
          TileMemoryRules.covers(check, RoleName.DST, RoleName.SRC, layout, false);
          TileMemoryRules.allStored(check);
        }
      }
      case L1 -> {
        check.require(
            check.has(ProfileFeature.L1_STORES),
            DiagnosticCode.TILE_CONSTRAINT,
            "src is "
                + tile.spelling()
                + ", but tstore from mat is for a2a3; legal on a5: vec, acc");
        FixpipeRules.absent(check);
        if (sameElement(check, RoleName.DST, tile)) {
          ViewLayout layout = layout(check, RoleName.DST, tile);
          if (PLAIN.contains(layout)) {
            TileMemoryRules.covers(check, RoleName.DST, RoleName.SRC, layout, false);
          }
        }
      }
      case L0A, L0B, BT, FB, UB, GM ->
          check.error(
              DiagnosticCode.TILE_CONSTRAINT,
              "src is "
                  + tile.spelling()
                  + ", but tstore takes vec and acc"
                  + (check.has(ProfileFeature.L1_STORES) ? " and mat" : "")
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
