package org.ptoc.passes.build;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Algebra;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.MachineOps;
import org.ptoc.ir.catalog.NamedOperation;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
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
  private final Map<Source, Value> sources = new HashMap<>();
  private final FormChoice forms;
  private final LoopForm form;
  private Location location = Location.NONE;

  /** A pure operation without operands. */
  private record Source(NamedOperation name, Attributes attributes) {}

  public IrBuilder(Constants constants) {
    this(constants, emit -> emit.apply(LoopForm.MASKED));
  }

  /**
   * @param forms chooses how the loops of each vecscope are written out
   */
  public IrBuilder(Constants constants, FormChoice forms) {
    this(constants, forms, LoopForm.MASKED);
  }

  private IrBuilder(Constants constants, FormChoice forms, LoopForm form) {
    this.constants = constants;
    this.forms = forms;
    this.form = form;
  }

  /** Chooses among forms of one vecscope. */
  public interface FormChoice {
    /**
     * @param emit the operations of the vecscope in a form; it can be called many times
     * @return what is taken
     */
    IrBuilder choose(Function<LoopForm, IrBuilder> emit);
  }

  /** How loops over vectors and rows that begin here are written out. */
  public LoopForm form() {
    return form;
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
    return new IrBuilder(constants, forms, form).at(location);
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
      NamedOperation name, List<Value> operands, List<Type> resultTypes, Attributes attributes) {
    List<List<Value>> groups = new ArrayList<>(operands.size());
    for (Value operand : operands) {
      groups.add(List.of(operand));
    }
    return createGrouped(name, groups, resultTypes, attributes);
  }

  /** Appends an operation; missing trailing roles are empty. */
  public Operation createGrouped(
      NamedOperation name,
      List<List<Value>> operandGroups,
      List<Type> resultTypes,
      Attributes attributes) {
    OpDefinition definition = name.definition();
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
  public Operation transfer(NamedOperation name, Value source, Value destination) {
    List<List<Value>> groups = new ArrayList<>();
    for (Role role : name.definition().operands()) {
      groups.add(
          switch (role.name()) {
            case SRC -> List.of(source);
            case DST -> List.of(destination);
            default -> List.of();
          });
    }
    return createGrouped(name, groups, List.of(), Attributes.EMPTY);
  }

  /** Appends an operation with one result. */
  public Value value(
      NamedOperation name, Type resultType, Attributes attributes, Value... operands) {
    return create(name, List.of(operands), List.of(resultType), attributes).result();
  }

  public Value value(NamedOperation name, Type resultType, Value... operands) {
    return value(name, resultType, Attributes.EMPTY, operands);
  }

  /** The result of a pure operation without operands, which is appended at its first use. */
  public Value once(NamedOperation name, Type resultType, Attributes attributes) {
    return sources.computeIfAbsent(
        new Source(name, attributes), key -> value(name, resultType, attributes));
  }

  /** Appends an operation without results. */
  public void effect(NamedOperation name, Attributes attributes, Value... operands) {
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
      Mnemonic mnemonic,
      List<Value> inputs,
      List<Type> resultTypes,
      Attributes fields) {
    return machine(MachineOps.get(profile, mnemonic), inputs, resultTypes, fields);
  }

  /** As that, for a row of the instruction table. */
  public Operation machine(
      InstructionDefinition row, List<Value> inputs, List<Type> resultTypes, Attributes fields) {
    return machine(MachineOps.get(row), inputs, resultTypes, fields);
  }

  private Operation machine(
      OpDefinition definition, List<Value> inputs, List<Type> resultTypes, Attributes fields) {
    List<Value> results = resultTypes.stream().map(Value::new).toList();
    Operation operation =
        Operation.create(definition, List.of(inputs), results, fields, List.of(), location);
    block.add(operation);
    return operation;
  }

  /** The attributes of a machine instruction: the numbers of its operands. */
  public static Attributes fields(OperandRole.Coded... codes) {
    Attributes attributes = Attributes.EMPTY;
    for (OperandRole.Coded coded : codes) {
      attributes = withField(attributes, coded);
    }
    return attributes;
  }

  /** The attributes of a machine instruction with one more number, or another one. */
  public static Attributes withField(Attributes fields, OperandRole.Coded coded) {
    return fields.withNamed(
        coded.role().spelling(), new Attribute.Int(coded.code(), ElementType.I64));
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
        create(
                Arithmetic.CONSTANT,
                List.of(),
                List.of(type),
                Attributes.of(AttributeName.VALUE, attribute))
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

  /** The result of an operation with two operands of one type, folded where that is possible. */
  private Value arithmetic(Arithmetic operation, Value lhs, Value rhs) {
    return folded(operation, lhs, rhs).orElseGet(() -> value(operation, lhs.type(), lhs, rhs));
  }

  /** What an operation on two integers of one type gives, where the rules of arithmetic tell it. */
  public Optional<Value> folded(Arithmetic operation, Value lhs, Value rhs) {
    OptionalLong left = constantOf(lhs);
    OptionalLong right = constantOf(rhs);
    ElementType type = (ElementType) lhs.type();
    if (left.isPresent() && right.isPresent()) {
      OptionalLong value = ScalarFolder.fold(operation, type, left.getAsLong(), right.getAsLong());
      return value.isPresent() ? Optional.of(integer(value.getAsLong(), type)) : Optional.empty();
    }
    Algebra rules = operation.algebra();
    if (right.isPresent()) {
      return chosen(rules, right.getAsLong(), rhs, lhs);
    }
    return left.isPresent() && rules.commutes()
        ? chosen(rules, left.getAsLong(), lhs, rhs)
        : Optional.empty();
  }

  /** The operand that is the result because one of the two is a certain constant. */
  private static Optional<Value> chosen(Algebra rules, long known, Value constant, Value other) {
    if (is(rules.identity(), known)) {
      return Optional.of(other);
    }
    return is(rules.absorbing(), known) ? Optional.of(constant) : Optional.empty();
  }

  private static boolean is(OptionalLong expected, long value) {
    return expected.isPresent() && expected.getAsLong() == value;
  }

  public Value add(Value lhs, Value rhs) {
    return arithmetic(Arithmetic.ADDI, lhs, rhs);
  }

  public Value sub(Value lhs, Value rhs) {
    return arithmetic(Arithmetic.SUBI, lhs, rhs);
  }

  public Value mul(Value lhs, Value rhs) {
    return arithmetic(Arithmetic.MULI, lhs, rhs);
  }

  public Value or(Value lhs, Value rhs) {
    return arithmetic(Arithmetic.ORI, lhs, rhs);
  }

  public Value and(Value lhs, Value rhs) {
    return arithmetic(Arithmetic.ANDI, lhs, rhs);
  }

  /** Shift left by a constant. */
  public Value shl(Value value, int count) {
    return arithmetic(Arithmetic.SHLI, value, like(value, count));
  }

  /** Unsigned quotient by a positive constant; powers of two become shifts. */
  public Value divide(Value value, long divisor) {
    return Long.bitCount(divisor) == 1
        ? arithmetic(Arithmetic.SHRUI, value, like(value, Long.numberOfTrailingZeros(divisor)))
        : arithmetic(Arithmetic.DIVUI, value, like(value, divisor));
  }

  /** Unsigned remainder by a positive constant; powers of two become masks. */
  public Value remainder(Value value, long divisor) {
    if (Long.bitCount(divisor) == 1) {
      return and(value, like(value, divisor - 1));
    }
    return arithmetic(Arithmetic.REMUI, value, like(value, divisor));
  }

  /** Quotient by a positive constant, rounded up, of a non-negative value. */
  public Value ceilDivide(Value value, long divisor) {
    return divide(add(value, like(value, divisor - 1)), divisor);
  }

  public Value minUnsigned(Value lhs, Value rhs) {
    return lhs == rhs ? lhs : arithmetic(Arithmetic.MINUI, lhs, rhs);
  }

  public Value maxSigned(Value lhs, Value rhs) {
    return lhs == rhs ? lhs : arithmetic(Arithmetic.MAXSI, lhs, rhs);
  }

  /** A constant of the type of another value. */
  public Value like(Value value, long constant) {
    return integer(constant, (ElementType) value.type());
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
      return value(Arithmetic.INDEX_CASTUI, type, plain);
    }
    if (plain.type() == type) {
      return plain;
    }
    return value(from.bits() > type.bits() ? Arithmetic.TRUNCI : Arithmetic.EXTUI, type, plain);
  }

  /** The same bits without a sign of their own, as the scalar operations take them. */
  public Value signless(Value value) {
    ElementType from = (ElementType) value.type();
    if (from == ElementType.INDEX || from == ElementType.signless(from.bits())) {
      return value;
    }
    return value(Op.UNREALIZED_CONVERSION_CAST, ElementType.signless(from.bits()), value);
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
    Arithmetic name = type == ElementType.INDEX ? Arithmetic.INDEX_CAST : Arithmetic.EXTSI;
    return value(name, type, signless(value));
  }

  /** {@code lhs predicate rhs} as an {@code i1}. */
  public Value compare(String predicate, Value lhs, Value rhs) {
    return value(
        Arithmetic.CMPI,
        ElementType.I1,
        Attributes.of(AttributeName.PREDICATE, new Attribute.Text(predicate)),
        lhs,
        rhs);
  }

  // Structure.

  /** A loop without carried values. */
  public void loop(Value lower, Value upper, Value step, Body body) {
    loop(
        lower,
        upper,
        step,
        List.of(),
        (inner, variable, carried) -> {
          body.emit(inner, variable);
          return carried;
        });
  }

  /**
   * A loop with carried values; {@code body} returns the next ones. Nothing when it runs zero
   * times, only its body when it runs once.
   */
  public List<Value> loop(
      Value lower, Value upper, Value step, List<Value> initial, CarryingBody body) {
    OptionalLong from = constantOf(lower);
    OptionalLong to = constantOf(upper);
    OptionalLong by = constantOf(step);
    if (from.isPresent() && to.isPresent() && by.isPresent()) {
      if (from.getAsLong() >= to.getAsLong()) {
        return initial;
      }
      if (to.getAsLong() - from.getAsLong() <= by.getAsLong()) {
        return body.emit(this, lower, initial);
      }
    }
    Value variable = new Value(ElementType.INDEX, "i");
    List<Value> carried = initial.stream().map(value -> new Value(value.type())).toList();
    IrBuilder inner = nested();
    List<Value> next = body.emit(inner, variable, carried);
    inner.createGrouped(Op.YIELD, List.of(next), List.of(), Attributes.EMPTY);
    List<Value> arguments = new ArrayList<>();
    arguments.add(variable);
    arguments.addAll(carried);
    List<Value> results = initial.stream().map(value -> new Value(value.type())).toList();
    appendFor(lower, upper, step, initial, results, new Region(arguments, inner.block));
    return results;
  }

  /**
   * A loop by steps of 1 with carried values that takes {@code block} iterations at once, a power
   * of two, and what is left behind whole blocks: at once where the number is known, else one by
   * one.
   */
  public List<Value> loopInBlocks(
      Value lower, Value upper, long block, List<Value> initial, BlockBody body) {
    Value count = sub(upper, lower);
    OptionalLong known = block == 1 ? OptionalLong.of(0) : constantOf(count);
    Value left =
        known.isPresent()
            ? like(count, Math.max(0, known.getAsLong()) % block)
            : remainder(count, block);
    Value whole = sub(upper, left);
    List<Value> carried =
        loop(
            lower,
            whole,
            like(count, block),
            initial,
            (inner, first, values) -> body.emit(inner, first, block, values));
    if (known.isPresent()) {
      long rest = Math.max(0, known.getAsLong()) % block;
      return rest == 0 ? carried : body.emit(this, whole, rest, carried);
    }
    return loop(
        whole,
        upper,
        like(count, 1),
        carried,
        (inner, first, values) -> body.emit(inner, first, 1, values));
  }

  /**
   * Several iterations of a loop at once, none of which needs another: operation by operation, with
   * their inner loops as one, where they are alike; else one after the other.
   */
  public void together(List<Consumer<IrBuilder>> iterations) {
    List<List<Operation>> blocks = new ArrayList<>();
    for (Consumer<IrBuilder> iteration : iterations) {
      IrBuilder inner = nested();
      iteration.accept(inner);
      blocks.add(inner.block);
    }
    block.addAll(Interleaving.of(blocks, constants));
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
            Op.FOR.definition(), groups, results, Attributes.EMPTY, List.of(region), location));
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
    inner.createGrouped(Op.YIELD, List.of(List.of()), List.of(), Attributes.EMPTY);
    block.add(
        Operation.create(
            Op.IF.definition(),
            List.of(List.of(condition)),
            List.of(),
            Attributes.EMPTY,
            List.of(inner.region()),
            location));
  }

  /** A vecscope; nothing when the body is empty. */
  public void vecscope(Consumer<IrBuilder> body) {
    IrBuilder inner =
        forms.choose(
            chosen -> {
              IrBuilder scope = new IrBuilder(constants, forms, chosen).at(location);
              body.accept(scope);
              return scope;
            });
    if (!inner.block.isEmpty()) {
      block.add(
          Operation.create(
              Op.VECSCOPE.definition(),
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

  /** Emits some iterations of a loop; returns the values behind them. */
  public interface BlockBody {
    List<Value> emit(IrBuilder builder, Value first, long count, List<Value> carried);
  }

  /** Emits the body of a loop with carried values. */
  public interface CarryingBody {
    List<Value> emit(IrBuilder builder, Value variable, List<Value> carried);
  }
}
