package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import org.ptoc.ir.isa.Profile;

/**
 * One {@code tshl} or {@code tshr} of a whole matrix, in automatic mode.
 *
 * @param operation {@code tshl} or {@code tshr}
 * @param type one of the six integer types
 * @param rows valid rows
 * @param columns valid columns; the tiles are padded to whole 32-byte rows
 */
record ShiftCase(String operation, String type, int rows, int columns) {

  int bits() {
    return Integer.parseInt(type.replaceAll("\\D", ""));
  }

  private boolean isUnsigned() {
    return type.startsWith("u");
  }

  private int physicalColumns() {
    int unit = 32 * 8 / bits();
    return (columns + unit - 1) / unit * unit;
  }

  /** The program. */
  String text() {
    String tile =
        "!pto.tile_buf<vec, %dx%dx%s, valid=%dx%d>"
            .formatted(rows, physicalColumns(), type, rows, columns);
    String shape = "%dx%dx%s".formatted(rows, columns, type);
    StringBuilder text = new StringBuilder();
    text.append(
        """
        module {
          func.func @shift(%%g0: !pto.ptr<%1$s>, %%g1: !pto.ptr<%1$s>, %%g2: !pto.ptr<%1$s>) attributes {pto.entry} {
            %%c0 = arith.constant 0 : index
            %%c1 = arith.constant 1 : index
            %%rows = arith.constant %2$d : index
            %%columns = arith.constant %3$d : index
        """
            .formatted(type, rows, columns));
    for (int i = 0; i < 3; i++) {
      text.append(
          """
              %%v%1$d = pto.make_tensor_view %%g%1$d, shape = [%%rows, %%columns], strides = [%%columns, %%c1] : !pto.tensor_view<%2$s>
              %%p%1$d = pto.partition_view %%v%1$d, offsets = [%%c0, %%c0], sizes = [%%rows, %%columns] : !pto.tensor_view<%2$s> -> !pto.partition_tensor_view<%2$s>
              %%t%1$d = pto.alloc_tile : %3$s
          """
              .formatted(i, shape, tile));
    }
    for (int i = 0; i < 2; i++) {
      text.append(
          "    pto.tload ins(%%p%1$d : !pto.partition_tensor_view<%2$s>) outs(%%t%1$d : %3$s)%n"
              .formatted(i, shape, tile));
    }
    text.append(
        """
            pto.%1$s ins(%%t0, %%t1 : %2$s, %2$s) outs(%%t2 : %2$s)
            pto.tstore ins(%%t2 : %2$s) outs(%%p2 : !pto.partition_tensor_view<%3$s>)
            return
          }
        }
        """
            .formatted(operation, tile, shape));
    return text.toString();
  }

  /**
   * Compiles, runs and compares every element; a value counts with its lowest {@link #bits()} bits
   * only.
   */
  void check(Profile profile, long[] values, long[] counts) {
    byte[] out = new byte[rows * columns * bits() / 8];
    List<byte[]> buffers =
        Kernels.run(Kernels.object(text(), profile), bytes(values), bytes(counts), out);
    byte[] expected = new byte[out.length];
    for (int i = 0; i < rows * columns; i++) {
      store(expected, i, shifted(values[i], counts[i]).longValue());
    }
    assertThat(buffers.get(2))
        .as("%s %s on %s", operation, type, profile.name().toLowerCase(Locale.ROOT))
        .containsExactly(expected);
  }

  /** The value by unbounded integers: a count outside 0..bits-1 leaves nothing but the fill. */
  private BigInteger shifted(long value, long count) {
    BigInteger modulus = BigInteger.TWO.pow(bits());
    BigInteger element = BigInteger.valueOf(value).mod(modulus);
    if (!isUnsigned() && element.testBit(bits() - 1)) {
      element = element.subtract(modulus);
    }
    int distance =
        BigInteger.valueOf(count).mod(modulus).min(BigInteger.valueOf(bits())).intValue();
    return operation.equals("tshl")
        ? element.multiply(BigInteger.TWO.pow(distance))
        : element.shiftRight(distance);
  }

  private byte[] bytes(long[] elements) {
    byte[] bytes = new byte[elements.length * bits() / 8];
    for (int i = 0; i < elements.length; i++) {
      store(bytes, i, elements[i]);
    }
    return bytes;
  }

  private void store(byte[] bytes, int index, long element) {
    int size = bits() / 8;
    for (int i = 0; i < size; i++) {
      bytes[index * size + i] = (byte) (element >> 8 * i);
    }
  }
}
