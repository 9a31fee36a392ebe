package org.ptoc.passes.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ptoc.passes.codegen.TestIr.GM_I64;
import static org.ptoc.passes.codegen.TestIr.MASK;
import static org.ptoc.passes.codegen.TestIr.UB_F32;
import static org.ptoc.passes.codegen.TestIr.VECTOR;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.isa.Assembler;
import org.ptoc.ir.isa.ParsedLine;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.codegen.emit.MachineListing;

/**
 * The assembly text of small functions, against the files of {@code src/test/resources/codegen}. X
 */
class GoldenTest {
  private static final Path SOURCES = Path.of("src/test/resources/codegen");

  @TestFactory
  Stream<DynamicTest> goldens() {
    return Stream.of(
        golden("immediates", immediates()),
        golden("constant-loop", constantLoop()),
        golden("dynamic-loop", dynamicLoop()),
        golden("conditional", conditional()),
        golden("while", whileLoop()),
        golden("vector-loop", vectorLoop()),
        golden("carried-accumulator", carriedAccumulator()),
        golden("vector-swap", vectorSwap()),
        golden("scalar-rotation", scalarRotation()),
        golden("last-is-conditional", lastIsConditional()),
        golden("deep-nest", deepNest()),
        golden("synchronization", synchronization()),
        golden("query-in-vecscope", queryInVecscope()));
  }

  private static DynamicTest golden(String name, Function function) {
    return DynamicTest.dynamicTest(name, () -> check(name, Compiled.compile(function)));
  }

  private static void check(String name, KernelCode code) throws IOException {
    String text = MachineListing.text(code);
    assertThat(reassembled(text, code.profile())).containsExactly(code.words());
    if (Boolean.getBoolean("ptoc.bless")) {
      assertThat(System.getenv("CI")).as("goldens are not written on a build server").isNull();
      Files.writeString(SOURCES.resolve(name + ".s"), text);
    }
    try (InputStream golden = GoldenTest.class.getResourceAsStream("/codegen/" + name + ".s")) {
      assertThat(golden).as("golden file of " + name).isNotNull();
      assertThat(text).isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static long[] reassembled(String text, Profile profile) {
    return text.lines()
        .filter(line -> !line.startsWith(";"))
        .map(line -> Assembler.parse(profile, line))
        .mapToLong(line -> ((ParsedLine.Assembled) line).instruction().word())
        .toArray();
  }

  private static Function immediates() {
    Value out = new Value(GM_I64, "out");
    Value n = new Value(ElementType.I64, "n");
    return TestIr.function(
        List.of(out, n),
        ir -> {
          Value a = ir.value("arith.addi", ElementType.I64, ir.constant(7, ElementType.I64), n);
          Value b = ir.value("arith.subi", ElementType.I64, a, ir.constant(3, ElementType.I64));
          Value c = ir.value("arith.muli", ElementType.I64, b, ir.constant(8, ElementType.I64));
          Value d = ir.value("arith.divui", ElementType.I64, c, ir.constant(4, ElementType.I64));
          Value e = ir.value("arith.remui", ElementType.I64, d, ir.constant(16, ElementType.I64));
          Value f =
              ir.value("arith.addi", ElementType.I64, e, ir.constant(1L << 40, ElementType.I64));
          Value g = ir.value("arith.maxsi", ElementType.I64, f, ir.constant(0, ElementType.I64));
          Value flag = ir.compare("slt", ir.constant(5, ElementType.I64), g);
          Value h = ir.value("arith.select", ElementType.I64, flag, g, n);
          ir.effect("pto.store_scalar", Attributes.EMPTY, h, out, ir.index(2));
          ir.effect("pto.store_scalar", Attributes.EMPTY, f, out, n);
        });
  }

  private static Function constantLoop() {
    Value out = new Value(GM_I64, "out");
    return TestIr.function(
        List.of(out),
        ir -> {
          List<Value> sum =
              ir.loop(
                  ir.index(0),
                  ir.index(10),
                  ir.index(1),
                  List.of(ir.constant(0, ElementType.I64)),
                  (body, args) ->
                      List.of(
                          body.value(
                              "arith.addi",
                              ElementType.I64,
                              args.get(1),
                              body.constant(5, ElementType.I64))));
          ir.effect("pto.store_scalar", Attributes.EMPTY, sum.getFirst(), out, ir.index(0));
        });
  }

  private static Function dynamicLoop() {
    Value out = new Value(GM_I64, "out");
    Value lower = new Value(ElementType.INDEX, "lower");
    Value upper = new Value(ElementType.INDEX, "upper");
    Value step = new Value(ElementType.INDEX, "step");
    return TestIr.function(
        List.of(out, lower, upper, step),
        ir -> {
          ir.loop(
              lower,
              upper,
              step,
              List.of(),
              (body, args) -> {
                body.effect(
                    "pto.store_scalar", Attributes.EMPTY, args.getFirst(), out, args.getFirst());
                return List.of();
              });
          ir.loop(
              ir.index(3),
              upper,
              ir.index(4),
              List.of(),
              (body, args) -> {
                body.effect("pto.store_scalar", Attributes.EMPTY, upper, out, args.getFirst());
                return List.of();
              });
        });
  }

  private static Function conditional() {
    Value out = new Value(GM_I64, "out");
    Value a = new Value(ElementType.I64, "a");
    Value b = new Value(ElementType.I64, "b");
    return TestIr.function(
        List.of(out, a, b),
        ir -> {
          List<Value> chosen =
              ir.choose(
                  ir.compare("sgt", a, b),
                  List.of(ElementType.I64, ElementType.I64),
                  side -> List.of(side.value("arith.subi", ElementType.I64, a, b), a),
                  side -> List.of(side.constant(-1, ElementType.I64), b));
          ir.effect("pto.store_scalar", Attributes.EMPTY, chosen.get(0), out, ir.index(0));
          ir.effect("pto.store_scalar", Attributes.EMPTY, chosen.get(1), out, ir.index(1));
        });
  }

  private static Function whileLoop() {
    Value out = new Value(GM_I64, "out");
    Value n = new Value(ElementType.I64, "n");
    return TestIr.function(
        List.of(out, n),
        ir -> {
          List<Value> result =
              ir.loopWhile(
                  List.of(n, ir.constant(0, ElementType.I64)),
                  (before, args) ->
                      List.of(
                          before.compare("sgt", args.get(0), before.constant(1, ElementType.I64)),
                          args.get(0),
                          args.get(1)),
                  (after, args) ->
                      List.of(
                          after.value(
                              "arith.shrui",
                              ElementType.I64,
                              args.get(0),
                              after.constant(1, ElementType.I64)),
                          after.value(
                              "arith.addi",
                              ElementType.I64,
                              args.get(1),
                              after.constant(1, ElementType.I64))));
          ir.effect("pto.store_scalar", Attributes.EMPTY, result.get(1), out, ir.index(0));
        });
  }

  private static Function vectorLoop() {
    Value n = new Value(ElementType.I32, "n");
    return TestIr.function(
        List.of(n),
        ir -> {
          Value a = ir.value("pto.castptr", UB_F32, ir.constant(0, ElementType.I64));
          Value b = ir.value("pto.castptr", UB_F32, ir.constant(4096, ElementType.I64));
          ir.vecscope(
              scope ->
                  scope.loop(
                      scope.index(0),
                      scope.index(1024),
                      scope.index(64),
                      List.of(n),
                      (body, args) -> {
                        Operation mask =
                            body.isa(
                                "plt",
                                List.of(args.get(1)),
                                List.of(MASK, ElementType.I32),
                                "gr=2");
                        Value x = load(body, a, args.getFirst());
                        Value y = load(body, b, args.getFirst());
                        Operation sum =
                            body.isa(
                                "vadd", List.of(x, y, mask.result(0)), List.of(VECTOR), "dt=17");
                        store(body, sum.result(), b, args.getFirst(), mask.result(0));
                        return List.of(mask.result(1));
                      }));
        });
  }

  private static Value load(TestIr ir, Value base, Value index) {
    return ir.isa("vlds", List.of(base, index), List.of(VECTOR), "dt=17").result();
  }

  private static void store(TestIr ir, Value value, Value base, Value index, Value mask) {
    ir.isa("vsts", List.of(value, base, index, mask), List.of(), "dt=17", "store=2");
  }

  private static Function carriedAccumulator() {
    Value a = new Value(UB_F32, "a");
    return TestIr.function(
        List.of(a),
        ir ->
            ir.vecscope(
                scope -> {
                  Value zero =
                      scope.isa("vbr", List.of(scope.index(0)), List.of(VECTOR), "dt=17").result();
                  List<Value> sum =
                      scope.loop(
                          scope.index(0),
                          scope.index(16),
                          scope.index(1),
                          List.of(zero, a),
                          (body, args) -> {
                            Operation x =
                                body.isa(
                                    "vlds",
                                    List.of(args.get(2), body.index(0)),
                                    List.of(VECTOR, UB_F32),
                                    "dt=17",
                                    "post=1",
                                    "imm10=64");
                            Value next =
                                body.isa(
                                        "vmula",
                                        List.of(x.result(0), x.result(0), args.get(1)),
                                        List.of(VECTOR),
                                        "dt=17",
                                        "mrg=1")
                                    .result();
                            return List.of(next, x.result(1));
                          });
                  store(scope, sum.getFirst(), a, scope.index(0), all(scope));
                }));
  }

  private static Value all(TestIr ir) {
    return ir.isa("pset", List.of(), List.of(MASK), "gr=2", "pat=0").result();
  }

  private static Function vectorSwap() {
    Value a = new Value(UB_F32, "a");
    return TestIr.function(
        List.of(a),
        ir ->
            ir.vecscope(
                scope -> {
                  Value x = load(scope, a, scope.index(0));
                  Value y = load(scope, a, scope.index(64));
                  List<Value> swapped =
                      scope.loop(
                          scope.index(0),
                          scope.index(5),
                          scope.index(1),
                          List.of(x, y),
                          (body, args) -> List.of(args.get(2), args.get(1)));
                  store(scope, swapped.get(0), a, scope.index(0), all(scope));
                  store(scope, swapped.get(1), a, scope.index(64), all(scope));
                }));
  }

  private static Function scalarRotation() {
    Value out = new Value(GM_I64, "out");
    Value a = new Value(ElementType.I64, "a");
    Value b = new Value(ElementType.I64, "b");
    Value c = new Value(ElementType.I64, "c");
    return TestIr.function(
        List.of(out, a, b, c),
        ir -> {
          List<Value> rotated =
              ir.loop(
                  ir.index(0),
                  ir.index(4),
                  ir.index(1),
                  List.of(a, b, c),
                  (body, args) -> List.of(args.get(2), args.get(3), args.get(1)));
          for (int i = 0; i < 3; i++) {
            ir.effect("pto.store_scalar", Attributes.EMPTY, rotated.get(i), out, ir.index(i));
          }
        });
  }

  private static Function lastIsConditional() {
    Value out = new Value(GM_I64, "out");
    Value flag = new Value(ElementType.I1, "flag");
    return TestIr.function(
        List.of(out, flag),
        ir ->
            ir.loop(
                ir.index(0),
                ir.index(4),
                ir.index(1),
                List.of(),
                (body, args) -> {
                  body.choose(
                      flag,
                      List.of(),
                      side -> {
                        Value seven = side.constant(7, ElementType.I64);
                        side.effect(
                            "pto.store_scalar", Attributes.EMPTY, seven, out, side.index(0));
                        return List.of();
                      },
                      side -> List.of());
                  return List.of();
                }));
  }

  private static Function deepNest() {
    Value out = new Value(GM_I64, "out");
    Value n = new Value(ElementType.INDEX, "n");
    return TestIr.function(List.of(out, n), ir -> nest(ir, out, n, 10));
  }

  private static void nest(TestIr ir, Value out, Value n, int depth) {
    if (depth == 0) {
      ir.effect("pto.store_scalar", Attributes.EMPTY, ir.constant(9, ElementType.I64), out, n);
      return;
    }
    ir.loop(
        ir.index(0),
        n,
        ir.index(1),
        List.of(),
        (body, args) -> {
          nest(body, out, n, depth - 1);
          return List.of();
        });
  }

  private static Attributes text(String... namesAndValues) {
    Attributes attributes = Attributes.EMPTY;
    for (int i = 0; i < namesAndValues.length; i += 2) {
      attributes =
          attributes.withNamed(namesAndValues[i], new Attribute.Text(namesAndValues[i + 1]));
    }
    return attributes;
  }

  private static Function synchronization() {
    Value event = new Value(ElementType.INDEX, "event");
    return TestIr.function(
        List.of(event),
        ir -> {
          ir.effect(
              "pto.set_flag", text("src", "PIPE_MTE2", "dst", "PIPE_V", "event", "EVENT_ID3"));
          ir.effect(
              "pto.wait_flag", text("src", "PIPE_MTE2", "dst", "PIPE_V", "event", "EVENT_ID3"));
          ir.effect("pto.set_flag_dyn", text("src", "PIPE_V", "dst", "PIPE_MTE3"), event);
          ir.effect("pto.wait_flag_dyn", text("src", "PIPE_V", "dst", "PIPE_MTE3"), ir.index(5));
          ir.effect(
              "pto.get_buf",
              text("pipe", "PIPE_V").with(AttributeName.ID, new Attribute.Int(6, ElementType.I64)));
          ir.effect(
              "pto.rls_buf", text("pipe", "PIPE_V"), ir.index(6), ir.constant(1, ElementType.I64));
          ir.effect("pto.get_buf_dyn", text("pipe", "PIPE_MTE2"), event);
          ir.effect("pto.record_event", text("from", "TLOAD", "to", "TVEC", "event", "EVENT_ID1"));
          ir.effect("pto.wait_event", text("from", "TLOAD", "to", "TVEC", "event", "EVENT_ID1"));
          ir.effect("pto.barrier", text("pipe", "PIPE_ALL"));
          ir.effect("pto.barrier_sync", text("kind", "TVEC"));
          ir.effect("pto.dsb", text("kind", "UB"));
          ir.vecscope(scope -> scope.effect("pto.mem_bar", text("kind", "VST_VLD")));
          Value control = ir.value("pto.get_ctrl", ElementType.I64);
          Value changed =
              ir.value("pto.sbitset1", ElementType.I64, control, ir.constant(48, ElementType.I64));
          ir.effect("pto.set_ctrl", Attributes.EMPTY, changed);
        });
  }

  private static Function queryInVecscope() {
    Value a = new Value(UB_F32, "a");
    return TestIr.function(
        List.of(a),
        ir ->
            ir.vecscope(
                scope -> {
                  Value block = scope.value("pto.get_block_idx", ElementType.I64);
                  Value index = scope.value("arith.index_cast", ElementType.INDEX, block);
                  store(scope, load(scope, a, index), a, index, all(scope));
                }));
  }
}
