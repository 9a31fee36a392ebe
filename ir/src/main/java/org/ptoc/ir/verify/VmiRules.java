package org.ptoc.ir.verify;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.catalog.Conversions;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.LogicalMaskType;
import org.ptoc.ir.type.LogicalVectorType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.Type;

/** Operations on logical vectors (spec/80, sections 2 to 4 and the faults of section 10). */
final class VmiRules {
  private static final int BLOCK = 32;
  private static final RoleName[] MASKS = {RoleName.MASK, RoleName.SEED};

  private VmiRules() {}

  private static LogicalVectorType vector(Check check, RoleName role) {
    return (LogicalVectorType) check.type(role);
  }

  private static ElementType element(Check check, RoleName role) {
    return vector(check, role).element();
  }

  private static int lanes(Type type) {
    return switch (type) {
      case LogicalVectorType vector -> vector.lanes();
      case LogicalMaskType mask -> mask.lanes();
      default -> throw new IllegalArgumentException(type.spelling());
    };
  }

  // What all operations have.

  /** Masks govern the lanes of the data, and {@code pmode} names a value that exists. */
  private static void common(Check check, LogicalVectorType data) {
    for (RoleName role : MASKS) {
      if (hasRole(check, role)) {
        check.find(role).ifPresent(mask -> governs(check, mask, data));
      }
    }
    boolean selects = hasRole(check, RoleName.MASK) && !isOptional(check, RoleName.MASK);
    if (!selects
        && check.op().attributes().text(AttributeName.PMODE).filter("merge"::equals).isPresent()) {
      check.error(
          DiagnosticCode.BAD_ATTRIBUTE,
          "pmode is \"merge\", but there is no older value to keep; select it with pto.vmi.vsel");
    }
  }

  private static boolean hasRole(Check check, RoleName name) {
    return check.op().definition().operands().stream().anyMatch(role -> role.name() == name);
  }

  private static boolean isOptional(Check check, RoleName name) {
    return check.op().definition().operands().stream()
        .anyMatch(role -> role.name() == name && role.arity() == Role.Arity.OPTIONAL);
  }

  private static void governs(Check check, Value mask, LogicalVectorType data) {
    LogicalMaskType type = (LogicalMaskType) mask.type();
    if (type.lanes() != data.lanes()) {
      check.error(
          DiagnosticCode.TYPE_MISMATCH,
          "the mask has " + type.lanes() + " lanes, the data " + data.lanes());
    }
    type.granularity()
        .filter(width -> width != MaskType.of(data.element()))
        .ifPresent(
            width ->
                check.error(
                    DiagnosticCode.MASK_GRANULARITY,
                    type.spelling() + " cannot govern " + data.element().bits() + "-bit elements"));
  }

  private static void legal(Check check, RoleName role) {
    check.legalElement(element(check, role));
  }

  /** All vectors have one legal type. */
  private static void uniform(Check check, RoleName first, RoleName... others) {
    check.oneType(first, others);
    legal(check, first);
    common(check, vector(check, first));
  }

  static void unary(Check check) {
    uniform(check, RoleName.INPUT, RoleName.RESULT);
  }

  static void binary(Check check) {
    uniform(check, RoleName.LHS, RoleName.RHS, RoleName.RESULT);
  }

  static void not(Check check) {
    logic(check, RoleName.INPUT, RoleName.RESULT);
  }

  static void bitwise(Check check) {
    logic(check, RoleName.LHS, RoleName.RHS, RoleName.RESULT);
  }

  /** Of vectors, or of masks without a mask. */
  private static void logic(Check check, RoleName first, RoleName... others) {
    if (check.type(first) instanceof LogicalVectorType) {
      uniform(check, first, others);
      return;
    }
    check.oneType(first, others);
    check.require(
        !check.has(RoleName.MASK) && !check.op().attributes().has(AttributeName.PMODE),
        DiagnosticCode.BAD_OPERATION_SYNTAX,
        "of masks takes neither a mask nor pmode");
  }

  static void scalar(Check check) {
    uniform(check, RoleName.INPUT, RoleName.RESULT);
    fits(check, RoleName.SCALAR, element(check, RoleName.INPUT));
  }

  /** A scalar is of the element type; integers agree in width (spec/80, 2.2). */
  private static void fits(Check check, RoleName role, ElementType element) {
    ElementType scalar = check.scalar(role);
    boolean width = scalar.isInteger() && element.isInteger() && scalar.bits() == element.bits();
    if (scalar != element && !width) {
      check.typeError(role, scalar, element.spelling());
    }
  }

  static void shiftScalar(Check check) {
    uniform(check, RoleName.INPUT, RoleName.RESULT);
    ElementType scalar = check.scalar(RoleName.SCALAR);
    if (!scalar.isInteger() || scalar.bits() != 16) {
      check.typeError(RoleName.SCALAR, scalar, "i16");
    }
  }

  static void multiplyAdd(Check check) {
    uniform(check, RoleName.ACC, RoleName.LHS, RoleName.RHS, RoleName.RESULT);
  }

  static void axpy(Check check) {
    uniform(check, RoleName.SRC0, RoleName.SRC1, RoleName.RESULT);
    fits(check, RoleName.ALPHA, element(check, RoleName.SRC0));
  }

  static void expDifference(Check check) {
    uniform(check, RoleName.INPUT, RoleName.MAX);
    exactly(
        check,
        RoleName.RESULT,
        new LogicalVectorType(vector(check, RoleName.INPUT).lanes(), ElementType.F32));
  }

  private static void exactly(Check check, RoleName role, Type expected) {
    if (!check.type(role).equals(expected)) {
      check.typeError(role, check.type(role), expected.spelling());
    }
  }

  static void pair(Check check) {
    uniform(check, RoleName.LHS, RoleName.RHS, RoleName.LOW, RoleName.HIGH);
  }

  static void carry(Check check) {
    uniform(check, RoleName.LHS, RoleName.RHS, RoleName.RESULT);
    governs(check, check.value(RoleName.CARRY), vector(check, RoleName.LHS));
    if (hasRole(check, RoleName.CARRY_IN)) {
      governs(check, check.value(RoleName.CARRY_IN), vector(check, RoleName.LHS));
    }
  }

  static void compare(Check check) {
    uniform(check, RoleName.SRC0, RoleName.SRC1);
    comparison(check, vector(check, RoleName.SRC0));
  }

  static void compareScalar(Check check) {
    uniform(check, RoleName.SRC);
    fits(check, RoleName.SCALAR, element(check, RoleName.SRC));
    comparison(check, vector(check, RoleName.SRC));
  }

  private static void comparison(Check check, LogicalVectorType data) {
    governs(check, check.value(RoleName.RESULT), data);
    String mode = check.op().attributes().text(AttributeName.CMP).orElse("");
    check.require(
        !mode.startsWith("o") || data.element().isFloat(),
        DiagnosticCode.BAD_ATTRIBUTE,
        "cmp is \""
            + mode
            + "\", but for "
            + data.element().spelling()
            + " must be one of eq, ne, lt, le, gt, ge; the sign comes from the element type");
  }

  static void select(Check check) {
    uniform(check, RoleName.SRC0, RoleName.SRC1, RoleName.RESULT);
  }

  static void lookup(Check check) {
    uniform(check, RoleName.SRC, RoleName.RESULT);
    LogicalVectorType data = vector(check, RoleName.SRC);
    LogicalVectorType indices = vector(check, RoleName.IDX);
    boolean integers =
        indices.element().isInteger()
            && indices.element().bits() == data.element().bits()
            && indices.lanes() == data.lanes();
    if (!integers) {
      check.typeError(
          RoleName.IDX, indices, data.lanes() + " integers of " + data.element().bits() + " bits");
    }
  }

  // Masks and constants.

  static void prefix(Check check) {
    Optional<Long> groups = check.op().attributes().integer(AttributeName.NUM_GROUPS);
    Optional<Long> size = check.op().attributes().integer(AttributeName.GROUP_SIZE);
    int lanes = lanes(check.type(RoleName.RESULT));
    if (groups.isPresent() && size.isPresent() && groups.get() * size.get() != lanes) {
      check.error(
          DiagnosticCode.BAD_ATTRIBUTE,
          "num_groups * group_size is "
              + groups.get() * size.get()
              + ", but the mask has "
              + lanes
              + " lanes");
    }
  }

  static void pattern(Check check) {
    boolean free =
        check.op().definition().attributes().stream()
            .anyMatch(
                rule ->
                    rule.attribute() == AttributeName.PATTERN
                        && rule.domain() instanceof AttributeRule.Domain.Anything);
    String pattern = check.op().attributes().text(AttributeName.PATTERN).orElse("");
    check.require(
        !free || pattern.matches("PAT_VL[1-9][0-9]{0,8}"),
        DiagnosticCode.BAD_ATTRIBUTE,
        "the pattern is \"" + pattern + "\", but must be \"PAT_VLn\" with n of at least 1");
    group(check, lanes(check.type(RoleName.RESULT)));
  }

  /** The number of groups; 1 without the attribute. */
  private static int group(Check check, int lanes) {
    long groups = check.op().attributes().integer(AttributeName.GROUP).orElse(1L);
    check.require(
        lanes % groups == 0,
        DiagnosticCode.BAD_ATTRIBUTE,
        "group " + groups + " does not divide " + lanes + " lanes");
    return (int) groups;
  }

  static void constant(Check check) {
    Type result = check.type(RoleName.RESULT);
    Optional<Attribute> value = check.op().attributes().get(AttributeName.VALUE);
    if (value.isEmpty() || !(value.get() instanceof Attribute.Array array)) {
      check.error(DiagnosticCode.BAD_ATTRIBUTE, "value must be dense<...> with a tensor type");
      return;
    }
    int count = array.elements().size();
    check.require(
        count == 1 || count == lanes(result),
        DiagnosticCode.BAD_ATTRIBUTE,
        "value has " + count + " elements, the result " + lanes(result));
    boolean real = array.elements().stream().anyMatch(Attribute.Real.class::isInstance);
    boolean floats = result instanceof LogicalVectorType vector && vector.element().isFloat();
    check.require(
        floats || !real,
        DiagnosticCode.BAD_ATTRIBUTE,
        "value has fractions, but the result is " + result.spelling());
  }

  static void broadcast(Check check) {
    legal(check, RoleName.RESULT);
    LogicalVectorType result = vector(check, RoleName.RESULT);
    Optional<Long> groups = check.op().attributes().integer(AttributeName.GROUP);
    switch (check.type(RoleName.VALUE)) {
      case ElementType scalar -> {
        check.require(
            groups.isEmpty(),
            DiagnosticCode.BAD_ATTRIBUTE,
            "group needs a vector of compact values, not a scalar");
        fits(check, RoleName.VALUE, result.element());
      }
      case LogicalVectorType source -> {
        if (source.element() != result.element()) {
          check.typeError(RoleName.VALUE, source, "a vector of " + result.element().spelling());
        }
        group(check, result.lanes());
        check.require(
            source.lanes() == groups.orElse(1L),
            DiagnosticCode.TYPE_MISMATCH,
            "value has " + source.lanes() + " lanes, group count is " + groups.orElse(1L));
      }
      default ->
          check.typeError(RoleName.VALUE, check.type(RoleName.VALUE), "a scalar or logical vector");
    }
  }

  static void index(Check check) {
    legal(check, RoleName.RESULT);
    fits(check, RoleName.INDEX, element(check, RoleName.RESULT));
    group(check, vector(check, RoleName.RESULT).lanes());
  }

  // Reductions and conversions.

  static void reduce(Check check) {
    legal(check, RoleName.INPUT);
    LogicalVectorType input = vector(check, RoleName.INPUT);
    common(check, input);
    int groups = group(check, input.lanes());
    LogicalVectorType result = vector(check, RoleName.RESULT);
    check.require(
        result.lanes() == groups,
        DiagnosticCode.TYPE_MISMATCH,
        "result has " + result.lanes() + " lanes, group count is " + groups);
    if (result.element() != input.element()) {
      check.typeError(RoleName.RESULT, result, "a vector of " + input.element().spelling());
    }
    if (check.op().definition().combines() == Combining.SUM
        && input.element().isFloat()
        && !check.op().attributes().flag(AttributeName.REASSOC)) {
      check.report(
          DiagnosticCode.BAD_ATTRIBUTE,
          "a float sum needs reassoc: its order is not the text's",
          Optional.of(
              new Fix.AddAttribute(
                  check.op().location(), AttributeName.REASSOC.spelling(), "true")));
    }
  }

  static void convert(Check check) {
    LogicalVectorType input = vector(check, RoleName.INPUT);
    LogicalVectorType result = vector(check, RoleName.RESULT);
    sameLanes(check, input, result);
    ElementType source = named(check, input.element());
    ElementType target = named(check, result.element());
    Optional<Conversions.Pair> pair = Conversions.ofLogical(source, target);
    if (pair.isEmpty()) {
      check.error(
          DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
          "there is no conversion from "
              + input.element().spelling()
              + " to "
              + result.element().spelling()
              + chain(source, target));
      return;
    }
    conversionAttributes(check, pair.get());
  }

  /** Operations with an older name say the sign of signless integers themselves. */
  private static ElementType named(Check check, ElementType element) {
    if (element.kind() != ElementType.Kind.SIGNLESS) {
      return element;
    }
    return check.has(Trait.SIGNED_LANES)
        ? ElementType.SI8.withBits(element.bits())
        : check.has(Trait.UNSIGNED_LANES) ? ElementType.UI8.withBits(element.bits()) : element;
  }

  private static void sameLanes(Check check, LogicalVectorType one, LogicalVectorType other) {
    check.require(
        one.lanes() == other.lanes(),
        DiagnosticCode.TYPE_MISMATCH,
        "input has " + one.lanes() + " lanes, result " + other.lanes());
  }

  /** A legal way with one type between. */
  private static String chain(ElementType source, ElementType target) {
    for (ElementType between : ElementType.values()) {
      if (Conversions.ofLogical(source, between).isPresent()
          && Conversions.ofLogical(between, target).isPresent()) {
        return "; convert to " + between.spelling() + " first";
      }
    }
    return "";
  }

  private static void conversionAttributes(Check check, Conversions.Pair pair) {
    String name = pair.source().spelling() + " to " + pair.result().spelling();
    Optional<String> rounding = check.op().attributes().text(AttributeName.ROUNDING);
    if (rounding.isPresent()) {
      check.require(
          pair.roundings().contains(rounding.get()),
          DiagnosticCode.BAD_ATTRIBUTE,
          pair.roundings().isEmpty()
              ? name + " does not round"
              : "rounding is one of "
                  + String.join(", ", pair.roundings().split(""))
                  + " for "
                  + name);
    }
    Optional<String> saturate = check.op().attributes().text(AttributeName.SATURATE);
    boolean older = check.has(Trait.OLDER_NAME);
    if (!pair.saturates()) {
      check.require(
          saturate.isEmpty(), DiagnosticCode.BAD_ATTRIBUTE, name + " cannot overflow: no saturate");
    } else if (saturate.isEmpty() && !older) {
      check.missing(
          DiagnosticCode.BAD_ATTRIBUTE,
          name + " needs saturate, \"SAT\" or \"NOSAT\"",
          "saturate",
          List.of("SAT", "NOSAT"));
    } else if (pair.source() == ElementType.SI32
        && pair.result() == ElementType.SI8
        && saturate.filter("SAT"::equals).isPresent()) {
      check.error(
          DiagnosticCode.BAD_ATTRIBUTE,
          "si32 to si8 does not saturate; clamp with pto.vmi.vmaxs and pto.vmi.vmins, then NOSAT");
    }
  }

  static void cast(Check check) {
    legal(check, RoleName.INPUT);
    legal(check, RoleName.RESULT);
    long input = bits(vector(check, RoleName.INPUT));
    long result = bits(vector(check, RoleName.RESULT));
    check.require(
        input == result, DiagnosticCode.TYPE_MISMATCH, input + " bits cannot be seen as " + result);
  }

  private static long bits(LogicalVectorType type) {
    return (long) type.lanes() * type.element().bits();
  }

  static void histogram(Check check) {
    check.oneType(RoleName.ACC, RoleName.RESULT);
    legal(check, RoleName.ACC);
    LogicalVectorType acc = vector(check, RoleName.ACC);
    LogicalVectorType source = vector(check, RoleName.SOURCE);
    common(check, source);
    check.require(
        acc.lanes() == 256 || acc.lanes() == 128,
        DiagnosticCode.TYPE_MISMATCH,
        "acc has " + acc.lanes() + " lanes, but must have 128 or 256");
    if (source.element() != ElementType.UI8 && source.element() != ElementType.I8) {
      check.typeError(RoleName.SOURCE, source, "a vector of ui8 or i8");
    }
  }

  // Rearrangement.

  static void compress(Check check) {
    uniform(check, RoleName.INPUT, RoleName.RESULT);
  }

  static void prefixCount(Check check) {
    legal(check, RoleName.RESULT);
    governs(check, check.value(RoleName.MASK), vector(check, RoleName.RESULT));
  }

  static void shuffle(Check check) {
    LogicalVectorType source = vector(check, RoleName.SRC);
    LogicalVectorType result = vector(check, RoleName.RESULT);
    legal(check, RoleName.SRC);
    if (source.element() != result.element()) {
      check.typeError(RoleName.RESULT, result, "a vector of " + source.element().spelling());
    }
    List<Attribute> indices =
        check.op().attributes().get(AttributeName.INDICES).orElse(Attribute.Unit.UNIT)
                instanceof Attribute.Array array
            ? array.elements()
            : List.of();
    check.require(
        indices.size() == result.lanes(),
        DiagnosticCode.BAD_ATTRIBUTE,
        indices.size() + " indices for " + result.lanes() + " lanes");
    for (Attribute index : indices) {
      if (!(index instanceof Attribute.Int number)
          || number.value() < 0
          || number.value() >= source.lanes()) {
        check.error(
            DiagnosticCode.BAD_ATTRIBUTE,
            "each index must be a number from 0 to " + (source.lanes() - 1));
        return;
      }
    }
  }

  static void split(Check check) {
    channels(check, vector(check, RoleName.INPUT), check.op().results());
  }

  static void merge(Check check) {
    channels(check, vector(check, RoleName.RESULT), check.op().group(RoleName.INPUTS));
  }

  private static void channels(Check check, LogicalVectorType whole, List<Value> parts) {
    check.legalElement(whole.element());
    if (!check.require(
        parts.size() >= 2 && whole.lanes() % parts.size() == 0,
        DiagnosticCode.WRONG_OPERAND_COUNT,
        parts.size() + " channels cannot share " + whole.lanes() + " lanes")) {
      return;
    }
    LogicalVectorType expected =
        new LogicalVectorType(whole.lanes() / parts.size(), whole.element());
    for (Value part : parts) {
      if (!part.type().equals(expected)) {
        check.typeError("channel", part.type(), expected.spelling());
        return;
      }
    }
  }

  // Memory.

  static void load(Check check) {
    legal(check, RoleName.RESULT);
    LogicalVectorType result = vector(check, RoleName.RESULT);
    common(check, result);
    sameElement(check, RoleName.SOURCE, result);
    boolean two = check.has(RoleName.HIGH);
    if (two) {
      check.oneType(RoleName.RESULT, RoleName.HIGH);
    }
    String mode = mode(check, result, two);
    boolean byName =
        !check.op().definition().attributes().stream()
            .anyMatch(rule -> rule.attribute() == AttributeName.DIST_MODE);
    boolean pairs = mode.equals("dintlv") || byName && !check.has(Trait.BROADCASTS);
    check.require(
        two == pairs,
        DiagnosticCode.WRONG_OPERAND_COUNT,
        pairs ? "gives two vectors" : "gives one vector; dist_mode = \"dintlv\" gives two");
    check.require(
        !mode.equals("unpack"),
        DiagnosticCode.NOT_SUPPORTED,
        "dist_mode \"unpack\" is not supported; load the narrow elements and convert them with"
            + " pto.vmi.vcvt");
    address(check, RoleName.SOURCE);
  }

  static void store(Check check) {
    legal(check, RoleName.VALUE);
    LogicalVectorType value = vector(check, RoleName.VALUE);
    common(check, value);
    boolean two = check.has(RoleName.HIGH);
    String mode = mode(check, value, two);
    boolean byName =
        !check.op().definition().attributes().stream()
            .anyMatch(rule -> rule.attribute() == AttributeName.DIST_MODE);
    boolean blocks = byName && !two && check.has(RoleName.BLOCK_STRIDE);
    boolean pairs = mode.equals("dintlv") || byName && !blocks;
    check.require(
        two == pairs,
        DiagnosticCode.WRONG_OPERAND_COUNT,
        pairs ? "takes two vectors" : "takes one vector; dist_mode = \"dintlv\" takes two");
    if (two) {
      check.oneType(RoleName.VALUE, RoleName.HIGH);
    }
    boolean grouped = check.op().attributes().has(AttributeName.GROUP);
    check.require(
        !(grouped || two) || !check.has(RoleName.MASK),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "with groups or two vectors takes no mask");
    ElementType memory = check.pointer(RoleName.DEST).element();
    boolean narrows =
        grouped
            && check.op().attributes().integer(AttributeName.GROUP).orElse(1L) == value.lanes()
            && value.element().isInteger()
            && value.element().bits() == 32
            && memory.isInteger()
            && memory.bits() == 8;
    if (!narrows) {
      sameElement(check, RoleName.DEST, value);
    }
    address(check, RoleName.DEST);
  }

  /** Groups, block strides and other modes exclude each other; strides are there where needed. */
  private static String mode(Check check, LogicalVectorType data, boolean two) {
    String mode = check.op().attributes().text(AttributeName.DIST_MODE).orElse("continuous");
    boolean grouped = check.op().attributes().has(AttributeName.GROUP);
    boolean blocks = check.has(RoleName.BLOCK_STRIDE);
    boolean stated = !mode.equals("continuous");
    check.require(
        !(blocks && (grouped || stated || two))
            && !(grouped && stated && !mode.equals("brc"))
            && !(grouped && two),
        DiagnosticCode.BAD_ATTRIBUTE,
        "group, block stride and dist_mode exclude each other");
    if (grouped) {
      group(check, data.lanes());
    }
    check.require(
        grouped == check.has(RoleName.GROUP_STRIDE),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        grouped
            ? "with group needs the stride of the groups, an index"
            : "takes the stride of groups, but no group is given");
    return mode;
  }

  /** Memory holds the elements of the vector; integers may differ in sign. */
  private static void sameElement(Check check, RoleName pointer, LogicalVectorType vector) {
    ElementType memory = check.pointer(pointer).element();
    ElementType element = vector.element();
    boolean integers = memory.isInteger() && element.isInteger() && memory.bits() == element.bits();
    if (memory != element && !integers) {
      check.error(
          DiagnosticCode.TYPE_MISMATCH,
          "memory holds " + memory.spelling() + ", the vector " + element.spelling());
    }
  }

  /** A known address lies in UB and on an element. */
  private static void address(Check check, RoleName role) {
    OptionalLong base = check.known().address(check.value(role));
    OptionalLong offset = check.constant(RoleName.OFFSET);
    if (base.isEmpty() || offset.isEmpty()) {
      return;
    }
    PointerType pointer = check.pointer(role);
    int bytes = pointer.element().bytes();
    long address = base.getAsLong() + offset.getAsLong() * bytes;
    check.alignedAddress(role, OptionalLong.of(address), bytes);
    check.require(
        address >= 0 && address < check.profile().unifiedBufferBytes(),
        DiagnosticCode.BAD_ADDRESS,
        "byte " + address + " is outside UB");
  }

  static void maskedLoad(Check check) {
    uniform(check, RoleName.KEEP, RoleName.RESULT);
    sameElement(check, RoleName.SOURCE, vector(check, RoleName.RESULT));
    address(check, RoleName.SOURCE);
  }

  static void compressStore(Check check) {
    legal(check, RoleName.VALUE);
    common(check, vector(check, RoleName.VALUE));
    sameElement(check, RoleName.DEST, vector(check, RoleName.VALUE));
    address(check, RoleName.DEST);
  }

  static void gather(Check check) {
    legal(check, RoleName.RESULT);
    LogicalVectorType result = vector(check, RoleName.RESULT);
    common(check, result);
    if (check.has(RoleName.KEEP)) {
      check.oneType(RoleName.RESULT, RoleName.KEEP);
    }
    sameElement(check, RoleName.SOURCE, result);
    LogicalVectorType offsets = vector(check, RoleName.OFFSETS);
    if (check.has(Trait.BLOCK_OFFSETS)) {
      int least = Math.ceilDiv(result.lanes() * result.element().bytes(), BLOCK);
      unsigned(check, offsets, 32);
      check.require(
          offsets.lanes() >= least,
          DiagnosticCode.TYPE_MISMATCH,
          "offsets has " + offsets.lanes() + " lanes for " + least + " blocks");
    } else {
      indices(check, offsets, result);
    }
  }

  static void scatter(Check check) {
    legal(check, RoleName.VALUE);
    LogicalVectorType value = vector(check, RoleName.VALUE);
    common(check, value);
    sameElement(check, RoleName.DEST, value);
    indices(check, vector(check, RoleName.OFFSETS), value);
  }

  private static void indices(Check check, LogicalVectorType offsets, LogicalVectorType data) {
    check.require(
        offsets.lanes() == data.lanes(),
        DiagnosticCode.TYPE_MISMATCH,
        "offsets has " + offsets.lanes() + " lanes, the data " + data.lanes());
    unsigned(check, offsets, data.element().bits() == 32 ? 32 : 16);
  }

  private static void unsigned(Check check, LogicalVectorType offsets, int least) {
    ElementType element = offsets.element();
    if (!element.isInteger()
        || element.kind() == ElementType.Kind.SIGNED
        || element.bits() < least) {
      check.typeError(
          RoleName.OFFSETS,
          offsets,
          "a vector of unsigned or signless integers of "
              + (least == 32 ? "32" : "16 or 32")
              + " bits");
    }
  }
}
