package org.ptoc.ir.isa;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringTokenizer;

/**
 * One row of the instruction table: everything that is known of an instruction except its cycles.
 *
 * <p>The operand list is written as in spec/40, section 8. A sigil says how a register is used:
 * {@code =f} written, {@code +f} read and written, {@code ^f} read and, when {@code post} is 1,
 * written, plain {@code f} read. {@code role@field} puts an operand of that role into another
 * field, and {@code field=4} gives a field that holds no operand its value. Brackets enclose the
 * parts of an address and {@code ->} precedes a second result, both for assembly text only.
 */
public final class InstructionDefinition {
  private final Set<Profile> profiles;
  private final WordFormat format;
  private final int operation;
  private final String mnemonic;
  private final List<OperandField> operands;
  private final List<TextElement> text;
  private final TypeRule types;
  private final SchedulingClass schedulingClass;
  private final Semantics semantics;
  private final String reference;
  private final List<Constraint> constraints;
  private final Map<BitField, Integer> fixedFields;
  private final long reservedMask;
  private final long fixedMask;
  private final long fixedBits;

  InstructionDefinition(
      Set<Profile> profiles,
      WordFormat format,
      int operation,
      String mnemonic,
      String operandText,
      TypeRule types,
      SchedulingClass schedulingClass,
      Semantics semantics,
      String reference,
      Constraint... constraints) {
    this.profiles = profiles;
    this.format = format;
    this.operation = operation;
    this.mnemonic = mnemonic;
    this.types = types;
    this.schedulingClass = schedulingClass;
    this.semantics = semantics;
    this.reference = reference;
    this.constraints = List.of(constraints);
    List<OperandField> fields = new ArrayList<>();
    List<TextElement> elements = new ArrayList<>();
    Map<BitField, Integer> fixed = new HashMap<>();
    readOperands(operandText, fields, elements, fixed);
    this.fixedFields = Map.copyOf(fixed);
    this.operands = List.copyOf(fields);
    this.text = List.copyOf(elements);
    long reserved = 0;
    long unusedMask = 0;
    long unusedBits = 0;
    for (BitField field : format.fields()) {
      if (field.is(FieldName.Z0)) {
        reserved |= field.mask();
      } else if (!holdsOperand(field) && field.lsb() >= 16) {
        unusedMask |= field.mask();
        unusedBits = field.set(unusedBits, fixedValue(field).orElse(neutral(format, field)));
      }
    }
    this.reservedMask = reserved;
    this.fixedMask = unusedMask;
    this.fixedBits = unusedBits;
  }

  /** Reads {@code "=vd va [^xb xo] pg dt"}. */
  private void readOperands(
      String operandText,
      List<OperandField> fields,
      List<TextElement> elements,
      Map<BitField, Integer> fixed) {
    StringTokenizer tokens = new StringTokenizer(operandText, " []", true);
    while (tokens.hasMoreTokens()) {
      String token = tokens.nextToken();
      switch (token) {
        case " " -> {}
        case "[" -> elements.add(TextElement.Punctuation.OPEN);
        case "]" -> elements.add(TextElement.Punctuation.CLOSE);
        case "->" -> elements.add(TextElement.Punctuation.ARROW);
        default -> {
          if (token.indexOf('=') > 0) {
            readFixed(token, fixed);
          } else {
            OperandField operand = operand(token);
            fields.add(operand);
            elements.add(new TextElement.OperandText(operand));
          }
        }
      }
    }
  }

  private void readFixed(String token, Map<BitField, Integer> fixed) {
    int equals = token.indexOf('=');
    FieldName name = FieldName.of(token.substring(0, equals));
    BitField field = format.field(name).orElseThrow(() -> noField(token));
    fixed.put(field, Integer.parseInt(token.substring(equals + 1)));
  }

  private IllegalStateException noField(String token) {
    return new IllegalStateException(mnemonic + " names no field of " + format + ": " + token);
  }

  private OperandField operand(String token) {
    Access access =
        switch (token.charAt(0)) {
          case '=' -> Access.WRITE;
          case '+' -> Access.READ_WRITE;
          case '^' -> Access.WRITE_IF_POST;
          default -> Access.READ;
        };
    String name = access == Access.READ ? token : token.substring(1);
    int at = name.indexOf('@');
    FieldName fieldName = FieldName.of(at < 0 ? name : name.substring(at + 1));
    Optional<BitField> field = format.field(fieldName);
    if (field.isEmpty()) {
      throw noField(token);
    }
    return OperandField.of(
        OperandRole.of(at < 0 ? name : name.substring(0, at)), field.get(), access);
  }

  private boolean holdsOperand(BitField field) {
    for (OperandField operand : operands) {
      if (operand.field() == field) {
        return true;
      }
    }
    return false;
  }

  /** The value that the row gives to a field without an operand; empty when it gives none. */
  public Optional<Integer> fixedValue(BitField field) {
    return Optional.ofNullable(fixedFields.get(field));
  }

  /** The value of a field that an operation does not list (spec/40, 10.2). */
  static int neutral(WordFormat format, BitField field) {
    return switch (FieldName.of(field.name())) {
      case DT, DT2 -> DataType.NONE.code();
      case PG -> RegisterClass.P.constantRegister();
      case XO, C0, C1, XQ, XR -> RegisterClass.X.constantRegister();
      case XC ->
          format == WordFormat.K || format == WordFormat.F ? RegisterClass.X.constantRegister() : 0;
      default -> 0;
    };
  }

  public WordFormat format() {
    return format;
  }

  /** The operation number in bits 15:6. */
  public int operation() {
    return operation;
  }

  public String mnemonic() {
    return mnemonic;
  }

  /** The operands in the order of assembly text; every one has a field of its own. */
  public List<OperandField> operands() {
    return operands;
  }

  /** The operand with {@code role}; empty when the instruction has none. */
  public Optional<OperandField> operand(OperandRole role) {
    for (OperandField operand : operands) {
      if (operand.role() == role) {
        return Optional.of(operand);
      }
    }
    return Optional.empty();
  }

  /** The operand that a field holds; empty when the instruction does not use the field. */
  public Optional<OperandField> operandInField(FieldName name) {
    return format.field(name).flatMap(this::operandInField);
  }

  /** The operand that a field of the format holds; empty when it holds none. */
  public Optional<OperandField> operandInField(BitField field) {
    for (OperandField operand : operands) {
      if (operand.field() == field) {
        return Optional.of(operand);
      }
    }
    return Optional.empty();
  }

  public TypeRule types() {
    return types;
  }

  public SchedulingClass schedulingClass() {
    return schedulingClass;
  }

  /** The pipe that executes the instruction. */
  public Pipe pipe() {
    return schedulingClass.pipe();
  }

  /** True if cores of {@code kind} execute it. */
  public boolean isFor(CoreKind kind) {
    return schedulingClass.isFor(kind);
  }

  /** What texts put between two types: operands of a product, or source and result. */
  public String betweenTypes() {
    return format == WordFormat.K ? " x " : " to ";
  }

  public Semantics semantics() {
    return semantics;
  }

  /** Where the documents describe it: {@code 40#8 10#vadd}. */
  public String reference() {
    return reference;
  }

  /** True if the instruction is in {@code profile}. */
  public boolean isIn(Profile profile) {
    return profiles.contains(profile);
  }

  /**
   * The operand that must name the destination register when the word merges, that is when {@code
   * mrg} is 1; empty when no operand is an accumulator (spec/40, 7.4).
   */
  public Optional<OperandField> accumulator() {
    for (Constraint constraint : constraints) {
      switch (constraint) {
        case ACCUMULATOR_VC -> {
          return operandInField(FieldName.VC);
        }
        case ACCUMULATOR_VB -> {
          return operandInField(FieldName.VB);
        }
        default -> {}
      }
    }
    return Optional.empty();
  }

  /**
   * True if the instruction copies a register, so that its two registers must differ (spec/40,
   * 10.2).
   */
  public boolean isCopy() {
    return constraints.contains(Constraint.DISTINCT_REGISTERS);
  }

  List<TextElement> text() {
    return text;
  }

  List<Constraint> constraints() {
    return constraints;
  }

  /** The reserved bits of the format. */
  long reservedMask() {
    return reservedMask;
  }

  /** The bits of all fields that hold no operand. */
  long fixedMask() {
    return fixedMask;
  }

  /**
   * The bits that are equal in all words of the instruction: class, operation, reserved bits and
   * fields that hold no operand. A word has the instruction when these are {@link #requiredBits}.
   */
  public long requiredMask() {
    return fixedMask | reservedMask | WordFormat.CLASS.mask() | WordFormat.OPERATION.mask();
  }

  /** The values of the bits of {@link #requiredMask}; all others are 0. */
  public long requiredBits() {
    return emptyWord();
  }

  /** The word with neutral fields and every operand field zero. */
  long emptyWord() {
    return fixedBits
        | WordFormat.CLASS.set(0, format.number())
        | WordFormat.OPERATION.set(0, operation);
  }

  /** The neutral value of all fields that hold no operand. */
  long fixedBits() {
    return fixedBits;
  }

  @Override
  public String toString() {
    return mnemonic;
  }
}
