package org.ptoc.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.ObjectFile;

/**
 * Vecscopes on A2/A3: the emulation gives the bits of A5, whose operations have plain references of
 * their own, or the operation is rejected by name.
 */
class EmulatedScopeTest {
  private static final int BYTES = 1024;

  /** A statement over V (register), T (element), M (mask), and W (register of the result). */
  private record Row(String op, String types, String statement) {}

  private static final String BINARY = "%r = OP %x, %y, %m : V, V, M -> V";
  private static final String UNARY = "%r = OP %x, %m : V, M -> V";
  private static final String SCALAR = "%r = OP %x, %s, %m : V, T, M -> V";
  private static final String SHIFT = "%r = OP %x, %k, %m : V, i16, M -> V";
  private static final String TERNARY = "%r = OP %x, %y, %z, %m : V, V, V, M -> V";
  private static final String SCALED = "%r = OP %x, %y, %s, %m : V, V, T, M -> V";
  private static final String COMPARE =
      "%c = OP %x, %y, %m, \"MODE\" : V, V, M -> M\n%r = pto.vsel %y, %z, %c : V, V, M -> V";
  private static final String COMPARE_SCALAR =
      "%c = OP %x, %s, %m, \"MODE\" : V, T, M -> M\n%r = pto.vsel %y, %z, %c : V, V, M -> V";
  private static final String STORE_COMPARED =
      "%c = OP %x, %y, %m, \"MODE\" : V, V, M -> M\n"
          + "%r = pto.vadd %x, %y, %c : V, V, M -> V\n"
          + "pto.vsts %z, %o[%i], %c : V, !pto.ptr<T, ub>, M";

  private static final String NESTED_COMPARE =
      "%c0 = OP %x, %z, %m, \"le\" : V, V, M -> M\n"
          + "%c = OP %x, %y, %c0, \"MODE\" : V, V, M -> M\n"
          + "%r = pto.vsel %y, %z, %c : V, V, M -> V";
  private static final String CARRY =
      "%u, %c = OP %x, %y, %m : V, V, M -> V, M\n%r = pto.vsel %u, %z, %c : V, V, M -> V";
  private static final String CARRY_SUM = "%r, %c = OP %x, %y, %m : V, V, M -> V, M";
  private static final String CARRY_CHAIN =
      "%u0, %c0 = pto.vaddc %x, %z, %m : V, V, M -> V, M\n"
          + "%u, %c = OP %x, %y, %c0, %m : V, V, M, M -> V, M\n"
          + "%r = pto.vsel %u, %z, %c : V, V, M -> V";
  private static final String CARRY_CHAIN_SUM =
      "%u0, %c0 = pto.vaddc %x, %z, %m : V, V, M -> V, M\n"
          + "%r, %c = OP %x, %y, %c0, %m : V, V, M, M -> V, M";
  private static final String LOW_HALF = "%r, %u = OP %x, %y, %m : V, V, M -> V, V";
  private static final String HIGH_HALF = "%u, %r = OP %x, %y, %m : V, V, M -> V, V";
  private static final String COMPARED_UNARY =
      "%c = pto.vcmp %x, %y, %m, \"lt\" : V, V, M -> M\n%r = OP %x, %c : V, M -> V";

  private static final List<Row> ROWS =
      List.of(
          new Row("pto.vadd", "i16 i32 f16 f32", BINARY),
          new Row("pto.vsub", "i16 i32 f16 f32", BINARY),
          new Row("pto.vmul", "i16 i32 f16 f32", BINARY),
          new Row("pto.vdiv", "f16 f32", BINARY),
          new Row("pto.vmax", "i16 i32 f16 f32", BINARY),
          new Row("pto.vmin", "i16 i32 f16 f32", BINARY),
          new Row("pto.vand", "i8 i16 ui16 i32 ui32", BINARY),
          new Row("pto.vor", "ui8 i16 i32", BINARY),
          new Row("pto.vxor", "i8 i16 ui32", BINARY),
          new Row("pto.vshl", "i16 ui16 i32 ui32", BINARY),
          new Row("pto.vshr", "i16 ui16 i32 ui32", BINARY),
          new Row("pto.vabs", "i16 f16 f32", UNARY),
          new Row("pto.vneg", "i16 i32 f16 f32", UNARY),
          new Row("pto.vexp", "f16 f32", UNARY),
          new Row("pto.vln", "f16 f32", UNARY),
          new Row("pto.vsqrt", "f16 f32", UNARY),
          new Row("pto.vrsqrt", "f16 f32", UNARY),
          new Row("pto.vrec", "f16 f32", UNARY),
          new Row("pto.vrelu", "i32 f16 f32", UNARY),
          new Row("pto.vnot", "i8 i16 ui32", UNARY),
          new Row("pto.vmov", "i8 i16 f32", UNARY),
          new Row("pto.vadds", "i16 i32 f16 f32", SCALAR),
          new Row("pto.vsubs", "i16 i32 f16 f32", SCALAR),
          new Row("pto.vsubs", "ui16", "%r = OP %x, %k, %m : V, i16, M -> V"),
          new Row("pto.vsubs", "ui32", "%r = OP %x, %n, %m : V, i32, M -> V"),
          new Row("pto.vmuls", "i16 i32 f16 f32", SCALAR),
          new Row("pto.vmaxs", "i16 i32 f16 f32", SCALAR),
          new Row("pto.vmins", "i16 i32 f16 f32", SCALAR),
          new Row("pto.vands", "i8 i16 i32", SCALAR),
          new Row("pto.vors", "i8 i16 i32", SCALAR),
          new Row("pto.vxors", "i8 i16 i32", SCALAR),
          new Row("pto.vlrelu", "f16 f32", SCALAR),
          new Row("pto.vshls", "i16 ui16 i32 ui32", SHIFT),
          new Row("pto.vshrs", "i16 ui16 i32 ui32", SHIFT),
          new Row("pto.vmula", "f16 f32", TERNARY),
          new Row("pto.vmadd", "f16 f32", TERNARY),
          new Row("pto.vprelu", "f16 f32", "%r = OP %x, %y : V, V -> V"),
          new Row("pto.vaddrelu", "f16 f32", "%r = OP %x, %y : V, V -> V"),
          new Row("pto.vsubrelu", "f16 f32", "%r = OP %x, %y, %m : V, V, M -> V"),
          new Row("pto.vexpdif", "f32", "%r = OP %x, %y : V, V -> V"),
          new Row("pto.vexpdif", "f32", "%r = OP %x, %y, %m, \"ODD\" : V, V, M -> V"),
          new Row("pto.vaxpy", "f16 f32", "%r = OP %x, %y, %s : V, V, T -> V"),
          new Row("pto.vaxpy", "f16 f32", SCALED),
          new Row(
              "pto.vaxpy",
              "f16 f32",
              "%c = pto.vcmp %x, %z, %m, \"lt\" : V, V, M -> M\n" + SCALED.replace("%m", "%c")),
          new Row(
              "pto.vaxpy",
              "f16 f32",
              "%u = pto.vadd %x, %z, %m : V, V, M -> V\n" + SCALED.replace("%y", "%u")),
          new Row(
              "pto.vmula",
              "f16 f32",
              "%c = pto.vcmp %x, %z, %m, \"lt\" : V, V, M -> M\n" + TERNARY.replace("%m", "%c")),
          new Row("pto.vdup", "i16 i32 f16 f32", "%r = OP %s, %m : T, M -> V"),
          new Row("pto.vbr", "i8 i32 f16", "%r = OP %s : T -> V"),
          new Row("pto.vtrc", "f32", "%r = OP %x, %m, \"Z\" : V, M -> V"),
          new Row("pto.vcmp", "f16 f32", COMPARE),
          new Row("pto.vcmps", "f16 f32", COMPARE_SCALAR),
          new Row("pto.vcmp", "f16 f32", STORE_COMPARED),
          new Row("pto.vcmp", "f16 f32", NESTED_COMPARE),
          new Row("pto.vaddc", "i32 ui32", CARRY),
          new Row("pto.vaddc", "si32", CARRY_SUM),
          new Row("pto.vsubc", "i32 ui32", CARRY),
          new Row("pto.vsubc", "si32", CARRY_SUM),
          new Row("pto.vaddcs", "i32 ui32", CARRY_CHAIN),
          new Row("pto.vaddcs", "i32", CARRY_CHAIN_SUM),
          new Row("pto.vsubcs", "i32 ui32", CARRY_CHAIN),
          new Row("pto.vsubcs", "i32", CARRY_CHAIN_SUM),
          new Row("pto.vmull", "i32 si32 ui32", LOW_HALF),
          new Row("pto.vmull", "i32 si32 ui32", HIGH_HALF),
          new Row("pto.vci", "i16 i32 f16 f32", "%r = OP %s {order = \"ASC\"} : T -> V"),
          new Row("pto.vci", "i16 i32 f16 f32", "%r = OP %s {order = \"DESC\"} : T -> V"),
          new Row("pto.vcadd", "f16 f32", UNARY),
          new Row("pto.vcmax", "i16 f16 f32", UNARY),
          new Row("pto.vcmin", "i16 f16 f32", UNARY),
          new Row("pto.vcgadd", "f16 f32", UNARY),
          new Row("pto.vcgmax", "f16 f32", UNARY),
          new Row("pto.vcgmin", "f16 f32", UNARY),
          new Row("pto.vcpadd", "f16 f32", UNARY),
          new Row("pto.vcadd", "f16 f32", COMPARED_UNARY),
          new Row("pto.vcmax", "f16 f32", COMPARED_UNARY),
          new Row("pto.vcgmin", "f16 f32", COMPARED_UNARY));

  private static int bytes(String type) {
    return Integer.parseInt(type.replaceAll("\\D", "")) / 8;
  }

  private static String width(String type) {
    return "b" + 8 * bytes(type);
  }

  /**
   * The statement in a loop over four registers; the result is stored whole, so that inactive lanes
   * are seen too.
   */
  private static String text(String statement, String type, String result, String mask) {
    int lanes = 256 / bytes(type);
    boolean full = statement.contains("-> X");
    int stored = full ? 256 / bytes(result) : lanes;
    String body =
        statement
            .replace("X", "!pto.vreg<" + stored + "x" + result + ">")
            .replace("W", "!pto.vreg<" + lanes + "x" + result + ">")
            .replaceAll("\\bV\\b", "!pto.vreg<" + lanes + "x" + type + ">")
            .replaceAll("\\bM\\b", "!pto.mask<" + width(type) + ">")
            .replaceAll("\\bT\\b", type);
    String template =
        """
        module {
          func.func @k(%a: !pto.ptr<T>, %b: !pto.ptr<T>, %d: !pto.ptr<T>, %out: !pto.ptr<T>, %s: S, %k: i16, %n: i32) attributes {pto.entry, pto.aicore} {
            %c0 = arith.constant 0 : index
            %step = arith.constant LANES : index
            %end = arith.constant 4 : index
            %total = arith.muli %step, %end : index
            %zero = arith.constant 0 : i64
            %one = arith.constant 1 : i64
            %len = arith.constant 1024 : i64
            %a1 = arith.constant 2048 : i64
            %a2 = arith.constant 4096 : i64
            %a3 = arith.constant 8192 : i64
            %p = pto.castptr %zero : i64 -> !pto.ptr<T, ub>
            %q = pto.castptr %a1 : i64 -> !pto.ptr<T, ub>
            %t = pto.castptr %a2 : i64 -> !pto.ptr<T, ub>
            %o = pto.castptr %a3 : i64 -> !pto.ptr<T, ub>
            %w = pto.castptr %a3 : i64 -> !pto.ptr<RT, ub>
            pto.mte_gm_ub %a, %p, %zero, %len nburst(%one, %len, %len) : !pto.ptr<T>, !pto.ptr<T, ub>, i64, i64, i64, i64, i64
            pto.mte_gm_ub %b, %q, %zero, %len nburst(%one, %len, %len) : !pto.ptr<T>, !pto.ptr<T, ub>, i64, i64, i64, i64, i64
            pto.mte_gm_ub %d, %t, %zero, %len nburst(%one, %len, %len) : !pto.ptr<T>, !pto.ptr<T, ub>, i64, i64, i64, i64, i64
            pto.mte_gm_ub %d, %o, %zero, %len nburst(%one, %len, %len) : !pto.ptr<T>, !pto.ptr<T, ub>, i64, i64, i64, i64, i64
            pto.barrier #pto.pipe<PIPE_ALL>
            pto.vecscope {
              %all = pto.pset_WIDTH "PAT_ALL" : !pto.mask<WIDTH>
              %wide = pto.pset_RWIDTH "PAT_ALL" : !pto.mask<RWIDTH>
              scf.for %i = %c0 to %total step %step iter_args(%left = %n) -> (i32) {
                MASK
                %x = pto.vlds %p[%i] : !pto.ptr<T, ub> -> !pto.vreg<LANESxT>
                %y = pto.vlds %q[%i] : !pto.ptr<T, ub> -> !pto.vreg<LANESxT>
                %z = pto.vlds %t[%i] : !pto.ptr<T, ub> -> !pto.vreg<LANESxT>
                BODY
                STORE
                scf.yield %next : i32
              }
            }
            pto.barrier #pto.pipe<PIPE_ALL>
            pto.mte_ub_gm %o, %out, %len nburst(%one, %len, %len) : !pto.ptr<T, ub>, !pto.ptr<T>, i64, i64, i64, i64
            return
          }
        }
        """;
    String store =
        statement.contains("pto.vsts")
            ? ""
            : "pto.vsts %r, %w[%i], %wide : !pto.vreg<STOREDxRT>, !pto.ptr<RT, ub>,"
                + " !pto.mask<RWIDTH>";
    String active =
        mask.equals("all")
            ? "%m = pto.pset_WIDTH \"PAT_ALL\" : !pto.mask<WIDTH>\n"
                + "%next = arith.addi %left, %left : i32"
            : "%m, %next = pto.plt_WIDTH %left : i32 -> !pto.mask<WIDTH>, i32";
    return template
        .replace("MASK", active)
        .replace("BODY", body)
        .replace("STORE", store)
        .replace("RWIDTH", width(result))
        .replace("WIDTH", width(type))
        .replace("STORED", Integer.toString(stored))
        .replace("LANES", Integer.toString(lanes))
        .replace("RT", result)
        .replace("%s: S", "%s: " + (type.contains("f") ? type : "i" + 8 * bytes(type)))
        .replaceAll("\\bT\\b", type)
        .replace("xT>", "x" + type + ">");
  }

  /** Ordinary numbers with special ones among them. */
  private static byte[] data(String type, SplittableRandom random, boolean counts) {
    ByteBuffer buffer = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    float[] special = {
      0f,
      -0f,
      1f,
      -1f,
      Float.NaN,
      Float.POSITIVE_INFINITY,
      Float.NEGATIVE_INFINITY,
      1e-40f,
      65504f,
      3e38f
    };
    while (buffer.hasRemaining()) {
      float value =
          random.nextInt(4) == 0
              ? special[random.nextInt(special.length)]
              : (float) random.nextDouble(-9, 9);
      switch (type) {
        case "f32" -> buffer.putFloat(value);
        case "f16" -> buffer.putShort(Float.floatToFloat16(value));
        case "bf16" -> buffer.putShort((short) (Float.floatToRawIntBits(value) >>> 16));
        case "i32", "si32", "ui32" ->
            buffer.putInt(
                counts && random.nextInt(4) > 0 ? random.nextInt(-2, 35) : random.nextInt());
        case "i16", "ui16" ->
            buffer.putShort(
                (short)
                    (counts && random.nextInt(4) > 0 ? random.nextInt(-2, 19) : random.nextInt()));
        default -> buffer.put((byte) random.nextInt());
      }
    }
    return buffer.array();
  }

  private static long scalar(String type, SplittableRandom random) {
    return switch (type) {
      case "f32" -> Float.floatToRawIntBits((float) random.nextDouble(-3, 3)) & 0xFFFFFFFFL;
      case "bf16" -> 0x3FC0;
      case "f16" -> Short.toUnsignedLong(Float.floatToFloat16((float) random.nextDouble(-3, 3)));
      case "i8", "ui8" -> (byte) random.nextInt();
      case "i16", "ui16" -> (short) random.nextInt();
      default -> random.nextInt();
    };
  }

  private static void agree(String statement, String type, String result) {
    SplittableRandom random = new SplittableRandom(statement.hashCode() + type.hashCode());
    int lanes = 256 / bytes(type);
    for (String mask : List.of("all", "prefix")) {
      String text = text(statement, type, result, mask);
      ObjectFile onA5 = Kernels.object(text, Profile.A5);
      ObjectFile onA2A3 = Kernels.object(text, Profile.A2A3);
      for (int count :
          mask.equals("all")
              ? new int[] {0}
              : new int[] {0, 1, lanes - 1, lanes, lanes + 7, 3 * lanes + 2, 4 * lanes, -1}) {
        byte[] a = data(type, random, false);
        byte[] b = data(type, random, statement.contains("pto.vsh"));
        byte[] d = data(type, random, false);
        long s = scalar(type, random);
        long shift = random.nextInt(0, 8 * bytes(type));
        byte[] a5 = run(onA5, a, b, d, s, shift, count);
        byte[] a2a3 = run(onA2A3, a, b, d, s, shift, count);
        int at = java.util.Arrays.mismatch(a5, a2a3);
        assertThat(at).as(() -> "byte " + at + ", " + count + " lanes\n" + text).isEqualTo(-1);
      }
    }
  }

  private static byte[] run(
      ObjectFile object, byte[] a, byte[] b, byte[] d, long s, long shift, int count) {
    return Kernels.run(
            object,
            Kernels.buffer(a),
            Kernels.buffer(b),
            Kernels.buffer(d),
            Kernels.buffer(new byte[BYTES]),
            Kernels.scalar(s),
            Kernels.scalar(shift),
            Kernels.scalar(count))
        .get(3);
  }

  @TestFactory
  Stream<DynamicTest> operationsAgreeWithA5() {
    return ROWS.stream()
        .flatMap(
            row ->
                Stream.of(row.types.split(" "))
                    .flatMap(
                        type ->
                            modes(row)
                                .map(
                                    mode -> {
                                      String statement =
                                          row.statement.replace("OP", row.op).replace("MODE", mode);
                                      return DynamicTest.dynamicTest(
                                          row.op + " " + type + " " + mode,
                                          () -> agree(statement, type, type));
                                    })));
  }

  private static Stream<String> modes(Row row) {
    return row.statement.contains("MODE")
        ? Stream.of("eq", "ne", "lt", "le", "gt", "ge")
        : Stream.of("");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pto.vaddreluconv f32 f16",
        "pto.vaddreluconv f16 i8",
        "pto.vaddreluconv i16 i8",
        "pto.vmulconv f16 i8",
        "pto.vmulconv f16 ui8"
      })
  void fusedConversionsAgreeWithA5(String row) {
    String[] words = row.split(" ");
    agree("%r = " + words[0] + " %x, %y : V, V -> W", words[1], words[2]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"f32 i32", "i32 f32", "f16 i16", "i16 f16"})
  void conversionsOfOneSizeAgreeWithA5(String row) {
    String[] words = row.split(" ");
    String attributes = words[0].startsWith("f") ? "{rnd = \"R\", sat = \"SAT\"}" : "{rnd = \"R\"}";
    agree("%r = pto.vcvt %x, %m " + attributes + " : V, M -> W", words[0], words[1]);
  }

  /** Parts of wide lanes: the mask has the lanes of the source. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "f32 f16 sat",
        "f32 bf16 sat",
        "f32 i16 sat",
        "f16 i8 sat",
        "f16 ui8 sat",
        "i32 i16 sat-only",
        "f16 f32",
        "bf16 f32",
        "i16 f32",
        "f16 i32 rnd",
        "bf16 i32 sat",
        "i8 f16",
        "ui8 f16"
      })
  void conversionsBetweenSizesAgreeWithA5(String row) {
    String[] words = row.split(" ");
    String kind = words.length > 2 ? words[2] : "";
    for (String part : List.of("EVEN", "ODD")) {
      for (String rounding :
          kind.equals("sat") || kind.equals("rnd")
              ? List.of("R", "A", "F", "C", "Z", "O")
              : List.of("")) {
        for (String saturation : saturations(kind, part, rounding)) {
          String attributes =
              (rounding.isEmpty() ? "" : "rnd = \"" + rounding + "\", ")
                  + (saturation.isEmpty() ? "" : "sat = \"" + saturation + "\", ")
                  + "part = \""
                  + part
                  + "\"";
          agree("%r = pto.vcvt %x, %m {" + attributes + "} : V, M -> X", words[0], words[1]);
        }
      }
    }
  }

  private static List<String> saturations(String kind, String part, String rounding) {
    if (!kind.startsWith("sat")) {
      return List.of("");
    }
    return rounding.equals("R")
        ? List.of("SAT", "NOSAT")
        : List.of(part.equals("EVEN") ? "SAT" : "NOSAT");
  }

  /** Vectors that a loop carries, exchanged in every round. */
  @Test
  void carriedVectorsAgreeWithA5() {
    String statement =
        """
        %one = arith.constant 3 : index
        %u, %v = scf.for %j = %c0 to %one step %end1 iter_args(%g = %x, %h = %y) -> (V, V) {
          %f = pto.vadd %g, %z, %m : V, V, M -> V
          scf.yield %h, %f : V, V
        }
        %r = pto.vsub %u, %v, %m : V, V, M -> V\
        """
            .replace("%end1", "%c1x");
    agree("%c1x = arith.constant 1 : index\n" + statement.replace("%one", "%three"), "f32", "f32");
  }

  /**
   * Vectors that conditionals give, each from a place of another one; they fill the temporaries to
   * the end of UB.
   */
  @Test
  void vectorsOfConditionalsAgreeWithA5() {
    String statement =
        """
        %none = arith.constant 0 : i32
        %some = arith.cmpi sgt, %n, %none : i32
        %u, %v, %w3 = scf.if %some -> (V, V, V) {
          scf.yield %y, %z, %x : V, V, V
        } else {
          scf.yield %z, %x, %y : V, V, V
        }
        %g, %h = scf.if %some -> (V, V) {
          scf.yield %v, %u : V, V
        } else {
          scf.yield %u, %v : V, V
        }
        %f = pto.vsub %g, %h, %m : V, V, M -> V
        %r = pto.vadd %f, %w3, %m : V, V, M -> V\
        """;
    agree(statement, "f32", "f32");
  }

  private static List<String> errors(String statement, String type) {
    return Kernels.errors(text(statement, type, type, "prefix"), Profile.A2A3);
  }

  @Test
  void whatCannotBeEmulatedIsRejectedByName() {
    assertThat(errors("%r = pto.vusqz %x, %m : V, M -> V", "i32"))
        .singleElement()
        .asString()
        .contains("pto.vusqz", "a2a3", "a5");
    assertThat(errors("%r = pto.vbcnt %x, %m : V, M -> V", "i32"))
        .singleElement()
        .asString()
        .contains("pto.vbcnt", "a2a3", "a5");
    assertThat(errors("%r = pto.vadd %x, %y, %m : V, V, M -> V", "i8"))
        .first()
        .asString()
        .contains("pto.vadd", "i8", "a2a3", "a5");
    assertThat(
            errors(
                "%e = pto.vexpdif %x, %y, %m, \"ODD\" : V, V, M -> !pto.vreg<64xf32>\n"
                    + "%r = pto.vmov %x, %m : V, M -> V",
                "f16"))
        .singleElement()
        .asString()
        .contains("pto.vexpdif", "a2a3", "a5");
    assertThat(
            errors(
                "%q1 = pto.vlds %p[%i] {dist = \"DS_B16\"} : !pto.ptr<T, ub> -> V\n"
                    + "%r = pto.vmov %q1, %m : V, M -> V",
                "i16"))
        .singleElement()
        .asString()
        .contains("pto.vlds", "DS_B16", "a2a3");
  }

  @Test
  void anEmptyVecscopeIsAcceptedOnBothProfiles() {
    String text =
        "module {\n"
            + "  func.func @k() attributes {pto.entry} {\n"
            + "    pto.vecscope {\n"
            + "    }\n"
            + "    return\n"
            + "  }\n"
            + "}\n";
    for (Profile profile : Profile.values()) {
      assertThat(Kernels.errors(text, profile)).isEmpty();
    }
  }

  @Test
  void anAddressInTheTemporariesIsRejected() {
    String text =
        text("%r = pto.vadd %x, %y, %m : V, V, M -> V", "f32", "f32", "all")
            .replace("constant 8192", "constant 196352");
    assertThat(Kernels.errors(text, Profile.A2A3))
        .anyMatch(message -> message.contains("196352") && message.contains("temporaries"));
    assertThat(Kernels.errors(text, Profile.A5)).isEmpty();
  }
}
