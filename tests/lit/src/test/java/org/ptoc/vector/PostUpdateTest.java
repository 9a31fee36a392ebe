package org.ptoc.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.Argument;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;

/**
 * Addresses in loops: random nests of loops that carry pointers and index from them in all ways,
 * against a reference that walks the same nest over an array (spec/21, 1.2).
 */
class PostUpdateTest {
  private static final int ELEMENTS = 4096;
  private static final int LANES = 64;

  /** The sum of two vectors goes to a third place. */
  private sealed interface Statement {
    record Add(Place first, Place second, Place sum) implements Statement {}

    /**
     * A loop; each carried pointer starts at a place of the outer nest and moves by a number of
     * elements in each pass.
     */
    record Loop(
        String name,
        long lower,
        long step,
        int trips,
        boolean known,
        List<Carried> carried,
        List<Statement> body)
        implements Statement {}
  }

  /** The pointer or, with {@code index}, the index that a loop carries. */
  private record Carried(String name, Place start, long step) {}

  /**
   * A pointer, elements behind it, and the variables of loops behind that; an empty variable stands
   * for none.
   */
  private record Place(String pointer, String variable, long distance) {}

  /** Makes nests that stay inside the array. */
  private static final class Maker {
    private final Random random;
    private int names;

    Maker(long seed) {
      random = new Random(seed);
    }

    List<Statement> nest() {
      while (true) {
        List<Statement> nest = statements(List.of("base"), List.of(), 0);
        if (new Reference(new float[ELEMENTS]).stays(nest)) {
          return nest;
        }
      }
    }

    private List<Statement> statements(List<String> pointers, List<String> variables, int depth) {
      List<Statement> statements = new ArrayList<>();
      int count = 1 + random.nextInt(3);
      for (int i = 0; i < count; i++) {
        boolean loop = depth == 0 && i == 0 || depth < 3 && random.nextInt(3) > 0;
        statements.add(loop ? loop(pointers, variables, depth) : add(pointers, variables));
      }
      return statements;
    }

    private Statement.Loop loop(List<String> pointers, List<String> variables, int depth) {
      String name = "i" + names++;
      List<Carried> carried = new ArrayList<>();
      List<String> inner = new ArrayList<>(pointers);
      for (int i = random.nextInt(3); i > 0; i--) {
        String pointer = "q" + names++;
        carried.add(
            new Carried(
                pointer, place(pointers, variables), 8L * (random.nextInt(30) - 4) * stretch()));
        inner.add(pointer);
        if (random.nextInt(3) > 0) {
          inner.add(pointer);
          inner.add(pointer);
        }
      }
      List<String> seen = new ArrayList<>(variables);
      if (random.nextInt(3) > 0) {
        seen.add(name);
      }
      long lower = random.nextInt(3) == 0 ? 8L * random.nextInt(4) : 0;
      boolean known = random.nextInt(3) > 0;
      return new Statement.Loop(
          name,
          lower,
          8L * (1 + random.nextInt(9)) * stretch(),
          random.nextInt(8) * 5 / 7,
          known,
          carried,
          statements(inner, seen, depth + 1));
    }

    /** Some steps do not fit the offset of a word. */
    private long stretch() {
      return random.nextInt(5) == 0 ? 12 : 1;
    }

    private Statement.Add add(List<String> pointers, List<String> variables) {
      Place first = place(pointers, variables);
      Place second = place(pointers, variables);
      return new Statement.Add(
          first, second, random.nextBoolean() ? first : place(pointers, variables));
    }

    private Place place(List<String> pointers, List<String> variables) {
      String variable =
          variables.isEmpty() || random.nextInt(3) == 0
              ? ""
              : variables.get(random.nextInt(variables.size()));
      long distance = random.nextInt(3) == 0 ? 0 : 8L * (random.nextInt(80) - 8);
      return new Place(pointers.get(random.nextInt(pointers.size())), variable, distance);
    }
  }

  /** What a nest does to an array of numbers. */
  private static final class Reference {
    private final float[] memory;
    private final Map<String, Long> values = new HashMap<>(Map.of("base", ELEMENTS / 4L, "", 0L));
    private boolean inside = true;

    Reference(float[] memory) {
      this.memory = memory;
    }

    boolean stays(List<Statement> nest) {
      run(nest);
      return inside;
    }

    void run(List<Statement> statements) {
      for (Statement statement : statements) {
        switch (statement) {
          case Statement.Add add -> add(add);
          case Statement.Loop loop -> loop(loop);
        }
      }
    }

    private void loop(Statement.Loop loop) {
      loop.carried().forEach(carried -> values.put(carried.name(), address(carried.start())));
      for (int pass = 0; pass < loop.trips(); pass++) {
        values.put(loop.name(), loop.lower() + pass * loop.step());
        run(loop.body());
        loop.carried().forEach(carried -> values.merge(carried.name(), carried.step(), Long::sum));
      }
    }

    private void add(Statement.Add add) {
      int first = element(add.first());
      int second = element(add.second());
      int sum = element(add.sum());
      float[] result = new float[LANES];
      for (int lane = 0; lane < LANES; lane++) {
        result[lane] = memory[first + lane] + memory[second + lane];
      }
      System.arraycopy(result, 0, memory, sum, LANES);
    }

    private int element(Place place) {
      long address = address(place);
      inside &= address >= 0 && address <= ELEMENTS - LANES;
      return inside ? (int) address : 0;
    }

    private long address(Place place) {
      return values.get(place.pointer()) + values.get(place.variable()) + place.distance();
    }
  }

  /** Writes a nest down. */
  private static final class Writer {
    private static final String P = "!pto.ptr<f32, ub>";
    private static final String V = "!pto.vreg<64xf32>";
    private final StringBuilder text = new StringBuilder();
    private int names;

    String kernel(List<Statement> nest) {
      statements(nest);
      return """
      module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {
        func.func @kernel(%data: !pto.ptr<f32, gm>, %unknown: i64) attributes {pto.aicore} {
          %zero = arith.constant 0 : i64
          %one = arith.constant 1 : i64
          %bytes = arith.constant BYTES : i64
          %middle = arith.constant MIDDLE : i64
          %start = pto.castptr %zero : i64 -> P
          %base = pto.castptr %middle : i64 -> P
          pto.mte_gm_ub %data, %start, %zero, %bytes nburst(%one, %zero, %zero) : !pto.ptr<f32, gm>, P, i64, i64, i64, i64, i64
          pto.barrier #pto.pipe<PIPE_ALL>
          pto.vecscope {
            %all = pto.pset_b32 "PAT_ALL" : !pto.mask<b32>
      BODY
          }
          pto.barrier #pto.pipe<PIPE_ALL>
          pto.mte_ub_gm %start, %data, %bytes nburst(%one, %zero, %zero) : P, !pto.ptr<f32, gm>, i64, i64, i64, i64
          pto.barrier #pto.pipe<PIPE_ALL>
          return
        }
      }
      """
          .replace("BYTES", "" + 4 * ELEMENTS)
          .replace("MIDDLE", "" + ELEMENTS)
          .replace("BODY", text)
          .replaceAll("\\bP\\b", P);
    }

    private void line(String format, Object... values) {
      text.append("      ").append(String.format(format, values)).append('\n');
    }

    private String fresh() {
      return "%t" + names++;
    }

    private String constant(long value, String type) {
      String name = fresh();
      line("%s = arith.constant %d : %s", name, value, type);
      return name;
    }

    private void statements(List<Statement> statements) {
      for (Statement statement : statements) {
        switch (statement) {
          case Statement.Add add -> add(add);
          case Statement.Loop loop -> loop(loop);
        }
      }
    }

    private String offset(Place place) {
      String distance = constant(place.distance(), "index");
      if (place.variable().isEmpty()) {
        return distance;
      }
      String sum = fresh();
      line("%s = arith.addi %%%s, %s : index", sum, place.variable(), distance);
      return sum;
    }

    private void add(Statement.Add add) {
      String first = load(add.first());
      String second = load(add.second());
      String sum = fresh();
      line(
          "%s = pto.vadd %s, %s, %%all : %s, %s, !pto.mask<b32> -> %s",
          sum, first, second, V, V, V);
      String offset = offset(add.sum());
      line(
          "pto.vsts %s, %%%s[%s], %%all : %s, P, !pto.mask<b32>",
          sum, add.sum().pointer(), offset, V);
    }

    private String load(Place place) {
      String offset = offset(place);
      String vector = fresh();
      line("%s = pto.vlds %%%s[%s] : P -> %s", vector, place.pointer(), offset, V);
      return vector;
    }

    private void loop(Statement.Loop loop) {
      List<String> starts = new ArrayList<>();
      for (Carried carried : loop.carried()) {
        String start = fresh();
        String offset = offset(carried.start());
        line("%s = pto.addptr %%%s, %s : P -> P", start, carried.start().pointer(), offset);
        starts.add("%" + carried.name() + " = " + start);
      }
      String lower = constant(loop.lower(), "index");
      String step = constant(loop.step(), "index");
      String types = String.join(", ", loop.carried().stream().map(carried -> "P").toList());
      String results = String.join(", ", loop.carried().stream().map(carried -> fresh()).toList());
      line(
          "%sscf.for %%%s = %s to %s step %s %s{",
          loop.carried().isEmpty() ? "" : results + " = ",
          loop.name(),
          lower,
          upper(loop),
          step,
          loop.carried().isEmpty()
              ? ""
              : "iter_args(" + String.join(", ", starts) + ") -> (" + types + ") ");
      statements(loop.body());
      List<String> next = new ArrayList<>();
      for (Carried carried : loop.carried()) {
        String moved = fresh();
        String by = constant(carried.step(), "index");
        line("%s = pto.addptr %%%s, %s : P -> P", moved, carried.name(), by);
        next.add(moved);
      }
      if (!next.isEmpty()) {
        line("scf.yield %s : %s", String.join(", ", next), types);
      }
      line("}");
    }

    /** The argument {@code %unknown} is zero, which the compiler does not know. */
    private String upper(Statement.Loop loop) {
      long end = loop.lower() + loop.trips() * loop.step();
      if (loop.known()) {
        return constant(end, "index");
      }
      String wide = fresh();
      line("%s = arith.addi %%unknown, %s : i64", wide, constant(end, "i64"));
      String upper = fresh();
      line("%s = arith.index_cast %s : i64 to index", upper, wide);
      return upper;
    }
  }

  @Test
  void randomNestsComputeTheSame() {
    CompileOptions plain = CompileOptions.defaults().without(CodeSwitch.POST_UPDATE);
    int changed = 0;
    for (long seed = 0; seed < 250; seed++) {
      List<Statement> nest = new Maker(seed).nest();
      String text = new Writer().kernel(nest);
      float[] memory = start();
      new Reference(memory).run(nest);
      A5.Compiled compiled = A5.compile(text);
      byte[] data =
          Kernel.run(
                  compiled.object(),
                  1,
                  new Argument.Buffer(Kernel.bytes(start())),
                  new Argument.Scalar(0))
              .get(0);
      assertThat(Kernel.floats(data)).as("seed %d%n%s", seed, text).isEqualTo(memory);
      A5.Compiled indexed = A5.compile(text, plain);
      byte[] same =
          Kernel.run(
                  indexed.object(),
                  1,
                  new Argument.Buffer(Kernel.bytes(start())),
                  new Argument.Scalar(0))
              .get(0);
      assertThat(same).as("seed %d without post-update", seed).isEqualTo(data);
      changed += Arrays.equals(compiled.object().words(), indexed.object().words()) ? 0 : 1;
    }
    // Pointers that nobody uses are gone in front of the pass, which has nothing to do then.
    assertThat(changed).as("nests that the pass changes").isGreaterThan(140);
  }

  private static float[] start() {
    float[] memory = new float[ELEMENTS];
    for (int i = 0; i < ELEMENTS; i++) {
      memory[i] = (i * 37 % 1009 - 500) / 8f;
    }
    return memory;
  }
}
