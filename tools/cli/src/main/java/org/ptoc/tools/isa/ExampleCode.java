package org.ptoc.tools.isa;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.isa.BitField;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Disassembler;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.passes.CompileOptions;
import org.ptoc.tools.report.TimingConstants;
import org.ptoc.tools.toolchain.Toolchain;

/**
 * The words that the compiler makes of an operation in its example, with the layout and the cycles
 * of each kind of word.
 *
 * @param profile the profile
 * @param words the words of the operation, in the order of the code; none when other words take its
 *     result as a number
 */
public record ExampleCode(Profile profile, List<Instruction> words) {
  /** Words that the text shows; tile operations of some types take hundreds. */
  private static final int SHOWN = 32;

  /** Begins the name of the section that names the words which the operation becomes. */
  static final String LOWERS_TO = "words";

  public ExampleCode {
    words = List.copyOf(words);
  }

  /** Compiles the example of an operation; empty when the profile does not have it. */
  public static Optional<ExampleCode> of(OpDefinition op, Profile profile, Toolchain toolchain) {
    return OperationExample.of(op, profile)
        .map(example -> new ExampleCode(profile, words(example, profile, toolchain)));
  }

  private static Toolchain.Request request(Profile profile) {
    Toolchain.Reports none =
        new Toolchain.Reports(List.of(), false, Optional.empty(), false, false, false);
    return new Toolchain.Request(
        Optional.of(profile), Optional.empty(), CompileOptions.defaults(), none);
  }

  private static List<Instruction> words(
      OperationExample example, Profile profile, Toolchain toolchain) {
    Toolchain.Source source = new Toolchain.Source("example.pto", example.program());
    KernelObject kernel =
        toolchain.compile(source, request(profile)).value().orElseThrow().kernels().getFirst();
    List<Instruction> words = new ArrayList<>();
    List<SourcePosition> positions = kernel.positions();
    for (int i = 0; i < positions.size(); i++) {
      if (example.isOperation(positions.get(i).line())
          && InstructionDecoder.decode(profile, kernel.words()[i])
              instanceof Instruction instruction) {
        words.add(instruction);
      }
    }
    return words;
  }

  /** How many words of which kind; empty when the operation has no word of its own. */
  Optional<Section> kinds() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    words.forEach(word -> counts.merge(word.definition().mnemonic(), 1, Integer::sum));
    StringJoiner text = new StringJoiner(", ");
    counts.forEach((kind, count) -> text.add(count == 1 ? kind : count + " " + kind));
    return counts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Section.wrapped(LOWERS_TO + " " + profile.spelling(), List.of(text.toString())));
  }

  /** The words, and the fields of each kind of word. */
  Section encoding() {
    List<String> lines = new ArrayList<>();
    for (Instruction word : words.subList(0, Math.min(SHOWN, words.size()))) {
      lines.add(
          HexFormat.of().toHexDigits(word.word()).toUpperCase(Locale.ROOT)
              + "  "
              + Disassembler.text(word));
    }
    if (words.size() > SHOWN) {
      lines.add("and " + (words.size() - SHOWN) + " more words");
    }
    Set<InstructionDefinition> kinds = new LinkedHashSet<>();
    words.forEach(word -> kinds.add(word.definition()));
    kinds.forEach(kind -> lines.add(layout(kind)));
    if (lines.isEmpty()) {
      lines.add("no word of its own: the words that use it hold what it says");
    }
    return Section.wrapped("code " + profile.spelling(), lines);
  }

  /** One line: opcode bits, then where the operands stand. */
  private static String layout(InstructionDefinition row) {
    StringJoiner fields = new StringJoiner(", ", row.mnemonic() + ": ", "; other bits unused");
    for (BitField field : row.format().fields()) {
      String place = InstructionPage.bits(field);
      Optional<OperandField> operand = row.operandInField(field);
      switch (FieldName.of(field.name())) {
        case CLS ->
            fields.add(
                place + " class " + row.format() + " 0x%02x".formatted(row.format().number()));
        case OP -> fields.add(place + " op 0x%03x".formatted(row.operation()));
        default -> operand.ifPresent(found -> fields.add(place + " " + found.role()));
      }
    }
    return fields.toString();
  }

  private record Kind(InstructionDefinition row, DataType type, DataType result) {
    static Kind of(Instruction word) {
      boolean untyped = word.definition().pipe() == Pipe.S;
      DataType type = untyped ? DataType.NONE : word.type();
      boolean pair =
          !untyped && word.definition().types().pair(type, word.resultType()).isPresent();
      return new Kind(word.definition(), type, pair ? word.resultType() : DataType.NONE);
    }

    String name() {
      return row.mnemonic()
          + (type == DataType.NONE ? "" : "." + type.spelling())
          + (result == DataType.NONE ? "" : "." + result.spelling());
    }
  }

  /**
   * What {@code ptoc explain-timing} shows of an operation that becomes several instructions: their
   * constants, and the sum of all of them.
   */
  public String timing(OpDefinition op) {
    StringBuilder text =
        new StringBuilder(op.name() + ", profile " + profile.spelling() + ", its example\n");
    kinds().ifPresent(section -> text.append(section.text()));
    cycles().ifPresent(section -> text.append(section.text()));
    StringJoiner sums = new StringJoiner(", ");
    for (TimingModel model : TimingModel.values()) {
      if (model.isIn(profile) && model != TimingModel.NONE) {
        int sum =
            words.stream()
                .map(Kind::of)
                .mapToInt(
                    kind -> TimingConstants.alone(kind.row, kind.type, kind.result, profile, model))
                .sum();
        sums.add(model.spelling() + " " + sum);
      }
    }
    return text.append(
            Section.of(
                    "sum " + profile.spelling(),
                    sums + ": each word once, without repeats and steps;",
                    "'ptoc run --report' counts loops, repeats and what runs at the same time")
                .text())
        .toString();
  }

  /**
   * The constants of each kind of word and type, as {@code ptoc explain-timing} shows them for all
   * types.
   */
  Optional<Section> cycles() {
    Set<Kind> kinds = new LinkedHashSet<>();
    words.forEach(word -> kinds.add(Kind.of(word)));
    List<String> lines = new ArrayList<>();
    for (Kind kind : kinds) {
      TimingConstants.inOneLine(kind.row, kind.type, kind.result, profile)
          .ifPresent(text -> lines.add(kind.name() + ": " + text));
    }
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(Section.wrapped("cycles " + profile.spelling(), lines));
  }
}
