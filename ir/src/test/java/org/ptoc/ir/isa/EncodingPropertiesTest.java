package org.ptoc.ir.isa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The checks of spec/40, 13.2, on random legal words of every row. */
class EncodingPropertiesTest {
  private static final int WORDS_PER_ROW = 40;

  @ParameterizedTest
  @EnumSource(Profile.class)
  void wordsAndTextRoundTrip(Profile profile) {
    WordGenerator generator = new WordGenerator(profile, 1);
    for (InstructionDefinition row : InstructionTable.of(profile).definitions()) {
      for (int i = 0; i < WORDS_PER_ROW; i++) {
        Instruction instruction = generator.next(row);
        assertThat(InstructionDecoder.decode(profile, instruction.word())).isEqualTo(instruction);
        String text = Disassembler.text(instruction);
        assertThat(Assembler.parse(profile, text))
            .as(text)
            .isEqualTo(new ParsedLine.Assembled(instruction));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void reservedBitsAreIllegal(Profile profile) {
    WordGenerator generator = new WordGenerator(profile, 2);
    for (InstructionDefinition row : InstructionTable.of(profile).definitions()) {
      long word = generator.next(row).word();
      row.format()
          .field(FieldName.Z0)
          .ifPresent(
              field -> {
                for (int bit = field.lsb(); bit < field.lsb() + field.width(); bit++) {
                  assertCode(profile, word | 1L << bit, TrapCode.ILLEGAL_INSTRUCTION);
                }
              });
    }
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void unusedFieldsMustBeNeutral(Profile profile) {
    WordGenerator generator = new WordGenerator(profile, 3);
    for (InstructionDefinition row : InstructionTable.of(profile).definitions()) {
      long word = generator.next(row).word();
      for (BitField field : row.format().fields()) {
        if (field.lsb() < 16 || field.is(FieldName.Z0) || row.operandInField(field).isPresent()) {
          continue;
        }
        long neutral = field.get(row.fixedBits());
        for (int value = 0; value < Math.min(64, 1L << field.width()); value++) {
          if (value != neutral) {
            assertCode(profile, field.set(word, value), TrapCode.NOT_CANONICAL);
          }
        }
      }
    }
  }

  private static void assertCode(Profile profile, long word, TrapCode code) {
    assertThat(InstructionDecoder.decode(profile, word))
        .isInstanceOfSatisfying(
            IllegalWord.class, it -> assertThat(it.code()).as(it.message()).isEqualTo(code));
  }

  /**
   * A flipped bit gives another canonical word or a refusal; never the same instruction, never an
   * exception.
   */
  @ParameterizedTest
  @EnumSource(Profile.class)
  void flippedBitsAreOtherWordsOrRefused(Profile profile) {
    WordGenerator generator = new WordGenerator(profile, 4);
    for (InstructionDefinition row : InstructionTable.of(profile).definitions()) {
      long word = generator.next(row).word();
      for (int bit = 0; bit < 64; bit++) {
        switch (InstructionDecoder.decode(profile, word ^ 1L << bit)) {
          case Instruction other -> {
            String text = Disassembler.text(other);
            assertThat(Assembler.parse(profile, text))
                .as(text)
                .isEqualTo(new ParsedLine.Assembled(other));
          }
          case IllegalWord illegal -> assertThat(illegal.message()).isNotBlank();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void damagedTextIsRefusedWithAColumn(Profile profile) {
    WordGenerator generator = new WordGenerator(profile, 5);
    Random random = new Random(6);
    for (InstructionDefinition row : InstructionTable.of(profile).definitions()) {
      StringBuilder text = new StringBuilder(Disassembler.text(generator.next(row)));
      for (int i = 0; i < 20 && !text.isEmpty(); i++) {
        text.setCharAt(
            random.nextInt(text.length()), "XVP09,.[]+-> aZ\u00e9".charAt(random.nextInt(16)));
        if (Assembler.parse(profile, text.toString()) instanceof ParsedLine.SyntaxError error) {
          assertThat(error.column()).isBetween(1, text.length() + 1);
          assertThat(error.message()).isNotBlank();
        }
      }
    }
  }
}
