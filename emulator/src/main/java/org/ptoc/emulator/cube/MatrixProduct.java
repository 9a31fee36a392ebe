package org.ptoc.emulator.cube;

import java.util.Arrays;
import org.ptoc.emulator.numeric.ExactSum;
import org.ptoc.emulator.numeric.Float32;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.DataType;

/**
 * Matrix products in the order of spec/60, 2.6: each sum runs over k ascending and rounds once for
 * each term, unless {@link SumOrder} says otherwise; integers wrap. Sums of different columns are
 * computed side by side, which changes nothing of them. The arrays grow to the largest product and
 * are used again.
 */
public final class MatrixProduct {
  /** Terms of 8-bit integers whose sum f32 holds exactly: products have at most 14 bits. */
  private static final int EXACT_TERMS = 1024;

  /** Rows whose sums are computed side by side, and terms added to each; spare rows are ignored. */
  private static final int ROWS_AT_ONCE = 3;

  private static final int GROUP = 32;
  private static final int COLUMNS = 16;
  private static final int SCALE_NAN = 0xFF;
  private static final int SCALE_BIAS = 127;

  /** A scale that makes its elements 0. */
  private static final int NO_SCALE = -1;

  private static final float[] NO_ROW = {};
  private static final int[] NO_INTEGERS = {};
  private static final int[][] NO_SCALES = {};

  /** The left operand, transposed. */
  private float[][] left = {};

  private float[][] right = {};
  private float[][] sums = {};
  private int[][] integers = {};
  private SumOrder order = SumOrder.SEQUENTIAL;

  /** What becomes of f32 inputs. */
  public enum InputRounding {
    NONE,
    EVEN,
    AWAY
  }

  /** Where the terms of a result start: beside the sum is one more term, or none. */
  public enum Start {
    ZERO,
    ACCUMULATOR,
    BIAS
  }

  /** Sums run in {@code order} from now on. */
  public void setOrder(SumOrder order) {
    this.order = order;
  }

  /** Where operands lie. */
  public record Place(byte[] memory, int at) {}

  /**
   * Reads the operands as f32.
   *
   * @param saturate whether NaN reads as 0 and an infinity as the largest number of its type
   */
  public void read(ProductShape shape, Place a, Place b, DataType rightType, boolean saturate) {
    int rows = (shape.m() + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE * ROWS_AT_ONCE;
    left = grown(left, shape.k(), rows);
    right = grown(right, shape.k(), shape.n());
    sums = grown(sums, rows, shape.n());
    int elements = ElementFormat.elements(shape.left());
    for (int each = 0; each < shape.pieces(); each++) {
      int first = each * elements;
      int count = Math.min(elements, shape.k() - first);
      readLeft(shape, a, each, first, count);
      readRight(shape, b, rightType, each, first, count);
    }
    if (saturate && !shape.left().isInteger()) {
      saturate(left, shape.k(), shape.m(), ElementFormat.largest(shape.left()));
      saturate(right, shape.k(), shape.n(), ElementFormat.largest(rightType));
    }
  }

  /** As {@link #readRight}, in runs of rows of one fractal where those follow each other. */
  private void readLeft(ProductShape shape, Place a, int each, int first, int count) {
    int run = shape.rowsFirst() ? COLUMNS : shape.m();
    for (int row = 0; row < shape.m(); row += run) {
      int at = a.at() + shape.leftAt(row, each);
      int rows = Math.min(run, shape.m() - row);
      for (int i = 0; i < count; i++) {
        ElementFormat.decodeColumn(shape.left(), a.memory(), at, i, rows, left[first + i], row);
      }
    }
  }

  /** The element {@code first + i} of every column is row {@code first + i} of the operand. */
  private void readRight(
      ProductShape shape, Place b, DataType type, int each, int first, int count) {
    int at = b.at() + shape.rightAt(0, each);
    for (int i = 0; i < count; i++) {
      ElementFormat.decodeColumn(type, b.memory(), at, i, shape.n(), right[first + i], 0);
    }
  }

  private static float[][] grown(float[][] array, int rows, int columns) {
    float[][] result = array;
    if (result.length < rows) {
      int before = result.length;
      result = Arrays.copyOf(result, rows);
      Arrays.fill(result, before, rows, NO_ROW);
    }
    for (int row = 0; row < rows; row++) {
      if (result[row].length < columns) {
        result[row] = new float[columns];
      }
    }
    return result;
  }

  private static void saturate(float[][] matrix, int rows, int columns, float largest) {
    for (int i = 0; i < rows; i++) {
      float[] row = matrix[i];
      for (int j = 0; j < columns; j++) {
        float value = row[j];
        row[j] = value != value ? 0 : Math.max(-largest, Math.min(largest, value));
      }
    }
  }

  /** Rounds f32 inputs to fewer mantissa bits: 10 as TF32 on A5, 11 on A2/A3 (spec/60, 3.9). */
  public void round(ProductShape shape, InputRounding rounding, int mantissaBits) {
    if (rounding != InputRounding.NONE) {
      round(left, shape.k(), shape.m(), rounding, mantissaBits);
      round(right, shape.k(), shape.n(), rounding, mantissaBits);
    }
  }

  private static void round(
      float[][] matrix, int rows, int columns, InputRounding rounding, int mantissaBits) {
    int cut = 23 - mantissaBits;
    int half = 1 << cut - 1;
    for (int i = 0; i < rows; i++) {
      float[] row = matrix[i];
      for (int j = 0; j < columns; j++) {
        int bits = Float.floatToRawIntBits(row[j]);
        if ((bits & 0x7F800000) != 0x7F800000) {
          int tie = rounding == InputRounding.EVEN ? half - 1 + (bits >>> cut & 1) : half;
          row[j] = Float.intBitsToFloat((bits + tie) & -(1 << cut));
        }
      }
    }
  }

  /** Sums the products of the operands. */
  public void multiply(ProductShape shape) {
    if (shape.left().isInteger()) {
      multiplyIntegers(shape);
      return;
    }
    if (order == SumOrder.TREE16) {
      multiplyGroups(shape, NO_SCALES, NO_SCALES);
      return;
    }
    clearSums(shape);
    multiply(shape, 0, shape.k());
  }

  /** Sums of the terms of each 32 bytes, exact but for the rounding of each group. */
  private void multiplyGroups(ProductShape shape, int[][] ofLeft, int[][] ofRight) {
    int group = ElementFormat.elements(shape.left());
    boolean scaled = ofLeft.length > 0;
    ExactSum exact = new ExactSum();
    for (int row = 0; row < shape.m(); row++) {
      for (int column = 0; column < shape.n(); column++) {
        float sum = 0;
        for (int first = 0; first < shape.k(); first += group) {
          exact.set(sum);
          for (int k = first; k < Math.min(shape.k(), first + group); k++) {
            double a = left[k][row];
            double b = right[k][column];
            if (scaled) {
              a *= scale(ofLeft[row][k / GROUP]);
              b *= scale(ofRight[column][k / GROUP]);
            }
            exact.add(a * b);
          }
          sum = exact.rounded();
        }
        sums[row][column] = sum;
      }
    }
  }

  private void clearSums(ProductShape shape) {
    for (int row = 0; row < shape.m(); row++) {
      Arrays.fill(sums[row], 0, shape.n(), 0f);
    }
  }

  private void multiplyIntegers(ProductShape shape) {
    if (integers.length < shape.m()) {
      integers = new int[shape.m()][];
      Arrays.fill(integers, NO_INTEGERS);
    }
    for (int row = 0; row < shape.m(); row++) {
      if (integers[row].length < shape.n()) {
        integers[row] = new int[shape.n()];
      }
      Arrays.fill(integers[row], 0, shape.n(), 0);
    }
    for (int first = 0; first < shape.k(); first += EXACT_TERMS) {
      clearSums(shape);
      multiply(shape, first, Math.min(shape.k(), first + EXACT_TERMS));
      for (int row = 0; row < shape.m(); row++) {
        int[] total = integers[row];
        float[] part = sums[row];
        for (int column = 0; column < shape.n(); column++) {
          total[column] += (int) part[column];
        }
      }
    }
  }

  /**
   * Adds terms {@code first} to {@code end - 1} to all sums, three rows and three terms at once.
   */
  private void multiply(ProductShape shape, int first, int end) {
    int whole = end - (end - first) % ROWS_AT_ONCE;
    for (int row = 0; row < shape.m(); row += ROWS_AT_ONCE) {
      for (int k = first; k < whole; k += ROWS_AT_ONCE) {
        addTermsOfThreeRows(row, k, shape.n());
      }
    }
    for (int row = 0; row < shape.m(); row++) {
      for (int k = whole; k < end; k++) {
        addTerm(left[k][row], right[k], sums[row], shape.n());
      }
    }
  }

  private void addTermsOfThreeRows(int row, int k, int n) {
    float[] a0 = left[k];
    float[] a1 = left[k + 1];
    float[] a2 = left[k + 2];
    addTermsOfThreeRows(
        a0[row],
        a1[row],
        a2[row],
        a0[row + 1],
        a1[row + 1],
        a2[row + 1],
        a0[row + 2],
        a1[row + 2],
        a2[row + 2],
        right[k],
        right[k + 1],
        right[k + 2],
        sums[row],
        sums[row + 1],
        sums[row + 2],
        n);
  }

  /**
   * Three terms of all columns of three rows; the compiler of the JVM turns the loop into vectors.
   * The nine elements of the left operand and what the loop loads fit into 16 vector registers.
   * Every array is a row of its own, so that it need not ask whether they overlap.
   */
  private static void addTermsOfThreeRows(
      float x0,
      float x1,
      float x2,
      float y0,
      float y1,
      float y2,
      float z0,
      float z1,
      float z2,
      float[] b0,
      float[] b1,
      float[] b2,
      float[] c,
      float[] d,
      float[] e,
      int n) {
    for (int j = 0; j < n; j++) {
      float p = b0[j];
      float q = b1[j];
      float r = b2[j];
      c[j] = Math.fma(x2, r, Math.fma(x1, q, Math.fma(x0, p, c[j])));
      d[j] = Math.fma(y2, r, Math.fma(y1, q, Math.fma(y0, p, d[j])));
      e[j] = Math.fma(z2, r, Math.fma(z1, q, Math.fma(z0, p, e[j])));
    }
  }

  private static void addTerm(float x, float[] b, float[] c, int n) {
    for (int j = 0; j < n; j++) {
      c[j] = Math.fma(x, b[j], c[j]);
    }
  }

  /**
   * Sums the products of the operands with their scales, exact before each rounding (spec/60, 1.4).
   *
   * @param saturate whether a scale that is NaN makes its elements 0
   */
  public void multiplyScaled(ProductShape shape, Place a, Place b, boolean saturate) {
    int groups = (shape.k() + GROUP - 1) / GROUP;
    int[][] leftScales = new int[shape.m()][groups];
    int[][] rightScales = new int[shape.n()][groups];
    readScales(leftScales, a, shape.vector(), saturate);
    readScales(rightScales, b, false, saturate);
    if (order == SumOrder.TREE16) {
      multiplyGroups(shape, leftScales, rightScales);
      return;
    }
    clearSums(shape);
    if (scalesFit(shape, leftScales, rightScales)) {
      scale(shape, leftScales, rightScales);
      multiply(shape, 0, shape.k());
    } else {
      multiplyWide(shape, leftScales, rightScales);
    }
  }

  private static void readScales(
      int[][] scales, Place place, boolean contiguous, boolean saturate) {
    for (int row = 0; row < scales.length; row++) {
      int groups = scales[row].length;
      int pairs = (groups + 1) / 2;
      for (int group = 0; group < groups; group++) {
        int at =
            contiguous
                ? group
                : (row / COLUMNS * pairs + group / 2) * GROUP + row % COLUMNS * 2 + group % 2;
        int bits = place.memory()[place.at() + at] & 0xFF;
        scales[row][group] = saturate && bits == SCALE_NAN ? NO_SCALE : bits;
      }
    }
  }

  private static float scale(int bits) {
    return switch (bits) {
      case NO_SCALE -> 0;
      case SCALE_NAN -> Float.NaN;
      default -> Math.scalb(1f, bits - SCALE_BIAS);
    };
  }

  /** True if all elements with their scales are f32 numbers; none can become too small. */
  private boolean scalesFit(ProductShape shape, int[][] ofLeft, int[][] ofRight) {
    for (int k = 0; k < shape.k(); k++) {
      for (int row = 0; row < shape.m(); row++) {
        if (overflows(left[k][row], scale(ofLeft[row][k / GROUP]))) {
          return false;
        }
      }
      for (int column = 0; column < shape.n(); column++) {
        if (overflows(right[k][column], scale(ofRight[column][k / GROUP]))) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean overflows(float element, float scale) {
    return Float.isInfinite(element * scale) && !Float.isInfinite(element);
  }

  private void scale(ProductShape shape, int[][] ofLeft, int[][] ofRight) {
    for (int k = 0; k < shape.k(); k++) {
      for (int row = 0; row < shape.m(); row++) {
        left[k][row] *= scale(ofLeft[row][k / GROUP]);
      }
      for (int column = 0; column < shape.n(); column++) {
        right[k][column] *= scale(ofRight[column][k / GROUP]);
      }
    }
  }

  /** Scales so large that products need the range of f64, which holds them exactly. */
  private void multiplyWide(ProductShape shape, int[][] ofLeft, int[][] ofRight) {
    for (int row = 0; row < shape.m(); row++) {
      for (int column = 0; column < shape.n(); column++) {
        float sum = 0;
        for (int k = 0; k < shape.k(); k++) {
          double a = (double) left[k][row] * scale(ofLeft[row][k / GROUP]);
          double b = (double) right[k][column] * scale(ofRight[column][k / GROUP]);
          sum = Float32.add(a * b, sum);
        }
        sums[row][column] = sum;
      }
    }
  }

  /**
   * Writes the sums, to which the start of each is added, as accumulators.
   *
   * @param biases of all columns, read only for {@link Start#BIAS}
   * @param saturate whether results are clamped to finite numbers
   */
  public void write(ProductShape shape, Place result, Place biases, Start start, boolean saturate) {
    boolean whole = shape.left().isInteger();
    for (int row = 0; row < shape.m(); row++) {
      if (start != Start.ZERO && !whole) {
        add(shape, sums[row], row, start == Start.BIAS ? biases : result, start);
      }
      if (saturate && !whole) {
        clamp(sums[row], shape.n());
      }
      for (int first = 0; first < shape.n(); first += COLUMNS) {
        int at = result.at() + shape.resultAt(row, first / COLUMNS);
        int count = Math.min(COLUMNS, shape.n() - first);
        if (whole) {
          int from = start == Start.BIAS ? biases.at() + first * Integer.BYTES : at;
          byte[] terms = start == Start.BIAS ? biases.memory() : result.memory();
          write(integers[row], first, count, terms, from, start, result.memory(), at);
        } else {
          write(sums[row], first, count, result.memory(), at);
        }
      }
    }
  }

  /** Adds biases or accumulators to the sums of a row. */
  private static void add(ProductShape shape, float[] sums, int row, Place terms, Start start) {
    for (int first = 0; first < shape.n(); first += COLUMNS) {
      int at =
          terms.at()
              + (start == Start.BIAS ? first * Float.BYTES : shape.resultAt(row, first / COLUMNS));
      int count = Math.min(COLUMNS, shape.n() - first);
      for (int i = 0; i < count; i++) {
        int bits = LittleEndian.get32(terms.memory(), at + i * Float.BYTES);
        sums[first + i] += Float.intBitsToFloat(bits);
      }
    }
  }

  private static void clamp(float[] sums, int n) {
    for (int i = 0; i < n; i++) {
      sums[i] = Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, sums[i]));
    }
  }

  private static void write(float[] sums, int first, int count, byte[] memory, int at) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put32(memory, at + i * Float.BYTES, Float32.encode(sums[first + i]));
    }
  }

  private static void write(
      int[] sums,
      int first,
      int count,
      byte[] terms,
      int from,
      Start start,
      byte[] memory,
      int at) {
    for (int i = 0; i < count; i++) {
      int term = start == Start.ZERO ? 0 : LittleEndian.get32(terms, from + i * Integer.BYTES);
      LittleEndian.put32(memory, at + i * Integer.BYTES, sums[first + i] + term);
    }
  }
}
