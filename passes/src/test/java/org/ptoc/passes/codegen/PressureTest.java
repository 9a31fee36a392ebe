package org.ptoc.passes.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ptoc.passes.codegen.TestIr.ALIGN;
import static org.ptoc.passes.codegen.TestIr.GM_I64;
import static org.ptoc.passes.codegen.TestIr.MASK;
import static org.ptoc.passes.codegen.TestIr.VECTOR;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.compile.CodeGenerator;

/** More live values than registers. */
class PressureTest {
  private static final long OUT = 0x10_0000;
  private static final CompileOptions NO_SPILLS =
      CompileOptions.defaults().with(CodeSwitch.FORBID_SPILLS);

  @Test
  void manyLiveValuesOfAllClassesInOneLoop() {
    Function function = crowded(100, 40, 60, 10);
    KernelCode code = Compiled.compile(function);
    long[] arguments = {OUT, 12_345};
    assertThat(WordInterpreter.run(code.words(), arguments))
        .isEqualTo(IrInterpreter.run(function, arguments));
    assertThat(code.usage().vectorSlots()).isBetween(68, 128);
    assertThat(code.usage().predicateSlots()).isGreaterThan(0);
    assertThat(code.usage().alignSlots()).isGreaterThan(0);
    assertThat(code.usage().localBytes()).isPositive().isLessThanOrEqualTo(65_536);
    KernelObject object = code.object();
    assertThat(object.properties().spills()).isTrue();
    assertThat(object.properties().localBytes()).isEqualTo(code.usage().localBytes());
  }

  /**
   * {@code vectors}, {@code masks}, {@code scalars} and {@code aligns} values are carried through a
   * loop.
   */
  private static Function crowded(int vectors, int masks, int scalars, int aligns) {
    Value out = new Value(GM_I64, "out");
    Value n = new Value(ElementType.I64, "n");
    return TestIr.function(
        List.of(out, n),
        ir -> ir.vecscope(scope -> crowdedLoop(scope, out, n, vectors, masks, scalars, aligns)));
  }

  private static void crowdedLoop(
      TestIr ir, Value out, Value n, int vectors, int masks, int scalars, int aligns) {
    List<Value> init = new ArrayList<>();
    for (int i = 0; i < scalars; i++) {
      init.add(ir.value("arith.muli", ElementType.I64, n, ir.constant(3 + i, ElementType.I64)));
    }
    for (int i = 0; i < vectors; i++) {
      Value start = ir.value("arith.trunci", ElementType.I32, init.get(i % scalars));
      init.add(ir.isa("vbr", List.of(start), List.of(VECTOR), "dt=17").result());
    }
    for (int i = 0; i < masks; i++) {
      Value start = ir.value("arith.trunci", ElementType.I32, init.get(i % scalars));
      init.add(ir.isa("plt", List.of(start), List.of(MASK, ElementType.I32), "gr=2").result(0));
    }
    for (int i = 0; i < aligns; i++) {
      init.add(ir.isa("init_align", List.of(), List.of(ALIGN)).result());
    }
    List<Value> end =
        ir.loop(
            ir.index(0),
            ir.index(3),
            ir.index(1),
            init,
            (body, args) -> next(body, args, vectors, masks, scalars));
    for (int i = 0; i < scalars + vectors; i++) {
      if (i < scalars) {
        ir.effect("pto.store_scalar", Attributes.EMPTY, end.get(i), out, ir.index(i));
      } else {
        Value mask = end.get(scalars + vectors + i % masks);
        ir.isa(
            "vsts",
            List.of(end.get(i), out, ir.index(2L * i), mask),
            List.of(),
            "dt=17",
            "store=2");
      }
    }
    for (int i = 0; i < aligns; i++) {
      Operation last =
          ir.isa(
              "vldus",
              List.of(end.get(scalars + vectors + masks + i), out, ir.index(0)),
              List.of(VECTOR, ALIGN),
              "dt=17");
      Value mask = end.get(scalars + vectors);
      ir.isa(
          "vsts",
          List.of(last.result(0), out, ir.index(1000 + 2L * i), mask),
          List.of(),
          "dt=17",
          "store=2");
    }
  }

  /**
   * Every value becomes a function of itself and its right neighbour; masks and aligns change
   * places.
   */
  private static List<Value> next(
      TestIr ir, List<Value> args, int vectors, int masks, int scalars) {
    List<Value> carried = args.subList(1, args.size());
    List<Value> next = new ArrayList<>();
    int vectorStart = scalars;
    int maskStart = vectorStart + vectors;
    int alignStart = maskStart + masks;
    for (int i = 0; i < scalars; i++) {
      next.add(
          ir.value("arith.addi", ElementType.I64, carried.get(i), carried.get((i + 1) % scalars)));
    }
    for (int i = 0; i < vectors; i++) {
      List<Value> in =
          List.of(
              carried.get(vectorStart + i),
              carried.get(vectorStart + (i + 1) % vectors),
              carried.get(maskStart + i % masks));
      next.add(ir.isa("vadd", in, List.of(VECTOR), "dt=17").result());
    }
    for (int i = 0; i < masks; i++) {
      next.add(carried.get(maskStart + (i + 1) % masks));
    }
    int aligns = carried.size() - alignStart;
    for (int i = 0; i < aligns; i++) {
      next.add(
          ir.isa(
                  "vldus",
                  List.of(
                      carried.get(alignStart + (i + 1) % aligns), carried.getFirst(), ir.index(0)),
                  List.of(VECTOR, ALIGN),
                  "dt=17")
              .result(1));
    }
    return next;
  }

  @Test
  void constantsAndPatternsAreMadeAgainInsteadOfSpilled() {
    Value out = new Value(GM_I64, "out");
    Function function =
        TestIr.function(
            List.of(out),
            ir ->
                ir.vecscope(
                    scope -> {
                      List<Value> masks = new ArrayList<>();
                      List<Value> splats = new ArrayList<>();
                      for (int i = 0; i < 50; i++) {
                        masks.add(
                            scope
                                .isa("pset", List.of(), List.of(MASK), "gr=2", "pat=" + i % 10)
                                .result());
                        Value number = scope.constant(1000 + i, ElementType.I32);
                        splats.add(
                            scope.isa("vbr", List.of(number), List.of(VECTOR), "dt=17").result());
                      }
                      scope.loop(
                          scope.index(0),
                          scope.index(2),
                          scope.index(1),
                          List.of(),
                          (body, args) -> {
                            for (int i = 0; i < 50; i++) {
                              body.isa(
                                  "vsts",
                                  List.of(
                                      splats.get(i), out, body.index(5000 + 2L * i), masks.get(i)),
                                  List.of(),
                                  "dt=17",
                                  "store=2");
                            }
                            return List.of();
                          });
                    }));
    KernelCode code = Compiled.compile(function);
    assertThat(code.usage().slots()).isZero();
    assertThat(WordInterpreter.run(code.words(), OUT)).isEqualTo(IrInterpreter.run(function, OUT));
  }

  @Test
  void spillsCanBeForbidden() {
    Diagnostics diagnostics = new Diagnostics();
    assertThat(
            CodeGenerator.generate(
                crowded(40, 4, 4, 0), Profile.A5, (op, s) -> false, NO_SPILLS, diagnostics))
        .isEmpty();
    assertThat(diagnostics.all())
        .extracting(Diagnostic::code)
        .containsExactly(DiagnosticCode.SPILL_FORBIDDEN);
  }

  @Test
  void scalarSpillsAreNeverForbidden() {
    Diagnostics diagnostics = new Diagnostics();
    assertThat(
            CodeGenerator.generate(
                crowded(2, 2, 80, 0), Profile.A5, (op, s) -> false, NO_SPILLS, diagnostics))
        .isPresent();
  }

  @Test
  void moreSpillsThanSlotsAreAnError() {
    Diagnostics diagnostics = new Diagnostics();
    assertThat(
            CodeGenerator.generate(
                crowded(200, 4, 4, 0),
                Profile.A5,
                (op, s) -> false,
                CompileOptions.defaults(),
                diagnostics))
        .isEmpty();
    assertThat(diagnostics.all())
        .extracting(Diagnostic::code)
        .containsExactly(DiagnosticCode.CODE_LIMIT);
  }

  @Test
  void longCodeWithManyBlocksIsAllocated() {
    Value out = new Value(GM_I64, "out");
    Value n = new Value(ElementType.I64, "n");
    Function function =
        TestIr.function(
            List.of(out, n),
            ir -> {
              List<Value> window = new ArrayList<>(List.of(n));
              int[] slot = {0};
              for (int i = 0; i < 8_000; i++) {
                Value left = window.get(i * 7 % window.size());
                window.add(ir.value("arith.addi", ElementType.I64, left, window.getLast()));
                while (window.size() > 40) {
                  ir.effect(
                      "pto.store_scalar",
                      Attributes.EMPTY,
                      window.removeFirst(),
                      out,
                      ir.index(slot[0]++));
                }
                if (i % 5 == 0) {
                  Value last = window.getLast();
                  window.addAll(
                      ir.choose(
                          ir.compare("slt", left, last),
                          List.of(ElementType.I64),
                          side -> List.of(side.value("arith.xori", ElementType.I64, last, n)),
                          side -> List.of(last)));
                }
              }
            });
    KernelCode code = Compiled.compile(function);
    assertThat(code.words().length).isGreaterThan(30_000);
    assertThat(ProgramDecoder.decode(Profile.A5, code.words())).isInstanceOf(Program.class);
    assertThat(WordInterpreter.run(code.words(), OUT, 77))
        .isEqualTo(IrInterpreter.run(function, OUT, 77));
  }
}
