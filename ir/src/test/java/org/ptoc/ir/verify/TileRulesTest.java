package org.ptoc.ir.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ptoc.ir.Block.gm;
import static org.ptoc.ir.Block.results;
import static org.ptoc.ir.diagnostic.DiagnosticCode.*;
import static org.ptoc.ir.type.ElementType.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.BuiltinVectorType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.ir.type.TileType.BoxLayout;
import org.ptoc.ir.type.TileType.Compaction;
import org.ptoc.ir.type.TileType.Padding;
import org.ptoc.ir.type.Type;

/** Tile types, views, placement and tile operations (spec/20). */
class TileRulesTest {
  private static final int ANY = TileType.DYNAMIC;
  private static final List<Value> NONE = List.of();

  private final Subject s = new Subject();

  private Value v(Type type) {
    return s.v(type);
  }

  private static TileType tile(int rows, int columns, ElementType element) {
    return TileType.plain(MemorySpace.UB, rows, columns, element);
  }

  private Value t(int rows, int columns, ElementType element) {
    return v(tile(rows, columns, element));
  }

  private Value t(int rows, int columns, ElementType element, int validRows, int validColumns) {
    return v(tile(rows, columns, element).withValid(validRows, validColumns));
  }

  private static TileType shaped(
      TileType t,
      MemorySpace space,
      BaseLayout base,
      BoxLayout box,
      Padding pad,
      Compaction compact) {
    return new TileType(
        space,
        t.element(),
        t.rows(),
        t.columns(),
        t.validRows(),
        t.validColumns(),
        base,
        box,
        t.fractal(),
        pad,
        compact);
  }

  private static TileType columnMajor(TileType t) {
    return shaped(
        t, t.location(), BaseLayout.COLUMN_MAJOR, BoxLayout.NONE, Padding.NULL, Compaction.NULL);
  }

  private static TileType padded(TileType t, Padding pad) {
    return shaped(t, t.location(), BaseLayout.ROW_MAJOR, BoxLayout.NONE, pad, Compaction.NULL);
  }

  private static TileType fractal(TileType t) {
    return shaped(
        t,
        t.location(),
        BaseLayout.COLUMN_MAJOR,
        BoxLayout.ROW_MAJOR,
        Padding.NULL,
        Compaction.NULL);
  }

  private static TileType rowPlusOne(TileType t) {
    return shaped(
        t,
        t.location(),
        BaseLayout.ROW_MAJOR,
        BoxLayout.NONE,
        Padding.NULL,
        Compaction.ROW_PLUS_ONE);
  }

  private static TileType in(MemorySpace space, TileType t) {
    return shaped(t, space, BaseLayout.ROW_MAJOR, BoxLayout.NONE, Padding.NULL, Compaction.NULL);
  }

  private static TensorViewType view(ElementType element, Long... dimensions) {
    return new TensorViewType(false, List.of(dimensions), element);
  }

  private static TensorViewType part(ElementType element, Long... dimensions) {
    return new TensorViewType(true, List.of(dimensions), element);
  }

  /** A tile with an address. */
  private Value at(long address, TileType type) {
    return s.block().value("pto.alloc_tile", type, s.constant(address, I64));
  }

  private Value index(long value) {
    return s.constant(value, INDEX);
  }

  // Tile types and allocation (1 and 2.1).

  @Test
  void rowsFillBlocks() {
    s.block().op("pto.alloc_tile", results(tile(1, 96, F16)));
    s.isLegal();
    s.block().op("pto.alloc_tile", results(tile(1, 100, F16)));
    s.says(
        BAD_TILE_TYPE,
        "pto.alloc_tile: !pto.tile_buf<vec, 1x100xf16> has a row of 200 bytes, but it must be a"
            + " multiple of 32; the next legal cols is 112");
  }

  @Test
  void columnsOfColumnMajorTilesFillBlocks() {
    s.block().op("pto.alloc_tile", results(columnMajor(tile(8, 1, F32))));
    s.isLegal();
    s.block().op("pto.alloc_tile", results(columnMajor(tile(9, 1, F32))));
    s.has(BAD_TILE_TYPE);
  }

  @Test
  void oneContiguousRunMayHaveShortRows() {
    s.block().op("pto.alloc_tile", results(tile(256, 16, UI8)));
    s.has(SUSPICIOUS_TILE);
  }

  @Test
  void shortRowsOfAPartlyValidTileAreIllegal() {
    s.block().op("pto.alloc_tile", results(tile(256, 16, UI8).withValid(256, 15)));
    s.has(BAD_TILE_TYPE);
  }

  @Test
  void shortRowsAreForMasksAndMovesOnly() {
    s.block().effect("pto.tnot", t(256, 16, UI8), t(256, 16, UI8));
    s.has(BAD_TILE_TYPE, BAD_TILE_TYPE);
  }

  @Test
  void validExtentsLieInTheTile() {
    s.block().op("pto.alloc_tile", results(tile(8, 64, F32).withValid(9, 65)));
    s.has(BAD_TILE_TYPE, BAD_TILE_TYPE);
  }

  @Test
  void tilesHaveKnownElements() {
    s.block().op("pto.alloc_tile", results(tile(8, 64, BF16X2)));
    s.has(ILLEGAL_ELEMENT_TYPE);
  }

  @Test
  void openExtentsNeedOperands() {
    s.block()
        .op("pto.alloc_tile", results(tile(8, 64, F32).withValid(ANY, 64)), List.of(), v(INDEX));
    s.isLegal();
    s.block()
        .op(
            "pto.alloc_tile",
            results(tile(8, 64, F32).withValid(ANY, 64)),
            List.of(),
            List.of(),
            v(INDEX));
    s.block()
        .op("pto.alloc_tile", results(tile(8, 64, F32).withValid(ANY, 64)), List.of(), index(9));
    s.has(BAD_TILE_TYPE, BAD_TILE_TYPE, BAD_CONSTANT);
  }

  @Test
  void addressesAreAlignedAndInRange() {
    at(262_144 - 2048, tile(8, 64, F32));
    s.isLegal();
    at(16, tile(8, 64, F32));
    at(-32, tile(8, 64, F32));
    at(262_144, tile(8, 64, F32));
    s.has(BAD_ADDRESS, BAD_ADDRESS, BAD_ADDRESS);
  }

  @Test
  void theRangeIsThatOfTheProfile() {
    s.on(Profile.A2A3);
    at(196_608, tile(8, 64, F32));
    s.says(
        BAD_ADDRESS,
        "pto.alloc_tile: a tile of 2048 bytes at 196608 does not lie in vec, which has 196608 bytes"
            + " on a2a3");
  }

  @Test
  void addressesAreForAllTilesOrNone() {
    at(0, tile(8, 64, F32));
    s.block().op("pto.alloc_tile", results(tile(8, 64, F32)));
    s.says(
        MIXED_PLACEMENT,
        "pto.alloc_tile: this tile has no address, but others of the function have; give all tiles"
            + " addresses or none");
  }

  @Test
  void tilesWithoutAddressAreOneFinding() {
    at(0, tile(8, 64, F32));
    s.block().op("pto.alloc_tile", results(tile(8, 64, F32)));
    s.block().op("pto.alloc_tile", results(tile(8, 64, F32)));
    assertThat(s.findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.notes()).hasSize(2));
  }

  @Test
  void assignmentPlacesATile() {
    Value tile = s.block().value("pto.alloc_tile", tile(8, 64, F32));
    s.block().value("pto.tassign", tile(8, 64, F32), tile, s.constant(64, I64));
    s.isLegal();
    s.block().value("pto.tassign", tile(8, 64, I32), tile, s.constant(48, I64));
    s.has(TYPE_MISMATCH, BAD_ADDRESS);
  }

  @Test
  void multiTilesHaveDenseSlots() {
    MultiTileType tiles = new MultiTileType(tile(8, 64, F32), 2);
    Value multi = s.block().value("pto.alloc_multi_tile", tiles);
    s.block().value("pto.multi_tile_get", tile(8, 64, F32), multi, index(1));
    s.isLegal();
    s.block().value("pto.multi_tile_get", tile(8, 64, I32), multi, index(2));
    s.block().value("pto.alloc_multi_tile", new MultiTileType(rowPlusOne(tile(8, 64, F32)), 17));
    s.has(BAD_CONSTANT, TYPE_MISMATCH, BAD_TILE_TYPE, BAD_TILE_TYPE);
  }

  @Test
  void subviewsAreWindows() {
    Attribute sizes =
        new Attribute.Array(List.of(new Attribute.Int(8, I64), new Attribute.Int(32, I64)));
    Value parent = t(16, 64, F32);
    s.block()
        .with(AttributeName.SIZES, sizes)
        .op("pto.subview", results(tile(8, 32, F32)), parent, List.of(index(8), index(32)));
    s.isLegal();
    s.block()
        .with(AttributeName.SIZES, sizes)
        .op("pto.subview", results(tile(8, 16, F32)), parent, List.of(index(0), index(0)));
    s.block()
        .with(AttributeName.SIZES, sizes)
        .op("pto.subview", results(tile(8, 32, I32)), parent, List.of(index(9), index(0)));
    s.block()
        .with(AttributeName.SIZES, sizes)
        .op("pto.subview", results(tile(8, 32, F32)), parent, List.of(index(0)));
    s.has(BAD_TILE_TYPE, BAD_TILE_TYPE, TILE_SHAPE_MISMATCH, WRONG_OPERAND_COUNT);
  }

  @Test
  void subviewsOfBoxedTilesAreWholeBoxes() {
    Value parent = v(fractal(tile(32, 32, F16)));
    s.block()
        .op(
            "pto.subview",
            results(fractal(tile(32, 16, F16))),
            parent,
            List.of(index(0), index(16)));
    s.isLegal();
    s.block()
        .op(
            "pto.subview",
            results(fractal(tile(16, 16, F16))),
            parent,
            List.of(index(8), index(0)));
    s.has(TILE_CONSTRAINT, TILE_CONSTRAINT);
  }

  @Test
  void validShapesAreSetWhereBothExtentsAreOpen() {
    s.block().effect("pto.set_validshape", t(8, 64, F32, ANY, ANY), index(8), index(64));
    s.isLegal();
    s.block().effect("pto.set_validshape", t(8, 64, F32, ANY, ANY), index(9), index(64));
    s.block().effect("pto.set_validshape", t(8, 64, F32, ANY, 64), index(8), index(64));
    s.has(BAD_CONSTANT, BAD_TILE_TYPE);
  }

  @Test
  void reshapesKeepTheBytes() {
    s.block().effect("pto.treshape", t(8, 64, F32), t(16, 64, F16));
    s.isLegal();
    s.block().effect("pto.treshape", t(8, 64, F32), t(8, 64, F16));
    s.block().effect("pto.treshape", t(16, 64, F32), v(fractal(tile(16, 64, F32))));
    s.has(TILE_SHAPE_MISMATCH, TILE_CONSTRAINT);
  }

  // Views.

  @Test
  void viewsMatchTheirOperands() {
    s.block()
        .with(AttributeName.LAYOUT, "nd")
        .op(
            "pto.make_tensor_view",
            results(view(F32, 4L, -1L)),
            v(gm(F32)),
            List.of(index(4), v(INDEX)),
            List.of(v(INDEX), index(1)));
    s.isLegal();
    s.block()
        .with(AttributeName.LAYOUT, "dn")
        .op(
            "pto.make_tensor_view",
            results(view(F16, 5L, 8L)),
            v(gm(F32)),
            List.of(index(4), index(8)),
            List.of(index(8), index(1)));
    s.has(VIEW_MISMATCH, VIEW_MISMATCH, VIEW_MISMATCH);
  }

  @Test
  void viewsHaveANumberPerDimension() {
    s.block()
        .op(
            "pto.make_tensor_view",
            results(view(F32, 4L, 8L)),
            v(gm(F32)),
            List.of(index(4)),
            List.of(index(8)));
    s.has(VIEW_MISMATCH, VIEW_MISMATCH);
  }

  @Test
  void windowsLieInTheirView() {
    Value whole = v(view(F32, 16L, 64L));
    s.block()
        .op(
            "pto.partition_view",
            results(part(F32, 8L, 64L)),
            whole,
            List.of(index(8), index(0)),
            List.of(index(8), index(64)));
    s.isLegal();
    s.block()
        .op(
            "pto.partition_view",
            results(part(F32, 8L, 64L)),
            whole,
            List.of(index(9), index(0)),
            List.of(index(8), index(64)));
    s.says(
        VIEW_MISMATCH,
        "pto.partition_view: the window of 8 from 9 leaves dimension 0 of the view, which has 16");
  }

  @Test
  void windowsHaveTheRankAndElementsOfTheirView() {
    s.block()
        .op(
            "pto.partition_view",
            results(view(F16, 8L)),
            v(view(F32, 16L, 64L)),
            List.of(index(-1), index(0)),
            List.of(index(8), index(64)));
    s.has(VIEW_MISMATCH, VIEW_MISMATCH, VIEW_MISMATCH, BAD_CONSTANT);
  }

  @Test
  void dimensionsExist() {
    s.block().op("pto.get_tensor_view_dim", results(INDEX), v(view(F32, 16L, 64L)), index(1));
    s.isLegal();
    s.block().op("pto.get_tensor_view_dim", results(INDEX), v(view(F32, 16L, 64L)), index(2));
    s.has(BAD_CONSTANT);
  }

  // Loads and stores (8.1, 8.2).

  @Test
  void loadsFindEnoughInTheView() {
    s.block().effect("pto.tload", v(part(F32, 1L, 1L, 1L, 20L, 64L)), t(16, 64, F32));
    s.block().effect("pto.tload", v(part(F32, -1L, 64L)), t(16, 64, F32));
    s.isLegal();
    s.block().effect("pto.tload", v(part(F32, 15L, 64L)), t(16, 64, F32));
    s.says(
        VIEW_MISMATCH,
        "pto.tload: the view !pto.partition_tensor_view<15x64xf32> has 15 rows and 64 columns in"
            + " the layout of the tile, fewer than the 16x64 that are transferred");
  }

  @Test
  void columnMajorTilesReadViewsByColumns() {
    s.block().effect("pto.tload", v(part(F32, 4L, 1L, 8L, 2L)), v(columnMajor(tile(8, 8, F32))));
    s.isLegal();
    s.block().effect("pto.tload", v(part(F32, 4L, 1L, 4L, 4L)), v(columnMajor(tile(8, 8, F32))));
    s.has(VIEW_MISMATCH);
  }

  @Test
  void boxedTilesReadViewsByBoxes() {
    s.block()
        .effect("pto.tload", v(part(F16, 1L, 2L, 1L, 16L, 16L)), v(fractal(tile(16, 32, F16))));
    s.isLegal();
    s.block()
        .effect("pto.tload", v(part(F16, 1L, 1L, 2L, 16L, 16L)), v(fractal(tile(16, 32, F16))));
    s.has(VIEW_MISMATCH);
  }

  @Test
  void elementWidthsOfLoadsAgree() {
    s.block().effect("pto.tload", v(part(I32, 16L, 64L)), t(16, 64, F32));
    s.isLegal();
    s.block().effect("pto.tload", v(part(F16, 16L, 64L)), t(16, 64, F32));
    s.has(VIEW_MISMATCH);
  }

  @Test
  void loadsReachUnifiedBufferAndL1() {
    s.block().effect("pto.tload", v(part(F32, 16L, 64L)), v(in(MemorySpace.L1, tile(16, 64, F32))));
    s.isLegal();
    s.block()
        .effect("pto.tload", v(part(F32, 16L, 64L)), v(in(MemorySpace.L0A, tile(16, 64, F32))));
    s.has(TILE_CONSTRAINT);
  }

  @Test
  void extentsArePositive() {
    s.block().effect("pto.tload", v(part(F32, 0L, 64L)), t(16, 64, F32));
    s.has(VIEW_MISMATCH);
  }

  @Test
  void wideTilesPadWithZeroOnly() {
    s.block().effect("pto.tload", v(part(I64, 8L, 8L)), v(padded(tile(8, 8, I64), Padding.ZERO)));
    s.isLegal();
    s.block().effect("pto.tload", v(part(I64, 8L, 8L)), v(padded(tile(8, 8, I64), Padding.MAX)));
    s.has(TILE_CONSTRAINT);
  }

  @Test
  void rowsOfLoadsAreLimitedOnA2A3() {
    s.block().effect("pto.tload", v(part(I8, 4096L, 32L)), t(4096, 32, I8));
    s.isLegal();
    s.on(Profile.A2A3).has(TILE_CONSTRAINT);
  }

  @Test
  void singleRowsAreStoredAcrossLayouts() {
    s.block().effect("pto.tstore", t(1, 64, F32), NONE, NONE, v(part(F32, 64L, 1L)));
    s.isLegal();
    s.block().effect("pto.tstore", t(2, 64, F32), NONE, NONE, v(part(F32, 64L, 2L)));
    s.has(VIEW_MISMATCH);
  }

  @Test
  void atomicModesAreFour() {
    s.block()
        .with(AttributeName.ATOMIC, "add")
        .effect("pto.tstore", t(2, 64, F32), NONE, NONE, v(part(F32, 2L, 64L)));
    s.isLegal();
    s.block()
        .with(AttributeName.ATOMIC, "xor")
        .effect("pto.tstore", t(2, 64, F32), NONE, NONE, v(part(F32, 2L, 64L)));
    s.has(BAD_ATTRIBUTE);
  }

  // Elementwise operations (section 6).

  @Test
  void sourcesStoreWhatIsRead() {
    s.block()
        .effect("pto.tadd", t(8, 64, F32, 8, 60), t(16, 128, F32, 8, 60), t(8, 64, F32, ANY, 60));
    s.isLegal();
    s.block().effect("pto.tadd", t(8, 64, F32, 8, 60), t(8, 64, F32), t(8, 64, F32, 8, 60));
    s.isLegal();
    s.block().effect("pto.tadd", t(8, 64, F32), t(8, 64, F32, 8, 60), t(8, 64, F32));
    s.block().effect("pto.tadd", t(8, 64, F32), t(4, 64, F32), t(8, 64, F32));
    s.has(OPEN_EXTENTS, TILE_SHAPE_MISMATCH);
  }

  @Test
  void elementTypesAgreeInWidthAndSign() {
    s.block().effect("pto.tadd", t(8, 64, I32), t(8, 64, SI32), t(8, 64, I32));
    s.isLegal();
    s.block().effect("pto.tadd", t(8, 64, I32), t(8, 64, UI32), t(8, 64, I32));
    s.says(
        TYPE_MISMATCH, "pto.tadd: src1 has ui32 elements, but must have i32 elements as src0 has");
  }

  @Test
  void tilesArePlainVectorTiles() {
    s.block().effect("pto.tabs", v(columnMajor(tile(8, 8, F32))), t(8, 8, F32));
    s.block().effect("pto.tabs", v(fractal(tile(16, 16, F32))), t(16, 16, F32));
    s.block().effect("pto.tabs", v(rowPlusOne(tile(8, 8, F32))), t(8, 8, F32));
    s.has(TILE_CONSTRAINT, TILE_CONSTRAINT, TILE_CONSTRAINT);
  }

  @Test
  void tileOperationsStandOutsideVecscopes() {
    Subject inside = Subject.inVecscope();
    inside.block().effect("pto.tabs", inside.v(tile(8, 64, F32)), inside.v(tile(8, 64, F32)));
    inside.has(INSIDE_VECSCOPE);
  }

  @Test
  void destinationsOverlapSourcesWhereAnOrderAllowsIt() {
    Value a = at(256, tile(8, 128, F32).withValid(8, 96));
    Value same = at(256, tile(8, 128, F32).withValid(8, 96));
    Value before = at(224, tile(8, 128, F32).withValid(8, 96));
    Value wider = at(512, tile(8, 192, F32).withValid(8, 96));
    s.block().effect("pto.tabs", a, same);
    s.block().effect("pto.tabs", a, before);
    s.block().effect("pto.tabs", wider, a);
    s.isLegal();
    s.block().effect("pto.tabs", before, a);
    s.has(UNPORTABLE_OVERLAP);
  }

  @Test
  void overlapWithoutAnOrderNamesTheFirstElement() {
    Value wide = at(0, tile(8, 192, F32).withValid(8, 96));
    Value narrow = at(1024, tile(8, 128, F32).withValid(8, 96));
    s.block().effect("pto.tabs", wide, narrow);
    s.says(
        TILE_OVERLAP, "pto.tabs: row 1, column 64 of src would be overwritten before it is read");
  }

  @Test
  void someOperationsDoNotWorkInPlaceOnA2A3() {
    Value a = t(8, 64, F32);
    s.block().effect("pto.trecip", a, a);
    s.isLegal();
    s.on(Profile.A2A3)
        .says(TILE_OVERLAP, "pto.trecip: dst overlaps src; they must be disjoint on a2a3");
  }

  @Test
  void scalarsHaveTheElementTypeOrFitIt() {
    s.block().effect("pto.tadds", t(8, 64, I16), v(I16), t(8, 64, I16));
    s.block().effect("pto.tadds", t(8, 64, UI8), s.constant(255, I32), t(8, 64, UI8));
    s.block().effect("pto.tlrelu", t(8, 64, F16), v(F32), t(8, 64, F16));
    s.isLegal();
    s.block().effect("pto.tadds", t(8, 64, I16), v(I32), t(8, 64, I16));
    s.block().effect("pto.tadds", t(8, 64, UI8), s.constant(256, I32), t(8, 64, UI8));
    s.block().effect("pto.tadds", t(8, 64, F16), v(F32), t(8, 64, F16));
    s.has(TYPE_MISMATCH, TYPE_MISMATCH, TYPE_MISMATCH);
  }

  @Test
  void floatConstantsAreNarrowedWhenTheyFit() {
    Value one =
        s.block()
            .with(AttributeName.VALUE, new Attribute.Real(0x3F800000, F32))
            .value("arith.constant", F32);
    Value large =
        s.block()
            .with(AttributeName.VALUE, new Attribute.Real(0x48000000, F32))
            .value("arith.constant", F32);
    s.block().effect("pto.tadds", t(8, 64, F16), one, t(8, 64, F16));
    s.isLegal();
    s.block().effect("pto.tadds", t(8, 64, F16), large, t(8, 64, F16));
    s.has(TYPE_MISMATCH);
  }

  @Test
  void shiftCountsAreNotNegative() {
    s.block().effect("pto.tshls", t(8, 64, I32), s.constant(31, I16), t(8, 64, I32));
    s.isLegal();
    s.block().effect("pto.tshls", t(8, 64, I32), s.constant(-1, I16), t(8, 64, I32));
    s.block().effect("pto.tshls", t(8, 64, I32), v(F32), t(8, 64, I32));
    s.has(BAD_CONSTANT, TYPE_MISMATCH);
  }

  @Test
  void divisionTakesATileAndAScalarInAnyOrder() {
    s.block().effect("pto.tdivs", v(F32), t(8, 64, F32), t(8, 64, F32));
    s.isLegal();
    s.block().effect("pto.tdivs", t(8, 64, F32), t(8, 64, F32), t(8, 64, F32));
    s.has(TYPE_MISMATCH);
  }

  @Test
  void precisionHasTwoModes() {
    Attribute high = new Attribute.Enumerated("precision_mode", "HIGH_PRECISION");
    s.block()
        .with(AttributeName.PRECISION_MODE, high)
        .effect("pto.texp", t(8, 64, F32), t(8, 64, F32));
    s.isLegal();
    s.block()
        .with(AttributeName.PRECISION_MODE, "FAST")
        .effect("pto.texp", t(8, 64, F32), t(8, 64, F32));
    s.has(BAD_ATTRIBUTE);
  }

  @Test
  void unknownAttributesOfTilesAreWarnings() {
    s.block().withNamed("colour", "red").effect("pto.tabs", t(8, 64, F32), t(8, 64, F32));
    s.has(BAD_ATTRIBUTE);
  }

  @Test
  void conversionsReadWhatTheDestinationNeeds() {
    s.block().effect("pto.tcvt", t(8, 64, F32), List.of(), t(8, 64, F16));
    s.isLegal();
    s.block().effect("pto.tcvt", t(8, 64, F32), List.of(), t(16, 64, F16));
    s.block().effect("pto.tcvt", t(8, 64, F32), List.of(), t(8, 64, UI32));
    s.has(TILE_SHAPE_MISMATCH, ILLEGAL_ELEMENT_TYPE);
  }

  // Scratch on A2/A3 (V6).

  @Test
  void scratchIsUnusedOnA5() {
    Value d = t(8, 64, I32);
    s.block().effect("pto.txor", t(8, 64, I32), t(8, 64, I32), d, d);
    s.block().effect("pto.trem", t(8, 64, F32), t(8, 64, F32), List.of(), t(8, 64, F32));
    s.isLegal();
  }

  @Test
  void scratchMayBeMissing() {
    s.on(Profile.A2A3);
    at(0, tile(8, 64, F32));
    s.block().effect("pto.trem", t(8, 64, F32), t(8, 64, F32), List.of(), t(8, 64, F32));
    s.isLegal();
  }

  @Test
  void scratchHoldsWhatTheFormulaSays() {
    s.on(Profile.A2A3);
    at(0, tile(8, 64, F32));
    s.block().effect("pto.trem", t(8, 64, F32), t(8, 64, F32), t(2, 64, F32), t(8, 64, F32));
    s.block().effect("pto.tprelu", t(8, 64, F32), t(8, 64, F32), t(9, 32, UI8), t(8, 64, F32));
    s.block().effect("pto.txor", t(8, 64, I32), t(8, 64, I32), t(8, 64, I32), t(8, 64, I32));
    s.isLegal();
    s.block().effect("pto.trem", t(8, 64, F32), t(8, 64, F32), t(1, 64, F32), t(8, 64, F32));
    s.block().effect("pto.tprelu", t(8, 64, F32), t(8, 64, F32), t(1, 64, F32), t(8, 64, F32));
    s.block().effect("pto.txor", t(8, 64, I32), t(8, 64, I32), t(7, 64, I32), t(8, 64, I32));
    s.has(TILE_TOO_SMALL, TYPE_MISMATCH, TILE_TOO_SMALL);
  }

  @Test
  void smallScratchIsReplacedInAutoMode() {
    s.on(Profile.A2A3);
    s.block().effect("pto.txors", t(8, 64, I32), v(I32), t(7, 64, I32), t(8, 64, I32));
    s.has(SUSPICIOUS_TILE);
  }

  @Test
  void scratchOfExclusiveOrIsDisjointOnA2A3() {
    Value d = t(8, 64, I32);
    s.block().effect("pto.txor", t(8, 64, I32), t(8, 64, I32), d, d);
    s.on(Profile.A2A3).has(TILE_OVERLAP);
  }

  // Compare and select (6.5).

  private static final Attribute LESS = new Attribute.Enumerated("cmp", "lt");

  @Test
  void masksHaveRoomForWholeWords() {
    s.block()
        .with(AttributeName.CMP_MODE, LESS)
        .effect("pto.tcmp", t(2, 256, F32), t(2, 256, F32), t(2, 32, UI8));
    s.block()
        .with(AttributeName.CMP_MODE, LESS)
        .effect("pto.tcmp", t(256, 16, F32), t(256, 16, F32), t(256, 16, UI8));
    s.isLegal();
    s.block()
        .with(AttributeName.CMP_MODE, LESS)
        .effect("pto.tcmp", t(2, 512, F32), t(2, 512, F32), t(2, 32, UI8));
    s.block()
        .with(AttributeName.CMP_MODE, LESS)
        .effect("pto.tcmp", t(2, 256, F32), t(2, 256, F32), t(1, 32, UI8));
    s.has(TILE_TOO_SMALL, TILE_TOO_SMALL);
  }

  @Test
  void scalarComparesOfContiguousTilesAreOneRun() {
    s.block()
        .with(AttributeName.CMP_MODE, LESS)
        .effect("pto.tcmps", t(4, 64, F32), v(F32), t(1, 32, UI8));
    s.isLegal();
    s.block()
        .with(AttributeName.CMP_MODE, LESS)
        .effect("pto.tcmps", t(4, 64, F32, 4, 60), v(F32), t(1, 32, UI8));
    s.has(TILE_TOO_SMALL);
  }

  @Test
  void masksAreIntegers() {
    s.block()
        .with(AttributeName.CMP_MODE, LESS)
        .effect("pto.tcmp", t(2, 64, F32), t(2, 64, F32), t(2, 64, F32));
    s.has(TYPE_MISMATCH);
  }

  @Test
  void integersAreComparedForEqualityOnA2A3() {
    s.on(Profile.A2A3);
    s.block()
        .with(AttributeName.CMP_MODE, "eq")
        .effect("pto.tcmp", t(2, 64, I32), t(2, 64, I32), t(2, 32, UI8));
    s.isLegal();
    s.block()
        .with(AttributeName.CMP_MODE, "lt")
        .effect("pto.tcmp", t(2, 64, I32), t(2, 64, I32), t(2, 32, UI8));
    s.says(NOT_IN_PROFILE, "pto.tcmp: cmpMode lt does not exist for i32 on a2a3; legal here: eq");
  }

  @Test
  void comparisonModes() {
    s.block()
        .with(AttributeName.CMP_MODE, "slt")
        .effect("pto.tcmp", t(2, 64, I32), t(2, 64, I32), t(2, 32, UI8));
    s.has(BAD_ATTRIBUTE);
  }

  @Test
  void selectionMasksCoverTheDestination() {
    s.block()
        .effect(
            "pto.tsel", t(2, 32, UI8), t(2, 256, F32), t(2, 256, F32), List.of(), t(2, 256, F32));
    s.block().effect("pto.tsels", t(2, 16, I16), t(2, 256, F32), List.of(), v(F32), t(2, 256, F32));
    s.isLegal();
    s.block()
        .effect(
            "pto.tsel", t(1, 32, UI8), t(2, 256, F32), t(2, 256, F32), List.of(), t(2, 256, F32));
    s.block().effect("pto.tsels", t(2, 32, UI8), t(2, 512, F32), List.of(), v(F32), t(2, 512, F32));
    s.has(TILE_TOO_SMALL, TILE_TOO_SMALL);
  }

  // Reductions and expansions (7).

  @Test
  void rowReductionsGiveOneColumn() {
    s.block().effect("pto.trowsum", t(8, 64, F32), List.of(), v(columnMajor(tile(8, 1, F32))));
    s.block().effect("pto.trowsum", t(8, 64, F32), List.of(), t(8, 8, F32, 8, 1));
    s.isLegal();
    s.block().effect("pto.trowsum", t(8, 64, F32), List.of(), t(16, 8, F32));
    s.block()
        .effect(
            "pto.trowsum",
            t(8, 64, F32),
            List.of(),
            v(columnMajor(tile(8, 2, F32)).withValid(8, 1)));
    s.has(TILE_SHAPE_MISMATCH, TILE_SHAPE_MISMATCH, TILE_CONSTRAINT);
  }

  @Test
  void reductionsOfNothingAreSuspicious() {
    s.block().effect("pto.trowsum", t(8, 64, F32, 8, 0), List.of(), t(8, 8, F32, 8, 1));
    s.block().effect("pto.tcolsum", t(8, 64, F32, 0, 64), List.of(), t(1, 64, F32));
    s.has(SUSPICIOUS_TILE, SUSPICIOUS_TILE);
  }

  @Test
  void positionsOfExtremaAreWords() {
    s.block().effect("pto.trowargmax", t(8, 64, F16), List.of(), t(8, 8, I32, 8, 1));
    s.isLegal();
    s.block().effect("pto.trowargmax", t(8, 64, F16), List.of(), t(8, 16, F16, 8, 1));
    s.says(TYPE_MISMATCH, "pto.trowargmax: dst has f16 elements, but indices are i32 or ui32");
  }

  @Test
  void columnReductionsGiveOneRow() {
    s.block().effect("pto.tcolmax", t(8, 64, F32, 8, 60), List.of(), t(1, 64, F32, 1, 60));
    s.isLegal();
    s.block().effect("pto.tcolmax", t(8, 64, F32, 8, 60), List.of(), t(2, 64, F32));
    s.has(TILE_SHAPE_MISMATCH, TILE_SHAPE_MISMATCH);
  }

  @Test
  void scratchOfPairwiseSumsIsAsWideAsTheSource() {
    Attribute yes = new Attribute.Flag(true);
    s.block()
        .with(AttributeName.IS_BINARY, yes)
        .effect("pto.tcolsum", t(8, 64, F32), t(8, 64, F32), t(1, 64, F32));
    s.isLegal();
    s.block()
        .with(AttributeName.IS_BINARY, yes)
        .effect("pto.tcolsum", t(8, 64, F32), List.of(), t(1, 64, F32));
    s.block()
        .with(AttributeName.IS_BINARY, yes)
        .effect("pto.tcolsum", t(8, 64, F32), t(8, 32, F32), t(1, 64, F32));
    s.has(TILE_TOO_SMALL);
  }

  @Test
  void expansionsHaveTheRowsOrColumnsOfTheDestination() {
    s.block().effect("pto.trowexpand", t(8, 64, F32, 8, 1), t(8, 64, F32));
    s.block().effect("pto.tcolexpand", t(8, 64, F32), t(16, 64, F32));
    s.isLegal();
    s.block().effect("pto.trowexpand", t(4, 64, F32, 4, 1), t(8, 64, F32));
    s.block().effect("pto.tcolexpand", t(8, 64, F32, 8, 60), t(16, 64, F32));
    s.block().effect("pto.trowexpand", t(8, 64, F32, 8, 0), t(8, 64, F32));
    s.has(TILE_SHAPE_MISMATCH, OPEN_EXTENTS, OPEN_EXTENTS);
  }

  @Test
  void rowCarriersAreAColumnOrABlock() {
    Value column = v(columnMajor(tile(8, 1, F32)));
    s.block().effect("pto.trowexpandsub", t(8, 64, F32), column, List.of(), t(8, 64, F32));
    s.block().effect("pto.trowexpandsub", column, t(8, 64, F32), List.of(), t(8, 64, F32));
    s.block().effect("pto.trowexpandsub", t(8, 64, F32), t(8, 8, F32), List.of(), t(8, 64, F32));
    s.isLegal();
    s.block().effect("pto.trowexpandsub", t(8, 64, F32), t(8, 16, F32), List.of(), t(8, 64, F32));
    s.block().effect("pto.trowexpandsub", t(4, 64, F32), column, List.of(), t(8, 64, F32));
    s.has(TILE_SHAPE_MISMATCH, TILE_SHAPE_MISMATCH);
  }

  @Test
  void carrierColumnsAreOneOrABlock() {
    s.block()
        .with(AttributeName.SRC1_COL, 8)
        .effect("pto.trowexpanddiv", t(8, 64, F32), t(8, 8, F32), List.of(), t(8, 64, F32));
    s.isLegal();
    s.block()
        .with(AttributeName.SRC1_COL, 4)
        .effect("pto.trowexpanddiv", t(8, 64, F32), t(8, 8, F32), List.of(), t(8, 64, F32));
    s.says(BAD_ATTRIBUTE, "pto.trowexpanddiv: attribute src1Col has the value 4; legal: 1, 8");
  }

  @Test
  void columnCarriersAreOneRow() {
    s.block().effect("pto.tcolexpandadd", t(8, 64, F32), t(1, 64, F32), List.of(), t(8, 64, F32));
    s.isLegal();
    s.block().effect("pto.tcolexpandadd", t(8, 64, F32), t(2, 64, F32), List.of(), t(8, 64, F32));
    s.has(TILE_SHAPE_MISMATCH);
  }

  @Test
  void partialSourcesLieInTheDestination() {
    s.block().effect("pto.tpartadd", t(8, 64, F32), t(8, 64, F32, 4, 60), t(8, 64, F32));
    s.block().effect("pto.tpartmax", t(8, 64, F32, 8, 32), t(8, 64, F32, 4, 64), t(8, 64, F32));
    s.isLegal();
    s.block().effect("pto.tpartadd", t(8, 64, F32, 8, 32), t(8, 64, F32, 4, 64), t(8, 64, F32));
    s.block().effect("pto.tpartmax", t(16, 64, F32), t(8, 64, F32), t(8, 64, F32));
    s.has(TILE_SHAPE_MISMATCH, TILE_SHAPE_MISMATCH);
  }

  @Test
  void fillsNeedAPadValue() {
    s.block()
        .effect("pto.tfillpad", t(8, 64, F32, 8, 60), v(padded(tile(8, 64, F32), Padding.MAX)));
    s.isLegal();
    s.block().effect("pto.tfillpad", t(8, 64, F32, 8, 60), t(8, 64, F32));
    s.has(TILE_CONSTRAINT);
  }

  @Test
  void fillsKeepOrGrowTheShape() {
    Value wide = v(padded(tile(8, 128, F32), Padding.ZERO));
    s.block().effect("pto.tfillpad_expand", t(8, 64, F32), wide);
    s.block().effect("pto.tfillpad", t(8, 64, F32), wide);
    s.isLegal();
    s.block().effect("pto.tfillpad", t(9, 128, F32), wide);
    s.block().effect("pto.tfillpad_expand", t(9, 128, F32), wide);
    s.has(TILE_SHAPE_MISMATCH, TILE_SHAPE_MISMATCH);
  }

  @Test
  void inPlaceFillsAreOneStorage() {
    TileType type = padded(tile(8, 64, F32), Padding.ZERO);
    s.block().effect("pto.tfillpad_inplace", at(0, type), at(0, type));
    s.isLegal();
    s.block().effect("pto.tfillpad_inplace", at(0, type), at(2048, type));
    s.has(TILE_CONSTRAINT);
  }

  // Sorting (5).

  @Test
  void shiftsTakeThreeTilesOfOneIntegerType() {
    s.block().effect("pto.tshl", t(8, 64, I16), t(8, 64, I16), t(8, 64, I16));
    s.isLegal();
    s.block().effect("pto.tshl", t(8, 64, I16), t(8, 64, UI16), t(8, 64, I16));
    s.block().effect("pto.tshl", t(8, 64, I16), t(8, 64, I16, 8, 32), t(8, 64, I16));
    s.block().effect("pto.tshl", t(8, 64, I64), t(8, 64, I64), t(8, 64, I64));
    s.has(TYPE_MISMATCH, OPEN_EXTENTS, ILLEGAL_ELEMENT_TYPE);
  }

  @Test
  void sortIndicesHaveOneRowOrAll() {
    s.block().effect("pto.tsort32", t(4, 64, F32), t(1, 64, UI32), List.of(), t(4, 128, F32));
    s.block().effect("pto.tsort32", t(4, 64, F32), t(4, 64, I32), List.of(), t(4, 128, F32));
    s.isLegal();
    s.block().effect("pto.tsort32", t(4, 64, F32), t(3, 64, UI32), List.of(), t(4, 128, F32));
    s.says(
        TILE_SHAPE_MISMATCH, "pto.tsort32: idx has 3 valid rows, but must have 1 or 4 as dst has");
  }

  @Test
  void sortOperandsAgreeInShapeAndType() {
    s.block().effect("pto.tsort32", t(4, 64, F32), t(1, 64, UI16), List.of(), t(4, 128, F32));
    s.block()
        .effect("pto.tsort32", t(4, 64, F32), t(4, 64, UI32, 4, 32), List.of(), t(4, 128, F32));
    s.block().effect("pto.tsort32", t(4, 64, F32), t(1, 64, UI32), List.of(), t(5, 128, F32));
    s.block().effect("pto.tsort32", t(4, 64, F32), t(1, 64, UI32), List.of(), t(4, 256, F16));
    s.has(TYPE_MISMATCH, TILE_SHAPE_MISMATCH, TILE_SHAPE_MISMATCH, TYPE_MISMATCH, SUSPICIOUS_TILE);
  }

  @Test
  void sortDestinationsHoldEveryRecord() {
    s.block().effect("pto.tsort32", t(1, 32, F16), t(1, 32, UI32), List.of(), t(1, 128, F16));
    s.isLegal();
    s.block().effect("pto.tsort32", t(1, 32, F16), t(1, 32, UI32), List.of(), t(1, 64, F16));
    s.says(TILE_TOO_SMALL, "pto.tsort32: dst has 64 columns, but 32 records of 8 bytes need 128");
  }

  @Test
  void sortDestinationsAreValidInEveryRecord() {
    s.block().effect("pto.tsort32", t(1, 32, F32), t(1, 32, UI32), List.of(), t(1, 64, F32, 1, 60));
    s.block().effect("pto.tsort32", t(1, 32, F32), t(1, 32, UI32), List.of(), t(1, 128, F32));
    s.has(TILE_TOO_SMALL, SUSPICIOUS_TILE);
  }

  @Test
  void sortTailsNeedScratchInManualMode() {
    TileType source = tile(1, 40, F32).withValid(1, 33);
    TileType index = tile(1, 40, UI32).withValid(1, 33);
    TileType dest = tile(1, 72, F32).withValid(1, 66);
    s.block().effect("pto.tsort32", v(source), v(index), List.of(), v(dest));
    s.isLegal();
    at(0, tile(1, 8, F32));
    s.says(
        TILE_CONSTRAINT,
        "pto.tsort32: src has 33 valid columns, which is no multiple of 32: needs a tmp tile of at"
            + " least 32 elements in manual mode");
  }

  @Test
  void sortScratchHoldsABlock() {
    s.block().effect("pto.tsort32", t(1, 32, F32), t(1, 32, UI32), t(1, 32, F32), t(1, 64, F32));
    s.isLegal();
    s.block().effect("pto.tsort32", t(1, 32, F32), t(1, 32, UI32), t(1, 16, F32), t(1, 64, F32));
    s.has(SUSPICIOUS_TILE);
    at(0, tile(1, 8, F32));
    s.says(TILE_TOO_SMALL, "pto.tsort32: tmp has 64 bytes, but 32 elements of src need 128");
  }

  @Test
  void sortDestinationsOverlapNothing() {
    Value d = t(1, 64, F32);
    s.block().effect("pto.tsort32", v(tile(1, 64, F32).withValid(1, 32)), t(1, 32, UI32), d, d);
    s.says(TILE_OVERLAP, "pto.tsort32: dst overlaps tmp; they must be disjoint");
  }

  private void mergeBlocks(int columns, Value length) {
    s.block().effect("pto.tmrgsort", List.of(t(1, columns, F32)), length, t(1, columns, F32));
  }

  @Test
  void mergedBlocksFillTheRow() {
    mergeBlocks(256, s.constant(64, I32));
    s.isLegal();
    mergeBlocks(384, s.constant(64, I32));
    mergeBlocks(256, s.constant(32, I32));
    mergeBlocks(65536, s.constant(64, I32));
    mergeBlocks(32768, s.constant(8192, I32));
    mergeBlocks(256, s.constant(1L << 62, I64));
    s.has(TILE_CONSTRAINT, BAD_CONSTANT, TILE_CONSTRAINT, BAD_CONSTANT, BAD_CONSTANT);
  }

  @Test
  void mergedBlocksKeepTheShape() {
    s.block().effect("pto.tmrgsort", List.of(t(1, 256, F32)), s.constant(64, I32), t(1, 512, F32));
    s.has(TILE_SHAPE_MISMATCH, TILE_SHAPE_MISMATCH);
  }

  private void mergeLists(int destColumns, Value... tiles) {
    Value counts = new Value(new BuiltinVectorType(4, I16));
    s.block().effect("pto.tmrgsort", List.of(tiles), List.of(), t(1, destColumns, F32), counts);
  }

  @Test
  void twoToFourListsAreMerged() {
    Value list = t(1, 64, F32);
    mergeLists(128, list, list);
    mergeLists(128, list, list, t(1, 128, F32));
    mergeLists(256, list, list, list, list, t(1, 256, F32));
    s.isLegal();
    mergeLists(128, list);
    mergeLists(256, list, list, list, list, t(1, 128, F32));
    mergeLists(192, list, list);
    s.has(WRONG_OPERAND_COUNT, TILE_TOO_SMALL, TILE_CONSTRAINT);
  }

  @Test
  void scratchOfMergesMayBeMissing() {
    at(0, tile(1, 8, F32));
    Value list = t(1, 64, F32);
    mergeLists(128, list, list);
    s.isLegal();
  }

  @Test
  void listsAreShort() {
    mergeLists(16, t(1, 8192, F32), t(1, 8, F32));
    s.has(TILE_CONSTRAINT);
  }

  // The rest of section 8.

  @Test
  void randomRoundsAreSevenOrTen() {
    Value k = v(I32);
    s.block().with(AttributeName.ROUNDS, 7).effect("pto.trandom", k, k, k, k, k, k, t(1, 64, UI32));
    s.isLegal();
    s.block()
        .with(AttributeName.ROUNDS, 8)
        .effect("pto.trandom", k, k, k, k, k, v(I64), t(1, 64, UI32));
    s.has(TYPE_MISMATCH, BAD_ATTRIBUTE);
  }

  @Test
  void indexTilesHaveOneRow() {
    s.block().effect("pto.tci", v(I32), List.of(), t(1, 64, I32));
    s.isLegal();
    s.block().effect("pto.tci", v(I32), List.of(), t(2, 64, I32));
    s.has(TILE_SHAPE_MISMATCH);
  }
}
