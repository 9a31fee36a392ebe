package org.ptoc.tools.cli;

import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.BitField;
import org.ptoc.ir.isa.Disassembler;
import org.ptoc.ir.isa.IllegalWord;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Profile;

/** {@code ptoc isa decode}: the fields of words. */
final class WordFields {
  private WordFields() {}

  static int decode(List<String> words, Profile profile, boolean json, Session session)
      throws CommandFailure {
    if (words.isEmpty()) {
      throw CommandFailure.usage("'ptoc isa decode' needs words such as 0x0000000000000045");
    }
    int status = ExitStatus.OK;
    for (String text : words) {
      long word = word(text);
      String bits = "0x" + HexFormat.of().toHexDigits(word);
      switch (InstructionDecoder.decode(profile, word)) {
        case Instruction instruction ->
            session
                .out()
                .print(
                    json ? IsaJson.decoded(bits, instruction) + "\n" : fields(bits, instruction));
        case IllegalWord illegal -> {
          session.report(DiagnosticCode.ILLEGAL_WORD, bits + ": " + illegal.message());
          status = ExitStatus.REJECTED;
        }
      }
    }
    return status;
  }

  private static String fields(String bits, Instruction instruction) {
    StringBuilder text =
        new StringBuilder(bits).append("  ").append(Disassembler.text(instruction)).append('\n');
    for (BitField field : instruction.definition().format().fields().reversed()) {
      int high = field.lsb() + field.width() - 1;
      String place = field.width() == 1 ? "" + high : high + ":" + field.lsb();
      Optional<OperandField> operand = instruction.definition().operandInField(field);
      text.append(
          String.format(
              Locale.ROOT,
              "  %-6s %-6s = %-8d",
              place,
              field.name(),
              field.get(instruction.word())));
      text.append(operand.map(found -> found.role().spelling()).orElse("")).append('\n');
    }
    return text.toString().replaceAll(" +\n", "\n");
  }

  private static long word(String text) throws CommandFailure {
    try {
      String digits = text.startsWith("0x") || text.startsWith("0X") ? text.substring(2) : text;
      return Long.parseUnsignedLong(digits, 16);
    } catch (NumberFormatException e) {
      throw CommandFailure.usage("'" + text + "' is no word; write up to 16 hexadecimal digits");
    }
  }
}
