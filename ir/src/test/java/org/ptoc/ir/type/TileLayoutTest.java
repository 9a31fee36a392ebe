package org.ptoc.ir.type;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.ir.type.TileType.BoxLayout;
import org.ptoc.ir.type.TileType.Compaction;
import org.ptoc.ir.type.TileType.Padding;

/** Offsets and sizes against the formulas of spec/60, 1.2 and 1.3, written out. */
class TileLayoutTest {
  private static final BaseLayout ROW = BaseLayout.ROW_MAJOR;
  private static final BaseLayout COLUMN = BaseLayout.COLUMN_MAJOR;
  private static final BoxLayout ROWS = BoxLayout.ROW_MAJOR;
  private static final BoxLayout COLUMNS = BoxLayout.COLUMN_MAJOR;

  private static TileType tile(
      MemorySpace location,
      ElementType element,
      int rows,
      int columns,
      BaseLayout base,
      BoxLayout box,
      int fractal) {
    return new TileType(
        location,
        element,
        rows,
        columns,
        rows,
        columns,
        base,
        box,
        fractal,
        Padding.NULL,
        Compaction.NULL);
  }

  private interface Formula {
    long offset(int i, int j, int c0, int e);
  }

  private static void follows(TileType type, Formula formula) {
    int e = type.element().bytes();
    for (int i = 0; i < type.rows(); i++) {
      for (int j = 0; j < type.columns(); j++) {
        assertThat(type.layout().offset(i, j))
            .as("%s (%d, %d)", type.spelling(), i, j)
            .isEqualTo(formula.offset(i, j, 32 / e, e));
      }
    }
  }

  private static final ElementType[] PLAIN = {ElementType.F32, ElementType.BF16, ElementType.I8};

  @Test
  void boxesOfRows() {
    for (ElementType element : PLAIN) {
      follows(
          tile(MemorySpace.L1, element, 48, 64, COLUMN, ROWS, 512),
          (i, j, c0, e) -> j / c0 * 48 * 32L + i * 32 + j % c0 * e);
      follows(
          tile(MemorySpace.L1, element, 48, 64, ROW, ROWS, 512),
          (i, j, c0, e) -> i / 16 * (64 / c0) * 512L + j / c0 * 512 + i % 16 * 32 + j % c0 * e);
    }
  }

  @Test
  void boxesOfColumns() {
    for (ElementType element : PLAIN) {
      follows(
          tile(MemorySpace.L1, element, 64, 48, ROW, COLUMNS, 512),
          (i, j, c0, e) -> i / c0 * 48 * 32L + j * 32 + i % c0 * e);
      follows(
          tile(MemorySpace.L1, element, 64, 48, COLUMN, COLUMNS, 512),
          (i, j, c0, e) -> j / 16 * (64 / c0) * 512L + i / c0 * 512 + j % 16 * 32 + i % c0 * e);
    }
  }

  @Test
  void accumulatorsAndScales() {
    follows(
        tile(MemorySpace.L0C, ElementType.F32, 48, 32, COLUMN, ROWS, 1024),
        (i, j, c0, e) -> j / 16 * 48 * 64L + i * 64 + j % 16 * 4);
    follows(
        tile(MemorySpace.FB, ElementType.F8E8M0, 32, 6, ROW, ROWS, 32),
        (i, j, c0, e) -> i / 16 * 16 * 6L + j / 2 * 32 + i % 16 * 2 + j % 2);
    follows(
        tile(MemorySpace.FB, ElementType.F8E8M0, 6, 32, COLUMN, COLUMNS, 32),
        (i, j, c0, e) -> j / 16 * 16 * 6L + i / 2 * 32 + j % 16 * 2 + i % 2);
  }

  @Test
  void withoutBoxes() {
    follows(
        tile(MemorySpace.L1, ElementType.F16, 3, 16, ROW, BoxLayout.NONE, 512),
        (i, j, c0, e) -> (i * 16L + j) * 2);
    follows(
        tile(MemorySpace.L1, ElementType.F16, 16, 3, COLUMN, BoxLayout.NONE, 512),
        (i, j, c0, e) -> (j * 16L + i) * 2);
  }

  @Test
  void smallFloatsShareBytes() {
    TileType nz = tile(MemorySpace.L1, ElementType.F4E2M1X2, 32, 128, COLUMN, ROWS, 512);
    TileType zn = tile(MemorySpace.L1, ElementType.F4E2M1X2, 128, 32, ROW, COLUMNS, 512);
    for (int i = 0; i < 32; i++) {
      for (int j = 0; j < 128; j++) {
        long expected = j / 64 * 32 * 32L + i * 32 + j % 64 / 2;
        assertThat(nz.layout().offset(i, j)).isEqualTo(expected);
        assertThat(zn.layout().offset(j, i)).isEqualTo(expected);
      }
    }
    assertThat(nz.bytes()).isEqualTo(32 * 64);
  }

  /** A ZN tile and an NZ tile of the turned shape have the same bytes (spec/60, 1.2). */
  @Test
  void turnedTilesHaveTheSameBytes() {
    TileType nz = tile(MemorySpace.L1, ElementType.F16, 32, 48, COLUMN, ROWS, 512);
    TileType zn = tile(MemorySpace.L1, ElementType.F16, 48, 32, ROW, COLUMNS, 512);
    for (int i = 0; i < 32; i++) {
      for (int j = 0; j < 48; j++) {
        assertThat(nz.layout().offset(i, j)).isEqualTo(zn.layout().offset(j, i));
      }
    }
    assertThat(nz.layout().order()).isEqualTo(TileLayout.Order.NZ);
    assertThat(zn.layout().order()).isEqualTo(TileLayout.Order.ZN);
  }

  @Test
  void reservedBytes() {
    assertThat(tile(MemorySpace.L0C, ElementType.F32, 8, 24, COLUMN, ROWS, 1024).bytes())
        .isEqualTo(16 * 32 * 4);
    assertThat(tile(MemorySpace.L0A, ElementType.BF16, 5, 64, ROW, ROWS, 512).bytes())
        .isEqualTo(16 * 64 * 2);
    assertThat(tile(MemorySpace.L0A, ElementType.I8, 1, 40, COLUMN, ROWS, 512).bytes())
        .isEqualTo(16 * 64);
    assertThat(tile(MemorySpace.L0B, ElementType.F32, 12, 20, ROW, COLUMNS, 512).bytes())
        .isEqualTo(16 * 32 * 4);
    assertThat(tile(MemorySpace.L1, ElementType.F16, 20, 17, COLUMN, ROWS, 512).bytes())
        .isEqualTo(32 * 32 * 2);
    assertThat(tile(MemorySpace.BT, ElementType.F32, 1, 48, ROW, BoxLayout.NONE, 512).bytes())
        .isEqualTo(48 * 4);
    assertThat(tile(MemorySpace.UB, ElementType.F32, 3, 8, ROW, BoxLayout.NONE, 512).bytes())
        .isEqualTo(3 * 32);
  }
}
