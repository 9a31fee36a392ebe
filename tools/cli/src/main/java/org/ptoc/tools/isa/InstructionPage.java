package org.ptoc.tools.isa;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.ptoc.ir.isa.BitField;
import org.ptoc.ir.isa.ConversionPair;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.tools.report.TimingConstants;

/** What the instruction table and the timing sets say about a word. */
public final class InstructionPage {
  private InstructionPage() {}

  /** The sections in the order in which they are read. */
  public static List<Section> of(InstructionDefinition row, Profile profile) {
    List<Section> sections = new ArrayList<>();
    sections.add(Section.of("does", semantics(row)));
    sections.add(Section.of("types", types(row)));
    sections.add(
        Section.of(
            "runs on", "pipe " + row.pipe() + ", scheduling class " + row.schedulingClass()));
    sections.add(new Section("encoding", encoding(row)));
    sections.add(
        new Section(
            "cycles",
            TimingConstants.of(row, profile).lines().skip(1).map(InstructionPage::cut).toList()));
    sections.add(Section.of("reference", row.reference()));
    return sections;
  }

  private static String cut(String line) {
    return line.startsWith("  ") ? line.substring(2) : line;
  }

  /** What the word computes, as code where it is lane by lane. */
  public static String semantics(InstructionDefinition row) {
    return switch (row.semantics()) {
      case Semantics.Lanes lanes ->
          "lane = "
              + lanes.results().stream()
                  .map(LaneExpression::pseudoCode)
                  .collect(Collectors.joining("; "));
      case Semantics.Scalar(var operation) -> "scalar operation " + words(operation);
      case Semantics.Unit(var operation) -> "unit operation " + words(operation);
      case Semantics.Control(var operation) -> "control operation " + words(operation);
    };
  }

  private static String words(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String types(InstructionDefinition row) {
    StringJoiner text = new StringJoiner(", ");
    for (DataType type : row.types().singles()) {
      text.add(type.spelling());
    }
    for (ConversionPair pair : row.types().pairs()) {
      text.add(pair.source().spelling() + row.betweenTypes() + pair.result().spelling());
    }
    for (ScalarWidth width : row.types().widths()) {
      text.add(width.spelling());
    }
    return text.length() == 0 ? "none" : text.toString();
  }

  /** A line for each field of the word, highest bit first. */
  private static List<String> encoding(InstructionDefinition row) {
    List<String> lines = new ArrayList<>();
    lines.add("class " + row.format() + " (" + row.format().description() + ")");
    for (BitField field : row.format().fields().reversed()) {
      lines.add(
          String.format(
              Locale.ROOT, "%-6s %-6s %s", bits(field), field.name(), content(row, field)));
    }
    return lines;
  }

  /** Where a field stands: {@code 15:6}, or one number for one bit. */
  static String bits(BitField field) {
    int high = field.lsb() + field.width() - 1;
    return field.width() == 1 ? "" + high : high + ":" + field.lsb();
  }

  private static String content(InstructionDefinition row, BitField field) {
    if (field.is(FieldName.CLS)) {
      return "0x%02x".formatted(row.format().number());
    }
    if (field.is(FieldName.OP)) {
      return "0x%03x".formatted(row.operation());
    }
    Optional<OperandField> operand = row.operandInField(field);
    return operand
        .map(InstructionPage::describe)
        .or(() -> row.fixedValue(field).map(value -> "" + value))
        .orElse(field.is(FieldName.Z0) ? "zero" : "unused");
  }

  private static String describe(OperandField operand) {
    String access =
        switch (operand.access()) {
          case READ -> "";
          case WRITE -> ", written";
          case READ_WRITE -> ", read and written";
          case WRITE_IF_POST -> ", written when POST";
        };
    String kind = operand.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    String register = operand.registerClass().map(each -> "register " + each).orElse(kind);
    return (operand.role().spelling().equals(operand.field().name()) ? "" : operand.role() + ", ")
        + register
        + access;
  }
}
