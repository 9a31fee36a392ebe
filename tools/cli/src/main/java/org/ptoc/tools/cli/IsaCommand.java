package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Disassembler;
import org.ptoc.ir.isa.IllegalWord;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.json.Json;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc isa}: the instruction tables, one instruction, or the fields of words; all from the tables themselves. */
final class IsaCommand implements Command {
  @Override
  public CommandSpec describe() {
    CommandSpec spec = CommandSpec.create();
    Options.parameters(spec, "WORD", "0..*", "mnemonics, or: decode 0xWORD...; none lists all instructions");
    Options.value(spec, "PROFILE", "a5 (default) or a2a3", "--profile", "--pto-arch");
    Options.value(spec, "FORMAT", "text (default) or json", "--format");
    return spec;
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    Profile profile = CodeOptions.profile(arguments).orElse(Profile.A5);
    boolean json = Options.choice(arguments, "--format", List.of("text", "json"), "text").equals("json");
    List<String> words = Options.parameters(arguments);
    if (!words.isEmpty() && words.getFirst().equals("decode")) {
      return decode(words.subList(1, words.size()), profile, session);
    }
    List<InstructionDefinition> rows = rows(words, profile);
    StringBuilder text = new StringBuilder();
    if (json) {
      text.append(json(profile, rows)).append('\n');
    } else {
      for (InstructionDefinition row : rows) {
        text.append(words.isEmpty() ? line(row) : details(row));
      }
    }
    session.write("-", text.toString());
    return ExitStatus.OK;
  }

  private static List<InstructionDefinition> rows(List<String> names, Profile profile) throws CommandFailure {
    InstructionTable table = InstructionTable.of(profile);
    if (names.isEmpty()) {
      return List.copyOf(table.definitions());
    }
    List<String> known = new ArrayList<>();
    table.definitions().forEach(row -> known.add(row.mnemonic()));
    List<InstructionDefinition> rows = new ArrayList<>();
    for (String name : names) {
      Optional<InstructionDefinition> row = table.byMnemonic(name);
      if (row.isEmpty()) {
        throw CommandFailure.usage(
            "profile " + profile.spelling() + " has no instruction '" + name + "'" + Suggestion.phrase(name, known),
            "'ptoc isa --profile " + profile.spelling() + "' lists them");
      }
      rows.add(row.get());
    }
    return rows;
  }

  private static String line(InstructionDefinition row) {
    String name = row.mnemonic();
    StringBuilder text = new StringBuilder(name).append(" ".repeat(Math.max(1, 18 - name.length())));
    text.append(row.pipe());
    for (OperandField operand : row.operands()) {
      text.append(' ').append(operand.role());
    }
    return text.append('\n').toString();
  }

  private static String details(InstructionDefinition row) {
    StringBuilder text = new StringBuilder(row.mnemonic());
    text.append("\n  class ").append(row.format()).append(", operation ").append(row.operation());
    text.append(", pipe ").append(row.pipe()).append(", scheduling class ").append(row.schedulingClass());
    text.append("\n  described in ").append(row.reference()).append('\n');
    for (OperandField operand : row.operands()) {
      text.append("  ").append(operand.role()).append(": ").append(operand.field()).append('\n');
    }
    return text.toString();
  }

  private static String json(Profile profile, List<InstructionDefinition> rows) {
    Json json = new Json().beginObject().field("profile", profile.spelling()).key("instructions").beginArray();
    for (InstructionDefinition row : rows) {
      json.beginObject().field("mnemonic", row.mnemonic()).field("format", row.format().toString());
      json.field("operation", row.operation()).field("pipe", row.pipe().toString());
      json.field("schedulingClass", row.schedulingClass().toString()).field("reference", row.reference());
      json.key("operands").beginArray();
      for (OperandField operand : row.operands()) {
        json.beginObject().field("role", operand.role()).field("field", operand.field().name());
        json.field("kind", operand.kind().toString()).field("access", operand.access().toString()).end();
      }
      json.end().end();
    }
    return json.end().end().toString();
  }

  private static int decode(List<String> words, Profile profile, Session session) throws CommandFailure {
    if (words.isEmpty()) {
      throw CommandFailure.usage("'ptoc isa decode' needs words such as 0x0000000000000045");
    }
    int status = ExitStatus.OK;
    for (String text : words) {
      long word = word(text);
      String bits = "0x" + HexFormat.of().toHexDigits(word);
      switch (InstructionDecoder.decode(profile, word)) {
        case Instruction instruction -> session.environment().out().print(fields(bits, instruction));
        case IllegalWord illegal -> {
          session.reporter().report(
              Diagnostic.of(DiagnosticCode.ILLEGAL_WORD, Location.NONE, bits + ": " + illegal.message()));
          status = ExitStatus.REJECTED;
        }
      }
    }
    return status;
  }

  private static String fields(String bits, Instruction instruction) {
    StringBuilder text = new StringBuilder(bits).append("  ").append(Disassembler.text(instruction)).append('\n');
    for (OperandField operand : instruction.definition().operands()) {
      text.append("  ").append(operand.field().name()).append(" = ").append(instruction.value(operand));
      text.append("  ").append(operand.role()).append('\n');
    }
    return text.toString();
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
