package org.ptoc.tools.data;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Arrays made from a formula:
 *
 * <ul>
 *   <li>{@code zeros:TYPE:SHAPE}, {@code ones:TYPE:SHAPE}, {@code fill:VALUE:TYPE:SHAPE}
 *   <li>{@code iota:TYPE:SHAPE}: element i is i; integers keep the low bits, floats round to
 *       nearest even
 *   <li>{@code rand:SEED:TYPE:SHAPE}: element i is made of the (i + 1)-th output of SplitMix64 with
 *       that seed. Integers take its top bits. Floats of p bits of precision take its top p bits as
 *       an integer k and are k / 2^(p-1) - 1: uniform in [-1, 1), every value exact (p is 3 for
 *       f8E5M2, 4 for f8E4M3FN and hif8, 8 for bf16, 11 for f16, 24 for f32, 53 for f64). Scales,
 *       f8E8M0, are 2^(k-4) of the top three bits.
 * </ul>
 *
 * A shape is {@code 64x64}, {@code 64} or {@code scalar}.
 */
final class Generator {
  private static final int MAX_RANK = 64;

  /** Bounds of ranges, so that whole numbers in between are exact. */
  private static final double MOST_BOUND = 0x1p53;

  private Generator() {}

  static boolean isName(String word) {
    return switch (word) {
      case "zeros", "ones", "iota", "fill", "rand", "uniform" -> true;
      default -> false;
    };
  }

  static DataResult<DataArray> parse(String text) {
    List<String> parts = split(text);
    String name = parts.getFirst();
    int fields =
        switch (name) {
          case "fill", "rand" -> 4;
          case "uniform" -> 6;
          default -> 3;
        };
    if (parts.size() != fields) {
      String form =
          switch (name) {
            case "fill" -> "fill:VALUE:TYPE:SHAPE, for example fill:1.5:f32:4x4";
            case "rand" -> "rand:SEED:TYPE:SHAPE, for example rand:1:f32:64x64";
            case "uniform" ->
                "uniform:SEED:LOW:HIGH:TYPE:SHAPE, for example uniform:1:0:16:i32:64x64";
            default -> name + ":TYPE:SHAPE, for example " + name + ":f32:64x64";
          };
      return DataResult.problem("'" + text + "' must be " + form);
    }
    String typeName = parts.get(fields - 2);
    DataFormat format = DataFormat.bySpelling(typeName).orElse(null);
    if (format == null) {
      return DataResult.problem(ArgumentText.unknownType(typeName));
    }
    return shape(parts.get(fields - 1), format)
        .then(shape -> elements(name, parts, format).then(element -> make(format, shape, element)));
  }

  /** Bytes of the array that a text makes; 0 when it makes none. */
  static long byteCount(String text) {
    List<String> parts = split(text);
    int count = parts.size();
    if (count < 3 || !isName(parts.getFirst())) {
      return 0;
    }
    return DataFormat.bySpelling(parts.get(count - 2))
        .map(
            format ->
                switch (shape(parts.get(count - 1), format)) {
                  case DataResult.Value<List<Integer>>(List<Integer> shape) ->
                      DataArray.byteCount(format, shape);
                  case DataResult.Problem<List<Integer>> _ -> 0L;
                })
        .orElse(0L);
  }

  private static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', start)) {
      parts.add(text.substring(start, colon));
      start = colon + 1;
    }
    parts.add(text.substring(start));
    return parts;
  }

  private static DataResult<IntToLongFunction> elements(
      String name, List<String> parts, DataFormat format) {
    String parameter = parts.get(1);
    return switch (name) {
      case "zeros" -> DataResult.of(i -> 0);
      case "ones" -> {
        long one = Literal.fromDouble(format, 1);
        yield DataResult.of(i -> one);
      }
      case "iota" -> DataResult.of(i -> Literal.fromDouble(format, i));
      case "fill" -> Literal.parse(format, parameter).then(bits -> DataResult.of(i -> bits));
      case "uniform" -> uniform(parts, format);
      default -> seed(parameter).then(seed -> DataResult.of(i -> random(format, seed, i)));
    };
  }

  /** Evenly distributed numbers of a range without its upper end, whole ones for integers. */
  private static DataResult<IntToLongFunction> uniform(List<String> parts, DataFormat format) {
    double low;
    double high;
    try {
      low = Double.parseDouble(parts.get(2));
      high = Double.parseDouble(parts.get(3));
    } catch (NumberFormatException e) {
      low = 0;
      high = 0;
    }
    boolean whole = format.kind() != DataFormat.Kind.FLOAT;
    boolean exact = !whole || low == Math.rint(low) && high == Math.rint(high);
    if (!(low < high) || !exact || Math.abs(low) > MOST_BOUND || Math.abs(high) > MOST_BOUND) {
      return DataResult.problem(
          "'"
              + parts.get(2)
              + ":"
              + parts.get(3)
              + "' is no range; write a lower number and a larger one, whole numbers for integers");
    }
    double start = low;
    double width = high - low;
    return seed(parts.get(1))
        .then(
            seed ->
                DataResult.of(
                    i -> {
                      double value = start + fraction(seed, i) * width;
                      return Literal.fromDouble(format, whole ? Math.floor(value) : value);
                    }));
  }

  /** A number of at least 0 and less than 1. */
  private static double fraction(long seed, int index) {
    return (splitMix(seed + (index + 1L) * 0x9E3779B97F4A7C15L) >>> 11) * 0x1p-53;
  }

  private static DataResult<Long> seed(String text) {
    try {
      return DataResult.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return DataResult.problem(
          "'" + text + "' is no seed; write a whole number of at most 64 bits");
    }
  }

  private static long random(DataFormat format, long seed, int index) {
    long bits = splitMix(seed + (index + 1L) * 0x9E3779B97F4A7C15L);
    return switch (format) {
      case F16 -> Literal.fromDouble(format, (bits >>> 53) * 0x1p-10 - 1);
      case BF16 -> Literal.fromDouble(format, (bits >>> 56) * 0x1p-7 - 1);
      case F32 -> Literal.fromDouble(format, (bits >>> 40) * 0x1p-23 - 1);
      case F64 -> Literal.fromDouble(format, (bits >>> 11) * 0x1p-52 - 1);
      case HIF8, E4M3 -> Literal.fromDouble(format, (bits >>> 60) * 0x1p-3 - 1);
      case E5M2 -> Literal.fromDouble(format, (bits >>> 61) * 0x1p-2 - 1);
      case E8M0 -> Literal.fromDouble(format, Math.scalb(1.0, (int) (bits >>> 61) - 4));
      case I1 -> bits >>> 63;
      case I8, I16, I32, I64, U8, U16, U32, U64, E2M1X2, E1M2X2 -> bits >>> 64 - format.bits();
    };
  }

  private static long splitMix(long state) {
    long z = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  private static DataResult<List<Integer>> shape(String text, DataFormat format) {
    List<Integer> shape = new ArrayList<>();
    if (!text.equals("scalar")) {
      for (String size : text.split("x", -1)) {
        if (size.isEmpty()
            || size.length() > 10
            || !size.chars().allMatch(c -> c >= '0' && c <= '9')
            || Long.parseLong(size) > Integer.MAX_VALUE
            || shape.size() == MAX_RANK) {
          return DataResult.problem("'" + text + "' is no shape; write sizes like 64 or 64x64");
        }
        shape.add(Integer.parseInt(size));
      }
    }
    if (DataArray.byteCount(format, shape) < 0) {
      return DataResult.problem("an array of shape " + text + " is larger than 2 GiB");
    }
    return DataResult.of(shape);
  }

  private static DataResult<DataArray> make(
      DataFormat format, List<Integer> shape, IntToLongFunction element) {
    byte[] bytes = new byte[(int) DataArray.byteCount(format, shape)];
    int width = format.bytes();
    for (int i = 0, at = 0; at < bytes.length; i++) {
      long bits = element.applyAsLong(i);
      for (int end = at + width; at < end; bits >>>= 8) {
        bytes[at++] = (byte) bits;
      }
    }
    return DataResult.of(DataArray.adopt(format, shape, bytes));
  }
}
