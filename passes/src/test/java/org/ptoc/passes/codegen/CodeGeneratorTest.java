package org.ptoc.passes.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ptoc.passes.codegen.TestIr.GM_I64;
import static org.ptoc.passes.codegen.TestIr.MASK;
import static org.ptoc.passes.codegen.TestIr.VECTOR;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.codegen.emit.MachineListing;
import org.ptoc.passes.compile.CodeGenerator;

/**
 * What the generator does beside the code itself: targets, arguments, diagnostics, kernel facts.
 */
class CodeGeneratorTest {
  private static Optional<KernelCode> generate(
      Function function, InstructionSelector target, Diagnostics diagnostics) {
    return CodeGenerator.generate(
        function, Profile.A5, target, CompileOptions.defaults(), diagnostics);
  }

  private static List<String> lines(KernelCode code) {
    return MachineListing.text(code)
        .lines()
        .filter(line -> !line.startsWith(";"))
        .map(line -> line.substring(0, line.indexOf(';')).strip())
        .toList();
  }

  @Test
  void operationsThatNobodyKnowsAreReportedOnce() {
    Value value = new Value(ElementType.I64, "value");
    Function function =
        TestIr.function(
            List.of(value),
            ir -> {
              ir.effect("pto.set_loop_size_outtoub", Attributes.EMPTY, value, value);
              ir.effect("pto.set_mov_pad_val", Attributes.EMPTY, value);
            });
    Diagnostics diagnostics = new Diagnostics();
    assertThat(generate(function, (op, s) -> false, diagnostics)).isEmpty();
    assertThat(diagnostics.all())
        .extracting(Diagnostic::code)
        .containsExactly(DiagnosticCode.NOT_SUPPORTED, DiagnosticCode.NOT_SUPPORTED);
    assertThat(diagnostics.all().getFirst().message())
        .contains("pto.set_loop_size_outtoub")
        .contains("a5");
  }

  @Test
  void resultsOfRejectedOperationsCauseNoFurtherErrors() {
    Value source = new Value(TestIr.UB_F32, "source");
    Function function =
        TestIr.function(
            List.of(source),
            ir ->
                ir.vecscope(
                    scope -> {
                      List<List<Value>> address = List.of(List.of(source), List.of(scope.index(0)));
                      Value loaded =
                          scope
                              .add("pto.vlds", address, List.of(VECTOR), Attributes.EMPTY)
                              .result();
                      scope.isa("vadd", List.of(loaded, loaded), List.of(VECTOR), "dt=17");
                    }));
    Diagnostics diagnostics = new Diagnostics();
    assertThat(generate(function, (op, s) -> false, diagnostics)).isEmpty();
    assertThat(diagnostics.all()).hasSize(1);
  }

  @Test
  void theTargetSelectsWhatIsLeft() {
    Value value = new Value(ElementType.I64, "value");
    Function function =
        TestIr.function(
            List.of(value), ir -> ir.effect("pto.set_mov_pad_val", Attributes.EMPTY, value));
    InstructionSelector target =
        (op, s) -> {
          s.emit(Mnemonic.MOV_SPR_X)
              .name(OperandRole.SPR, "MOV_PAD_VAL")
              .reg(OperandRole.X, s.use(op.operandAt(0)))
              .append();
          return true;
        };
    KernelCode code = generate(function, target, new Diagnostics()).orElseThrow();
    assertThat(lines(code)).containsExactly("mov_spr_x MOV_PAD_VAL, X0", "end");
  }

  @Test
  void instructionBuildersNest() {
    Value value = new Value(ElementType.I64, "value");
    Function function =
        TestIr.function(
            List.of(value), ir -> ir.effect("pto.set_mov_pad_val", Attributes.EMPTY, value));
    InstructionSelector target =
        (op, s) -> {
          s.emit(Mnemonic.MOV_SPR_X)
              .name(OperandRole.SPR, "MOV_PAD_VAL")
              .reg(OperandRole.X, s.constant(5))
              .append();
          return true;
        };
    assertThat(lines(generate(function, target, new Diagnostics()).orElseThrow()))
        .containsExactly("movi X0, 5", "mov_spr_x MOV_PAD_VAL, X0", "end");
  }

  @Test
  void machineOperationsNeedTheRegistersOfTheirRow() {
    Function function =
        TestIr.function(List.of(), ir -> ir.isa("mov_x_spr", List.of(), List.of(), "spr=0"));
    Diagnostics diagnostics = new Diagnostics();
    assertThat(generate(function, (op, s) -> false, diagnostics)).isEmpty();
    assertThat(diagnostics.all())
        .extracting(Diagnostic::code)
        .containsExactly(DiagnosticCode.WRONG_OPERAND_COUNT);
  }

  @Test
  void instructionsWithoutEncodingAreReportedAtTheirLine() {
    Value source = new Value(GM_I64, "source");
    Function function =
        TestIr.function(
            List.of(source),
            ir ->
                ir.vecscope(
                    scope -> {
                      Value vector =
                          scope
                              .isa("vbr", List.of(scope.index(0)), List.of(VECTOR), "dt=17")
                              .result();
                      Value wrong =
                          scope.isa("vexp", List.of(vector), List.of(VECTOR), "dt=17").result();
                      Value mask =
                          scope.isa("pset", List.of(), List.of(MASK), "gr=2", "pat=0").result();
                      scope.isa(
                          "vsts",
                          List.of(wrong, source, scope.index(0), mask),
                          List.of(),
                          "dt=17",
                          "store=2");
                    }));
    Diagnostics diagnostics = new Diagnostics();
    assertThat(generate(function, (op, s) -> false, diagnostics)).isEmpty();
    assertThat(diagnostics.all())
        .extracting(Diagnostic::code)
        .containsExactly(DiagnosticCode.ILLEGAL_ELEMENT_TYPE);
    assertThat(diagnostics.all().getFirst().location().line()).isEqualTo(3);
  }

  @Test
  void copiesByNameVanishWhereTheyCan() {
    Value out = new Value(GM_I64, "out");
    Function function =
        TestIr.function(
            List.of(out),
            ir ->
                ir.vecscope(
                    scope -> {
                      Value vector =
                          scope
                              .isa("vbr", List.of(scope.index(0)), List.of(VECTOR), "dt=17")
                              .result();
                      Value mask =
                          scope.isa("pset", List.of(), List.of(MASK), "gr=2", "pat=1").result();
                      Value copy =
                          scope.isa("vmov", List.of(vector), List.of(VECTOR), "dt=17").result();
                      Value cleared =
                          scope.isa("vmov", List.of(copy, mask), List.of(VECTOR), "dt=17").result();
                      scope.isa(
                          "vsts",
                          List.of(cleared, out, scope.index(0), mask),
                          List.of(),
                          "dt=17",
                          "store=2");
                    }));
    assertThat(lines(Compiled.compile(function)))
        .containsExactly(
            "vf_begin 5",
            "vbr.i32 V0, XZR",
            "pset.b32 P0, VL1",
            "vor.i32 V0, V0, V0, P0",
            "vsts.i32 V0, [X0], P0, NORM_B32",
            "vf_end",
            "end");
  }

  @Test
  void argumentsBehindTheRegistersComeFromTheParameterBlock() {
    List<Value> parameters = new ArrayList<>(List.of(new Value(GM_I64, "out")));
    for (int i = 1; i < 20; i++) {
      parameters.add(new Value(ElementType.I64, "p" + i));
    }
    Function function =
        TestIr.function(
            parameters,
            ir ->
                ir.effect(
                    "pto.store_scalar",
                    Attributes.EMPTY,
                    parameters.get(18),
                    parameters.getFirst(),
                    ir.index(0)));
    assertThat(lines(Compiled.compile(function)))
        .containsExactly("ldp.i64 X1, 144", "st.i64 X1, [X0], GM", "end");
  }

  @Test
  void bothProfilesShareTheScalarCode() {
    Value out = new Value(GM_I64, "out");
    Function function =
        TestIr.function(
            List.of(out),
            ir ->
                ir.loop(
                    ir.index(0),
                    ir.index(3),
                    ir.index(1),
                    List.of(),
                    (body, args) -> {
                      body.effect(
                          "pto.store_scalar",
                          Attributes.EMPTY,
                          args.getFirst(),
                          out,
                          args.getFirst());
                      return List.of();
                    }));
    List<String> expected = lines(Compiled.compile(function, Profile.A5));
    assertThat(lines(Compiled.compile(function, Profile.A2A3))).isEqualTo(expected);
  }

  @Test
  void aKernelObjectHoldsArgumentsPropertiesAndPlaces() {
    Value out = new Value(GM_I64, "out");
    Value n = new Value(ElementType.UI32, "n");
    Function function =
        TestIr.function(
            List.of(out, n),
            ir -> {
              Attributes pipes =
                  Attributes.of(AttributeName.SRC, new Attribute.Text("PIPE_MTE2"))
                      .with(AttributeName.DST, new Attribute.Text("PIPE_V"))
                      .with(AttributeName.EVENT, new Attribute.Text("EVENT_ID2"));
              ir.effect("pto.set_flag", pipes);
              ir.effect(
                  "pto.store_scalar",
                  Attributes.EMPTY,
                  ir.constant(1, ElementType.I64),
                  out,
                  ir.index(0));
            });
    KernelObject object =
        Compiled.compile(
                new Function(
                    function.name(),
                    List.of(),
                    Attributes.of(
                        UnlistedAttribute.UB_BYTES, new Attribute.Int(512, ElementType.I64)),
                    function.body(),
                    function.location()))
            .object();
    assertThat(object.arguments())
        .containsExactly(
            KernelArgument.atPosition(
                0, "out", KernelArgument.Kind.GM_POINTER, DataType.S64.code(), false, false),
            KernelArgument.atPosition(
                1, "n", KernelArgument.Kind.SCALAR, DataType.U32.code(), false, false));
    assertThat(object.properties().eventSet()).isEqualTo(4);
    assertThat(object.properties().unifiedBufferBytes()).hasValue(512);
    assertThat(object.properties().registers().x()).isEqualTo(2);
    assertThat(object.positions()).extracting(each -> each.line()).containsExactly(1, 4, 4, 5);
  }
}
