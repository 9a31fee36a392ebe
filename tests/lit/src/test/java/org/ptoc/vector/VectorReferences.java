package org.ptoc.vector;

import java.math.BigInteger;
import java.util.stream.LongStream;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.type.ElementType;

/** What whole-register operations compute, written from spec/10 and spec/11. */
final class VectorReferences {
  private VectorReferences() {}

  static Probe.Reference carry(
      ElementType type, boolean subtracts, boolean chained, boolean noBorrow) {
    return (in, out) -> {
      byte[] mask = in[chained ? 3 : 2];
      for (int i = 0; i < 64; i++) {
        if (!Lanes.active(mask, i, 4)) {
          continue;
        }
        long a = Lanes.lane(in[0], type, i);
        long b = Lanes.lane(in[1], type, i);
        boolean flag = chained && Lanes.active(in[2], i, 4);
        long extra = subtracts && noBorrow && chained ? flag ? 0 : 1 : flag ? 1 : 0;
        long result = subtracts ? a - b - extra : a + b + extra;
        Lanes.setLane(out[0], type, i, result);
        boolean carries = subtracts ? a < b + extra : result >>> 32 != 0;
        Lanes.setBit(out[1], 4 * i, carries != (subtracts && noBorrow));
      }
    };
  }

  static Probe.Reference compare(ElementType type, String mode, boolean scalar) {
    return (in, out) -> {
      for (int i = 0; i < Lanes.count(type); i++) {
        long a = Lanes.lane(in[0], type, i);
        long b = scalar ? Lanes.get(in[1], 0, type.bytes()) : Lanes.lane(in[1], type, i);
        boolean holds =
            type.isFloat()
                ? holds(mode, LaneReferences.value(type, a), LaneReferences.value(type, b))
                : holds(mode, LaneReferences.compare(type, a, b), 0);
        Lanes.setBit(out[0], i * type.bytes(), Lanes.active(in[2], i, type.bytes()) && holds);
      }
    };
  }

  private static boolean holds(String mode, double a, double b) {
    return switch (mode) {
      case "eq" -> a == b;
      case "ne" -> a != b;
      case "lt" -> a < b;
      case "le" -> a <= b;
      case "gt" -> a > b;
      default -> a >= b;
    };
  }

  static Probe.Reference expDifference(
      ElementType type, ElementType result, int part, boolean masked) {
    return (in, out) -> {
      byte[] mask = masked ? in[2] : Lanes.allTrue();
      boolean widens = type != result;
      for (int i = 0; i < Lanes.count(result); i++) {
        int lane = widens ? 2 * i + part : i;
        if (Lanes.active(mask, lane, type.bytes())) {
          double x = LaneReferences.value(type, Lanes.lane(in[0], type, lane));
          double m = LaneReferences.value(type, Lanes.lane(in[1], type, lane));
          float difference = (float) x - (float) m;
          float power = (float) StrictMath.exp(difference);
          Lanes.setLane(out[0], result, i, FloatFormat.of(result).encode(power));
        }
      }
    };
  }

  static Probe.Reference truncate(ElementType type, char mode, boolean masked) {
    return (in, out) -> {
      byte[] mask = masked ? in[1] : Lanes.allTrue();
      for (int i = 0; i < Lanes.count(type); i++) {
        if (Lanes.active(mask, i, type.bytes())) {
          Lanes.setLane(out[0], type, i, truncate(type, mode, Lanes.lane(in[0], type, i)));
        }
      }
    };
  }

  private static long truncate(ElementType type, char mode, long bits) {
    double value = LaneReferences.value(type, bits);
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return FloatFormat.of(type).encode(value);
    }
    Dyadic whole = Dyadic.of(Dyadic.of(value).toInteger(mode));
    return FloatFormat.of(type)
        .encode(whole, bits >>> type.bits() - 1 != 0, 'R', FloatFormat.Overflow.IEEE);
  }

  static Probe.Reference scaleConvert(int part) {
    return (in, out) -> {
      long scalar = Lanes.get(in[1], 0, 4);
      for (int i = 0; i < 64; i++) {
        if (Lanes.active(in[2], i, 4)) {
          long product =
              LaneReferences.multiply(
                  ElementType.F32, Lanes.lane(in[0], ElementType.F32, i), scalar);
          long half = Conversion.convert(ElementType.F32, ElementType.F16, product, 'A', false);
          Lanes.setLane(out[0], ElementType.F16, 2 * i + part, half);
        }
      }
    };
  }

  static Probe.Reference fusedConvert(TypeSet.Pair types, boolean multiplies, boolean masked) {
    ElementType from = types.source();
    ElementType to = types.result();
    return (in, out) -> {
      byte[] mask = masked ? in[2] : Lanes.allTrue();
      for (int i = 0; i < Math.min(Lanes.count(from), Lanes.count(to)); i++) {
        if (Lanes.active(mask, i, from.bytes())) {
          long a = Lanes.lane(in[0], from, i);
          long b = Lanes.lane(in[1], from, i);
          Lanes.setLane(
              out[0],
              to,
              i,
              multiplies ? multiplyConvert(from, to, a, b) : addConvert(from, to, a, b));
        }
      }
    };
  }

  private static long multiplyConvert(ElementType from, ElementType to, long a, long b) {
    double product = LaneReferences.value(from, a) * LaneReferences.value(from, b);
    return Double.isNaN(product) ? 0 : saturate(product, to);
  }

  private static long saturate(double value, ElementType to) {
    BigInteger far = BigInteger.ONE.shiftLeft(70);
    BigInteger whole =
        Double.isInfinite(value) ? value > 0 ? far : far.negate() : Dyadic.of(value).toInteger('R');
    return Conversion.clamp(whole, to);
  }

  private static long addConvert(ElementType from, ElementType to, long a, long b) {
    if (from.isInteger()) {
      long sum = Math.max(0, Lanes.integer(from, a) + Lanes.integer(from, b));
      return Conversion.clamp(BigInteger.valueOf(sum), to);
    }
    ElementType formed =
        from == ElementType.F16 && to.isInteger() ? ElementType.F16 : ElementType.F32;
    FloatFormat format = FloatFormat.of(formed);
    long x = format.encode(LaneReferences.value(from, a));
    long y = format.encode(LaneReferences.value(from, b));
    long sum = LaneReferences.maximum(formed, LaneReferences.add(formed, x, y), 0);
    if (formed == to) {
      return sum;
    }
    return Conversion.convert(formed, to, sum, 'R', true);
  }

  static Probe.Reference select(ElementType type) {
    return (in, out) -> {
      for (int i = 0; i < Lanes.count(type); i++) {
        boolean first = Lanes.active(in[2], i, type.bytes());
        Lanes.setLane(out[0], type, i, Lanes.lane(in[first ? 0 : 1], type, i));
      }
    };
  }

  static Probe.Reference lookup(ElementType type, ElementType index) {
    return (in, out) -> {
      int lanes = Lanes.count(type);
      for (int i = 0; i < lanes; i++) {
        int from = (int) (Lanes.lane(in[1], index, i) % lanes);
        Lanes.setLane(out[0], type, i, Lanes.lane(in[0], type, from));
      }
    };
  }

  static void interleave(int unit, byte[] a, byte[] b, boolean split, byte[] low, byte[] high) {
    byte[] z = new byte[2 * Lanes.VECTOR_BYTES];
    if (split) {
      System.arraycopy(a, 0, z, 0, a.length);
      System.arraycopy(b, 0, z, a.length, b.length);
      for (int i = 0; i < a.length / unit; i++) {
        System.arraycopy(z, 2 * i * unit, low, i * unit, unit);
        System.arraycopy(z, (2 * i + 1) * unit, high, i * unit, unit);
      }
      return;
    }
    for (int i = 0; i < a.length / unit; i++) {
      System.arraycopy(a, i * unit, z, 2 * i * unit, unit);
      System.arraycopy(b, i * unit, z, (2 * i + 1) * unit, unit);
    }
    System.arraycopy(z, 0, low, 0, low.length);
    System.arraycopy(z, low.length, high, 0, high.length);
  }

  static Probe.Reference squeeze(ElementType type) {
    return (in, out) -> {
      int next = 0;
      for (int i = 0; i < Lanes.count(type); i++) {
        if (Lanes.active(in[1], i, type.bytes())) {
          Lanes.setLane(out[0], type, next++, Lanes.lane(in[0], type, i));
        }
      }
    };
  }

  static Probe.Reference histogram(boolean cumulative, int first) {
    return (in, out) -> {
      long[] bytes = new long[Lanes.VECTOR_BYTES];
      for (int i = 0; i < Lanes.VECTOR_BYTES; i++) {
        bytes[i] = Lanes.active(in[2], i, 1) ? Lanes.lane(in[1], ElementType.UI8, i) : -1;
      }
      for (int i = 0; i < Lanes.count(ElementType.UI16); i++) {
        int bin = first + i;
        long count =
            LongStream.of(bytes)
                .filter(each -> each == bin || cumulative && each >= 0 && each < bin)
                .count();
        Lanes.setLane(
            out[0], ElementType.UI16, i, Lanes.lane(in[0], ElementType.UI16, i) + count & 0xFFFF);
      }
    };
  }

  static Probe.Reference prefixCount(ElementType type, int maskPosition) {
    return (in, out) -> {
      int before = 0;
      for (int i = 0; i < Lanes.count(type); i++) {
        Lanes.setLane(out[0], type, i, before);
        before += Lanes.active(in[maskPosition], i, type.bytes()) ? 1 : 0;
      }
    };
  }

  static Probe.Reference slide(ElementType type) {
    return (in, out) -> {
      int lanes = Lanes.count(type);
      int amount = (int) Lanes.get(in[2], 0, 2);
      for (int i = 0; i < lanes; i++) {
        int from = amount + i;
        Lanes.setLane(out[0], type, i, Lanes.lane(in[from < lanes ? 1 : 0], type, from % lanes));
      }
    };
  }

  static Probe.Reference splat(ElementType type) {
    return (in, out) -> {
      for (int i = 0; i < Lanes.count(type); i++) {
        Lanes.setLane(out[0], type, i, Lanes.get(in[0], 0, type.bytes()));
      }
    };
  }

  static Probe.Reference indices(ElementType type, boolean descending) {
    return (in, out) -> {
      long base = Lanes.get(in[0], 0, type.bytes());
      for (int i = 0; i < Lanes.count(type); i++) {
        long step = descending ? -i : i;
        long lane =
            type.isFloat()
                ? LaneReferences.add(type, base, FloatFormat.of(type).encode(step))
                : Lanes.truncate(type, base + step);
        Lanes.setLane(out[0], type, i, lane);
      }
    };
  }

  static Probe.Reference duplicate(ElementType type, int lane) {
    return (in, out) -> {
      for (int i = 0; i < Lanes.count(type); i++) {
        boolean active = Lanes.active(in[1], i, type.bytes());
        Lanes.setLane(out[0], type, i, active ? Lanes.lane(in[0], type, lane) : 0);
      }
    };
  }

  static Probe.Reference pack(TypeSet.Pair types, int half, boolean two) {
    return (in, out) -> {
      int lanes = Lanes.count(types.source());
      for (int i = 0; i < lanes; i++) {
        Lanes.setLane(
            out[0], types.result(), half * lanes + i, Lanes.lane(in[0], types.source(), i));
        if (two) {
          Lanes.setLane(out[0], types.result(), lanes + i, Lanes.lane(in[1], types.source(), i));
        }
      }
    };
  }

  static Probe.Reference unpack(TypeSet.Pair types, int half, boolean signed) {
    ElementType from = types.source();
    return (in, out) -> {
      int lanes = Lanes.count(types.result());
      for (int i = 0; i < lanes; i++) {
        long lane = Lanes.lane(in[0], from, half * lanes + i);
        long extended = signed ? lane << 64 - from.bits() >> 64 - from.bits() : lane;
        Lanes.setLane(out[0], types.result(), i, extended);
      }
    };
  }

  // Reductions.

  /** Sums of neighbours, halving the lanes each time; inactive lanes count as +0. */
  private static long tree(ElementType type, long[] lanes) {
    long[] level = lanes;
    while (level.length > 1) {
      long[] next = new long[level.length / 2];
      for (int i = 0; i < next.length; i++) {
        next[i] = LaneReferences.add(type, level[2 * i], level[2 * i + 1]);
      }
      level = next;
    }
    return level[0];
  }

  private static long[] active(ElementType type, byte[] vector, byte[] mask, int from, int count) {
    long[] lanes = new long[count];
    for (int i = 0; i < count; i++) {
      lanes[i] =
          Lanes.active(mask, from + i, type.bytes()) ? Lanes.lane(vector, type, from + i) : 0;
    }
    return lanes;
  }

  static Probe.Reference sum(ElementType type, ElementType result) {
    return (in, out) -> {
      long[] lanes = active(type, in[0], in[1], 0, Lanes.count(type));
      if (type.isFloat()) {
        Lanes.setLane(out[0], result, 0, tree(type, lanes));
        return;
      }
      long sum = 0;
      for (long lane : lanes) {
        sum += Lanes.integer(type, lane);
      }
      Lanes.setLane(out[0], result, 0, sum);
    };
  }

  static Probe.Reference reduction(String name, ElementType type) {
    int group = 32 / type.bytes();
    boolean max = name.endsWith("max");
    return (in, out) -> {
      switch (name) {
        case "vcmax", "vcmin" -> {
          Lanes.setLane(out[0], type, 0, extremum(max, type, in[0], in[1], 0, Lanes.count(type)));
          Lanes.setLane(out[0], type, 1, position(type, Lanes.lane(out[0], type, 0), in[0], in[1]));
        }
        case "vcgmax", "vcgmin" -> {
          for (int g = 0; g < 8; g++) {
            Lanes.setLane(out[0], type, g, extremum(max, type, in[0], in[1], g * group, group));
          }
        }
        case "vcgadd" -> {
          for (int g = 0; g < 8; g++) {
            Lanes.setLane(
                out[0], type, g, tree(type, active(type, in[0], in[1], g * group, group)));
          }
        }
        case "vcpadd" -> {
          for (int i = 0; i < Lanes.count(type) / 2; i++) {
            Lanes.setLane(out[0], type, i, tree(type, active(type, in[0], in[1], 2 * i, 2)));
          }
        }
        default -> throw new IllegalArgumentException(name);
      }
    };
  }

  private static long extremum(
      boolean max, ElementType type, byte[] vector, byte[] mask, int from, int count) {
    long none;
    if (type.isFloat()) {
      none = FloatFormat.of(type).infinity(max);
    } else {
      long least = type.isSigned() ? 1L << type.bits() - 1 : 0;
      none = max ? least : Lanes.truncate(type, least - 1);
    }
    long best = none;
    for (int i = from; i < from + count; i++) {
      if (Lanes.active(mask, i, type.bytes())) {
        long lane = Lanes.lane(vector, type, i);
        best =
            max
                ? LaneReferences.maximum(type, best, lane)
                : LaneReferences.minimum(type, best, lane);
      }
    }
    return best;
  }

  private static int position(ElementType type, long extremum, byte[] vector, byte[] mask) {
    for (int i = 0; i < Lanes.count(type); i++) {
      if (Lanes.active(mask, i, type.bytes())
          && same(type, extremum, Lanes.lane(vector, type, i))) {
        return i;
      }
    }
    return 0;
  }

  /** Equal values; NaN equals NaN here, zeros of both signs are equal. */
  private static boolean same(ElementType type, long a, long b) {
    if (!type.isFloat()) {
      return a == b;
    }
    double x = LaneReferences.value(type, a);
    double y = LaneReferences.value(type, b);
    return x == y || Double.isNaN(x) && Double.isNaN(y);
  }

  static Probe.Reference extremumWithMask(boolean max, ElementType type) {
    return (in, out) -> {
      long best = extremum(max, type, in[0], in[1], 0, Lanes.count(type));
      Lanes.setLane(out[0], type, 0, best);
      for (int i = 0; i < Lanes.count(type); i++) {
        long lane = Lanes.lane(in[0], type, i);
        boolean equal =
            type.isFloat()
                ? LaneReferences.value(type, lane) == LaneReferences.value(type, best)
                : lane == best;
        Lanes.setBit(out[1], i * type.bytes(), Lanes.active(in[1], i, type.bytes()) && equal);
      }
    };
  }
}
