package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ptoc.backend.a5.A5Target;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.compile.Compiler;

/**
 * Flags and barriers of programs that have none of their own: random programs are placed and
 * synchronised, run symbolically with three iterations of each loop, and every two operations that
 * touch the same bytes must be ordered by what the pipes know of each other. Flags must be set
 * before they are waited for, never twice, and none may be left.
 */
class OrderTest {
  private static final int PROGRAMS = 250;
  private static final String TILE = "!pto.tile_buf<vec, 4x64xf32>";
  private static final String WINDOW = "!pto.partition_tensor_view<4x64xf32>";

  @Test
  void conflictingOperationsAreOrdered() {
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < PROGRAMS; i++) {
      String text = program(random);
      Function function = synchronised(text);
      for (int iterations : new int[] {0, 1, 3, 6}) {
        Machine machine = new Machine(iterations);
        machine.run(function);
        assertThat(machine.problems).as(iterations + " iterations of " + text).isEmpty();
      }
    }
  }

  /**
   * The load of an iteration waits for the computation of the last but one; the first waits for
   * what is set before the loop.
   */
  @Test
  void slotsThatGoRoundOverlap() {
    String body =
        """
        %loaded = pto.multi_tile_get %m2[%k] : M2 -> T
        %result = pto.multi_tile_get %m3[%k] : M3 -> T
        pto.tload ins(%wx : W) outs(%loaded : T)
        pto.tneg ins(%loaded : T) outs(%result : T)
        pto.tstore ins(%result : T) outs(%wy : W)
        """
            .replace("m3[%k] : M3", "m4[%k] : M2");
    String counted =
        "scf.for %i = %zero to %n step %one {\n%k = arith.remui %i, %two : index\n" + body + "}\n";
    String carried =
        "%e = scf.for %i = %zero to %n step %one iter_args(%k = %zero) -> (index) {\n"
            + body
            + "%next = arith.subi %one, %k : index\nscf.yield %next : index\n}\n";
    for (String loop : List.of(counted, carried)) {
      Function function = synchronised(frame(loop));
      Machine machine = new Machine(6);
      machine.run(function);
      assertThat(machine.problems).as(loop).isEmpty();
      assertThat(machine.waits("V", "MTE2")).as(loop).containsExactly(-1, -2, -2, -2, -2, -2);
    }
  }

  /**
   * Twelve tiles are loaded before the first is used, and used before the first is stored, in up to
   * seven nested loops and with slots that go round: far more dependences than events, and no
   * meeting of all pipes.
   */
  @Test
  void dependencesShareEvents() {
    SplittableRandom random = new SplittableRandom(12);
    for (int i = 0; i < 16; i++) {
      String text = crowded(random, i % 8);
      Function function = synchronised(text);
      assertThat(barriers(function.body().orElseThrow())).as(text).doesNotContain("PIPE_ALL");
      for (int iterations : new int[] {0, 1, i % 8 < 3 ? 3 : 2}) {
        Machine machine = new Machine(iterations);
        machine.run(function);
        assertThat(machine.problems).as(iterations + " iterations of " + text).isEmpty();
      }
    }
  }

  /** A look back over the whole block for each operation would take minutes. */
  @Test
  void longBlocksTakeLinearTime() {
    SplittableRandom random = new SplittableRandom(13);
    StringBuilder body = new StringBuilder();
    for (int t = 4; t < 16; t++) {
      body.append("%t").append(t).append(" = pto.alloc_tile : T\n");
    }
    for (int i = 0; i < 600; i++) {
      stages(body, random, 12);
    }
    String text = frame(body.toString());
    Function function = assertTimeout(Duration.ofSeconds(30), () -> synchronised(text));
    assertThat(barriers(function.body().orElseThrow())).doesNotContain("PIPE_ALL");
  }

  private static String crowded(SplittableRandom random, int loops) {
    StringBuilder body = new StringBuilder();
    for (int t = 4; t < 16; t++) {
      body.append("%t").append(t).append(" = pto.alloc_tile : T\n");
    }
    for (int level = 0; level < loops; level++) {
      stages(body, random, level == 0 ? 12 : 2);
      body.append("scf.for %i").append(level).append(" = %zero to %n step %one {\n");
    }
    if (loops > 0 && random.nextBoolean()) {
      int inner = loops - 1;
      body.append("%k = arith.remui %i").append(inner).append(", %two : index\n");
      for (int t = 16; t < 20; t++) {
        body.append("%m_").append(t).append(" = pto.alloc_multi_tile : M2\n%t").append(t);
        body.append(" = pto.multi_tile_get %m_").append(t).append("[%k] : M2 -> T\n");
      }
      stages(body, random, 16);
    } else {
      stages(body, random, 12);
    }
    for (int level = 0; level < loops; level++) {
      body.append("}\n");
      stages(body, random, level == loops - 1 ? 12 : 2);
    }
    return frame(body.toString());
  }

  /** Loads of tiles, then computations on all of them, then stores of all, each in any order. */
  private static void stages(StringBuilder body, SplittableRandom random, int tiles) {
    for (int t : shuffled(random, tiles)) {
      body.append("pto.tload ins(%wx : W) outs(%t").append(t).append(" : T)\n");
    }
    for (int t : shuffled(random, tiles)) {
      body.append("pto.tneg ins(%t").append(t).append(" : T) outs(%t").append(t).append(" : T)\n");
    }
    for (int t : shuffled(random, tiles)) {
      body.append("pto.tstore ins(%t").append(t).append(" : T) outs(%wy : W)\n");
    }
  }

  private static List<Integer> shuffled(SplittableRandom random, int tiles) {
    List<Integer> numbers = new ArrayList<>(IntStream.range(4, 4 + tiles).boxed().toList());
    Collections.shuffle(numbers, Random.from(random));
    return numbers;
  }

  private static List<String> barriers(Region region) {
    List<String> pipes = new ArrayList<>();
    for (Operation op : region.operations()) {
      op.regions().forEach(inner -> pipes.addAll(barriers(inner)));
      if (op.definition().form() == OperationForm.PIPE_BARRIER) {
        pipes.add(op.attributes().text(AttributeName.PIPE).orElseThrow());
      }
    }
    return pipes;
  }

  /**
   * The checker sees what is missing: without the pass every dependence between pipes is reported.
   */
  @Test
  void missingFlagsAreFound() {
    String text =
        frame("pto.tload ins(%wx : W) outs(%t0 : T)\npto.tneg ins(%t0 : T) outs(%t1 : T)\n");
    Machine machine = new Machine(3);
    machine.run(afterPass(text, "tile-placement"));
    assertThat(machine.problems).hasSize(1);
  }

  private static Function synchronised(String text) {
    return afterPass(text, "synchronization");
  }

  private static Function afterPass(String text, String name) {
    Diagnostics diagnostics = new Diagnostics();
    Module module = FrontEnd.parse("test.pto", text, diagnostics).orElseThrow();
    assertThat(diagnostics.hasErrors()).as(text).isFalse();
    Map<String, Function> seen = new HashMap<>();
    Compiler compiler =
        new Compiler(
            new A5Target(),
            CompileOptions.defaults(),
            (pass, before, after, time) -> seen.put(pass.name(), after));
    compiler.compile(module.functions().getFirst(), module, diagnostics);
    assertThat(diagnostics.hasErrors()).as(text).isFalse();
    return seen.get(name);
  }

  // Programs.

  static String program(SplittableRandom random) {
    StringBuilder body = new StringBuilder();
    for (int part = random.nextInt(1, 4); part > 0; part--) {
      switch (random.nextInt(12)) {
        case 5, 6, 7 -> turning(body, random);
        case 8, 9 -> {
          body.append("scf.for %o = %zero to %n step %one {\n");
          statements(body, random, "");
          if (random.nextBoolean()) {
            turning(body, random);
          }
          body.append("%taken = arith.cmpi sgt, %n, %one : index\nscf.if %taken {\n");
          statements(body, random, "");
          body.append("} else {\n");
          statements(body, random, "");
          body.append("}\n");
          statements(body, random, "");
          body.append("}\n");
        }
        case 0 -> statements(body, random, "");
        case 10, 11 -> repeated(body, random);
        case 3 -> {
          body.append("scf.if %positive {\n} else {\n");
          statements(body, random, "");
          body.append("}\n");
        }
        case 1 -> {
          body.append("scf.for %i = %zero to %n step %one {\n");
          statements(body, random, "");
          body.append("}\n");
        }
        case 2 -> {
          int id = body.length();
          body.append("%f")
              .append(id)
              .append(":2 = scf.for %i = %zero to %n step %one iter_args(%a = %t0, %b = %t1)")
              .append(" -> (T, T) {\n");
          statements(body, random, "ab");
          body.append("scf.yield %b, %a : T, T\n}\n");
        }
        default -> {
          body.append("scf.for %i = %zero to %n step %one {\n");
          statements(body, random, "");
          body.append("scf.for %j = %zero to %n step %one {\n");
          statements(body, random, "");
          body.append("}\n");
          statements(body, random, "");
          body.append("}\n");
        }
      }
    }
    return frame(body.toString());
  }

  /** A program whose tiles and windows have as many columns as its count says, 1 to 64. */
  static String openProgram(SplittableRandom random) {
    String text = program(random);
    while (text.contains("multi_tile_get")) {
      text = program(random);
    }
    String columns = "%c = arith.constant 64 : index\n";
    return text.replace(
            columns,
            columns
                + "%most = arith.minsi %n, %c : index\n"
                + "%w = arith.maxsi %most, %one : index\n")
        .replace("sizes = [%r, %c]", "sizes = [%r, %w]")
        .replace("alloc_tile : ", "alloc_tile valid_col = %w : ")
        .replace(
            TILE,
            "!pto.tile_buf<loc=vec, dtype=f32, rows=4, cols=64, v_row=4, v_col=?,"
                + " blayout=row_major, slayout=none_box, fractal=512, pad=0>")
        .replace(WINDOW, WINDOW.replace("4x64", "4x?"));
  }

  /**
   * A loop over slots: the one of this iteration and the one of the next, numbered by the loop or
   * carried.
   */
  private static void turning(StringBuilder body, SplittableRandom random) {
    int slots = random.nextInt(2, 4);
    String count = slots == 2 ? "%two" : "%three";
    boolean counted = random.nextBoolean();
    String id = "%e" + body.length();
    if (counted) {
      body.append("scf.for %i = %zero to %n step %one {\n%k = arith.remui %i, ")
          .append(count)
          .append(" : index\n");
    } else {
      body.append(id)
          .append(" = scf.for %i = %one to %n step %one iter_args(%k = %one) -> (index) {\n");
    }
    body.append("%j = arith.addi %")
        .append(counted ? "i" : "k")
        .append(", %one : index\n%l = arith.remui %j, ")
        .append(count);
    body.append(" : index\n%s0 = pto.multi_tile_get %m")
        .append(slots)
        .append("[%k] : M")
        .append(slots)
        .append(" -> T\n");
    body.append("%s1 = pto.multi_tile_get %m")
        .append(slots)
        .append("[%l] : M")
        .append(slots)
        .append(" -> T\n");
    body.append("%s2 = pto.multi_tile_get %m")
        .append(slots)
        .append("[%one] : M")
        .append(slots)
        .append(" -> T\n");
    StringBuilder inner = new StringBuilder();
    statements(inner, random, "abcab");
    body.append(
        inner
            .toString()
            .replace("%a", "%s0")
            .replace("%b", "%s1")
            .replace("%c", random.nextBoolean() ? "%s2" : "%s0"));
    body.append(counted ? "}\n" : "scf.yield %l : index\n}\n");
  }

  /**
   * A loop as long as a condition holds, with tile operations before the condition, behind it, or
   * in both places.
   */
  private static void repeated(StringBuilder body, SplittableRandom random) {
    int places = random.nextInt(1, 4);
    String result = "%w" + body.length();
    body.append(result).append(" = scf.while (%i = %zero) : (index) -> (index) {\n");
    if (places != 1) {
      statements(body, random, "");
    }
    body.append(
        "%go = arith.cmpi slt, %i, %n : index\n"
            + "scf.condition(%go) %i : index\n"
            + "} do {\n"
            + "^bb0(%j: index):\n");
    if (places != 2) {
      statements(body, random, "");
    }
    body.append("%next = arith.addi %j, %one : index\nscf.yield %next : index\n}\n");
  }

  private static String frame(String body) {
    StringBuilder text =
        new StringBuilder(
            "func.func @k(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %z: !pto.ptr<f32>, %n: index) {\n");
    text.append("%zero = arith.constant 0 : index\n%one = arith.constant 1 : index\n");
    text.append("%two = arith.constant 2 : index\n%three = arith.constant 3 : index\n");
    text.append("%positive = arith.cmpi sgt, %n, %zero : index\n");
    text.append("%r = arith.constant 4 : index\n%c = arith.constant 64 : index\n");
    for (char name : "xyz".toCharArray()) {
      text.append("%v")
          .append(name)
          .append(" = pto.make_tensor_view %")
          .append(name)
          .append(", shape = [%r, %c], strides = [%c, %one] : !pto.tensor_view<4x64xf32>\n%w")
          .append(name);
      text.append(" = pto.partition_view %v")
          .append(name)
          .append(
              ", offsets = [%zero, %zero], sizes = [%r, %c] : !pto.tensor_view<4x64xf32> -> W\n");
    }
    for (int t = 0; t < 4; t++) {
      text.append("%t").append(t).append(" = pto.alloc_tile : T\n");
    }
    text.append(
        "%m2 = pto.alloc_multi_tile : M2\n"
            + "%m3 = pto.alloc_multi_tile : M3\n"
            + "%m4 = pto.alloc_multi_tile : M2\n");
    return (text + body + "return\n}\n")
        .replaceAll("\\bM([23])\\b", "!pto.multi_tile_buf<vec, 4x64xf32, count=$1>")
        .replaceAll("\\bT\\b", TILE)
        .replaceAll("\\bW\\b", WINDOW);
  }

  private static void statements(StringBuilder body, SplittableRandom random, String carried) {
    for (int n = random.nextInt(1, 6); n > 0; n--) {
      String view = "%w" + "xyz".charAt(random.nextInt(3));
      String first = tile(random, carried);
      String second = tile(random, carried);
      switch (random.nextInt(4)) {
        case 0 ->
            body.append("pto.tload ins(")
                .append(view)
                .append(" : W) outs(")
                .append(first)
                .append(" : T)\n");
        case 1 ->
            body.append("pto.tstore ins(")
                .append(first)
                .append(" : T) outs(")
                .append(view)
                .append(" : W)\n");
        default ->
            body.append("pto.tneg ins(")
                .append(first)
                .append(" : T) outs(")
                .append(second)
                .append(" : T)\n");
      }
    }
  }

  private static String tile(SplittableRandom random, String carried) {
    int choice = random.nextInt(4 + carried.length());
    return choice < 4 ? "%t" + choice : "%" + carried.charAt(choice - 4);
  }

  // The symbolic machine.

  private record Touch(Object memory, long start, long end, boolean write) {
    boolean conflicts(Touch other) {
      return (write || other.write)
          && memory.equals(other.memory)
          && start < other.end
          && other.start < end;
    }
  }

  /** An executed operation: its pipe and its number in the order of the program. */
  private record Event(String pipe, int time, List<Touch> touches, Operation operation) {}

  private static final class Machine {
    final List<String> problems = new ArrayList<>();
    private final Map<Value, Value> bound = new IdentityHashMap<>();
    private final Map<Value, Long> numbers = new IdentityHashMap<>();
    private final Map<Value, long[]> tiles = new IdentityHashMap<>();
    private final Map<Value, Value> origins = new IdentityHashMap<>();
    private final List<Event> events = new ArrayList<>();

    /** For each pipe, the time up to which it knows each other pipe to be complete. */
    private final Map<String, Map<String, Integer>> known = new HashMap<>();

    private final Map<String, Map<String, Integer>> flags = new HashMap<>();
    private static final String ITERATION = "iteration";

    /**
     * For each pair of pipes, how many iterations back what each wait in a loop waited for was set.
     */
    private final Map<String, List<Integer>> waits = new HashMap<>();

    private final int iterations;
    private int iteration;
    private int executions;
    private int time;

    Machine(int iterations) {
      this.iterations = iterations;
    }

    List<Integer> waits(String from, String to) {
      return waits.getOrDefault(from + ">" + to, List.of());
    }

    void run(Function function) {
      function.parameters().forEach(parameter -> origins.put(parameter, parameter));
      numbers.put(function.parameters().getLast(), (long) iterations);
      region(function.body().orElseThrow());
      flags.keySet().forEach(flag -> problems.add("left set: " + flag));
    }

    private Value current(Value value) {
      return bound.containsKey(value) ? current(bound.get(value)) : value;
    }

    private void region(Region region) {
      for (Operation op : region.operations()) {
        time++;
        switch (op.definition().form()) {
          case CONSTANT -> constant(op);
          case ALLOC_TILE -> {
            long start = numbers.get(op.operand(RoleName.ADDR));
            tiles.put(
                op.result(), new long[] {start, start + ((TileType) op.result().type()).bytes()});
          }
          case ALLOC_MULTI_TILE ->
              tiles.put(op.result(), new long[] {numbers.get(op.operand(RoleName.ADDR)), 0});
          case MULTI_TILE_GET -> {
            long bytes = ((TileType) op.result().type()).bytes();
            long start = tiles.get(op.operandAt(0))[0] + number(op.operandAt(1)) * bytes;
            tiles.put(op.result(), new long[] {start, start + bytes});
          }
          case INTEGER_BINARY -> arithmetic(op);
          case MAKE_VIEW, PARTITION -> origins.put(op.result(), origins.get(op.operandAt(0)));
          case FOR -> loop(op);
          case WHILE -> whileLoop(op);
          case IF -> region(taken(op) ? op.regions().getFirst() : op.regions().getLast());
          case FLAG -> flag(op);
          case PIPE_BARRIER ->
              barrier(
                  op.attributes()
                      .text(AttributeName.PIPE)
                      .orElseThrow()
                      .substring("PIPE_".length()));
          default -> {
            if (op.definition().isTileOperation()) {
              execute(op);
            }
          }
        }
      }
    }

    private void constant(Operation op) {
      if (op.attributes().get(AttributeName.VALUE).orElseThrow() instanceof Attribute.Int number) {
        numbers.put(op.result(), number.value());
      }
    }

    /** Some conditionals are taken in every other execution only. */
    private boolean taken(Operation op) {
      executions++;
      return op.operandAt(0).name().equals("taken") && executions % 2 == 0;
    }

    private long number(Value value) {
      return numbers.get(current(value));
    }

    private void arithmetic(Operation op) {
      long a = number(op.operandAt(0));
      long b = number(op.operandAt(1));
      long result =
          switch (op.definition().shortName()) {
            case "addi" -> a + b;
            case "subi" -> a - b;
            case "remui" -> a % b;
            case "divui" -> a / b;
            case "andi" -> a & b;
            case "shrui" -> a >>> b;
            case "maxsi" -> Math.max(a, b);
            default -> throw new IllegalArgumentException(op.name());
          };
      numbers.put(op.result(), result);
    }

    private void loop(Operation op) {
      List<Value> values = op.group(RoleName.INIT).stream().map(this::current).toList();
      List<Value> arguments = op.region().arguments();
      long step = number(op.operand(RoleName.STEP));
      for (long i = number(op.operand(RoleName.LOWER));
          i < number(op.operand(RoleName.UPPER));
          i += step) {
        iteration++;
        numbers.put(arguments.getFirst(), i);
        carry(values, arguments);
        region(op.region());
        Operation yield = op.region().operations().getLast();
        values = yield.operands().stream().map(this::current).toList();
      }
      for (int k = 0; k < values.size(); k++) {
        bound.put(op.result(k), values.get(k));
      }
    }

    /** The condition is computed once more than the body is run. */
    private void whileLoop(Operation op) {
      for (long i = 0; i <= iterations; i++) {
        iteration++;
        op.regions()
            .forEach(region -> region.arguments().forEach(argument -> numbers.put(argument, 0L)));
        region(op.regions().getFirst());
        if (i < iterations) {
          region(op.regions().getLast());
        }
      }
    }

    /** Tiles are bound, numbers copied: the next iteration computes others under the same names. */
    private void carry(List<Value> values, List<Value> arguments) {
      for (int k = 0; k < values.size(); k++) {
        bound.remove(arguments.get(k + 1));
        if (numbers.containsKey(values.get(k))) {
          numbers.put(arguments.get(k + 1), numbers.get(values.get(k)));
        } else {
          bound.put(arguments.get(k + 1), values.get(k));
        }
      }
    }

    private void flag(Operation op) {
      String from =
          op.attributes().text(AttributeName.SRC).orElseThrow().substring("PIPE_".length());
      String to = op.attributes().text(AttributeName.DST).orElseThrow().substring("PIPE_".length());
      String event =
          op.attributes()
              .text(AttributeName.EVENT)
              .orElseGet(() -> "EVENT_ID" + number(op.operand(RoleName.EVENT_ID)));
      String name = from + ">" + to + ":" + event;
      if (op.name().contains("set_flag")) {
        Map<String, Integer> state = new HashMap<>(known.getOrDefault(from, Map.of()));
        state.put(from, time);
        state.put(ITERATION, iteration);
        if (flags.put(name, state) != null) {
          problems.add("set twice: " + name);
        }
      } else {
        Map<String, Integer> state = flags.remove(name);
        if (state == null) {
          problems.add("waits for nothing: " + name);
        } else {
          int set = state.remove(ITERATION);
          if (iteration > 0 && waits(from, to).size() < iterations) {
            waits
                .computeIfAbsent(from + ">" + to, key -> new ArrayList<>())
                .add(Math.max(set, 0) - iteration);
          }
          state.forEach((pipe, at) -> learn(to, pipe, at));
        }
      }
    }

    private void learn(String who, String pipe, int at) {
      known.computeIfAbsent(who, key -> new HashMap<>()).merge(pipe, at, Math::max);
    }

    private void barrier(String pipe) {
      List<String> pipes = List.of("MTE2", "MTE3", "V", "S");
      for (String who : pipe.equals("ALL") ? pipes : List.of(pipe)) {
        for (String other : pipe.equals("ALL") ? pipes : List.of(pipe)) {
          learn(who, other, time);
        }
      }
    }

    private void execute(Operation op) {
      String pipe =
          op.definition().form() == OperationForm.TILE_LOAD
              ? "MTE2"
              : op.definition().form() == OperationForm.TILE_STORE ? "MTE3" : "V";
      List<Touch> touches = new ArrayList<>();
      for (int role = 0; role < op.groups().size(); role++) {
        boolean write = role >= op.definition().form().inputRoles();
        op.group(role).forEach(value -> touches.add(touch(current(value), write)));
      }
      Event event = new Event(pipe, time, touches, op);
      for (Event earlier : events) {
        boolean ordered =
            known.getOrDefault(pipe, Map.of()).getOrDefault(earlier.pipe, -1) >= earlier.time
                || pipe.equals("V") && earlier.pipe.equals("V");
        if (!ordered && conflict(earlier, event)) {
          problems.add(op.location() + " may overlap " + earlier.operation.location());
        }
      }
      events.add(event);
    }

    private Touch touch(Value value, boolean write) {
      long[] range = tiles.get(value);
      return range == null
          ? new Touch(origins.get(value), 0, 1, write)
          : new Touch("UB", range[0], range[1], write);
    }

    private static boolean conflict(Event first, Event second) {
      return first.touches.stream()
          .anyMatch(touch -> second.touches.stream().anyMatch(touch::conflicts));
    }
  }
}
