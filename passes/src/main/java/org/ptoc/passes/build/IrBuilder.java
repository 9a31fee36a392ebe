package org.ptoc.passes.build;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.MachineOps;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.Type;

/**
 * Appends operations to a block. Scalar helpers fold constants and identities at once, so that a
 * lowering can be written for the general case and still leaves no dead arithmetic behind for
 * static shapes.
 */
public final class IrBuilder {
  private final List<Operation> block = new ArrayList<>();
  private final Constants constants;
  private final Map<Attribute, Value> local = new HashMap<>();
  private Location location = Location.NONE;

  public IrBuilder(Constants constants) {
    this.constants = constants;
  }

  /** The place that following operations carry. */
  public IrBuilder at(Location newLocation) {
    location = newLocation;
    return this;
  }

  public Location location() {
    return location;
  }

  public Constants constants() {
    return constants;
  }

  /** A builder for a nested region at the same place. */
  public IrBuilder nested() {
    return new IrBuilder(constants).at(location);
  }

  /** The operations so far. */
  public List<Operation> operations() {
    return List.copyOf(block);
  }

  /** The operations so far as a region without arguments. */
  public Region region() {
    return Region.of(block);
  }

  public void append(Operation operation) {
    block.add(operation);
  }

  /** Appends an operation whose every operand role has exactly one value. */
  public Operation create(
      String name, List<Value> operands, List<Type> resultTypes, Attributes attributes) {
    List<List<Value>> groups = new ArrayList<>(operands.size());
    for (Value operand : operands) {
      groups.add(List.of(operand));
    }
    return createGrouped(name, groups, resultTypes, attributes);
  }

  /** Appends an operation; missing trailing roles are empty. */
  public Operation createGrouped(
      String name, List<List<Value>> operandGroups, List<Type> resultTypes, Attributes attributes) {
    OpDefinition definition = OpCatalog.get(name);
    List<List<Value>> groups = new ArrayList<>(operandGroups);
    List<Role> roles = definition.operands();
    while (groups.size() < roles.size()) {
      groups.add(List.of());
    }
    List<Value> results = resultTypes.stream().map(Value::new).toList();
    Operation operation =
        Operation.create(definition, groups, results, attributes, List.of(), location);
    block.add(operation);
    return operation;
  }

  /** Appends an operation that takes {@code src} to {@code dst} and nothing else. */
  public Operation transfer(String name, Value source, Value destination) {
    List<List<Value>> groups = new ArrayList<>();
    for (Role role : OpCatalog.get(name).operands()) {
      groups.add(
          switch (role.name()) {
            case "src" -> List.of(source);
            case "dst" -> List.of(destination);
            default -> List.of();
          });
    }
    return createGrouped(name, groups, List.of(), Attributes.EMPTY);
  }

  /** Appends an operation with one result. */
  public Value value(String name, Type resultType, Attributes attributes, Value... operands) {
    return create(name, List.of(operands), List.of(resultType), attributes).result();
  }

  public Value value(String name, Type resultType, Value... operands) {
    return value(name, resultType, Attributes.EMPTY, operands);
  }

  /** Appends an operation without results. */
  public void effect(String name, Attributes attributes, Value... operands) {
    create(name, List.of(operands), List.of(), attributes);
  }

  /**
   * Appends a machine instruction.
   *
   * @param inputs registers that the row reads, in row order
   * @param resultTypes types of the registers that the row writes, in row order
   * @param fields the other operands by role name
   */
  public Operation machine(
      Profile profile,
      String mnemonic,
      List<Value> inputs,
      List<Type> resultTypes,
      Attributes fields) {
    List<Value> results = resultTypes.stream().map(Value::new).toList();
    Operation operation =
        Operation.create(
            MachineOps.get(profile, mnemonic),
            List.of(inputs),
            results,
            fields,
            List.of(),
            location);
    block.add(operation);
    return operation;
  }

  /** The attributes of a machine instruction from alternating role names and codes. */
  public static Attributes fields(Object... namesAndCodes) {
    Attributes attributes = Attributes.EMPTY;
    for (int i = 0; i < namesAndCodes.length; i += 2) {
      long code = ((Number) namesAndCodes[i + 1]).longValue();
      attributes =
          attributes.with((String) namesAndCodes[i], new Attribute.Int(code, ElementType.I64));
    }
    return attributes;
  }

  // Constants.

  public Value index(long value) {
    return integer(value, ElementType.INDEX);
  }

  public Value i64(long value) {
    return integer(value, ElementType.I64);
  }

  public Value i32(long value) {
    return integer(value, ElementType.I32);
  }

  /** An integer constant, reduced to the width of its type. */
  public Value integer(long value, ElementType type) {
    return constant(new Attribute.Int(wrap(value, type), type), type);
  }

  /** A constant from the bit pattern of any scalar type. */
  public Value pattern(long bits, ElementType type) {
    return type.isFloat() ? constant(new Attribute.Real(bits, type), type) : integer(bits, type);
  }

  private Value constant(Attribute attribute, ElementType type) {
    Value known = local.get(attribute);
    if (known != null) {
      return known;
    }
    Value value =
        create("arith.constant", List.of(), List.of(type), Attributes.of("value", attribute))
            .result();
    constants.put(value, attribute);
    local.put(attribute, value);
    return value;
  }

  /** Sign-extends the low bits of a value. */
  public static long wrap(long value, ElementType type) {
    int unused = 64 - type.bits();
    return type == ElementType.I1 ? value & 1 : value << unused >> unused;
  }

  /** The constant behind an integer or index value. */
  public OptionalLong constantOf(Value value) {
    return constants.integer(value);
  }

  // Integer arithmetic with folding. Both operands have one type.

  public Value add(Value lhs, Value rhs) {
    return binary("arith.addi", lhs, rhs, Long::sum, 0, true);
  }

  public Value sub(Value lhs, Value rhs) {
    return binary("arith.subi", lhs, rhs, (a, b) -> a - b, 0, false);
  }

  public Value mul(Value lhs, Value rhs) {
    if (isConstant(lhs, 0) || isConstant(rhs, 1)) {
      return lhs;
    }
    if (isConstant(rhs, 0)) {
      return rhs;
    }
    return binary("arith.muli", lhs, rhs, (a, b) -> a * b, 1, true);
  }

  public Value or(Value lhs, Value rhs) {
    return binary("arith.ori", lhs, rhs, (a, b) -> a | b, 0, true);
  }

  public Value and(Value lhs, Value rhs) {
    return binary("arith.andi", lhs, rhs, (a, b) -> a & b, -1, true);
  }

  /** Shift left by a constant. */
  public Value shl(Value value, int count) {
    return count == 0
        ? value
        : binary("arith.shli", value, like(value, count), (a, b) -> a << b, 0, false);
  }

  /** Unsigned quotient by a positive constant; powers of two become shifts. */
  public Value divide(Value value, long divisor) {
    if (divisor == 1) {
      return value;
    }
    if (Long.bitCount(divisor) == 1) {
      int count = Long.numberOfTrailingZeros(divisor);
      return binary("arith.shrui", value, like(value, count), (a, b) -> a >>> b, 0, false);
    }
    return binary("arith.divui", value, like(value, divisor), Long::divideUnsigned, 1, false);
  }

  /** Unsigned remainder by a positive constant; powers of two become masks. */
  public Value remainder(Value value, long divisor) {
    if (Long.bitCount(divisor) == 1) {
      return and(value, like(value, divisor - 1));
    }
    return binary("arith.remui", value, like(value, divisor), Long::remainderUnsigned, 0, false);
  }

  /** Quotient by a positive constant, rounded up, of a non-negative value. */
  public Value ceilDivide(Value value, long divisor) {
    return divide(add(value, like(value, divisor - 1)), divisor);
  }

  public Value minUnsigned(Value lhs, Value rhs) {
    if (lhs == rhs) {
      return lhs;
    }
    return binary(
        "arith.minui", lhs, rhs, (a, b) -> Long.compareUnsigned(a, b) <= 0 ? a : b, -1, true);
  }

  public Value maxSigned(Value lhs, Value rhs) {
    if (lhs == rhs) {
      return lhs;
    }
    return binary("arith.maxsi", lhs, rhs, Math::max, Long.MIN_VALUE, true);
  }

  /** A constant of the type of another value. */
  public Value like(Value value, long constant) {
    return integer(constant, (ElementType) value.type());
  }

  private boolean isConstant(Value value, long expected) {
    OptionalLong known = constantOf(value);
    return known.isPresent() && known.getAsLong() == expected;
  }

  private interface Fold {
    long apply(long lhs, long rhs);
  }

  private Value binary(
      String name, Value lhs, Value rhs, Fold fold, long identity, boolean commutes) {
    OptionalLong left = constantOf(lhs);
    OptionalLong right = constantOf(rhs);
    if (left.isPresent() && right.isPresent()) {
      return integer(fold.apply(left.getAsLong(), right.getAsLong()), (ElementType) lhs.type());
    }
    if (right.isPresent() && right.getAsLong() == identity) {
      return lhs;
    }
    if (commutes && left.isPresent() && left.getAsLong() == identity) {
      return rhs;
    }
    return value(name, lhs.type(), lhs, rhs);
  }

  /** Converts between index and integers, or between integer widths; unsigned when it widens. */
  public Value cast(Value value, ElementType type) {
    ElementType from = (ElementType) value.type();
    if (from == type) {
      return value;
    }
    OptionalLong known = constantOf(value);
    if (known.isPresent()) {
      long bits =
          from.bits() < 64 ? known.getAsLong() & (1L << from.bits()) - 1 : known.getAsLong();
      return integer(bits, type);
    }
    Value plain = signless(value);
    if (from == ElementType.INDEX || type == ElementType.INDEX) {
      return value("arith.index_castui", type, plain);
    }
    if (plain.type() == type) {
      return plain;
    }
    return value(from.bits() > type.bits() ? "arith.trunci" : "arith.extui", type, plain);
  }

  /** The same bits without a sign of their own, as the scalar operations take them. */
  public Value signless(Value value) {
    ElementType from = (ElementType) value.type();
    if (from == ElementType.INDEX || from == ElementType.signless(from.bits())) {
      return value;
    }
    return value("builtin.unrealized_conversion_cast", ElementType.signless(from.bits()), value);
  }

  /** A wider signless integer or index with the sign of the value. */
  public Value extendSigned(Value value, ElementType type) {
    ElementType from = (ElementType) value.type();
    if (from.bits() >= type.bits()) {
      return cast(value, type);
    }
    OptionalLong known = constantOf(value);
    if (known.isPresent()) {
      int unused = Long.SIZE - from.bits();
      return integer(known.getAsLong() << unused >> unused, type);
    }
    String name = type == ElementType.INDEX ? "arith.index_cast" : "arith.extsi";
    return value(name, type, signless(value));
  }

  /** {@code lhs predicate rhs} as an {@code i1}. */
  public Value compare(String predicate, Value lhs, Value rhs) {
    return value(
        "arith.cmpi",
        ElementType.I1,
        Attributes.of("predicate", new Attribute.Text(predicate)),
        lhs,
        rhs);
  }

  // Structure.

  /**
   * A loop without carried values; nothing when it runs zero times, only its body when it runs
   * once.
   */
  public void loop(Value lower, Value upper, Value step, Body body) {
    OptionalLong from = constantOf(lower);
    OptionalLong to = constantOf(upper);
    OptionalLong by = constantOf(step);
    if (from.isPresent() && to.isPresent() && by.isPresent()) {
      if (from.getAsLong() >= to.getAsLong()) {
        return;
      }
      if (to.getAsLong() - from.getAsLong() <= by.getAsLong()) {
        body.emit(this, lower);
        return;
      }
    }
    Value variable = new Value(ElementType.INDEX, "i");
    IrBuilder inner = nested();
    body.emit(inner, variable);
    inner.createGrouped("scf.yield", List.of(List.of()), List.of(), Attributes.EMPTY);
    appendFor(lower, upper, step, List.of(), List.of(), new Region(List.of(variable), inner.block));
  }

  /** A loop with carried values; {@code body} returns the next ones. */
  public List<Value> loop(
      Value lower, Value upper, Value step, List<Value> initial, CarryingBody body) {
    Value variable = new Value(ElementType.INDEX, "i");
    List<Value> carried = initial.stream().map(value -> new Value(value.type())).toList();
    IrBuilder inner = nested();
    List<Value> next = body.emit(inner, variable, carried);
    inner.createGrouped("scf.yield", List.of(next), List.of(), Attributes.EMPTY);
    List<Value> arguments = new ArrayList<>();
    arguments.add(variable);
    arguments.addAll(carried);
    List<Value> results = initial.stream().map(value -> new Value(value.type())).toList();
    appendFor(lower, upper, step, initial, results, new Region(arguments, inner.block));
    return results;
  }

  private void appendFor(
      Value lower,
      Value upper,
      Value step,
      List<Value> initial,
      List<Value> results,
      Region region) {
    List<List<Value>> groups = List.of(List.of(lower), List.of(upper), List.of(step), initial);
    block.add(
        Operation.create(
            OpCatalog.get("scf.for"),
            groups,
            results,
            Attributes.EMPTY,
            List.of(region),
            location));
  }

  /** A conditional without results and without else part. */
  public void when(Value condition, Consumer<IrBuilder> body) {
    OptionalLong known = constantOf(condition);
    if (known.isPresent()) {
      if (known.getAsLong() != 0) {
        body.accept(this);
      }
      return;
    }
    IrBuilder inner = nested();
    body.accept(inner);
    inner.createGrouped("scf.yield", List.of(List.of()), List.of(), Attributes.EMPTY);
    block.add(
        Operation.create(
            OpCatalog.get("scf.if"),
            List.of(List.of(condition)),
            List.of(),
            Attributes.EMPTY,
            List.of(inner.region()),
            location));
  }

  /** A vecscope; nothing when the body is empty. */
  public void vecscope(Consumer<IrBuilder> body) {
    IrBuilder inner = nested();
    body.accept(inner);
    if (!inner.block.isEmpty()) {
      block.add(
          Operation.create(
              OpCatalog.get("pto.vecscope"),
              List.of(),
              List.of(),
              Attributes.EMPTY,
              List.of(inner.region()),
              location));
    }
  }

  /** Emits the body of a loop. */
  public interface Body {
    void emit(IrBuilder builder, Value variable);
  }

  /** Emits the body of a loop with carried values. */
  public interface CarryingBody {
    List<Value> emit(IrBuilder builder, Value variable, List<Value> carried);
  }

  /** The values of a list, converted. */
  public static <T> List<T> map(List<Value> values, Function<Value, T> mapping) {
    return values.stream().map(mapping).toList();
  }
}
