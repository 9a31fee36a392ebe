package org.ptoc.passes.vmi;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.LogicalMaskType;
import org.ptoc.ir.type.LogicalVectorType;
import org.ptoc.ir.type.Type;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.vmi.LogicalMask.Shape;

/**
 * Rewrites operations on logical vectors into operations on vector registers and masks (spec/80,
 * sections 5 and 6). Each logical value becomes the registers of its form; loops and conditionals
 * carry the registers.
 */
public final class VmiToVector implements Pass {
  @Override
  public String name() {
    return "vmi-to-vector";
  }

  @Override
  public Function run(Function function, PassContext context) {
    if (!hasLogical(function)) {
      return function;
    }
    Function moved = new BroadcastsDown(function).apply(function);
    Walk walk = new Walk(moved);
    return moved.withBody(walk.region(moved.body().orElseThrow(), List.of(), List.of()));
  }

  /** Where the lanes of each vector lie in the function that {@link #run} gets. */
  public List<Diagnostic> remarks(Function function) {
    if (!hasLogical(function)) {
      return List.of();
    }
    Function moved = new BroadcastsDown(function).apply(function);
    return FormChoice.remarks(moved, new Alignment(moved));
  }

  static boolean hasLogical(Function function) {
    return function.body().filter(VmiToVector::hasLogical).isPresent();
  }

  private static boolean isLogical(Value value) {
    return value.type() instanceof LogicalVectorType || value.type() instanceof LogicalMaskType;
  }

  /** Every logical value comes from an operation with such a result; stores have operands. */
  static boolean hasLogical(Region region) {
    return region.walk().anyMatch(op -> op.results().stream().anyMatch(VmiToVector::isLogical));
  }

  private static final class Walk {
    private final Constants constants;
    private final Lowering lowering;
    private final MaskWidths widths;
    private final MemoryOrder order;
    private final Map<Value, Value> scalars = new IdentityHashMap<>();

    Walk(Function function) {
      this.constants = Constants.of(function);
      Alignment addresses = new Alignment(function);
      this.lowering = new Lowering(addresses, FormChoice.of(function, addresses));
      this.order = new MemoryOrder(addresses);
      this.widths = MaskWidths.of(function);
    }

    /** How one carried value is passed on. */
    private sealed interface Carried {
      List<Type> types();

      record Plain(Type type) implements Carried {
        @Override
        public List<Type> types() {
          return List.of(type);
        }
      }

      record Vector(ElementType element, int lanes, Form form) implements Carried {
        @Override
        public List<Type> types() {
          return java.util.Collections.nCopies(
              form.registers(element, lanes), VectorCode.type(element));
        }
      }

      record Mask(int lanes, Shape shape) implements Carried {
        @Override
        public List<Type> types() {
          return java.util.Collections.nCopies(
              MaskCode.registers(lanes, shape), VectorCode.maskType(shape.bits()));
        }
      }
    }

    private Carried carried(Value value) {
      return switch (value.type()) {
        case LogicalVectorType vector ->
            new Carried.Vector(
                VectorCode.physical(vector.element()), vector.lanes(), lowering.form(value));
        case LogicalMaskType mask ->
            new Carried.Mask(mask.lanes(), new Shape(1, widths.bits(value)));
        default -> new Carried.Plain(value.type());
      };
    }

    private List<Carried> carried(List<Value> values) {
      return values.stream().map(this::carried).toList();
    }

    /** The registers of a value, as it is passed on. */
    private List<Value> passed(Value value, Carried how, IrBuilder builder) {
      VectorCode code = new VectorCode(builder);
      return switch (how) {
        case Carried.Plain _ -> List.of(current(value));
        case Carried.Vector(ElementType element, int lanes, Form form) -> {
          RegisterVector vector = new FormChange(code).to(lowering.vector(value), form);
          List<Value> all = new ArrayList<>();
          for (int i = 0; i < form.registers(element, lanes); i++) {
            all.add(vector.register(i));
          }
          yield all;
        }
        case Carried.Mask(int lanes, Shape shape) ->
            new MaskCode(code).registers(lowering.mask(value), shape);
      };
    }

    private List<Value> passed(List<Value> values, List<Carried> how, IrBuilder builder) {
      List<Value> all = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        all.addAll(passed(values.get(i), how.get(i), builder));
      }
      return all;
    }

    /** New values for carried ones; the logical values are these registers from now on. */
    private List<Value> received(List<Value> values, List<Carried> how) {
      List<Value> all = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        Value value = values.get(i);
        if (how.get(i) instanceof Carried.Plain) {
          all.add(value);
          continue;
        }
        List<Value> registers = how.get(i).types().stream().map(Value::new).toList();
        switch (how.get(i)) {
          case Carried.Vector(ElementType element, int lanes, Form form) ->
              lowering.define(value, RegisterVector.of(element, lanes, form, registers));
          case Carried.Mask(int lanes, Shape shape) ->
              lowering.define(value, new LogicalMask.Computed(lanes, shape, registers));
          case Carried.Plain _ -> {}
        }
        all.addAll(registers);
      }
      return all;
    }

    private Value current(Value value) {
      Value replaced = scalars.get(value);
      return replaced == null ? value : current(replaced);
    }

    /**
     * @param arguments arguments of the new region
     * @param yielded how its terminator passes values on
     */
    Region region(Region region, List<Value> arguments, List<Carried> yielded) {
      IrBuilder builder = new IrBuilder(constants);
      for (Operation op : region.operations()) {
        builder.at(op.location());
        operation(op, builder, yielded);
      }
      return new Region(arguments.isEmpty() ? region.arguments() : arguments, builder.operations());
    }

    private void operation(Operation op, IrBuilder builder, List<Carried> yielded) {
      OperationForm form = op.definition().form();
      if (form.isLogical()) {
        if (order.needsBarrier(op)) {
          barrier(builder);
        }
        order.record(op);
        Operation mapped = op.mapOperands(this::current);
        Optional<Value> scalar = lowering.lower(mapped, builder);
        scalar.ifPresent(value -> scalars.put(op.results().getLast(), value));
        return;
      }
      switch (form) {
        case FOR -> loop(op, builder);
        case IF -> branch(op, builder);
        case WHILE -> repeat(op, builder);
        case YIELD -> terminator(op, 0, builder, yielded);
        case CONDITION -> terminator(op, 1, builder, yielded);
        case SELECT_SCALAR -> select(op, builder);
        case VECSCOPE, STRICT_VECSCOPE, MEMORY_BARRIER -> {
          order.clear();
          plain(op, builder);
        }
        default -> plain(op, builder);
      }
    }

    private void plain(Operation op, IrBuilder builder) {
      Operation mapped = op.mapOperands(this::current);
      builder.append(
          op.regions().isEmpty()
              ? mapped
              : mapped.withRegions(
                  op.regions().stream()
                      .map(inner -> region(inner, List.of(), List.of()))
                      .toList()));
    }

    /** Orders the stores so far before the loads that follow. */
    private void barrier(IrBuilder builder) {
      new VectorCode(builder).barrier("VST_VLD");
      order.clear();
    }

    /** Stores before a loop and of its earlier iterations come before loads in it. */
    private List<MemoryOrder.Access> enter(Operation loop, IrBuilder builder) {
      if (loop.regions().stream().anyMatch(order::needsBarrier)) {
        barrier(builder);
      }
      List<MemoryOrder.Access> before = order.state();
      loop.regions().forEach(region -> order.enter(loop, region));
      return before;
    }

    private void terminator(Operation op, int plain, IrBuilder builder, List<Carried> yielded) {
      List<Value> values = op.groups().getLast();
      List<List<Value>> groups = new ArrayList<>();
      for (int i = 0; i < plain; i++) {
        groups.add(op.group(i).stream().map(this::current).toList());
      }
      groups.add(passed(values, yielded.isEmpty() ? carried(values) : yielded, builder));
      builder.append(op.withGroups(groups));
    }

    private void loop(Operation op, IrBuilder builder) {
      List<Value> inner = op.region().arguments();
      List<Carried> how = carried(op.results());
      List<MemoryOrder.Access> before = enter(op, builder);
      List<List<Value>> groups = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        groups.add(op.group(i).stream().map(this::current).toList());
      }
      groups.add(passed(op.group(3), how, builder));
      List<Value> arguments = new ArrayList<>();
      arguments.add(inner.getFirst());
      arguments.addAll(received(inner.subList(1, inner.size()), how));
      Region body = region(op.region(), arguments, how);
      order.join(before);
      append(op, groups, how, List.of(body), builder);
    }

    private void append(
        Operation op,
        List<List<Value>> groups,
        List<Carried> how,
        List<Region> regions,
        IrBuilder builder) {
      List<Value> results = received(op.results(), how);
      builder.append(
          Operation.create(
              op.definition(), groups, results, op.attributes(), regions, op.location()));
    }

    private void branch(Operation op, IrBuilder builder) {
      List<Carried> how = carried(op.results());
      List<MemoryOrder.Access> before = order.state();
      List<MemoryOrder.Access> after = before;
      List<Region> regions = new ArrayList<>();
      for (Region region : op.regions()) {
        order.clear();
        order.join(before);
        regions.add(region(region, List.of(), how));
        List<MemoryOrder.Access> own = order.state();
        order.join(after);
        after = regions.size() == 1 ? union(before, own) : order.state();
      }
      order.join(after);
      append(op, List.of(op.group(0).stream().map(this::current).toList()), how, regions, builder);
    }

    private static List<MemoryOrder.Access> union(
        List<MemoryOrder.Access> one, List<MemoryOrder.Access> other) {
      List<MemoryOrder.Access> all = new ArrayList<>(one);
      all.addAll(other);
      return all;
    }

    private void repeat(Operation op, IrBuilder builder) {
      List<MemoryOrder.Access> earlier = enter(op, builder);
      Region before = op.regions().get(0);
      Region after = op.regions().get(1);
      List<Carried> entering = carried(before.arguments());
      List<Carried> leaving = carried(op.results());
      List<List<Value>> groups = new ArrayList<>();
      groups.add(passed(op.operands(), entering, builder));
      Region first = region(before, received(before.arguments(), entering), leaving);
      Region second = region(after, received(after.arguments(), leaving), entering);
      order.join(earlier);
      append(op, groups, leaving, List.of(first, second), builder);
    }

    /** A choice between two vectors or masks, register by register. */
    private void select(Operation op, IrBuilder builder) {
      if (!isLogical(op.result())) {
        builder.append(op.mapOperands(this::current));
        return;
      }
      Carried how = carried(op.result());
      VectorCode code = new VectorCode(builder);
      Value condition = builder.cast(current(op.operandAt(0)), ElementType.I32);
      List<Value> first = passed(op.operandAt(1), how, builder);
      List<Value> second = passed(op.operandAt(2), how, builder);
      List<Value> all = new ArrayList<>();
      for (int i = 0; i < first.size(); i++) {
        int bits =
            switch (how) {
              case Carried.Mask(_, Shape shape) -> shape.bits();
              case Carried.Vector(ElementType element, _, _) -> element.bits();
              case Carried.Plain _ -> 0;
            };
        Value count = builder.mul(condition, builder.i32(VectorCode.lanes(bits)));
        Value chosen = code.lessThan(bits, count).result(0);
        all.add(
            how instanceof Carried.Mask
                ? builder.value(Op.PSEL, first.get(i).type(), first.get(i), second.get(i), chosen)
                : code.select(chosen, first.get(i), second.get(i)));
      }
      switch (how) {
        case Carried.Vector(ElementType element, int lanes, Form form) ->
            lowering.define(op.result(), RegisterVector.of(element, lanes, form, all));
        case Carried.Mask(int lanes, Shape shape) ->
            lowering.define(op.result(), new LogicalMask.Computed(lanes, shape, all));
        case Carried.Plain _ -> {}
      }
    }
  }
}
