package org.ptoc.ir.diagnostic;

import static org.ptoc.ir.diagnostic.Severity.ERROR;
import static org.ptoc.ir.diagnostic.Severity.NOTE;
import static org.ptoc.ir.diagnostic.Severity.WARNING;

import java.util.Optional;

/**
 * The stable codes of all diagnostics, {@code PTOnnnn}. Numbers are never reused. Hundreds group
 * them: 1 text, 2 types and verifier, 3 tiles and planning, 4 profiles and code generation, 5
 * objects and assembler, 6 command line and files.
 */
public enum DiagnosticCode {
  SYNTAX(1001, ERROR, "the text does not match the grammar"),
  BAD_CHARACTER(1002, ERROR, "a character that starts no token"),
  BAD_STRING(1003, ERROR, "a string that is not closed or has a bad escape"),
  BAD_NUMBER(1004, ERROR, "a number that is malformed or does not fit its type"),
  NESTED_TOO_DEEP(1005, ERROR, "regions, types or attributes nested deeper than the parser allows"),
  TEXT_LIMIT(1006, ERROR, "a name is too long, or aliases stand for too much"),
  UNKNOWN_OPERATION(1101, ERROR, "no operation has this name"),
  BAD_OPERATION_SYNTAX(1102, ERROR, "the operation exists but is not written like this"),
  UNKNOWN_TYPE(1103, ERROR, "no type has this name"),
  BAD_TYPE(1104, ERROR, "the parameters of the type are missing or wrong"),
  UNDEFINED_VALUE(1105, ERROR, "a value is used before it is defined or is out of scope"),
  REDEFINED_NAME(1106, ERROR, "a name is defined twice in one scope"),
  UNDEFINED_ALIAS(1107, ERROR, "a type or attribute alias is not defined"),
  BAD_ATTRIBUTE(1108, ERROR, "an attribute is unknown, missing, given twice or out of its domain"),
  TYPE_DISAGREES(1109, ERROR, "a type written at a use disagrees with the definition"),
  UNRESOLVED_PLACEHOLDER(1110, ERROR, "a placeholder type cannot be inferred"),
  IGNORED_ATTRIBUTE(1201, WARNING, "an attribute that nothing here reads"),
  OLDER_SPELLING(1202, WARNING, "an older spelling, read as what it meant"),

  ILLEGAL_ELEMENT_TYPE(
      2001, ERROR, "the operation does not exist for this element type on this profile"),
  TYPE_MISMATCH(2002, ERROR, "operand or result types do not fit the operation"),
  WRONG_OPERAND_COUNT(2003, ERROR, "too few or too many operands, results or types"),
  MASK_GRANULARITY(2004, ERROR, "the mask does not have the granularity of the elements"),
  WRONG_MEMORY_SPACE(2005, ERROR, "a pointer points to a memory that the operation cannot use"),
  OUTSIDE_VECSCOPE(2101, ERROR, "the operation must stand inside a vecscope"),
  INSIDE_VECSCOPE(2102, ERROR, "the operation must not stand inside a vecscope"),
  NESTED_VECSCOPE(2103, ERROR, "vecscopes do not nest"),
  VECTOR_VALUE_ESCAPES(
      2104, ERROR, "a vector, mask or align value crosses the border of a vecscope"),
  BAD_TERMINATOR(2105, ERROR, "a region or function does not end as it must"),
  NEEDS_CONSTANT(2106, ERROR, "an operand must be a constant"),
  BAD_CONSTANT(2107, ERROR, "a constant operand is out of range"),
  BAD_CAPTURE(2108, ERROR, "a strict vecscope uses a value that it does not capture"),
  WRONG_CORE(2109, ERROR, "an operation stands in code of a core that cannot do it"),
  PIPE_PROTOCOL(2111, ERROR, "an entry of a pipe is taken, used or released out of turn"),
  INFERRED_VECSCOPE(2110, NOTE, "vector operations outside of a vecscope get one"),
  UNSIGNED_COUNT(2201, WARNING, "a negative count is read as a large unsigned number"),
  MISSING_CONVERSION_ATTRIBUTE(
      2202, WARNING, "a conversion attribute is missing and takes its default"),
  SUSPICIOUS_OPERAND(2203, WARNING, "legal operands that were probably meant otherwise"),
  UNUSED_RESULT(2204, WARNING, "nothing uses what the operation computes"),
  UNMATCHED_SIGNALS(
      2205, WARNING, "cores give and take different numbers of signals or entries of pipes"),

  BAD_TILE_TYPE(3001, ERROR, "the tile type breaks a rule of layout or alignment"),
  TILE_SHAPE_MISMATCH(3002, ERROR, "valid regions or shapes of the operands do not agree"),
  TILE_CONSTRAINT(3003, ERROR, "the operands break a rule of the tile operation"),
  TILE_TOO_SMALL(3004, ERROR, "a tile has not enough room for what is written into it"),
  TILE_OVERLAP(3005, ERROR, "tiles overlap where the operation forbids it"),
  OUT_OF_UB(3006, ERROR, "the tiles of a function do not fit into the unified buffer"),
  MIXED_PLACEMENT(3007, ERROR, "a function mixes tiles with and without addresses"),
  BAD_ADDRESS(3008, ERROR, "a tile address is misaligned or out of range"),
  VIEW_MISMATCH(3009, ERROR, "a tensor view does not fit its operands or the tile"),
  SUSPICIOUS_TILE(3101, WARNING, "legal, but probably not what was meant"),
  UNPORTABLE_OVERLAP(3102, WARNING, "tiles overlap in a way that other implementations get wrong"),
  UNWRITTEN_TILE(3104, WARNING, "a tile is read, but nothing writes it"),
  UNREAD_TILE(3105, WARNING, "nothing reads or stores a tile"),
  OPEN_EXTENTS(
      3103, WARNING, "only the run knows whether valid regions fit, and nothing checks it"),
  UNFOLLOWED_SLOT(3106, NOTE, "a slot of a multi-tile that the compiler cannot follow"),
  OWN_MEMORY(3107, NOTE, "memory that the compiler takes beside the tiles: scratch, spills"),
  PIPE_ORDER(3108, NOTE, "a flag or barrier that the compiler inserted"),
  VECTOR_FORM(3109, NOTE, "where the lanes of a logical vector lie in registers"),
  LOOP_FORM(3110, NOTE, "the forms of the loops of a vecscope, with cycles"),
  HOISTED_TILE(3111, NOTE, "a tile operation that is done once, before its loop"),

  NOT_IN_PROFILE(4001, ERROR, "the operation does not exist on this profile"),
  NOT_SUPPORTED(4002, ERROR, "the operation is not supported by this version"),
  SETTING_CONFLICT(
      4003, ERROR, "option, module attribute and object disagree, mostly about the profile"),
  NO_PROFILE(4004, ERROR, "nothing says which profile to compile for"),
  UNKNOWN_KERNEL(4005, ERROR, "the file has no kernel of this name"),
  NO_KERNEL_CHOSEN(4006, ERROR, "the file has several kernels and none was chosen"),
  CODE_LIMIT(4007, ERROR, "the kernel needs more than the encoding can express"),
  RECURSIVE_CALL(4008, ERROR, "functions call each other in a circle and cannot be inlined"),
  SPILL_FORBIDDEN(4009, ERROR, "registers run out and spilling was forbidden"),
  NO_KERNEL(4011, NOTE, "the file has functions for kernels of other files, but no kernel"),
  LONE_PART(
      4013, WARNING, "a function shares a pipe with another, but no kernel has both as parts"),
  DEFAULT_PROFILE(4012, NOTE, "nothing says which profile to compile for, so it is a5"),
  INLINE_LIMIT(4010, ERROR, "calls in calls are too deep, or become too many operations"),

  BAD_OBJECT(5001, ERROR, "the object file is damaged or not ours"),
  OBJECT_VERSION(
      5002, ERROR, "the object file was made for another version of the instruction set"),
  ILLEGAL_WORD(5003, ERROR, "an instruction word does not decode"),
  ASSEMBLY_SYNTAX(5004, ERROR, "a line of assembly text cannot be read"),

  USAGE(6001, ERROR, "the command line is wrong"),
  CANNOT_READ(6002, ERROR, "a file cannot be read"),
  CANNOT_WRITE(6003, ERROR, "a file cannot be written"),
  BAD_ARGUMENT(6004, ERROR, "a kernel argument does not fit its parameter"),
  BAD_DATA_FILE(6005, ERROR, "a data file is malformed"),
  EXPECTATION(6006, ERROR, "a result differs from what was expected"),
  TRAP(6007, ERROR, "the emulated program trapped"),
  ACCESS_BEHIND_DATA(6008, WARNING, "the program accesses bytes outside of an argument"),
  ZERO_REPEAT(6009, WARNING, "a word with repeat count 0 does nothing"),
  CHECK_FAILED(6010, ERROR, "a check of a run found something"),
  FILE_TOO_LARGE(6011, ERROR, "a file is larger than what is read"),
  WORK_LIMIT(6012, ERROR, "the emulated program did more work than the limit allows"),
  OUTPUT_LIMIT(6013, WARNING, "a log or timeline was cut at its limit"),
  MORE_ERRORS(6014, ERROR, "more was found than is shown"),
  OUT_OF_RESOURCES(6015, ERROR, "the memory or the stack of the process ran out"),
  BAD_PLAN(6016, ERROR, "a plan of many runs is wrong"),
  WINDOW_OUTSIDE_VIEW(6017, WARNING, "a transfer goes through a window that leaves its view"),
  IGNORED_OPTION(6021, NOTE, "an option of another tool, which changes nothing here"),
  OTHER_ARGUMENTS(6022, NOTE, "arguments that were chosen trap, so that others were tried"),
  NOT_ORDERED(6030, ERROR, "nothing orders two accesses to the same bytes"),
  SYNCHRONIZATION_MISUSE(
      6031, ERROR, "a flag, buffer or address is used in a way that breaks the order"),
  ORDER_UNKNOWN(6032, WARNING, "whether accesses are ordered was not decided"),
  REDUNDANT_SYNCHRONIZATION(
      6033, WARNING, "a flag or barrier orders nothing that is not ordered otherwise"),
  ORDERED(6034, NOTE, "two accesses to the same bytes are ordered"),
  ORDER_COVERAGE(6035, NOTE, "whether a verdict on the order of accesses is a proof"),
  NOT_TRIED(6036, ERROR, "no trial of the order of accesses came to its end"),
  DEVICE_PIPE(6040, WARNING, "a device needs a flag behind a store of the scalar unit to UB"),
  DEVICE_SCRATCH(6041, WARNING, "a scratch tile is smaller than the vendor's library needs"),
  DEVICE_VISIBILITY(6042, WARNING, "a device may read GM before what was stored is visible"),
  DEVICE_GRANULARITY(6043, WARNING, "a device stores larger units of GM than the program does"),
  INTERNAL(6999, ERROR, "a defect of the toolchain");

  private final int number;
  private final Severity severity;
  private final String summary;

  DiagnosticCode(int number, Severity severity, String summary) {
    this.number = number;
    this.severity = severity;
    this.summary = summary;
  }

  /** {@code PTO} and four digits. */
  public String id() {
    return "PTO" + number;
  }

  /** Severity unless an option changes it. */
  public Severity severity() {
    return severity;
  }

  /** What the code means, half a sentence. */
  public String summary() {
    return summary;
  }

  /** Finds a code by its text, {@code PTO1001}. */
  public static Optional<DiagnosticCode> byId(String id) {
    for (DiagnosticCode code : values()) {
      if (code.id().equals(id)) {
        return Optional.of(code);
      }
    }
    return Optional.empty();
  }
}
