package org.ptoc.ir.isa;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads one line of assembly text; the syntax is described at the package. */
public final class Assembler {
  private final Profile profile;
  private final TextCursor cursor;
  private final LabelScope labels;
  private boolean first = true;
  private String separator = ",";

  private Assembler(Profile profile, String line, LabelScope labels) {
    this.profile = profile;
    this.labels = labels;
    this.cursor = new TextCursor(line);
  }

  /**
   * The instruction that {@code line} says, or where and why it says none. A comment after {@code
   * ;}, {@code //} or {@code #} is skipped.
   */
  public static ParsedLine parse(Profile profile, String line) {
    return parse(profile, line, LabelScope.NONE);
  }

  /** As above; branches, loops and regions may name labels. */
  public static ParsedLine parse(Profile profile, String line, LabelScope labels) {
    try {
      return new Assembler(profile, line, labels).line();
    } catch (Problem problem) {
      return new ParsedLine.SyntaxError(problem.column, problem.reason, Optional.empty());
    }
  }

  /** Unwinds the parser; never leaves this class. */
  private static final class Problem extends Exception {
    private static final long serialVersionUID = 1;
    private final int column;
    private final String reason;

    Problem(int column, String reason) {
      super(reason, null, false, false);
      this.column = column;
      this.reason = reason;
    }
  }

  private ParsedLine line() throws Problem {
    int column = cursor.column();
    String mnemonic = cursor.word();
    Optional<InstructionDefinition> definition = InstructionTable.of(profile).byMnemonic(mnemonic);
    if (definition.isEmpty()) {
      throw new Problem(
          column, "profile " + profile.spelling() + " has no instruction '" + mnemonic + "'");
    }
    InstructionEncoder encoder = InstructionEncoder.of(profile, definition.get());
    readSuffixes(definition.get(), encoder);
    readElements(definition.get(), encoder);
    if (!cursor.atEnd()) {
      throw new Problem(cursor.column(), "unexpected text after the operands of " + mnemonic);
    }
    return switch (encoder.encode()) {
      case Instruction instruction -> new ParsedLine.Assembled(instruction);
      case IllegalWord illegal ->
          new ParsedLine.SyntaxError(column, illegal.message(), Optional.of(illegal.code()));
    };
  }

  private void readSuffixes(InstructionDefinition definition, InstructionEncoder encoder)
      throws Problem {
    for (OperandField operand : definition.operands()) {
      switch (operand.kind()) {
        case SUFFIX -> {
          if (!cursor.accept(".")) {
            throw new Problem(cursor.column(), definition + " needs a suffix ." + operand.role());
          }
          readName(operand, encoder);
        }
        case OPTIONAL_SUFFIX -> {
          if (cursor.accept(".")) {
            readName(operand, encoder);
          }
        }
        case SIGN_SUFFIX -> {
          if (cursor.accept(".")) {
            expectWord(operand.keyword());
            encoder.set(operand, 1);
          }
        }
        default -> {}
      }
    }
  }

  private void readElements(InstructionDefinition definition, InstructionEncoder encoder)
      throws Problem {
    List<TextElement> elements = definition.text();
    for (int i = 0; i < elements.size(); i++) {
      switch (elements.get(i)) {
        case TextElement.Punctuation.OPEN -> {
          List<OperandField> summands = new ArrayList<>();
          while (elements.get(++i) instanceof TextElement.OperandText(OperandField summand)) {
            summands.add(summand);
          }
          readAddress(summands, encoder);
        }
        case TextElement.Punctuation.ARROW -> separator = "->";
        case TextElement.Punctuation.CLOSE ->
            throw new IllegalStateException("unbalanced row " + definition);
        case TextElement.OperandText(OperandField operand) -> {
          if (operand.kind() == OperandKind.DYNAMIC) {
            i++; // The register after the selector was read in place of the number.
          } else {
            readOperand(definition, operand, encoder);
          }
        }
      }
    }
  }

  private void readAddress(List<OperandField> summands, InstructionEncoder encoder) throws Problem {
    expectSeparator();
    expect("[");
    encoder.set(summands.getFirst(), registerNumber(summands.getFirst()));
    for (OperandField summand : summands.subList(1, summands.size())) {
      int start = cursor.position();
      if (summand.isRegister()) {
        int number = cursor.accept("+") ? parseRegister(summand) : -1;
        if (number < 0) {
          cursor.back(start);
        } else {
          encoder.set(summand, number);
        }
      } else if (cursor.accept("+")) {
        encoder.set(summand, numberInRange(summand));
      } else if (cursor.accept("-")) {
        encoder.set(summand, checkedRange(summand, -number()));
      }
    }
    expect("]");
  }

  private void readOperand(
      InstructionDefinition definition, OperandField operand, InstructionEncoder encoder)
      throws Problem {
    switch (operand.kind()) {
      case REGISTER -> {
        expectSeparator();
        encoder.set(operand, registerNumber(operand));
      }
      case IMMEDIATE -> {
        expectSeparator();
        readNumberOrRegister(definition, operand, encoder);
      }
      case BRANCH_TARGET, BODY -> {
        expectSeparator();
        encoder.set(operand, distance(operand));
      }
      case NAME -> {
        expectSeparator();
        readName(operand, encoder);
      }
      case KEYWORD_NUMBER -> {
        expectSeparator();
        expectWord(operand.keyword());
        encoder.set(operand, numberInRange(operand));
      }
      case GOVERNING_PREDICATE, OPTIONAL_NAME, FLAG, KEYWORD_REGISTER ->
          readOptional(operand, encoder);
      case DYNAMIC, SUFFIX, OPTIONAL_SUFFIX, SIGN_SUFFIX -> {}
    }
  }

  private void readNumberOrRegister(
      InstructionDefinition definition, OperandField operand, InstructionEncoder encoder)
      throws Problem {
    Optional<OperandField> selector = definition.operand(OperandRole.DYN);
    if (selector.isPresent() && operand.field().is(FieldName.ID)) {
      OperandField alternative = definition.operand(OperandRole.X).orElseThrow();
      int start = cursor.position();
      int number = parseRegister(alternative);
      if (number >= 0) {
        encoder.set(selector.get(), 1).set(alternative, number);
        return;
      }
      cursor.back(start);
    }
    encoder.set(operand, numberInRange(operand));
  }

  private void readOptional(OperandField operand, InstructionEncoder encoder) {
    int start = cursor.position();
    boolean wasFirst = first;
    if (nextOperand()) {
      long value =
          switch (operand.kind()) {
            case GOVERNING_PREDICATE -> parseRegister(operand);
            case KEYWORD_REGISTER ->
                cursor.word().equals(operand.keyword()) ? parseRegister(operand) : -1;
            case FLAG -> cursor.word().equals(operand.keyword()) ? 1 : -1;
            default ->
                operand
                    .vocabulary()
                    .orElseThrow()
                    .bySpelling(cursor.word())
                    .map(EncodedName::code)
                    .orElse(-1);
          };
      if (value >= 0) {
        encoder.set(operand, value);
        return;
      }
    }
    cursor.back(start);
    first = wasFirst;
  }

  private void readName(OperandField operand, InstructionEncoder encoder) throws Problem {
    int column = cursor.column();
    String word = cursor.word();
    FieldVocabulary vocabulary = operand.vocabulary().orElseThrow();
    Optional<EncodedName> name = vocabulary.bySpelling(word);
    if (name.isEmpty()) {
      throw new Problem(column, "'" + word + "' is not one of " + vocabulary.spellings());
    }
    encoder.set(operand, name.get().code());
  }

  private int registerNumber(OperandField operand) throws Problem {
    int column = cursor.column();
    int number = parseRegister(operand);
    if (number < 0) {
      throw new Problem(
          column, "expected a register of class " + operand.registerClass().orElseThrow());
    }
    return number;
  }

  private int parseRegister(OperandField operand) {
    return operand.registerClass().orElseThrow().parse(cursor.word());
  }

  private long numberInRange(OperandField operand) throws Problem {
    return checkedRange(operand, number());
  }

  private long number() throws Problem {
    int column = cursor.column();
    OptionalLong number = cursor.number();
    if (number.isEmpty()) {
      throw new Problem(column, "expected a number");
    }
    return number.getAsLong();
  }

  private long checkedRange(OperandField operand, long value) throws Problem {
    if (!operand.field().fits(value)) {
      throw new Problem(cursor.column(), operand.role() + " cannot hold " + value);
    }
    return value;
  }

  /** Words up to a branch target or in a body, as a number or by a label. */
  private long distance(OperandField operand) throws Problem {
    int column = cursor.column();
    OptionalLong number = cursor.number();
    if (number.isPresent()) {
      return checkedRange(operand, number.getAsLong());
    }
    String label = cursor.word();
    if (label.isEmpty() || Character.isDigit(label.charAt(0))) {
      throw new Problem(column, "expected a number or a label");
    }
    if (!labels.words().containsKey(label)) {
      throw new Problem(column, "this kernel has no label '" + label + "'");
    }
    int distance = Objects.requireNonNull(labels.words().get(label)) - labels.at();
    if (operand.kind() == OperandKind.BRANCH_TARGET) {
      return checkedRange(operand, distance);
    }
    if (distance < 2) {
      throw new Problem(column, "the label '" + label + "' must stand behind the body");
    }
    return checkedRange(operand, distance - 1L);
  }

  private boolean nextOperand() {
    boolean next = first || cursor.accept(separator);
    first = false;
    separator = ",";
    return next;
  }

  private void expectSeparator() throws Problem {
    String expected = separator;
    if (!nextOperand()) {
      throw new Problem(cursor.column(), "expected '" + expected + "'");
    }
  }

  private void expect(String text) throws Problem {
    if (!cursor.accept(text)) {
      throw new Problem(cursor.column(), "expected '" + text + "'");
    }
  }

  private void expectWord(String word) throws Problem {
    int column = cursor.column();
    if (!cursor.word().equals(word)) {
      throw new Problem(column, "expected '" + word + "'");
    }
  }
}
