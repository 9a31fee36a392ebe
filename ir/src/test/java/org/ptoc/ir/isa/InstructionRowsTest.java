package org.ptoc.ir.isa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How rows of the instruction tables are read and checked; the tables check themselves as they are
 * built.
 */
class InstructionRowsTest {
  private static InstructionDefinition row(
      WordFormat format, int operation, String mnemonic, String operands) {
    return Rows.row(
        EnumSet.of(Profile.A5),
        format,
        operation,
        mnemonic,
        operands,
        TypeRule.of(DataType.FP32, DataType.S8),
        SchedulingClass.ADD,
        Rows.lanes(Rows.ONE),
        "40#8");
  }

  /** Operands as {@code role@field access}. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          V | =vd va vb pg dt mrg     | vd@vd WRITE, va@va READ, vb@vb READ, pg@pg READ, dt@dt READ, mrg@mrg READ
          V | +vd va xb@vb pg dt mrg  | vd@vd READ_WRITE, va@va READ, xb@vb READ, pg@pg READ, dt@dt READ, mrg@mrg READ
          V | =vd va pg dt cmp@m3     | vd@vd WRITE, va@va READ, pg@pg READ, dt@dt READ, cmp@m3 READ
          L | =vd [^xb xo] pg dt      | vd@vd WRITE, xb@xb WRITE_IF_POST, xo@xo READ, pg@pg READ, dt@dt READ
          """)
  void operandsAreRead(WordFormat format, String operands, String expected) {
    assertThat(
            row(format, 1, "test", operands).operands().stream()
                .map(each -> each.role() + "@" + each.field().name() + " " + each.access())
                .collect(Collectors.joining(", ")))
        .isEqualTo(expected);
  }

  /** Fields that hold no operand are neutral (spec/40, 10.2): no type, all lanes, no register. */
  @Test
  void otherFieldsAreNeutralOrAsTheRowSays() {
    InstructionDefinition row = row(WordFormat.V, 0x2A5, "test", "=vd va m3=5");
    assertThat(value(row, FieldName.DT)).isEqualTo(31);
    assertThat(value(row, FieldName.DT2)).isEqualTo(31);
    assertThat(value(row, FieldName.PG)).isEqualTo(15);
    assertThat(value(row, FieldName.M3)).isEqualTo(5);
    assertThat(value(row, FieldName.MRG)).isZero();
    assertThat(row.fixedValue(WordFormat.V.field(FieldName.M3).orElseThrow())).contains(5);
    assertThat(row.fixedValue(WordFormat.V.field(FieldName.DT).orElseThrow())).isEmpty();
    assertThat(row.requiredBits() & 0xFFFF).isEqualTo(0x2A5 << 6 | WordFormat.V.number());
    assertThat(value(row(WordFormat.K, 1, "test", "=xd xa"), FieldName.XC)).isEqualTo(31);
    assertThat(value(row(WordFormat.F, 1, "test", "=xd xs"), FieldName.XC)).isEqualTo(31);
    assertThat(row).hasToString("test");
    assertThat(row.isIn(Profile.A5)).isTrue();
    assertThat(row.isIn(Profile.A2A3)).isFalse();
    assertThat(row.schedulingClass()).isEqualTo(SchedulingClass.ADD);
    assertThat(row.reference()).isEqualTo("40#8");
    assertThat(row.betweenTypes()).isEqualTo(" to ");
    assertThat(row(WordFormat.K, 1, "test", "=xd xa").betweenTypes()).isEqualTo(" x ");
    assertThatThrownBy(() -> row(WordFormat.V, 1, "test", "=vd xo"))
        .hasMessage("test names no field of V: xo");
    assertThatThrownBy(() -> row(WordFormat.V, 1, "test", "=vd lvl=1"))
        .hasMessage("test names no field of V: lvl=1");
  }

  private static long value(InstructionDefinition row, FieldName name) {
    return row.format().field(name).orElseThrow().get(row.requiredBits());
  }

  /** Every bit of a word is required or belongs to one operand. */
  @ParameterizedTest
  @EnumSource(Profile.class)
  void everyBitHasOneOwner(Profile profile) {
    InstructionTable table = new InstructionTable(profile, InstructionTable.rows(profile));
    assertThat(table.profile()).isEqualTo(profile);
    assertThat(table.definitions()).hasSizeGreaterThan(100);
    for (InstructionDefinition row : table.definitions()) {
      long bits = row.requiredMask();
      for (OperandField operand : row.operands()) {
        assertThat(bits & operand.field().mask()).as(row + " " + operand.role()).isZero();
        bits |= operand.field().mask();
        assertThat(row.operandInField(operand.field())).contains(operand);
      }
      assertThat(bits).as(row.mnemonic()).isEqualTo(-1);
      assertThat(row.requiredBits() & ~row.requiredMask()).as(row.mnemonic()).isZero();
      assertThat(table.byMnemonic(row.mnemonic())).contains(row);
      assertThat(table.byNumber(row.format(), row.operation())).contains(row);
      assertThat(row.isIn(profile)).isTrue();
      assertThat(row.semantics()).isNotNull();
    }
  }

  @Test
  void eachNamedInstructionHasARow() {
    assertThat(Mnemonic.values())
        .allMatch(
            each ->
                Arrays.stream(Profile.values())
                    .map(InstructionTable::of)
                    .anyMatch(table -> table.has(each)));
  }

  @Test
  void rowsThatContradictEachOtherAreRefused() {
    InstructionDefinition vadd = InstructionTable.of(Profile.A5).get(Mnemonic.VADD);
    assertRefused(vadd, "mnemonic twice in A5: vadd");
    assertRefused(
        row(WordFormat.V, vadd.operation(), "test", "=vd"), "operation number twice in A5");
    assertRefused(row(WordFormat.V, 0x3FE, "test", "=vd va@vd"), "field used twice in test: va");
    assertRefused(row(WordFormat.V, 0x400, "test", "=vd"), "operation number out of range in test");
    assertRefused(row(WordFormat.V, -1, "test", "=vd"), "operation number out of range in test");
    assertThat(
            new InstructionTable(Profile.A5, with(row(WordFormat.V, 0x3FF, "test", "=vd")))
                .byMnemonic("test"))
        .isPresent();
    assertThatThrownBy(() -> InstructionTable.of(Profile.A2A3).get(Mnemonic.VCVT))
        .hasMessage("a2a3 has no instruction vcvt");
  }

  private static void assertRefused(InstructionDefinition row, String message) {
    assertThatThrownBy(() -> new InstructionTable(Profile.A5, with(row)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(message);
  }

  private static List<List<InstructionDefinition>> with(InstructionDefinition row) {
    List<List<InstructionDefinition>> rows = new ArrayList<>(InstructionTable.rows(Profile.A5));
    rows.add(List.of(row));
    return rows;
  }

  @Test
  void typesOfARowAreThoseThatItNames() {
    TypeRule rule =
        TypeRule.of(DataType.FP32)
            .and(DataType.S8)
            .and(new ConversionPair(DataType.FP32, DataType.FP16, 3, true, 2));
    assertThat(rule.singles()).containsExactly(DataType.FP32, DataType.S8);
    assertThat(rule.accepts(DataType.S8, DataType.NONE)).isTrue();
    assertThat(rule.accepts(DataType.S16, DataType.NONE)).isFalse();
    assertThat(rule.accepts(DataType.FP32, DataType.FP16)).isTrue();
    assertThat(rule.accepts(DataType.FP32, DataType.S8)).isFalse();
    assertThat(rule.accepts(DataType.S8, DataType.FP16)).isFalse();
    assertThat(rule.isUntyped()).isFalse();
    assertThat(rule.widths()).isEmpty();
    assertThat(rule.attributes(DataType.S8, DataType.NONE).orElseThrow().saturates()).isFalse();
    assertThat(rule.rounding(6).attributes(DataType.S8, DataType.NONE).orElseThrow().roundings())
        .isEqualTo(6);
    TypeRule widths = TypeRule.widths(ScalarWidth.values()[1], ScalarWidth.values()[3]);
    assertThat(widths.widths()).containsExactly(ScalarWidth.values()[1], ScalarWidth.values()[3]);
    assertThat(widths.isUntyped()).isFalse();
    assertThat(TypeRule.untyped().isUntyped()).isTrue();
    assertThat(widths.and(rule).widths()).hasSize(2);
    assertThat(widths.and(rule).singles()).hasSize(2);
    assertThat(widths.and(rule).pairs()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "X, X0, 0", "X, X30, 30", "X, XZR, 31", "X, X31, -1", "X, X32, -1", "X, X01, -1", "X, X, -1",
    "X, X100, -1", "X, V1, -1", "X, Xa, -1", "X, X/, -1", "X, X:, -1", "V, V31, 31", "V, V32, -1",
    "P, P14, 14", "P, PT, 15", "P, P15, -1", "AL, AL3, 3", "AL, AL4, -1", "V, XZR, -1", "X, X9, 9",
    "X, X09, -1"
  })
  void registers(RegisterClass registers, String text, int number) {
    assertThat(registers.parse(text)).isEqualTo(number);
    if (number >= 0) {
      assertThat(registers.spelling(number)).isEqualTo(text);
      assertThat(number).isLessThan(registers.count());
    }
  }

  /**
   * Expressions of rows as the reference manual prints them, with # for the | that divides columns.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          vadd   | a + b
          vmula  | fma(a, b, c)
          vrelu  | max(a, 0)
          vcmp   | a cmp b
          vsel   | p ? a : b
          vcvt   | convert(a)
          vtrc   | round(a)
          vaddc  | a + b; below(a + b, a)
          vsubc  | a - b; borrow(below(a, b))
          vaddcs | (a + b) + (k ? 1 : 0); below(a + b, a) # below((a + b) + (k ? 1 : 0), k ? 1 : 0)
          vlrelu | (a >= 0) ? a : (s * a)
          vmulconv | saturate(f32(a) * f32(b))
          """)
  void pseudoCode(String mnemonic, String expected) {
    Semantics.Lanes lanes =
        (Semantics.Lanes)
            InstructionTable.of(Profile.A5).byMnemonic(mnemonic).orElseThrow().semantics();
    assertThat(
            lanes.results().stream()
                .map(each -> each.pseudoCode().replace('|', '#'))
                .collect(Collectors.joining("; ")))
        .isEqualTo(expected);
    assertThat(lanes.results().getFirst().reads(LaneExpression.Slot.FIRST)).isTrue();
    assertThat(lanes.results().getFirst().reads(LaneExpression.Slot.DISTANCE)).isFalse();
  }
}
