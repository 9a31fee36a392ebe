package org.ptoc.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;

/**
 * Random programs of logical vectors against a plain model: arrays of lanes, which knows nothing of
 * registers. Floats hold whole numbers that their type has, so that sums do not depend on an order.
 */
class LogicalProgramsTest {
  private static final int PROGRAMS = Integer.getInteger("ptoc.programs", 120);
  private static final int[] LANES = {
    1, 2, 3, 8, 31, 32, 33, 63, 64, 65, 96, 100, 127, 128, 129, 130, 192, 256, 300, 512, 1024, 1500,
    2048, 4096
  };

  /** Vectors of more lanes may not all fit at once; such programs are short. */
  private static final int MOST_LANES = 1024;

  private static final int INPUT = 65_536;
  private static final int AREA = 49_152;

  /** A lane type: width, whether it is a float and whether it is signed. */
  private enum Type {
    SI8("si8", 8, false, true),
    UI8("ui8", 8, false, false),
    SI16("si16", 16, false, true),
    UI16("ui16", 16, false, false),
    I16("i16", 16, false, false),
    SI32("si32", 32, false, true),
    UI32("ui32", 32, false, false),
    F16("f16", 16, true, true),
    F32("f32", 32, true, true);

    private final String text;
    private final int bits;
    private final boolean real;
    private final boolean signed;

    Type(String text, int bits, boolean real, boolean signed) {
      this.text = text;
      this.bits = bits;
      this.real = real;
      this.signed = signed;
    }

    /** The number that the low bits are. */
    long wrap(long number) {
      int unused = 64 - bits;
      return real ? number : signed ? number << unused >> unused : number << unused >>> unused;
    }

    /** The greatest whole number up to which a float has all of them. */
    boolean holds(long number) {
      return !real || Math.abs(number) <= (bits == 16 ? 2048 : 1 << 24);
    }

    long clamp(long number) {
      long top = 1L << bits - 1;
      return signed ? Math.clamp(number, -top, top - 1) : Math.clamp(number, 0, 2 * top - 1);
    }
  }

  private record Vector(String name, Type type, long[] lanes) {
    String text() {
      return "!pto.vmi.vreg<" + lanes.length + "x" + type.text + ">";
    }
  }

  private record Mask(String name, boolean[] lanes) {
    String text() {
      return "!pto.vmi.mask<" + lanes.length + "xpred>";
    }
  }

  /** One function of two numbers. */
  private interface Binary {
    long of(long lhs, long rhs);
  }

  /** A program while it is written, with the lanes of all its values. */
  private static final class Program {
    private final Random random;
    private final StringBuilder text = new StringBuilder();
    private final byte[] input = new byte[INPUT];
    private final List<Vector> vectors = new ArrayList<>();
    private final List<Mask> masks = new ArrayList<>();
    private final int lanes;
    private int names;
    private int nextInput;

    Program(Random random) {
      this.random = random;
      this.lanes = LANES[random.nextInt(LANES.length)];
    }

    private String name() {
      return "%v" + names++;
    }

    private void line(String format, Object... arguments) {
      text.append("    ").append(format.formatted(arguments)).append('\n');
    }

    private String constant(long number, String type) {
      String name = name();
      line("%s = arith.constant %d : %s", name, number, type);
      return name;
    }

    private Vector add(Vector vector) {
      vectors.add(vector);
      return vector;
    }

    private Type anyType() {
      return Type.values()[random.nextInt(Type.values().length)];
    }

    private void put(Type type, int index, long number) {
      ByteBuffer buffer = ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN);
      int at = nextInput + index * type.bits / 8;
      switch (type) {
        case F32 -> buffer.putFloat(at, number);
        case F16 -> buffer.putShort(at, Float.floatToFloat16(number));
        default -> {
          for (int i = 0; i < type.bits / 8; i++) {
            input[at + i] = (byte) (number >> 8 * i);
          }
        }
      }
    }

    /** A load at an element, which may be no multiple of 32 bytes, or of rows at a stride. */
    private Vector load(Type type) {
      int groups = random.nextInt(4) == 0 ? divisor(lanes) : 1;
      int size = lanes / groups;
      int stride = size + (groups > 1 ? random.nextInt(40) : 0);
      int offset = random.nextBoolean() ? 0 : random.nextInt(70);
      long count = offset + (long) (groups - 1) * stride + size;
      if (nextInput + count * type.bits / 8 > INPUT) {
        return vectors.isEmpty() ? load(Type.UI8) : vectors.getFirst();
      }
      long[] values = new long[lanes];
      for (int i = 0; i < lanes; i++) {
        long number = type.real ? random.nextInt(33) - 16 : random.nextLong();
        values[i] = type.wrap(number);
        put(type, offset + i / size * stride + i % size, values[i]);
      }
      Vector result = new Vector(name(), type, values);
      String base = constant(nextInput, "i64");
      line("%s_p = pto.castptr %s : i64 -> !pto.ptr<%s, ub>", result.name, base, type.text);
      String at = constant(offset, "index");
      String row = constant(stride, "index");
      line(
          "%s = pto.vmi.vload %s_p[%s]%s : !pto.ptr<%s, ub> -> %s",
          result.name,
          result.name,
          at,
          groups > 1 ? ", " + row + " {group = " + groups + "}" : "",
          type.text,
          result.text());
      nextInput += (int) ((count * type.bits / 8 + 31) / 32 * 32);
      return add(result);
    }

    private int divisor(int number) {
      int divisor = 1 + random.nextInt(number);
      while (number % divisor != 0) {
        divisor--;
      }
      return divisor;
    }

    private Vector any() {
      return vectors.get(random.nextInt(vectors.size()));
    }

    private Vector like(Vector other) {
      List<Vector> same =
          vectors.stream()
              .filter(each -> each.type == other.type && each.lanes.length == other.lanes.length)
              .toList();
      return same.get(random.nextInt(same.size()));
    }

    private Mask mask(int count) {
      List<Mask> same = masks.stream().filter(each -> each.lanes.length == count).toList();
      if (!same.isEmpty() && random.nextBoolean()) {
        return same.get(random.nextInt(same.size()));
      }
      Mask result = new Mask(name(), new boolean[count]);
      int groups = random.nextBoolean() ? 1 : divisor(count);
      int size = count / groups;
      int active = random.nextInt(size + 2);
      String number = constant(active, "index");
      if (random.nextBoolean()) {
        String sum = name();
        line("%s = arith.addi %%unknown, %s : index", sum, number);
        number = sum;
      }
      for (int i = 0; i < count; i++) {
        result.lanes[i] = i % size < active;
      }
      line(
          groups == 1
              ? "%s = pto.vmi.create_mask %s : index -> %s"
              : "%s = pto.vmi.create_group_mask %s {num_groups = "
                  + groups
                  + ", group_size = "
                  + size
                  + "} : index -> %s",
          result.name,
          number,
          result.text());
      masks.add(result);
      return result;
    }

    /** Applies a function lane by lane; nothing where a float could not hold a result. */
    private void binary(String operation, Vector lhs, Vector rhs, Binary function) {
      boolean masked = random.nextBoolean();
      Mask mask = masked ? mask(lhs.lanes.length) : new Mask("", new boolean[0]);
      long[] values = new long[lhs.lanes.length];
      for (int i = 0; i < values.length; i++) {
        long number = lhs.type.wrap(function.of(lhs.lanes[i], rhs.lanes[i]));
        if (!lhs.type.holds(number)) {
          return;
        }
        values[i] = masked && !mask.lanes[i] ? 0 : number;
      }
      Vector result = add(new Vector(name(), lhs.type, values));
      line(
          "%s = pto.vmi.%s %s, %s%s : %s, %s%s -> %s",
          result.name,
          operation,
          lhs.name,
          rhs.name,
          masked ? ", " + mask.name : "",
          lhs.text(),
          rhs.text(),
          masked ? ", " + mask.text() : "",
          result.text());
    }

    private void arithmetic() {
      Vector lhs = any();
      Vector rhs = like(lhs);
      switch (random.nextInt(lhs.type.real ? 5 : 8)) {
        case 0 -> binary("vadd", lhs, rhs, Long::sum);
        case 1 -> binary("vsub", lhs, rhs, (a, b) -> a - b);
        case 2 -> binary("vmax", lhs, rhs, Math::max);
        case 3 -> binary("vmin", lhs, rhs, Math::min);
        case 4 -> {
          if (lhs.type.bits > 8) {
            binary("vmul", lhs, rhs, (a, b) -> a * b);
          }
        }
        case 5 -> binary("vand", lhs, rhs, (a, b) -> a & b);
        case 6 -> binary("vor", lhs, rhs, (a, b) -> a | b);
        default -> binary("vxor", lhs, rhs, (a, b) -> a ^ b);
      }
    }

    private void compare() {
      Vector lhs = any();
      Vector rhs = like(lhs);
      Mask seed = mask(lhs.lanes.length);
      Mask result = new Mask(name(), new boolean[lhs.lanes.length]);
      boolean less = random.nextBoolean();
      for (int i = 0; i < result.lanes.length; i++) {
        boolean holds = less ? lhs.lanes[i] < rhs.lanes[i] : lhs.lanes[i] != rhs.lanes[i];
        result.lanes[i] = holds && seed.lanes[i];
      }
      line(
          "%s = pto.vmi.vcmp %s, %s, %s {cmp = \"%s\"} : %s, %s, %s -> %s",
          result.name,
          lhs.name,
          rhs.name,
          seed.name,
          less ? "lt" : "ne",
          lhs.text(),
          rhs.text(),
          seed.text(),
          result.text());
      masks.add(result);
    }

    private void logic() {
      Mask lhs = mask(lanes);
      Mask rhs = mask(lanes);
      Mask result = new Mask(name(), new boolean[lanes]);
      boolean exclusive = random.nextBoolean();
      for (int i = 0; i < lanes; i++) {
        result.lanes[i] = exclusive ? lhs.lanes[i] != rhs.lanes[i] : lhs.lanes[i] | rhs.lanes[i];
      }
      line(
          "%s = pto.vmi.%s %s, %s : %s, %s -> %s",
          result.name,
          exclusive ? "vxor" : "vor",
          lhs.name,
          rhs.name,
          lhs.text(),
          rhs.text(),
          result.text());
      masks.add(result);
    }

    private void select() {
      Vector lhs = any();
      Vector rhs = like(lhs);
      Mask mask = mask(lhs.lanes.length);
      long[] values = new long[lhs.lanes.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = mask.lanes[i] ? lhs.lanes[i] : rhs.lanes[i];
      }
      Vector result = add(new Vector(name(), lhs.type, values));
      line(
          "%s = pto.vmi.vsel %s, %s, %s : %s, %s, %s -> %s",
          result.name,
          mask.name,
          lhs.name,
          rhs.name,
          mask.text(),
          lhs.text(),
          rhs.text(),
          result.text());
    }

    private void convert() {
      Vector source = any();
      Type to = anyType();
      boolean integers = !source.type.real && !to.real && source.type.bits != to.bits;
      boolean floats = source.type.real && to.real && source.type != to;
      boolean number =
          source.type == Type.SI32 && to == Type.F32
              || source.type == Type.F32 && (to == Type.SI32 || to == Type.SI16);
      if (!integers && !floats && !number) {
        return;
      }
      boolean narrows = source.type.bits > to.bits || source.type.real && !to.real;
      boolean saturates =
          !(source.type == Type.SI32 && to == Type.SI8)
              && (source.type.real || random.nextBoolean());
      long[] values = new long[source.lanes.length];
      for (int i = 0; i < values.length; i++) {
        long value = source.lanes[i];
        values[i] = to.real ? value : to.wrap(narrows && saturates ? to.clamp(value) : value);
        if (!to.holds(values[i])) {
          return;
        }
      }
      Vector result = add(new Vector(name(), to, values));
      line(
          "%s = pto.vmi.vcvt %s%s : %s -> %s",
          result.name,
          source.name,
          narrows ? " {saturate = \"" + (saturates ? "SAT" : "NOSAT") + "\"}" : "",
          source.text(),
          result.text());
    }

    private void reduce() {
      Vector source = any();
      int count = source.lanes.length;
      int groups = divisor(count);
      Mask mask = mask(count);
      boolean largest = random.nextBoolean();
      long[] values = new long[groups];
      for (int group = 0; group < groups; group++) {
        boolean any = false;
        long value = 0;
        for (int i = 0; i < count / groups; i++) {
          int lane = group * (count / groups) + i;
          if (mask.lanes[lane]) {
            value =
                largest
                    ? any ? Math.max(value, source.lanes[lane]) : source.lanes[lane]
                    : value + source.lanes[lane];
            any = true;
          }
        }
        if (largest && !any || !source.type.holds(value)) {
          return;
        }
        values[group] = source.type.wrap(value);
      }
      Vector result = add(new Vector(name(), source.type, values));
      line(
          "%s = pto.vmi.%s %s, %s {group = %d%s} : %s, %s -> %s",
          result.name,
          largest ? "vcmax" : "vcadd",
          source.name,
          mask.name,
          groups,
          largest ? "" : ", reassoc",
          source.text(),
          mask.text(),
          result.text());
      long[] all = new long[count];
      for (int i = 0; i < count; i++) {
        all[i] = values[i / (count / groups)];
      }
      Vector back = add(new Vector(name(), source.type, all));
      line(
          "%s = pto.vmi.vbrc %s {group = %d} : %s -> %s",
          back.name, result.name, groups, result.text(), back.text());
    }

    private void interleave() {
      Vector lhs = any();
      Vector rhs = like(lhs);
      int count = lhs.lanes.length;
      boolean apart = random.nextBoolean();
      long[] low = new long[count];
      long[] high = new long[count];
      for (int i = 0; i < 2 * count; i++) {
        long inTurn = i % 2 == 0 ? lhs.lanes[i / 2] : rhs.lanes[i / 2];
        long inOrder = i < count ? lhs.lanes[i] : rhs.lanes[i - count];
        long[] target = (apart ? i % 2 == 0 : i < count) ? low : high;
        target[apart ? i / 2 : i % count] = apart ? inOrder : inTurn;
      }
      Vector first = add(new Vector(name(), lhs.type, low));
      Vector second = add(new Vector(name(), lhs.type, high));
      line(
          "%s, %s = pto.vmi.%s %s, %s : %s, %s -> %s, %s",
          first.name,
          second.name,
          apart ? "vdintlv" : "vintlv",
          lhs.name,
          rhs.name,
          lhs.text(),
          lhs.text(),
          lhs.text(),
          lhs.text());
    }

    /** A vector and a mask that a loop carries or a decision passes on, a step at a time. */
    private void control() {
      Vector start = any();
      Vector step = like(start);
      int count = start.lanes.length;
      Mask mask = mask(count);
      Mask other = mask(count);
      int times = random.nextInt(4);
      int kind = random.nextInt(4);
      long[] values = start.lanes.clone();
      boolean[] active = mask.lanes.clone();
      for (int time = 0; time < (kind < 2 ? times : Math.min(times, 1)); time++) {
        for (int i = 0; i < count; i++) {
          values[i] = active[i] ? start.type.wrap(values[i] + step.lanes[i]) : 0;
          if (!start.type.holds(values[i])) {
            return;
          }
          active[i] ^= other.lanes[i];
        }
      }
      String name = name();
      Vector result = add(new Vector(name, start.type, values));
      Mask left = new Mask(name + "_mask", active);
      masks.add(left);
      String body =
          """
          $_n = pto.vmi.vadd $_c, STEP, $_m : V, V, M -> V
          $_o = pto.vmi.vxor $_m, OTHER : M, M -> M
          """;
      String text =
          switch (kind) {
            case 0 ->
                """
                $, $_mask = scf.for $_i = $_zero to $_times step $_one iter_args($_c = START, $_m = MASK) -> (V, M) {
                BODY  scf.yield $_n, $_o : V, M
                }
                """;
            case 1 ->
                """
                $_end, $, $_mask = scf.while ($_i = $_zero, $_a = START, $_b = MASK) : (index, V, M) -> (index, V, M) {
                  $_less = arith.cmpi slt, $_i, $_times : index
                  scf.condition($_less) $_i, $_a, $_b : index, V, M
                } do {
                ^bb0($_j: index, $_c: V, $_m: M):
                BODY  $_next = arith.addi $_j, $_one : index
                  scf.yield $_next, $_n, $_o : index, V, M
                }
                """;
            case 2 ->
                """
                $_some = arith.cmpi sgt, $_times, $_zero : index
                $, $_mask = scf.if $_some -> (V, M) {
                  $_c, $_m = scf.if $_some -> (V, M) {
                    scf.yield START, MASK : V, M
                  } else {
                    scf.yield STEP, OTHER : V, M
                  }
                BODY  scf.yield $_n, $_o : V, M
                } else {
                  scf.yield START, MASK : V, M
                }
                """;
            default ->
                """
                $, $_mask = scf.index_switch $_times -> V, M
                case 0 {
                  scf.yield START, MASK : V, M
                }
                case 9 {
                  scf.yield STEP, MASK : V, M
                }
                default {
                  $_c = pto.vmi.vor START, START : V, V -> V
                  $_m = pto.vmi.vor MASK, MASK : M, M -> M
                BODY  scf.yield $_n, $_o : V, M
                }
                """;
          };
      if (start.type.real) {
        text = text.replace("pto.vmi.vor START, START", "pto.vmi.vmax START, START");
      }
      text =
          """
          $_zero = arith.constant 0 : index
          $_one = arith.constant 1 : index
          $_add = arith.constant %d : index
          $_times = arith.addi %%unknown, $_add : index
          """
                  .formatted(times)
              + text;
      line(
          "%s",
          text.replace("BODY", body)
              .replace("$", name)
              .replace("START", start.name)
              .replace("STEP", step.name)
              .replace("MASK", mask.name)
              .replace("OTHER", other.name)
              .replaceAll("\\bV\\b", start.text())
              .replaceAll("\\bM\\b", left.text()));
    }

    private void step() {
      switch (random.nextInt(11)) {
        case 0 -> load(anyType());
        case 1 -> compare();
        case 2 -> logic();
        case 3 -> select();
        case 4, 5 -> convert();
        case 6 -> reduce();
        case 7 -> interleave();
        case 8 -> control();
        default -> arithmetic();
      }
    }

    /** Stores of the last vectors, some of them under a mask, and what they must leave. */
    private List<Vector> store(int area) {
      List<Vector> stored = new ArrayList<>();
      int at = 0;
      for (Vector vector : vectors.reversed()) {
        int bytes = vector.lanes.length * vector.type.bits / 8;
        if (stored.size() == 8 || at + bytes > AREA) {
          break;
        }
        String base = constant(area + at, "i64");
        line(
            "%s_q = pto.castptr %s : i64 -> !pto.ptr<%s, ub>", vector.name, base, vector.type.text);
        String zero = constant(0, "index");
        Mask mask = random.nextBoolean() ? mask(vector.lanes.length) : new Mask("", new boolean[0]);
        boolean masked = mask.lanes.length > 0;
        line(
            "pto.vmi.vstore %s, %s_q[%s]%s : %s, !pto.ptr<%s, ub>%s",
            vector.name,
            vector.name,
            zero,
            masked ? ", " + mask.name : "",
            vector.text(),
            vector.type.text,
            masked ? ", " + mask.text() : "");
        long[] expected = vector.lanes.clone();
        for (int i = 0; masked && i < expected.length; i++) {
          expected[i] = mask.lanes[i] ? expected[i] : 0;
        }
        stored.add(new Vector(vector.name, vector.type, expected));
        at += (bytes + 63) / 32 * 32;
      }
      return stored;
    }
  }

  private static String kernel(String body) {
    return """
    func.func @k(%%in: !pto.ptr<ui8>, %%out: !pto.ptr<ui8>) attributes {pto.entry} {
      %%zero = arith.constant 0 : i64
      %%one = arith.constant 1 : i64
      %%size = arith.constant %d : i64
      %%area = arith.constant %d : i64
      %%from = pto.castptr %%zero : i64 -> !pto.ptr<ui8, ub>
      %%far = arith.constant %d : i64
      %%to = pto.castptr %%far : i64 -> !pto.ptr<ui8, ub>
      pto.mte_gm_ub %%in, %%from, %%zero, %%size nburst(%%one, %%zero, %%zero) : !pto.ptr<ui8>, !pto.ptr<ui8, ub>, i64, i64, i64, i64, i64
      pto.mte_gm_ub %%out, %%to, %%zero, %%area nburst(%%one, %%zero, %%zero) : !pto.ptr<ui8>, !pto.ptr<ui8, ub>, i64, i64, i64, i64, i64
      pto.barrier #pto.pipe<PIPE_ALL>
      %%block = pto.get_block_idx
      %%unknown = arith.index_cast %%block : i64 to index
      pto.vecscope {
    %s  }
      pto.barrier #pto.pipe<PIPE_ALL>
      pto.mte_ub_gm %%to, %%out, %%area nburst(%%one, %%zero, %%zero) : !pto.ptr<ui8, ub>, !pto.ptr<ui8>, i64, i64, i64, i64
      return
    }
    """
        .formatted(INPUT, AREA, INPUT, body);
  }

  @ParameterizedTest
  @EnumSource
  void programsGiveTheLanesOfTheModel(Profile profile) {
    for (int seed = 0; seed < PROGRAMS; seed++) {
      run(seed, profile);
    }
  }

  private static void run(int seed, Profile profile) {
    Random random = new Random(seed);
    Program program = new Program(random);
    program.load(program.anyType());
    program.load(program.anyType());
    int steps = program.lanes > MOST_LANES ? 1 + random.nextInt(4) : 3 + random.nextInt(18);
    for (int i = 0; i < steps; i++) {
      program.step();
    }
    List<Vector> stored = program.store(INPUT);
    String text = kernel(program.text.toString());
    A5.Compiled compiled = A5.compile(text, CompileOptions.defaults(), profile);
    if (program.lanes > MOST_LANES && isTooLarge(compiled)) {
      return;
    }
    assertThat(compiled.kernel())
        .as("seed %d: %s%n%s", seed, compiled.messages(), text)
        .isPresent();
    byte[] out = new byte[AREA];
    RunResult result =
        A5.run(
            compiled.object(),
            profile,
            List.of(new Argument.Buffer(program.input), new Argument.Buffer(out)),
            UnaryOperator.identity());
    assertThat(result).as("seed %d%n%s", seed, text).isInstanceOf(RunResult.Completed.class);
    byte[] left = ((RunResult.Completed) result).buffers().get(1);
    int at = 0;
    ByteBuffer bytes = ByteBuffer.wrap(left).order(ByteOrder.LITTLE_ENDIAN);
    for (Vector vector : stored) {
      long[] found = new long[vector.lanes.length];
      for (int i = 0; i < found.length; i++) {
        found[i] = read(bytes, at + i * vector.type.bits / 8, vector.type);
      }
      assertThat(found).as("seed %d, %s%n%s", seed, vector.name, text).isEqualTo(vector.lanes);
      at += (found.length * vector.type.bits / 8 + 63) / 32 * 32;
    }
  }

  /** True for a program whose live vectors need more registers or UB than there are. */
  private static boolean isTooLarge(A5.Compiled compiled) {
    return compiled.diagnostics().stream()
        .anyMatch(
            found ->
                found.code() == DiagnosticCode.CODE_LIMIT
                    || found.code() == DiagnosticCode.OUT_OF_UB);
  }

  private static long read(ByteBuffer bytes, int at, Type type) {
    return switch (type) {
      case F32 -> (long) bytes.getFloat(at);
      case F16 -> (long) Float.float16ToFloat(bytes.getShort(at));
      default ->
          type.wrap(
              switch (type.bits) {
                case 8 -> bytes.get(at);
                case 16 -> bytes.getShort(at);
                default -> bytes.getInt(at);
              });
    };
  }
}
