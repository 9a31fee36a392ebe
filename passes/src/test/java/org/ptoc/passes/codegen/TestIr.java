package org.ptoc.passes.codegen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.MachineOps;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;

/** Writes IR for tests; nothing is folded. */
final class TestIr {
  static final PointerType GM_I64 = new PointerType(ElementType.I64, MemorySpace.GM);
  static final PointerType UB_F32 = new PointerType(ElementType.F32, MemorySpace.UB);
  static final VectorRegisterType VECTOR = new VectorRegisterType(64, ElementType.I32);
  static final Type ALIGN = AlignType.ALIGN;
  static final Type MASK = MaskType.B32;

  private final List<Operation> block = new ArrayList<>();
  private int line;

  static org.ptoc.ir.Function function(List<Value> parameters, Consumer<TestIr> body) {
    TestIr ir = new TestIr();
    body.accept(ir);
    ir.effect("func.return", Attributes.EMPTY);
    return new org.ptoc.ir.Function(
        "kernel",
        List.of(),
        Attributes.EMPTY,
        Optional.of(new Region(parameters, ir.block)),
        new Location("test.pto", 1, 1, 1));
  }

  List<Operation> operations() {
    return block;
  }

  private Location location() {
    return new Location("test.pto", ++line, 1, 1);
  }

  Operation add(
      String name,
      List<List<Value>> groups,
      List<Type> results,
      Attributes attributes,
      Region... regions) {
    OpDefinition definition = OpCatalog.get(name);
    List<List<Value>> all = new ArrayList<>(groups);
    while (all.size() < definition.operands().size()) {
      all.add(List.of());
    }
    Operation operation =
        Operation.create(
            definition,
            all,
            results.stream().map(Value::new).toList(),
            attributes,
            Arrays.asList(regions),
            location());
    block.add(operation);
    return operation;
  }

  /** One value for each role. */
  Value value(String name, Type type, Attributes attributes, Value... operands) {
    return add(name, Arrays.stream(operands).map(List::of).toList(), List.of(type), attributes)
        .result();
  }

  Value value(String name, Type type, Value... operands) {
    return value(name, type, Attributes.EMPTY, operands);
  }

  void effect(String name, Attributes attributes, Value... operands) {
    add(name, Arrays.stream(operands).map(List::of).toList(), List.of(), attributes);
  }

  Value constant(long value, ElementType type) {
    return value(
        "arith.constant",
        type,
        Attributes.of(
            AttributeName.VALUE,
            type.isFloat() ? new Attribute.Real(value, type) : new Attribute.Int(value, type)));
  }

  Value index(long value) {
    return constant(value, ElementType.INDEX);
  }

  Value compare(String predicate, Value left, Value right) {
    return value(
        "arith.cmpi",
        ElementType.I1,
        Attributes.of(AttributeName.PREDICATE, new Attribute.Text(predicate)),
        left,
        right);
  }

  /** An {@code isa.} operation; attributes as {@code name=number}. */
  Operation isa(String mnemonic, List<Value> operands, List<Type> results, String... attributes) {
    OpDefinition definition = MachineOps.find(MachineOps.PREFIX + mnemonic).orElseThrow();
    Attributes all = Attributes.EMPTY;
    for (String each : attributes) {
      int equal = each.indexOf('=');
      long number = Long.parseLong(each.substring(equal + 1));
      all = all.withNamed(each.substring(0, equal), new Attribute.Int(number, ElementType.I64));
    }
    Operation operation =
        Operation.create(
            definition,
            List.of(operands),
            results.stream().map(Value::new).toList(),
            all,
            List.of(),
            location());
    block.add(operation);
    return operation;
  }

  List<Value> loop(
      Value lower,
      Value upper,
      Value step,
      List<Value> init,
      BiFunction<TestIr, List<Value>, List<Value>> body) {
    List<Value> arguments = new ArrayList<>();
    arguments.add(new Value(lower.type()));
    init.forEach(each -> arguments.add(new Value(each.type())));
    TestIr inner = nested();
    inner.yield(body.apply(inner, arguments));
    return add(
            "scf.for",
            List.of(List.of(lower), List.of(upper), List.of(step), init),
            types(init),
            Attributes.EMPTY,
            new Region(arguments, inner.block))
        .results();
  }

  List<Value> choose(
      Value condition,
      List<Type> results,
      Function<TestIr, List<Value>> whenTrue,
      Function<TestIr, List<Value>> whenFalse) {
    TestIr first = nested();
    first.yield(whenTrue.apply(first));
    TestIr second = nested();
    second.yield(whenFalse.apply(second));
    return add(
            "scf.if",
            List.of(List.of(condition)),
            results,
            Attributes.EMPTY,
            Region.of(first.block),
            Region.of(second.block))
        .results();
  }

  /** {@code before} returns the condition followed by the forwarded values. */
  List<Value> loopWhile(
      List<Value> init,
      BiFunction<TestIr, List<Value>, List<Value>> before,
      BiFunction<TestIr, List<Value>, List<Value>> after) {
    List<Value> carried = init.stream().map(each -> new Value(each.type())).toList();
    TestIr first = nested();
    List<Value> decision = before.apply(first, carried);
    List<Value> forwarded = decision.subList(1, decision.size());
    first.add(
        "scf.condition",
        List.of(List.of(decision.getFirst()), forwarded),
        List.of(),
        Attributes.EMPTY);
    List<Value> arguments = forwarded.stream().map(each -> new Value(each.type())).toList();
    TestIr second = nested();
    second.yield(after.apply(second, arguments));
    return add(
            "scf.while",
            List.of(init),
            types(forwarded),
            Attributes.EMPTY,
            new Region(carried, first.block),
            new Region(arguments, second.block))
        .results();
  }

  void vecscope(Consumer<TestIr> body) {
    TestIr inner = nested();
    body.accept(inner);
    add("pto.vecscope", List.of(), List.of(), Attributes.EMPTY, Region.of(inner.block));
  }

  void yield(List<Value> values) {
    add("scf.yield", List.of(values), List.of(), Attributes.EMPTY);
  }

  private TestIr nested() {
    return new TestIr();
  }

  static List<Type> types(List<Value> values) {
    return values.stream().map(Value::type).toList();
  }
}
