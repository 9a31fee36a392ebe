package org.ptoc.passes.storage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.NamedOperation;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.CarriedHandles;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;

/**
 * Loops and branches carry pointers, extents and strides in place of views, and views are made of
 * them again. What the type or all makers of a view say is not carried. Views of scales stay, which
 * do not lie as strides say (spec/60, 1.4), and views whose makers state different layouts.
 */
public final class CarriedViews implements Pass {
  @Override
  public String name() {
    return "carried-views";
  }

  @Override
  public Function run(Function function, PassContext context) {
    boolean carries =
        function.body().stream()
            .flatMap(Region::walk)
            .anyMatch(
                op ->
                    op.definition().form().regionRule().isControlFlow()
                        && (op.results().stream().anyMatch(CarriedViews::isView)
                            || op.operands().stream().anyMatch(CarriedViews::isView)));
    return carries ? new Scalars(single(function)).apply() : function;
  }

  /** The function without carried views that are the same on every path. */
  private static Function single(Function function) {
    return CarriedHandles.removed(function, CarriedViews::isView, value -> false);
  }

  private static boolean isView(Value value) {
    return value.type() instanceof TensorViewType;
  }

  /**
   * What is known of a carried view.
   *
   * @param strides empty where a stride is carried
   * @param layout the layout that its makers state
   */
  private record Shape(
      TensorViewType type, List<OptionalLong> strides, Optional<Attribute> layout) {
    int rank() {
      return type.dimensions().size();
    }

    boolean isOpen(int dimension) {
      return type.dimensions().get(dimension) == TensorViewType.DYNAMIC;
    }
  }

  private static final class Scalars extends Rewriter {
    private final Function function;
    private final Map<Value, Operation> origins = new IdentityHashMap<>();

    /** The values that control flow may give to one that it defines. */
    private final Map<Value, List<Value>> sources = new IdentityHashMap<>();

    private final Map<Value, Optional<Shape>> shapes = new IdentityHashMap<>();

    /** What the ends of the regions around an operation hand on to, innermost first. */
    private final Deque<List<Value>> targets = new ArrayDeque<>();

    Scalars(Function function) {
      super(function);
      this.function = function;
      function.body().ifPresent(body -> body.all().forEach(this::define));
    }

    Function apply() {
      return apply(function);
    }

    private void define(Operation op) {
      op.results().forEach(result -> origins.put(result, op));
      TileGroups.carried(
          op, (from, to) -> sources.computeIfAbsent(to, _ -> new ArrayList<>()).add(from));
    }

    /** What is known of a view that control flow defines; empty for one that stays. */
    private Optional<Shape> shape(Value carried) {
      Optional<Shape> known = shapes.get(carried);
      if (known == null) {
        known = find(carried);
        shapes.put(carried, known);
      }
      return known;
    }

    private Optional<Shape> find(Value carried) {
      if (!(carried.type() instanceof TensorViewType type)
          || type.element() == ElementType.F8E8M0) {
        return Optional.empty();
      }
      List<Optional<Operation>> makers = new ArrayList<>();
      collect(carried, makers, Collections.newSetFromMap(new IdentityHashMap<>()));
      List<Optional<Attribute>> layouts =
          makers.stream()
              .map(made -> made.flatMap(op -> op.attributes().get(AttributeName.LAYOUT)))
              .distinct()
              .toList();
      if (layouts.size() != 1) {
        return Optional.empty();
      }
      List<OptionalLong> strides = new ArrayList<>();
      for (int i = 0; i < type.dimensions().size(); i++) {
        int dimension = i;
        List<OptionalLong> all =
            makers.stream().map(made -> stride(made, dimension)).distinct().toList();
        strides.add(all.size() == 1 ? all.getFirst() : OptionalLong.empty());
      }
      return Optional.of(new Shape(type, strides, layouts.getFirst()));
    }

    /** Finds the operations that make what a view may be a part of; empty for one of elsewhere. */
    private void collect(Value view, List<Optional<Operation>> makers, Set<Value> seen) {
      if (!seen.add(view)) {
        return;
      }
      List<Value> from = sources.get(view);
      Operation op = origins.get(view);
      if (from != null) {
        from.forEach(each -> collect(each, makers, seen));
      } else if (op != null && op.definition().form() == OperationForm.PARTITION) {
        collect(op.operand(RoleName.VIEW), makers, seen);
      } else {
        makers.add(
            Optional.ofNullable(op)
                .filter(made -> made.definition().form() == OperationForm.MAKE_VIEW));
      }
    }

    private OptionalLong stride(Optional<Operation> maker, int dimension) {
      return maker
          .map(op -> op.group(RoleName.STRIDES))
          .filter(strides -> dimension < strides.size())
          .map(strides -> constants().integer(strides.get(dimension)))
          .orElse(OptionalLong.empty());
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      OperationForm form = op.definition().form();
      if (form == OperationForm.YIELD || form == OperationForm.CONDITION) {
        return op.operands().stream().anyMatch(CarriedViews::isView) && end(op, builder);
      }
      if (!form.regionRule().isControlFlow()) {
        return false;
      }
      List<List<Value>> ends = ends(op);
      if (ends.stream().flatMap(List::stream).noneMatch(CarriedViews::isView)) {
        return false;
      }
      List<List<Value>> groups = new ArrayList<>(op.groups());
      if (form.regionRule().isLoop()) {
        groups.add(flat(groups.removeLast(), ends.getLast(), builder));
      }
      List<Region> regions = new ArrayList<>();
      for (int i = 0; i < op.regions().size(); i++) {
        targets.push(ends.get(i));
        regions.add(inner(op.regions().get(i), builder));
        targets.pop();
      }
      List<Runnable> made = new ArrayList<>();
      List<Value> results = unflat(op.results(), builder, made);
      builder.append(
          Operation.create(
              op.definition(), groups, results, op.attributes(), regions, op.location()));
      made.forEach(Runnable::run);
      return true;
    }

    /**
     * The values that the end of each region hands on to; the last list has what a loop begins
     * with.
     */
    private static List<List<Value>> ends(Operation op) {
      return switch (op.definition().form().regionRule()) {
        case NONE, ONCE -> List.of();
        case BRANCHES -> Collections.nCopies(op.regions().size(), op.results());
        case COUNTED_LOOP -> {
          List<Value> arguments = op.region().arguments();
          yield List.of(arguments.subList(1, arguments.size()));
        }
        case CONDITIONAL_LOOP ->
            List.of(op.regions().getLast().arguments(), op.regions().getFirst().arguments());
      };
    }

    private Region inner(Region region, IrBuilder outer) {
      IrBuilder builder = newBuilder().at(outer.location());
      List<Runnable> made = new ArrayList<>();
      List<Value> arguments = unflat(region.arguments(), builder, made);
      made.forEach(Runnable::run);
      rewriteInto(region, builder);
      return new Region(arguments, builder.operations());
    }

    private boolean end(Operation op, IrBuilder builder) {
      List<List<Value>> groups = new ArrayList<>(op.groups());
      groups.add(flat(groups.removeLast(), targets.getFirst(), builder));
      builder.append(op.withGroups(groups));
      return true;
    }

    /** The scalars of views, as the values that they are handed on to need them. */
    private List<Value> flat(List<Value> values, List<Value> to, IrBuilder builder) {
      List<Value> flat = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        Value value = values.get(i);
        Optional<Shape> shape = shape(to.get(i));
        if (shape.isEmpty()) {
          flat.add(value);
          continue;
        }
        flat.add(builder.value(Op.TENSOR_VIEW_ADDR, pointer(shape.get()), value));
        for (int d = 0; d < shape.get().rank(); d++) {
          if (shape.get().isOpen(d)) {
            flat.add(query(Op.GET_TENSOR_VIEW_DIM, value, d, builder));
          }
          if (shape.get().strides.get(d).isEmpty()) {
            flat.add(query(Op.GET_TENSOR_VIEW_STRIDE, value, d, builder));
          }
        }
      }
      return flat;
    }

    private static Value query(NamedOperation asked, Value view, int d, IrBuilder builder) {
      return builder.value(asked, ElementType.INDEX, view, builder.index(d));
    }

    private static PointerType pointer(Shape shape) {
      return new PointerType(shape.type.element(), MemorySpace.GM);
    }

    /**
     * Scalars in place of views.
     *
     * @param made gets what makes the views again
     */
    private List<Value> unflat(List<Value> values, IrBuilder builder, List<Runnable> made) {
      List<Value> flat = new ArrayList<>();
      for (Value value : values) {
        Optional<Shape> shape = shape(value);
        if (shape.isEmpty()) {
          flat.add(value);
          continue;
        }
        Value base = new Value(pointer(shape.get()), value.name());
        List<Optional<Value>> extents = new ArrayList<>();
        List<Optional<Value>> strides = new ArrayList<>();
        flat.add(base);
        for (int d = 0; d < shape.get().rank(); d++) {
          extents.add(scalar(shape.get().isOpen(d), flat));
          strides.add(scalar(shape.get().strides.get(d).isEmpty(), flat));
        }
        made.add(() -> replace(value, make(shape.get(), base, extents, strides, builder)));
      }
      return flat;
    }

    private static Optional<Value> scalar(boolean isCarried, List<Value> flat) {
      if (!isCarried) {
        return Optional.empty();
      }
      Value scalar = new Value(ElementType.INDEX);
      flat.add(scalar);
      return Optional.of(scalar);
    }

    private static Value make(
        Shape shape,
        Value base,
        List<Optional<Value>> extents,
        List<Optional<Value>> strides,
        IrBuilder builder) {
      TensorViewType type = shape.type;
      List<Value> sizes = new ArrayList<>();
      List<Value> steps = new ArrayList<>();
      List<Value> zeros = new ArrayList<>();
      for (int d = 0; d < shape.rank(); d++) {
        long extent = type.dimensions().get(d);
        OptionalLong stride = shape.strides.get(d);
        sizes.add(extents.get(d).orElseGet(() -> builder.index(extent)));
        steps.add(strides.get(d).orElseGet(() -> builder.index(stride.orElseThrow())));
        zeros.add(builder.index(0));
      }
      Attributes layout =
          shape
              .layout
              .map(stated -> Attributes.EMPTY.with(AttributeName.LAYOUT, stated))
              .orElse(Attributes.EMPTY);
      Value whole =
          builder
              .createGrouped(
                  Op.MAKE_TENSOR_VIEW,
                  List.of(List.of(base), sizes, steps),
                  List.of(new TensorViewType(false, type.dimensions(), type.element())),
                  layout)
              .result();
      return type.partition()
          ? builder
              .createGrouped(
                  Op.PARTITION_VIEW,
                  List.of(List.of(whole), zeros, sizes),
                  List.of(type),
                  Attributes.EMPTY)
              .result()
          : whole;
    }
  }
}
