package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.ir.Location;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.BitField;
import org.ptoc.ir.isa.Disassembler;
import org.ptoc.ir.isa.IllegalWord;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.isa.InstructionPage;
import org.ptoc.tools.isa.OperationPage;
import org.ptoc.tools.isa.Section;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc isa}: the instruction tables, one instruction, or the fields of words; all from the
 * tables themselves.
 */
final class IsaCommand implements Command {
  private static final String DIALECT = "pto.";
  private static final List<String> FORMATS = List.of("text", "json");

  @Override
  public CommandSpec describe() {
    CommandSpec spec = CommandSpec.create();
    Options.parameters(
        spec,
        IsaCommand::names,
        "WORD",
        "0..*",
        "operations or instructions, or: decode 0xWORD...; none lists all instructions, in JSON all"
            + " operations too");
    Options.words(
        spec, CodeOptions.PROFILES, "PROFILE", "a5 (default) or a2a3", "--profile", "--pto-arch");
    Options.words(spec, FORMATS, "FORMAT", "text (default) or json", "--format");
    MessageOptions.describe(spec);
    return spec;
  }

  /** The names of all operations and instructions, read when a shell asks for them. */
  private static Iterator<String> names() {
    Stream<String> instructions =
        Stream.of(Profile.values())
            .flatMap(profile -> InstructionTable.of(profile).definitions().stream())
            .map(InstructionDefinition::mnemonic);
    return Stream.of(
            Stream.of("decode"), OpCatalog.all().stream().map(OpDefinition::name), instructions)
        .flatMap(words -> words)
        .distinct()
        .iterator();
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    MessageOptions.apply(arguments, session);
    Profile profile = CodeOptions.profile(arguments).orElse(Profile.A5);
    boolean json = Options.choice(arguments, "--format", FORMATS, "text").equals("json");
    List<String> words = Options.parameters(arguments);
    if (!words.isEmpty() && words.getFirst().equals("decode")) {
      return decode(words.subList(1, words.size()), profile, json, session);
    }
    List<InstructionDefinition> rows = new ArrayList<>();
    List<OpDefinition> operations = new ArrayList<>();
    find(words, profile, operations, rows);
    StringBuilder text = new StringBuilder();
    if (json) {
      text.append(IsaJson.write(profile, operations, rows, !words.isEmpty(), session.toolchain()))
          .append('\n');
    } else if (words.isEmpty()) {
      rows.forEach(row -> text.append(line(row)));
    } else {
      List<Profile> profiles =
          CodeOptions.profile(arguments).map(List::of).orElse(List.of(Profile.values()));
      operations.forEach(
          op ->
              page(
                  op.name(),
                  "operation",
                  OperationPage.of(op, profiles, session.toolchain()),
                  text));
      rows.forEach(
          row ->
              page(
                  row.mnemonic(),
                  "instruction of profile " + profile.spelling(),
                  InstructionPage.of(row, profile),
                  text));
    }
    session.write("-", text.toString());
    return ExitStatus.OK;
  }

  /** Fills in what the names mean: operations, instructions, or both; without names all of both. */
  private static void find(
      List<String> names,
      Profile profile,
      List<OpDefinition> operations,
      List<InstructionDefinition> rows)
      throws CommandFailure {
    InstructionTable table = InstructionTable.of(profile);
    if (names.isEmpty()) {
      rows.addAll(table.definitions());
      operations.addAll(OpCatalog.all());
    }
    for (String name : names) {
      boolean dialect = name.indexOf('.') > 0;
      Optional<OpDefinition> operation = OpCatalog.find(dialect ? name : DIALECT + name);
      Optional<InstructionDefinition> row =
          table.byMnemonic(name.startsWith(DIALECT) ? name.substring(4) : name);
      if (operation.isEmpty() && row.isEmpty()) {
        throw unknown(name, profile);
      }
      operation.ifPresent(operations::add);
      row.ifPresent(rows::add);
    }
  }

  private static CommandFailure unknown(String name, Profile profile) {
    List<String> known = new ArrayList<>();
    InstructionTable.of(profile).definitions().forEach(row -> known.add(row.mnemonic()));
    boolean bare = !name.contains(".");
    OpCatalog.all()
        .forEach(
            op -> known.add(bare && op.name().startsWith(DIALECT) ? op.shortName() : op.name()));
    return CommandFailure.usage(
        "there is no operation, and profile "
            + profile.spelling()
            + " has no instruction '"
            + name
            + "'"
            + Suggestion.phrase(name, known),
        "'ptoc isa --profile " + profile.spelling() + "' lists the instructions");
  }

  private static void page(String name, String kind, List<Section> sections, StringBuilder text) {
    text.append(text.isEmpty() ? "" : "\n").append(name).append(" (").append(kind).append(")\n");
    sections.forEach(section -> text.append(section.text()));
  }

  private static String line(InstructionDefinition row) {
    String name = row.mnemonic();
    StringBuilder text =
        new StringBuilder(name).append(" ".repeat(Math.max(1, 18 - name.length())));
    text.append(row.pipe());
    for (OperandField operand : row.operands()) {
      text.append(' ').append(operand.role());
    }
    return text.append('\n').toString();
  }

  private static int decode(List<String> words, Profile profile, boolean json, Session session)
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
                .environment()
                .out()
                .print(
                    json ? IsaJson.decoded(bits, instruction) + "\n" : fields(bits, instruction));
        case IllegalWord illegal -> {
          session
              .reporter()
              .report(
                  Diagnostic.of(
                      DiagnosticCode.ILLEGAL_WORD, Location.NONE, bits + ": " + illegal.message()));
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
      Optional<OperandField> operand = instruction.definition().operandInField(field.name());
      text.append(
          String.format(
              Locale.ROOT,
              "  %-6s %-6s = %-8d",
              place,
              field.name(),
              field.get(instruction.word())));
      text.append(operand.map(OperandField::role).orElse("")).append('\n');
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
