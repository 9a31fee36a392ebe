package org.ptoc.tools.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.ptoc.tools.data.DataArray.Elements;

/**
 * Elements made from a formula, which can be read from any element on:
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

  /** Elements that are computed together. */
  private static final int TOGETHER = 512;

  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle FLOATS =
      MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle DOUBLES =
      MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** What the state of SplitMix64 grows by. */
  private static final long STEP = 0x9E3779B97F4A7C15L;

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
        .then(
            shape ->
                elements(name, parts, format)
                    .then(elements -> DataResult.of(DataArray.of(format, shape, elements))));
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

  private static DataResult<Elements> elements(String name, List<String> parts, DataFormat format) {
    String parameter = parts.get(1);
    return switch (name) {
      case "zeros" -> DataResult.of(constant(format, 0));
      case "ones" -> DataResult.of(constant(format, Literal.fromDouble(format, 1)));
      case "iota" ->
          DataResult.of(
              blocks(
                  format,
                  (first, bits, count) -> {
                    for (int i = 0; i < count; i++) {
                      bits[i] = Literal.fromDouble(format, first + i);
                    }
                  }));
      case "fill" ->
          Literal.parse(format, parameter).then(bits -> DataResult.of(constant(format, bits)));
      case "uniform" -> uniform(parts, format);
      default -> seed(parameter).then(seed -> DataResult.of(random(format, seed)));
    };
  }

  /** One element, and then copies of all that is there. */
  private static Elements constant(DataFormat format, long value) {
    Elements one = blocks(format, (_, bits, _) -> bits[0] = value);
    return (_, to, at, count) -> {
      one.read(0, to, at, Math.min(1, count));
      int bytes = count * format.bytes();
      for (int done = format.bytes(); done < bytes; done *= 2) {
        System.arraycopy(to, at, to, at + done, Math.min(done, bytes - done));
      }
    };
  }

  /**
   * Computes the bits of elements from any place on; bits that the format does not have are lost.
   */
  private interface Block {
    void compute(int first, long[] bits, int count);
  }

  private static Elements blocks(DataFormat format, Block block) {
    return (first, to, at, count) -> {
      long[] bits = new long[Math.min(count, TOGETHER)];
      for (int done = 0; done < count; done += TOGETHER) {
        int part = Math.min(TOGETHER, count - done);
        block.compute(first + done, bits, part);
        pack(format.bytes(), bits, part, to, at + done * format.bytes());
      }
    };
  }

  private static void pack(int width, long[] bits, int count, byte[] to, int at) {
    switch (width) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          to[at + i] = (byte) bits[i];
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          SHORTS.set(to, at + i * Short.BYTES, (short) bits[i]);
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          INTS.set(to, at + i * Integer.BYTES, (int) bits[i]);
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          LONGS.set(to, at + i * Long.BYTES, bits[i]);
        }
      }
    }
  }

  /** Evenly distributed numbers of a range without its upper end, whole ones for integers. */
  private static DataResult<Elements> uniform(List<String> parts, DataFormat format) {
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
    boolean integers = whole && format != DataFormat.I1;
    double start = low;
    double width = high - low;
    return seed(parts.get(1))
        .then(
            seed ->
                DataResult.of(
                    blocks(
                        format,
                        (first, bits, count) -> {
                          long state = seed + first * STEP;
                          for (int i = 0; i < count; i++) {
                            state += STEP;
                            double value = start + (splitMix(state) >>> 11) * 0x1p-53 * width;
                            bits[i] =
                                integers
                                    ? floor(value)
                                    : Literal.fromDouble(format, whole ? floor(value) : value);
                          }
                        })));
  }

  /** As the function of {@link Math}, without the call that the first compiler of the JVM makes. */
  private static long floor(double value) {
    long number = (long) value;
    return number > value ? number - 1 : number;
  }

  private static DataResult<Long> seed(String text) {
    try {
      return DataResult.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return DataResult.problem(
          "'" + text + "' is no seed; write a whole number of at most 64 bits");
    }
  }

  private static Elements random(DataFormat format, long seed) {
    return switch (format) {
      case F16 -> halves(seed, 11, k -> fraction(format, k, 11));
      case BF16 -> halves(seed, 8, k -> fraction(format, k, 8));
      case HIF8, E4M3 -> bytes(seed, 4, k -> fraction(format, k, 4));
      case E5M2 -> bytes(seed, 3, k -> fraction(format, k, 3));
      case E8M0 -> bytes(seed, 3, k -> Literal.fromDouble(format, Math.scalb(1.0, (int) k - 4)));
      case I1 -> bytes(seed, 1, k -> k);
      case I8, U8, E2M1X2, E1M2X2 -> bytes(seed, 8, k -> k);
      case I16, U16 ->
          (first, to, at, count) -> {
            long state = seed + first * STEP;
            for (int i = 0; i < count; i++) {
              state += STEP;
              SHORTS.set(to, at + i * Short.BYTES, (short) (splitMix(state) >>> 48));
            }
          };
      case I32, U32 ->
          (first, to, at, count) -> {
            long state = seed + first * STEP;
            for (int i = 0; i < count; i++) {
              state += STEP;
              INTS.set(to, at + i * Integer.BYTES, (int) (splitMix(state) >>> 32));
            }
          };
      case I64, U64 ->
          (first, to, at, count) -> {
            long state = seed + first * STEP;
            for (int i = 0; i < count; i++) {
              state += STEP;
              LONGS.set(to, at + i * Long.BYTES, splitMix(state));
            }
          };
      case F32 ->
          (first, to, at, count) -> {
            long state = seed + first * STEP;
            for (int i = 0; i < count; i++) {
              state += STEP;
              FLOATS.set(to, at + i * Float.BYTES, (int) (splitMix(state) >>> 40) * 0x1p-23f - 1);
            }
          };
      case F64 ->
          (first, to, at, count) -> {
            long state = seed + first * STEP;
            for (int i = 0; i < count; i++) {
              state += STEP;
              DOUBLES.set(to, at + i * Double.BYTES, (splitMix(state) >>> 11) * 0x1p-52 - 1);
            }
          };
    };
  }

  /** Number {@code k}, from 0 on, of those from -1 on with so many bits of precision. */
  private static long fraction(DataFormat format, long k, int precision) {
    return Literal.fromDouble(format, Math.scalb((double) k, 1 - precision) - 1);
  }

  /** Elements of a byte that follow from the top bits of a random number. */
  private static Elements bytes(long seed, int top, LongUnaryOperator element) {
    byte[] table = new byte[1 << top];
    for (int k = 0; k < table.length; k++) {
      table[k] = (byte) element.applyAsLong(k);
    }
    return (first, to, at, count) -> {
      long state = seed + first * STEP;
      for (int i = 0; i < count; i++) {
        state += STEP;
        to[at + i] = table[(int) (splitMix(state) >>> 64 - top)];
      }
    };
  }

  /** Elements of two bytes that follow from the top bits of a random number. */
  private static Elements halves(long seed, int top, LongUnaryOperator element) {
    short[] table = new short[1 << top];
    for (int k = 0; k < table.length; k++) {
      table[k] = (short) element.applyAsLong(k);
    }
    return (first, to, at, count) -> {
      long state = seed + first * STEP;
      for (int i = 0; i < count; i++) {
        state += STEP;
        SHORTS.set(to, at + i * Short.BYTES, table[(int) (splitMix(state) >>> 64 - top)]);
      }
    };
  }

  /** The output of SplitMix64 for a state: each output follows from its number alone. */
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
}
