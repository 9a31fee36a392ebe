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

/**
 * Vecscopes on A2/A3: the emulation gives the bits of A5, whose operations have plain references of their own, or the operation
 * is rejected by name.
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
  private static final String COMPARE = "%c = OP %x, %y, %m, \"MODE\" : V, V, M -> M\n%r = pto.vsel %y, %z, %c : V, V, M -> V";
  private static final String COMPARE_SCALAR = "%c = OP %x, %s, %m, \"MODE\" : V, T, M -> M\n%r = pto.vsel %y, %z, %c : V, V, M -> V";
  private static final String STORE_COMPARED =
      "%c = OP %x, %y, %m, \"MODE\" : V, V, M -> M\n%r = pto.vadd %x, %y, %c : V, V, M -> V\npto.vsts %z, %o[%i], %c : V, !pto.ptr<T, ub>, M";

  private static final List<Row> ROWS =
      List.of(
          new Row("pto.vadd", "i16 i32 f16 f32", BINARY), new Row("pto.vsub", "i16 i32 f16 f32", BINARY),
          new Row("pto.vmul", "i16 i32 f16 f32", BINARY), new Row("pto.vdiv", "f16 f32", BINARY),
          new Row("pto.vmax", "i16 i32 f16 f32", BINARY), new Row("pto.vmin", "i16 i32 f16 f32", BINARY),
          new Row("pto.vand", "i8 i16 ui16 i32 ui32", BINARY), new Row("pto.vor", "ui8 i16 i32", BINARY),
          new Row("pto.vxor", "i8 i16 ui32", BINARY), new Row("pto.vshl", "i16 ui16 i32 ui32", BINARY),
          new Row("pto.vshr", "i16 ui16 i32 ui32", BINARY), new Row("pto.vabs", "i16 f16 f32", UNARY),
          new Row("pto.vneg", "i16 i32 f16 f32", UNARY), new Row("pto.vexp", "f16 f32", UNARY), new Row("pto.vln", "f16 f32", UNARY),
          new Row("pto.vsqrt", "f16 f32", UNARY), new Row("pto.vrsqrt", "f16 f32", UNARY), new Row("pto.vrec", "f16 f32", UNARY),
          new Row("pto.vrelu", "i32 f16 f32", UNARY), new Row("pto.vnot", "i8 i16 ui32", UNARY),
          new Row("pto.vmov", "i8 i16 f32", UNARY), new Row("pto.vadds", "i16 i32 f16 f32", SCALAR),
          new Row("pto.vsubs", "i16 i32 f16 f32", SCALAR), new Row("pto.vmuls", "i16 i32 f16 f32", SCALAR),
          new Row("pto.vmaxs", "i16 i32 f16 f32", SCALAR), new Row("pto.vmins", "i16 i32 f16 f32", SCALAR),
          new Row("pto.vands", "i8 i16 i32", SCALAR), new Row("pto.vors", "i8 i16 i32", SCALAR),
          new Row("pto.vxors", "i8 i16 i32", SCALAR), new Row("pto.vlrelu", "f16 f32", SCALAR),
          new Row("pto.vshls", "i16 ui16 i32 ui32", SHIFT), new Row("pto.vshrs", "i16 ui16 i32 ui32", SHIFT),
          new Row("pto.vmula", "f16 f32", TERNARY), new Row("pto.vmadd", "f16 f32", TERNARY),
          new Row("pto.vprelu", "f16 f32", "%r = OP %x, %y : V, V -> V"),
          new Row("pto.vaddrelu", "f16 f32", "%r = OP %x, %y : V, V -> V"),
          new Row("pto.vsubrelu", "f16 f32", "%r = OP %x, %y, %m : V, V, M -> V"),
          new Row("pto.vexpdif", "f32", "%r = OP %x, %y : V, V -> V"),
          new Row("pto.vaxpy", "f16 f32", "%r = OP %x, %y, %s : V, V, T -> V"),
          new Row("pto.vdup", "i16 i32 f16 f32", "%r = OP %s, %m : T, M -> V"), new Row("pto.vbr", "i8 i32 f16", "%r = OP %s : T -> V"),
          new Row("pto.vtrc", "f32", "%r = OP %x, %m, \"Z\" : V, M -> V"), new Row("pto.vcmp", "f16 f32", COMPARE),
          new Row("pto.vcmps", "f16 f32", COMPARE_SCALAR), new Row("pto.vcmp", "f16 f32", STORE_COMPARED));

  private static int bytes(String type) {
    return Integer.parseInt(type.replaceAll("\\D", "")) / 8;
  }

  private static String width(String type) {
    return "b" + 8 * bytes(type);
  }

  /** The statement in a loop over four registers; the result is stored whole, so that inactive lanes are seen too. */
  private static String text(String statement, String type, String result, String mask) {
    int lanes = 256 / bytes(type);
    String body = statement.replace("W", "!pto.vreg<" + lanes + "x" + result + ">")
        .replaceAll("\\bV\\b", "!pto.vreg<" + lanes + "x" + type + ">")
        .replaceAll("\\bM\\b", "!pto.mask<" + width(type) + ">")
        .replaceAll("\\bT\\b", type);
    String template = """
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
    String store = statement.contains("pto.vsts")
        ? ""
        : "pto.vsts %r, %w[%i], %wide : !pto.vreg<LANESxRT>, !pto.ptr<RT, ub>, !pto.mask<RWIDTH>";
    String active = mask.equals("all")
        ? "%m = pto.pset_WIDTH \"PAT_ALL\" : !pto.mask<WIDTH>\n%next = arith.addi %left, %left : i32"
        : "%m, %next = pto.plt_WIDTH %left : i32 -> !pto.mask<WIDTH>, i32";
    return template.replace("MASK", active).replace("BODY", body).replace("STORE", store).replace("RWIDTH", width(result))
        .replace("WIDTH", width(type)).replace("LANES", Integer.toString(lanes)).replace("RT", result)
        .replace("%s: S", "%s: " + (type.contains("f") ? type : "i" + 8 * bytes(type))).replaceAll("\\bT\\b", type)
        .replace("xT>", "x" + type + ">");
  }

  /** Ordinary numbers with special ones among them. */
  private static byte[] data(String type, SplittableRandom random, boolean counts) {
    ByteBuffer buffer = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    float[] special = {0f, -0f, 1f, -1f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 1e-40f, 65504f, 3e38f};
    while (buffer.hasRemaining()) {
      float value = random.nextInt(4) == 0 ? special[random.nextInt(special.length)] : (float) random.nextDouble(-9, 9);
      switch (type) {
        case "f32" -> buffer.putFloat(value);
        case "f16" -> buffer.putShort(Float.floatToFloat16(value));
        case "i32", "ui32" -> buffer.putInt(counts && random.nextInt(4) > 0 ? random.nextInt(-2, 35) : random.nextInt());
        case "i16", "ui16" -> buffer.putShort((short) (counts && random.nextInt(4) > 0 ? random.nextInt(-2, 19) : random.nextInt()));
        default -> buffer.put((byte) random.nextInt());
      }
    }
    return buffer.array();
  }

  private static long scalar(String type, SplittableRandom random) {
    return switch (type) {
      case "f32" -> Float.floatToRawIntBits((float) random.nextDouble(-3, 3)) & 0xFFFFFFFFL;
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
      for (int count : mask.equals("all") ? new int[] {0} : new int[] {0, 1, lanes - 1, lanes, lanes + 7, 3 * lanes + 2, 4 * lanes, -1}) {
        byte[] a = data(type, random, false);
        byte[] b = data(type, random, statement.contains("pto.vsh"));
        byte[] d = data(type, random, false);
        long s = scalar(type, random);
        long shift = random.nextInt(0, 8 * bytes(type));
        byte[] a5 = run(text, Profile.A5, a, b, d, s, shift, count);
        byte[] a2a3 = run(text, Profile.A2A3, a, b, d, s, shift, count);
        int at = java.util.Arrays.mismatch(a5, a2a3);
        assertThat(at).as(() -> "byte " + at + ", " + count + " lanes\n" + text).isEqualTo(-1);
      }
    }
  }

  private static byte[] run(String text, Profile profile, byte[] a, byte[] b, byte[] d, long s, long shift, int count) {
    return Kernels.run(
            text, profile, Kernels.buffer(a), Kernels.buffer(b), Kernels.buffer(d), Kernels.buffer(new byte[BYTES]), Kernels.scalar(s),
            Kernels.scalar(shift), Kernels.scalar(count))
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
                                      String statement = row.statement.replace("OP", row.op).replace("MODE", mode);
                                      return DynamicTest.dynamicTest(
                                          row.op + " " + type + " " + mode, () -> agree(statement, type, type));
                                    })));
  }

  private static Stream<String> modes(Row row) {
    return row.statement.contains("MODE") ? Stream.of("eq", "ne", "lt", "le", "gt", "ge") : Stream.of("");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pto.vaddreluconv f32 f16", "pto.vaddreluconv f16 i8", "pto.vaddreluconv i16 i8", "pto.vmulconv f16 i8",
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

  /** Vectors that a loop carries, exchanged in every round. */
  @Test
  void carriedVectorsAgreeWithA5() {
    String statement = """
        %one = arith.constant 3 : index
        %u, %v = scf.for %j = %c0 to %one step %end1 iter_args(%g = %x, %h = %y) -> (V, V) {
          %f = pto.vadd %g, %z, %m : V, V, M -> V
          scf.yield %h, %f : V, V
        }
        %r = pto.vsub %u, %v, %m : V, V, M -> V""".replace("%end1", "%c1x");
    agree("%c1x = arith.constant 1 : index\n" + statement.replace("%one", "%three"), "f32", "f32");
  }

  private static List<String> errors(String statement, String type) {
    return Kernels.errors(text(statement, type, type, "prefix"), Profile.A2A3);
  }

  @Test
  void whatCannotBeEmulatedIsRejectedByName() {
    assertThat(errors("%r = pto.vcadd %x, %m : V, M -> V", "f32")).singleElement().asString().contains("pto.vcadd", "a2a3", "a5");
    assertThat(errors("%r = pto.vbcnt %x, %m : V, M -> V", "i32")).singleElement().asString().contains("pto.vbcnt", "a2a3", "a5");
    assertThat(errors("%r = pto.vadd %x, %y, %m : V, V, M -> V", "i8")).first().asString().contains("pto.vadd", "i8", "a2a3", "a5");
    assertThat(errors("%q1 = pto.vlds %p[%i] {dist = \"DS_B16\"} : !pto.ptr<T, ub> -> V\n%r = pto.vmov %q1, %m : V, M -> V", "i16"))
        .singleElement().asString().contains("pto.vlds", "DS_B16", "a2a3");
  }

  @Test
  void anEmptyVecscopeIsAcceptedOnBothProfiles() {
    String text = "module {\n  func.func @k() attributes {pto.entry} {\n    pto.vecscope {\n    }\n    return\n  }\n}\n";
    for (Profile profile : Profile.values()) {
      assertThat(Kernels.errors(text, profile)).isEmpty();
    }
  }

  @Test
  void anAddressInTheTemporariesIsRejected() {
    String text = text("%r = pto.vadd %x, %y, %m : V, V, M -> V", "f32", "f32", "all").replace("constant 8192", "constant 196352");
    assertThat(Kernels.errors(text, Profile.A2A3)).anyMatch(message -> message.contains("196352") && message.contains("temporaries"));
    assertThat(Kernels.errors(text, Profile.A5)).isEmpty();
  }
}
