package org.ptoc.ir;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;

/** Builds IR in tests: a block of operations that appends what its methods make. */
public final class Block {
  private final List<Operation> operations = new ArrayList<>();
  private Attributes attributes = Attributes.EMPTY;
  private List<Region> regions = List.of();

  /** Sets an attribute of the next operation. */
  public Block with(AttributeName name, Attribute value) {
    attributes = attributes.with(name, value);
    return this;
  }

  /** Sets a string attribute of the next operation. */
  public Block with(AttributeName name, String value) {
    return with(name, new Attribute.Text(value));
  }

  /** Sets a string attribute that no row declares. */
  public Block withNamed(String name, String value) {
    attributes = attributes.withNamed(name, new Attribute.Text(value));
    return this;
  }

  /** Sets an integer attribute of the next operation. */
  public Block with(AttributeName name, long value) {
    return with(name, new Attribute.Int(value, ElementType.I64));
  }

  /** Sets the regions of the next operation. */
  public Block with(Region... newRegions) {
    regions = List.of(newRegions);
    return this;
  }

  /**
   * Appends an operation.
   *
   * @param results the result values
   * @param operands for each role a value, a list of values, or an empty list; missing trailing
   *     roles are empty
   */
  public Operation op(String name, List<Value> results, Object... operands) {
    OpDefinition definition = OpCatalog.get(name);
    List<List<Value>> groups = new ArrayList<>();
    for (Object operand : operands) {
      groups.add(operand instanceof Value value ? List.of(value) : values(operand));
    }
    while (groups.size() < definition.operands().size()) {
      groups.add(List.of());
    }
    Operation operation =
        Operation.create(
            definition,
            groups,
            results,
            attributes,
            regions,
            new Location("t.pto", operations.size() + 1, 1, 1));
    attributes = Attributes.EMPTY;
    regions = List.of();
    operations.add(operation);
    return operation;
  }

  private static List<Value> values(Object operand) {
    return ((List<?>) operand).stream().map(Value.class::cast).toList();
  }

  /** Appends an operation with one result and returns that. */
  public Value value(String name, Type result, Object... operands) {
    return op(name, List.of(new Value(result)), operands).result();
  }

  /** Appends an operation without results. */
  public Operation effect(String name, Object... operands) {
    return op(name, List.of(), operands);
  }

  /** Appends an integer constant. */
  public Value constant(long value, ElementType type) {
    return with(AttributeName.VALUE, new Attribute.Int(value, type)).value("arith.constant", type);
  }

  public Value index(long value) {
    return constant(value, ElementType.INDEX);
  }

  public Value i64(long value) {
    return constant(value, ElementType.I64);
  }

  /** The operations so far as a region. */
  public Region region(Value... arguments) {
    return new Region(List.of(arguments), operations);
  }

  /** A function of the block and a return; the block itself stays as it is. */
  public Function function(String name, Value... parameters) {
    Block end = new Block();
    end.effect("func.return", List.of());
    List<Operation> body = new ArrayList<>(operations);
    body.addAll(end.operations);
    return new Function(
        name,
        List.of(),
        Attributes.of(UnlistedAttribute.AICORE, Attribute.Unit.UNIT),
        Optional.of(new Region(List.of(parameters), body)),
        Location.NONE);
  }

  public List<Operation> operations() {
    return List.copyOf(operations);
  }

  // Types.

  public static VectorRegisterType vector(ElementType element) {
    return VectorRegisterType.full(element);
  }

  public static VectorRegisterType vector(int lanes, ElementType element) {
    return new VectorRegisterType(lanes, element);
  }

  public static MaskType mask(ElementType element) {
    return MaskType.of(element);
  }

  public static PointerType ub(ElementType element) {
    return new PointerType(element, MemorySpace.UB);
  }

  public static PointerType gm(ElementType element) {
    return new PointerType(element, MemorySpace.GM);
  }

  /** Values of the given types. */
  public static List<Value> results(Type... types) {
    return Arrays.stream(types).map(Value::new).toList();
  }
}
