package org.ptoc.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.isa.Assembler;
import org.ptoc.ir.isa.DecodedWord;
import org.ptoc.ir.isa.Disassembler;
import org.ptoc.ir.isa.IllegalWord;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.ParsedLine;
import org.ptoc.ir.isa.Profile;

/**
 * Words and texts of every row (spec/40, sections 6 to 8 and 10.2). The tables are made by {@code
 * tests/lit/reference/words.py}, which shares nothing with the toolchain.
 */
class EncodedWordsTest {

  @ParameterizedTest
  @EnumSource(Profile.class)
  void texts_assemble_to_their_words(Profile profile) {
    assertThat(differences(profile, line -> assembled(profile, line.text()))).isEmpty();
  }

  /** Lines that are not what {@code result} gives for them, with both. */
  private static List<String> differences(Profile profile, Function<EncodedWord, String> result) {
    List<String> differences = new ArrayList<>();
    for (EncodedWord line : EncodedWord.table(profile)) {
      String actual = result.apply(line);
      if (!actual.equals(line.line())) {
        differences.add("expected " + line.line() + " but was " + actual);
      }
    }
    return differences;
  }

  private static String assembled(Profile profile, String text) {
    return switch (Assembler.parse(profile, text)) {
      case ParsedLine.Assembled(Instruction instruction) ->
          EncodedWord.line(instruction.word(), text);
      case ParsedLine.SyntaxError error -> error.message() + ": " + text;
    };
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void words_disassemble_to_their_texts(Profile profile) {
    assertThat(differences(profile, line -> disassembled(profile, line.word()))).isEmpty();
  }

  private static String disassembled(Profile profile, long word) {
    DecodedWord decoded = InstructionDecoder.decode(profile, word);
    return switch (decoded) {
      case Instruction instruction -> EncodedWord.line(word, Disassembler.text(instruction));
      case IllegalWord illegal -> EncodedWord.line(word, illegal.message());
    };
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void every_row_has_words_and_every_word_a_row(Profile profile) {
    assertThat(EncodedWord.table(profile).stream().map(EncodedWord::mnemonic).distinct())
        .containsExactlyInAnyOrderElementsOf(
            InstructionTable.of(profile).definitions().stream()
                .map(InstructionDefinition::mnemonic)
                .toList());
  }
}
