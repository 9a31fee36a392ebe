package org.ptoc.ir.isa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InstructionTableTest {

  @ParameterizedTest
  @EnumSource(WordFormat.class)
  void fieldsCoverTheWordOnce(WordFormat format) {
    long seen = 0;
    for (BitField field : format.fields()) {
      assertThat(seen & field.mask()).as("%s.%s", format, field.name()).isZero();
      seen |= field.mask();
    }
    assertThat(seen).isEqualTo(-1L);
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void lookupsFindEachRow(Profile profile) {
    InstructionTable table = InstructionTable.of(profile);
    Set<Long> numbers = new HashSet<>();
    for (InstructionDefinition row : table.definitions()) {
      assertThat(table.byMnemonic(row.mnemonic())).containsSame(row);
      assertThat(table.byNumber(row.format(), row.operation())).containsSame(row);
      assertThat(numbers.add((long) row.format().number() << 32 | row.operation())).isTrue();
      assertThat(row.reference()).isNotBlank();
    }
  }

  /**
   * The number of rows of the operation list in spec/40, section 8, that name the profile, of
   * spec/70 ({@code fence}, {@code cache}, {@code xset}, {@code xwait}, {@code sync_all}, {@code
   * sync_count}, {@code pipe_trap}, {@code gm_wait}, {@code atomadd}), of spec/60, 6.2, and of
   * docs/object-format.md ({@code renew}, {@code print}, {@code print_value}).
   */
  @Test
  void everyRowOfTheDocumentIsThere() {
    assertThat(InstructionTable.of(Profile.A5).definitions()).hasSize(179 + 9 + 3 + 19);
    assertThat(InstructionTable.of(Profile.A2A3).definitions()).hasSize(113 + 9 + 3 + 13);
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void classesFollowTheProfile(Profile profile) {
    Set<WordFormat> formats = new HashSet<>();
    InstructionTable.of(profile).definitions().forEach(row -> formats.add(row.format()));
    assertThat(formats.contains(WordFormat.V)).isEqualTo(profile == Profile.A5);
    assertThat(formats.contains(WordFormat.L)).isEqualTo(profile == Profile.A5);
    assertThat(formats.contains(WordFormat.P)).isEqualTo(profile == Profile.A5);
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void typedWordsHaveTypesAndOthersHaveNone(Profile profile) {
    for (InstructionDefinition row : InstructionTable.of(profile).definitions()) {
      boolean typed = row.operandInField(FieldName.DT).isPresent();
      boolean scalar =
          row.operandInField(FieldName.W).isPresent()
              || row.operandInField(FieldName.W2).isPresent();
      assertThat(row.types().isUntyped()).as(row.mnemonic()).isEqualTo(!typed && !scalar);
      assertThat(row.types().pairs().isEmpty())
          .as(row.mnemonic())
          .isEqualTo(row.operandInField(FieldName.DT2).isEmpty());
    }
  }

  @Test
  void accessFollowsTheSigils() {
    InstructionDefinition load = InstructionTable.of(Profile.A5).byMnemonic("vlds").orElseThrow();
    assertThat(load.operand(OperandRole.VD).orElseThrow().access()).isEqualTo(Access.WRITE);
    assertThat(load.operand(OperandRole.XB).orElseThrow().access()).isEqualTo(Access.WRITE_IF_POST);
    assertThat(load.operand(OperandRole.XO).orElseThrow().access()).isEqualTo(Access.READ);
    assertThat(load.pipe()).isEqualTo(Pipe.V);
    InstructionDefinition carry =
        InstructionTable.of(Profile.A5).byMnemonic("vsubcs").orElseThrow();
    assertThat(carry.operand(OperandRole.PC).orElseThrow().field().name()).isEqualTo("vc");
    assertThat(carry.operand(OperandRole.POL).orElseThrow().field().name()).isEqualTo("ord");
  }

  @Test
  void expressionsPrintAsPseudoCode() {
    assertThat(expression(Profile.A5, "vadd")).isEqualTo("a + b");
    assertThat(expression(Profile.A5, "vlrelu")).isEqualTo("(a >= 0) ? a : (s * a)");
    assertThat(expression(Profile.A5, "vaddrelu")).isEqualTo("max(a + b, 0)");
    assertThat(expression(Profile.A5, "vmadd")).isEqualTo("fma(a, c, b)");
    assertThat(expression(Profile.A2A3, "vaxpy")).isEqualTo("fma(s, a, c)");
    assertThat(expression(Profile.A2A3, "vshls")).isEqualTo("a << n");
  }

  private static String expression(Profile profile, String mnemonic) {
    Semantics semantics =
        InstructionTable.of(profile).byMnemonic(mnemonic).orElseThrow().semantics();
    return ((Semantics.Lanes) semantics).results().getFirst().pseudoCode();
  }

  @Test
  void conversionAttributesFollowTheTable() {
    TypeRule rule = InstructionTable.of(Profile.A5).byMnemonic("vcvt").orElseThrow().types();
    assertThat(rule.pairs()).hasSize(51);
    assertThat(rule.accepts(DataType.S32, DataType.S8)).isFalse();
    assertThat(rule.accepts(DataType.U32, DataType.FP32)).isFalse();
    assertThat(rule.pair(DataType.FP32, DataType.E4M3))
        .hasValueSatisfying(
            pair -> {
              assertThat(pair.parts()).isEqualTo(4);
              assertThat(pair.acceptsRounding(RoundingMode.HYBRID.code())).isTrue();
              assertThat(pair.acceptsRounding(RoundingMode.DOWN.code())).isFalse();
            });
    assertThat(List.of(rule.pair(DataType.FP16, DataType.FP32).orElseThrow().roundings()))
        .containsExactly(1);
  }

  /** A constant that no format, row or layout has is one that somebody asks for in vain. */
  @Test
  void everyNameIsUsed() {
    Set<String> fields = new HashSet<>();
    for (WordFormat format : WordFormat.values()) {
      format.fields().forEach(field -> fields.add(field.name()));
    }
    assertThat(FieldName.values()).allMatch(name -> fields.contains(name.toString()));
    Set<OperandRole> roles = EnumSet.of(OperandRole.TARGET, OperandRole.BODY);
    for (Profile profile : Profile.values()) {
      for (InstructionDefinition row : InstructionTable.of(profile).definitions()) {
        row.operands().forEach(operand -> roles.add(operand.role()));
      }
    }
    assertThat(roles).containsExactly(OperandRole.values());
    Set<String> settings = new HashSet<>();
    for (ConfigurationWord word : ConfigurationWord.values()) {
      word.fields().forEach(field -> settings.add(field.name()));
    }
    assertThat(ConfigurationField.values()).allMatch(name -> settings.contains(name.toString()));
  }
}
