package org.ptoc.emulator.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ptoc.emulator.unit.UnitScratch;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneTyping;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.TypedExpression;

/** Every element-wise row with every legal type against plain arithmetic written by hand. */
class LanePlanTest {
  private static final int SLOT = 256;

  record Case(String mnemonic, TypedExpression expression, DataType type) {
    @Override
    public String toString() {
      return mnemonic + "." + type.spelling();
    }
  }

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Profile profile : Profile.values()) {
      for (InstructionDefinition row : InstructionTable.of(profile).definitions()) {
        if (row.semantics() instanceof Semantics.Lanes lanes && isArithmetic(lanes)) {
          String name =
              row.mnemonic().equals("vaxpy") && profile == Profile.A2A3
                  ? "vaxpy:a2a3"
                  : row.mnemonic();
          for (DataType type : row.types().singles()) {
            long word =
                row.format().field(FieldName.DT).orElseThrow().set(row.requiredBits(), type.code());
            cases.add(
                new Case(name, LaneTyping.of(new Instruction(row, word), lanes).getFirst(), type));
          }
        }
      }
    }
    return cases;
  }

  /** Other words have tests of their own: conversions, comparisons, those with predicates. */
  private static boolean isArithmetic(Semantics.Lanes lanes) {
    LaneExpression result = lanes.results().getFirst();
    return lanes.results().size() == 1
        && !(result instanceof LaneExpression.Compare)
        && !(result instanceof LaneExpression.Convert)
        && result.arguments().stream().noneMatch(LaneExpression.Convert.class::isInstance)
        && !lanes.reads(LaneExpression.Slot.SELECTOR)
        && !lanes.reads(LaneExpression.Slot.LANE);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void agreesWithPlainArithmetic(Case each) {
    Random random = new Random(each.toString().hashCode());
    LanePlan plan = LanePlan.of(List.of(each.expression()));
    int width = each.type().bytes();
    int lanes = SLOT / width;
    for (int round = 0; round < 20; round++) {
      byte[] r = new byte[4 * SLOT + LanePlan.SCRATCH_BYTES];
      for (int lane = 0; lane < 3 * lanes; lane++) {
        put(r, lane * width, width, interesting(random, each.type()));
      }
      byte[] before = r.clone();
      long scalar = round % 2 == 0 ? random.nextInt(40) : interesting(random, each.type());
      plan.run(r, 3 * SLOT, 0, SLOT, 2 * SLOT, 0, scalar, 4 * SLOT, lanes, new UnitScratch());
      for (int lane = 0; lane < lanes; lane++) {
        long a = get(before, lane * width, width);
        long b = get(before, SLOT + lane * width, width);
        long c = get(before, 2 * SLOT + lane * width, width);
        long expected = Reference.lane(each.mnemonic(), each.type(), a, b, c, scalar);
        assertThat(get(r, 3 * SLOT + lane * width, width))
            .as("%s lane %d: a=%x b=%x c=%x s=%x", each, lane, a, b, c, scalar)
            .isEqualTo(expected & Reference.ones(width));
      }
      assertThat(Arrays.copyOf(r, 3 * SLOT)).isEqualTo(Arrays.copyOf(before, 3 * SLOT));
    }
  }

  private static long interesting(Random random, DataType type) {
    if (random.nextInt(3) > 0) {
      return random.nextInt(4) == 0 ? random.nextInt(70) : random.nextLong();
    }
    int bits = type.bits();
    long[] special =
        type == DataType.FP32
            ? new long[] {
              0, 0x80000000L, 0x7F800000, 0xFF800000L, 0x7FC00001, 0xFFC00000L, 1, 0x3F800000
            }
            : type == DataType.BF16
                ? new long[] {0, 0x8000, 0x7F80, 0xFF80, 0x7FC1, 0xFFC0, 1, 0x3F80}
                : type == DataType.FP16
                    ? new long[] {0, 0x8000, 0x7C00, 0xFC00, 0x7E01, 0xFE00, 1, 0x3C00}
                    : new long[] {
                      0, 1, -1, 1L << bits - 1, (1L << bits - 1) - 1, bits, bits - 1, bits + 1
                    };
    return special[random.nextInt(special.length)];
  }

  private static void put(byte[] r, int at, int width, long value) {
    for (int i = 0; i < width; i++) {
      r[at + i] = (byte) (value >>> 8 * i);
    }
  }

  private static long get(byte[] r, int at, int width) {
    byte[] eight = new byte[8];
    System.arraycopy(r, at, eight, 0, width);
    return ByteBuffer.wrap(eight).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /** Plain arithmetic: big integers, and doubles rounded once by the host. */
  static final class Reference {
    private Reference() {}

    static long ones(int width) {
      return width == 8 ? -1L : (1L << 8 * width) - 1;
    }

    static long lane(String name, DataType type, long a, long b, long c, long s) {
      return switch (name) {
        case "vand" -> a & b;
        case "vor" -> a | b;
        case "vxor" -> a ^ b;
        case "vands" -> a & s;
        case "vors" -> a | s;
        case "vxors" -> a ^ s;
        case "vnot" -> ~a;
        case "vmov", "vcopy" -> a;
        case "vdup", "vbr" -> s;
        case "vabs" -> type.isFloat() ? a & ~sign(type) : integer(name, type, a, b, c, s);
        case "vneg" -> type.isFloat() ? a ^ sign(type) : integer(name, type, a, b, c, s);
        case "vlrelu" -> decode(type, a) >= 0 ? a : floating("vmul", type, s, a, 0, 0);
        case "vprelu" -> decode(type, a) >= 0 ? a : floating("vmul", type, b, a, 0, 0);
        default ->
            type.isFloat() ? floating(name, type, a, b, c, s) : integer(name, type, a, b, c, s);
      };
    }

    private static long sign(DataType type) {
      return 1L << type.bits() - 1;
    }

    private static long integer(String name, DataType type, long a, long b, long c, long s) {
      BigInteger x = big(type, a);
      BigInteger y = big(type, b);
      BigInteger z = big(type, c);
      BigInteger scalar = big(type, s);
      BigInteger count = BigInteger.valueOf(b).and(BigInteger.valueOf(ones(type.bytes())));
      if (count.signum() < 0) {
        count = count.add(BigInteger.ONE.shiftLeft(64));
      }
      int distance = count.min(BigInteger.valueOf(1000)).intValue();
      int uniform = Long.compareUnsigned(s, 1000) < 0 ? (int) s : 1000;
      BigInteger bits = unsigned(type, a);
      BigInteger result =
          switch (name) {
            case "vadd" -> x.add(y);
            case "vsub" -> x.subtract(y);
            case "vmul" -> x.multiply(y);
            case "vmax" -> x.max(y);
            case "vmin" -> x.min(y);
            case "vadds" -> x.add(scalar);
            case "vsubs" -> x.subtract(scalar);
            case "vmuls" -> x.multiply(scalar);
            case "vmaxs" -> x.max(scalar);
            case "vmins" -> x.min(scalar);
            case "vshl" -> x.shiftLeft(distance);
            case "vshr" -> x.shiftRight(distance);
            case "vshls" -> x.shiftLeft(uniform);
            case "vshrs" -> x.shiftRight(uniform);
            case "vabs" -> x.abs();
            case "vneg" -> x.negate();
            case "vrelu" -> x.max(BigInteger.ZERO);
            case "vaddrelu" -> big(type, x.add(y).longValue()).max(BigInteger.ZERO);
            case "vsubrelu" -> big(type, x.subtract(y).longValue()).max(BigInteger.ZERO);
            case "vmula" -> x.multiply(y).add(z);
            case "vbcnt" -> BigInteger.valueOf(bits.bitCount());
            case "vcls" -> BigInteger.valueOf(leadingSigns(type, a));
            default -> throw new AssertionError("no integer reference for " + name);
          };
      return result.longValue();
    }

    private static int leadingSigns(DataType type, long a) {
      int top = type.bits() - 1;
      int count = 0;
      while (count < top && (a >>> top - 1 - count & 1) == (a >>> top & 1)) {
        count++;
      }
      return count;
    }

    private static BigInteger unsigned(DataType type, long bits) {
      BigInteger value = BigInteger.valueOf(bits & ones(type.bytes()));
      return value.signum() < 0 ? value.add(BigInteger.ONE.shiftLeft(64)) : value;
    }

    private static BigInteger big(DataType type, long bits) {
      BigInteger value = unsigned(type, bits);
      boolean negative = type.kind() == DataType.Kind.SIGNED && value.testBit(type.bits() - 1);
      return negative ? value.subtract(BigInteger.ONE.shiftLeft(type.bits())) : value;
    }

    private static double decode(DataType type, long bits) {
      return switch (type) {
        case FP32 -> Float.intBitsToFloat((int) bits);
        case FP16 -> Float.float16ToFloat((short) bits);
        default -> Float.intBitsToFloat((int) bits << 16);
      };
    }

    /** Rounds a double once, by looking for the nearest of two neighbouring patterns. */
    private static long encode(DataType type, double value) {
      if (Double.isNaN(value)) {
        return type == DataType.FP32 ? 0x7FC00000 : type == DataType.FP16 ? 0x7E00 : 0x7FC0;
      }
      if (type == DataType.FP32) {
        return Float.floatToRawIntBits((float) value);
      }
      long infinity = type == DataType.FP16 ? 0x7C00 : 0x7F80;
      long low = 0;
      long high = infinity;
      double magnitude = Math.abs(value);
      while (high - low > 1) {
        long middle = (low + high) / 2;
        if (decode(type, middle) <= magnitude) {
          low = middle;
        } else {
          high = middle;
        }
      }
      double below = decode(type, low);
      double above =
          high == infinity ? 2 * decode(type, low) - decode(type, low - 1) : decode(type, high);
      double toBelow = magnitude - below;
      double toAbove = above - magnitude;
      long nearest = toBelow < toAbove || toBelow == toAbove && low % 2 == 0 ? low : high;
      return nearest | (Math.signum(value) < 0 || 1 / value < 0 ? sign(type) : 0);
    }

    private static long floating(String name, DataType type, long a, long b, long c, long s) {
      double x = decode(type, a);
      double y = decode(type, b);
      double z = decode(type, c);
      double scalar = decode(type, s);
      return switch (name) {
        case "vadd" -> encode(type, x + y);
        case "vsub" -> encode(type, x - y);
        case "vmul" -> encode(type, x * y);
        case "vdiv" -> encode(type, x / y);
        case "vmax" -> encode(type, Math.max(x, y));
        case "vmin" -> encode(type, Math.min(x, y));
        case "vadds" -> encode(type, x + scalar);
        case "vsubs" -> encode(type, x - scalar);
        case "vmuls" -> encode(type, x * scalar);
        case "vmaxs" -> encode(type, Math.max(x, scalar));
        case "vmins" -> encode(type, Math.min(x, scalar));
        case "vexp" -> encode(type, StrictMath.exp(x));
        case "vln" -> encode(type, StrictMath.log(x));
        case "vsqrt" -> encode(type, Math.sqrt(x));
        case "vrec" -> encode(type, 1 / x);
        case "vrsqrt" -> encode(type, 1 / Math.sqrt(x));
        case "vrelu" -> encode(type, Math.max(x, 0));
        case "vaddrelu" -> encode(type, Math.max(decode(type, encode(type, x + y)), 0));
        case "vsubrelu" -> encode(type, Math.max(decode(type, encode(type, x - y)), 0));
        default -> multiplyAdd(name, type, x, y, z, scalar);
      };
    }

    /** The A5 vaxpy adds its second operand, the A2/A3 one the destination. */
    private static long multiplyAdd(
        String name, DataType type, double x, double y, double z, double scalar) {
      return switch (name) {
        case "vmula", "vmla" -> fused(type, x, y, z);
        case "vmadd" -> fused(type, x, z, y);
        case "vmaddrelu" -> encode(type, Math.max(decode(type, fused(type, x, z, y)), 0));
        case "vaxpy" -> fused(type, scalar, x, y);
        case "vaxpy:a2a3" -> fused(type, scalar, x, z);
        default -> throw new AssertionError("no float reference for " + name);
      };
    }

    private static long fused(DataType type, double x, double y, double z) {
      if (type == DataType.FP32) {
        return encode(type, Math.fma((float) x, (float) y, (float) z));
      }
      if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(z) || x * y + z == 0) {
        return encode(type, x * y + z);
      }
      BigDecimal exact = new BigDecimal(x).multiply(new BigDecimal(y)).add(new BigDecimal(z));
      double rounded = exact.doubleValue();
      int error = exact.compareTo(new BigDecimal(rounded));
      boolean even = (Double.doubleToRawLongBits(rounded) & 1) == 0;
      if (error != 0 && even) {
        rounded = error > 0 ? Math.nextUp(rounded) : Math.nextDown(rounded);
      }
      return encode(type, rounded);
    }
  }
}
