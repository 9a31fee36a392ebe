package org.ptoc.tools.watch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ptoc.emulator.cube.MatrixProduct.Start;
import org.ptoc.emulator.cube.ProductPlaces;
import org.ptoc.emulator.cube.ProductShape;
import org.ptoc.ir.isa.AddressSpace;

/**
 * Products that read uninitialised elements. A row of the result comes from a row of the left
 * operand, a column from a column of the right operand, so an uninitialised element makes some
 * results wrong. A kernel may compute more results than it uses: a product of one row computes
 * sixteen. So a product is reported when one of its wrong results is read; a product that adds to
 * wrong results only passes them on.
 */
final class ProductUse {
  private static final int COLUMNS = 16;

  private final Function<AddressSpace, BitSet> known;
  private final List<Doubt> doubts = new ArrayList<>();

  /**
   * A product that has read uninitialised elements.
   *
   * @param message what it has read
   * @param results the bytes of L0C that are wrong and were not written since
   */
  record Doubt(int word, String message, BitSet results) {}

  ProductUse(Function<AddressSpace, BitSet> known) {
    this.known = known;
  }

  /** A product whose operands are all known. */
  void executed(ProductPlaces product) {
    if (product.start() != Start.ACCUMULATOR) {
      for (Doubt doubt : doubts) {
        clear(product, doubt.results());
      }
    }
    doubts.removeIf(doubt -> doubt.results().isEmpty());
  }

  /**
   * Records a product that has read uninitialised elements, before its results count as written.
   */
  void executed(int word, ProductPlaces product, String message) {
    executed(product);
    BitSet results = wrongResults(product);
    for (Doubt doubt : doubts) {
      if (doubt.word() == word) {
        doubt.results().or(results);
        return;
      }
    }
    doubts.add(new Doubt(word, message, results));
  }

  /**
   * Reports the products that made wrong results among the bytes of L0C that another word reads.
   */
  void read(long address, long length, Consumer<Doubt> found) {
    for (int i = doubts.size() - 1; i >= 0; i--) {
      int first = doubts.get(i).results().nextSetBit((int) address);
      if (first >= 0 && first < address + length) {
        found.accept(doubts.remove(i));
      }
    }
  }

  private static void clear(ProductPlaces product, BitSet results) {
    ProductShape shape = product.shape();
    for (int row = 0; row < shape.m(); row++) {
      for (int first = 0; first < shape.n(); first += COLUMNS) {
        int from = resultAt(product, row, first);
        results.clear(from, from + Math.min(COLUMNS, shape.n() - first) * Float.BYTES);
      }
    }
  }

  private static int resultAt(ProductPlaces product, int row, int column) {
    int block = product.shape().resultAt(row, column / COLUMNS);
    return (int) product.result() + block + column % COLUMNS * Float.BYTES;
  }

  private BitSet wrongResults(ProductPlaces product) {
    ProductShape shape = product.shape();
    BitSet columns = new BitSet();
    for (int column = 0; column < shape.n(); column++) {
      columns.set(column, isWrongColumn(product, column));
    }
    BitSet accumulators = known.apply(AddressSpace.L0C);
    BitSet results = new BitSet();
    for (int row = 0; row < shape.m(); row++) {
      boolean wrong = isWrongRow(product, row);
      for (int column = 0; column < shape.n(); column++) {
        int at = resultAt(product, row, column);
        boolean adds = product.start() == Start.ACCUMULATOR;
        boolean begun = !adds || isKnown(accumulators, at, Float.BYTES);
        results.set(at, at + Float.BYTES, wrong || columns.get(column) || !begun);
      }
    }
    return results;
  }

  private boolean isWrongRow(ProductPlaces product, int row) {
    BitSet left = known.apply(AddressSpace.L0A);
    for (int piece = 0; piece < product.shape().pieces(); piece++) {
      long at = product.left() + product.shape().leftAt(row, piece);
      if (!isKnown(left, at, product.used(piece))) {
        return true;
      }
    }
    BitSet scales = known.apply(AddressSpace.L0A_SCALE);
    for (int group = 0; product.scaled() && group < product.groups(); group++) {
      if (!isKnown(scales, product.leftScaleAt(row, group), 1)) {
        return true;
      }
    }
    return false;
  }

  private boolean isWrongColumn(ProductPlaces product, int column) {
    BitSet right = known.apply(AddressSpace.L0B);
    for (int piece = 0; piece < product.shape().pieces(); piece++) {
      long at = product.right() + product.shape().rightAt(column, piece);
      if (!isKnown(right, at, product.used(piece))) {
        return true;
      }
    }
    BitSet scales = known.apply(AddressSpace.L0B_SCALE);
    for (int group = 0; product.scaled() && group < product.groups(); group++) {
      if (!isKnown(scales, product.rightScaleAt(column, group), 1)) {
        return true;
      }
    }
    long bias = product.biases() + (long) column * Float.BYTES;
    return product.start() == Start.BIAS
        && !isKnown(known.apply(AddressSpace.BT), bias, Float.BYTES);
  }

  private static boolean isKnown(BitSet bytes, long from, int length) {
    int first = bytes.nextClearBit((int) from);
    return first >= from + length;
  }
}
