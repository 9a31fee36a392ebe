package org.ptoc.vector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.type.ElementType;

/**
 * Measures the largest error of the rounded functions through the encoded binary and writes {@code
 * docs/accuracy.md}: {@code AccuracySurvey FILE [f32 samples]}.
 */
final class AccuracySurvey {
  private static final int BLOCK_BYTES = 65536;

  /** One operation with the function that it rounds; unary ones ignore the second operand. */
  record Subject(String op, boolean binary, DoubleBinaryOperator function) {}

  /** Doubles have 29 bits more than f32, so that their own error does not show. */
  static final List<Subject> SUBJECTS =
      List.of(
          new Subject("vexp", false, (x, y) -> StrictMath.exp(x)),
          new Subject("vln", false, (x, y) -> StrictMath.log(x)),
          new Subject("vsqrt", false, (x, y) -> Math.sqrt(x)),
          new Subject("vdiv", true, (x, y) -> x / y),
          new Subject("vexpdif", true, (x, y) -> StrictMath.exp((float) x - (float) y)));

  /**
   * The largest error in units in the last place, how many inputs there were, and results of the
   * wrong kind.
   */
  record Finding(double largest, long inputs, long wrong) {
    Finding and(Finding other) {
      return new Finding(
          Math.max(largest, other.largest), inputs + other.inputs, wrong + other.wrong);
    }
  }

  private final Subject subject;
  private final ElementType type;
  private final KernelObject kernel;

  AccuracySurvey(Subject subject, ElementType type) {
    this.subject = subject;
    this.type = type;
    this.kernel = A5.compile(text()).object();
  }

  /** Each block takes 64 KiB of each operand. */
  private String text() {
    String vector = Slot.Vector.of(type).type();
    String mask = Slot.Mask.of(type).type();
    boolean seedForm = subject.op().equals("vexpdif");
    String operands = subject.binary() ? "%v, %w" : "%v";
    String types = subject.binary() ? "VEC, VEC" : "VEC";
    return """
    module attributes {pto.target_arch = "a5"} {
      func.func @survey(%x: !pto.ptr<TYPE, gm>, %y: !pto.ptr<TYPE, gm>, %out: !pto.ptr<TYPE, gm>) attributes {pto.aicore} {
        %c0 = arith.constant 0 : index
        %lanes = arith.constant LANES : index
        %count = arith.constant COUNT : index
        %zero = arith.constant 0 : i64
        %one = arith.constant 1 : i64
        %bytes = arith.constant 65536 : i64
        %third = arith.constant 131072 : i64
        %block = pto.get_block_idx
        %number = arith.index_cast %block : i64 to index
        %start = arith.muli %number, %count : index
        %xs = pto.addptr %x, %start : !pto.ptr<TYPE, gm> -> !pto.ptr<TYPE, gm>
        %ys = pto.addptr %y, %start : !pto.ptr<TYPE, gm> -> !pto.ptr<TYPE, gm>
        %outs = pto.addptr %out, %start : !pto.ptr<TYPE, gm> -> !pto.ptr<TYPE, gm>
        %a = pto.castptr %zero : i64 -> !pto.ptr<TYPE, ub>
        %b = pto.castptr %bytes : i64 -> !pto.ptr<TYPE, ub>
        %r = pto.castptr %third : i64 -> !pto.ptr<TYPE, ub>
        pto.mte_gm_ub %xs, %a, %zero, %bytes nburst(%one, %zero, %zero) : !pto.ptr<TYPE, gm>, !pto.ptr<TYPE, ub>, i64, i64, i64, i64, i64
        pto.mte_gm_ub %ys, %b, %zero, %bytes nburst(%one, %zero, %zero) : !pto.ptr<TYPE, gm>, !pto.ptr<TYPE, ub>, i64, i64, i64, i64, i64
        pto.barrier #pto.pipe<PIPE_ALL>
        pto.vecscope {
          %m = pto.pset_GRANULARITY "PAT_ALL" : MASK
          scf.for %i = %c0 to %count step %lanes {
            %v = pto.vlds %a[%i] : !pto.ptr<TYPE, ub> -> VEC
            %w = pto.vlds %b[%i] : !pto.ptr<TYPE, ub> -> VEC
            %s = STATEMENT -> VEC
            pto.vsts %s, %r[%i], %m : VEC, !pto.ptr<TYPE, ub>, MASK
          }
        }
        pto.barrier #pto.pipe<PIPE_ALL>
        pto.mte_ub_gm %r, %outs, %bytes nburst(%one, %zero, %zero) : !pto.ptr<TYPE, ub>, !pto.ptr<TYPE, gm>, i64, i64, i64, i64
        return
      }
    }
    """
        .replace(
            "STATEMENT",
            "pto."
                + subject.op()
                + " "
                + operands
                + (seedForm ? " : " + types : ", %m : " + types + ", MASK"))
        .replace("LANES", Integer.toString(Lanes.count(type)))
        .replace("COUNT", Integer.toString(BLOCK_BYTES / type.bytes()))
        .replace("GRANULARITY", "b" + type.bits())
        .replace("MASK", mask)
        .replace("VEC", vector)
        .replace("TYPE", type.spelling());
  }

  /** Runs as many blocks as the operands fill. */
  Finding measure(byte[] x, byte[] y) {
    int blocks = x.length / BLOCK_BYTES;
    List<Argument> arguments =
        List.of(
            new Argument.Buffer(x),
            new Argument.Buffer(y),
            new Argument.Buffer(new byte[x.length]));
    RunResult result = A5.run(kernel, arguments, launch -> launch.withBlocks(blocks));
    byte[] got = ((RunResult.Completed) result).buffers().get(2);
    FloatFormat format = FloatFormat.of(type);
    double largest = 0;
    long wrong = 0;
    for (int i = 0; i < x.length / type.bytes(); i++) {
      double a = format.value(Lanes.lane(x, type, i));
      double b = format.value(Lanes.lane(y, type, i));
      double exact = subject.function().applyAsDouble(a, b);
      long bits = Lanes.lane(got, type, i);
      double value = format.value(bits);
      double nearest = format.value(format.encode(exact));
      if (Double.isNaN(nearest) || Double.isInfinite(nearest)) {
        wrong += Double.compare(nearest, value) == 0 ? 0 : 1;
      } else {
        largest = Math.max(largest, Math.abs(value - exact) / unit(format, exact));
      }
    }
    return new Finding(largest, x.length / type.bytes(), wrong);
  }

  private static double unit(FloatFormat format, double value) {
    int least = format.width() == 16 ? -14 : -126;
    int exponent = value == 0 ? least : Math.max(Math.getExponent(value), least);
    return Math.scalb(1.0, exponent - format.precision() + 1);
  }

  /** Every f16 number, with itself permuted as the second operand. */
  static byte[] allHalves(int rotation) {
    byte[] data = new byte[2 * 65536];
    for (int i = 0; i < 65536; i++) {
      Lanes.put(data, 2 * i, 2, (i * 40503L + rotation) & 0xFFFF);
    }
    return data;
  }

  static byte[] randomSingles(int bytes, Random random) {
    byte[] data = new byte[bytes];
    for (int i = 0; i < bytes / 4; i++) {
      int bits =
          random.nextInt(2) == 0
              ? random.nextInt()
              : Float.floatToRawIntBits((random.nextFloat() - 0.5f) * 200);
      Lanes.put(data, 4 * i, 4, bits);
    }
    return data;
  }

  static Finding halves(Subject subject, int pairings) {
    AccuracySurvey survey = new AccuracySurvey(subject, ElementType.F16);
    Finding all = new Finding(0, 0, 0);
    byte[] x = new byte[2 * 65536];
    for (int i = 0; i < 65536; i++) {
      Lanes.put(x, 2 * i, 2, i);
    }
    for (int k = 0; k < (subject.binary() ? pairings : 1); k++) {
      all = all.and(survey.measure(x, allHalves(977 * k)));
    }
    return all;
  }

  static Finding singles(Subject subject, long samples) {
    AccuracySurvey survey = new AccuracySurvey(subject, ElementType.F32);
    Random random = new Random(11);
    Finding all = new Finding(0, 0, 0);
    int piece = 16 * BLOCK_BYTES;
    for (long done = 0; done < samples; done += piece / 4) {
      all = all.and(survey.measure(randomSingles(piece, random), randomSingles(piece, random)));
    }
    return all;
  }

  public static void main(String[] arguments) throws IOException {
    long samples = arguments.length > 1 ? Long.parseLong(arguments[1]) : 10_000_000;
    StringBuilder page =
        new StringBuilder(
            """
            # Accuracy of the A5 functions

            The largest error that `AccuracySurvey` found through the encoded binary, in units in the last place (ULP) of the result
            type against the function of the exact operands. A correctly rounded result is at most 0.5 away. The error of `vexpdif` is
            that of the power; its difference is rounded to f32 first, as the instruction is defined, and its f16 form rounds the f32
            power once more. Infinities and NaN must be exactly where they belong; the last column counts results where they are not.
            f32 inputs are half random bit patterns and half uniform in -100 to 100.

            | operation | type | inputs | largest error in ULP | misplaced |
            |---|---|---|---|---|
            """);
    for (Subject subject : SUBJECTS) {
      row(page, subject, "f16", halves(subject, 64));
      row(page, subject, "f32", singles(subject, samples));
    }
    Files.writeString(Path.of(arguments[0]), page);
  }

  private static void row(StringBuilder page, Subject subject, String type, Finding finding) {
    page.append("| `")
        .append(subject.op())
        .append("` | ")
        .append(type)
        .append(" | ")
        .append(finding.inputs())
        .append(" | ")
        .append(Math.round(finding.largest() * 10000) / 10000.0)
        .append(" | ")
        .append(finding.wrong())
        .append(" |\n");
  }
}
