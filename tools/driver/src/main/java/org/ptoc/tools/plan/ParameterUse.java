package org.ptoc.tools.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.object.KernelArgument;

/**
 * What a kernel does with its pointer parameters, as far as its text says so.
 *
 * @param views the views that it makes of them, in the order of the text
 * @param read numbers of the parameters that it reads, or may read
 * @param written numbers of the parameters that it writes, or may write
 */
public record ParameterUse(Set<View> views, Set<Integer> read, Set<Integer> written) {

  /**
   * A view of a parameter.
   *
   * @param parameter number of the parameter
   * @param name name of the view in the source without {@code %}, may be empty
   * @param shape extents in elements; empty for those that only the run knows
   * @param strides elements from index to index of each dimension, likewise
   */
  public record View(
      int parameter, String name, List<OptionalLong> shape, List<OptionalLong> strides) {
    public View {
      shape = List.copyOf(shape);
      strides = List.copyOf(strides);
    }

    /** Elements from the first of the view to its last; empty where only the run knows. */
    public OptionalLong span() {
      long span = 1;
      for (int i = 0; i < shape.size(); i++) {
        if (shape.get(i).isEmpty() || strides.size() != shape.size() || strides.get(i).isEmpty()) {
          return OptionalLong.empty();
        }
        span += (shape.get(i).getAsLong() - 1) * strides.get(i).getAsLong();
      }
      return OptionalLong.of(span);
    }
  }

  /**
   * The use of the parameters of a kernel.
   *
   * @param functions its bodies, with the same names of parameters
   */
  public static ParameterUse of(List<Function> functions, List<KernelArgument> arguments) {
    ParameterUse use = new ParameterUse(new LinkedHashSet<>(), new TreeSet<>(), new TreeSet<>());
    for (Function function : functions) {
      Walk walk = new Walk(use, new HashMap<>(), new HashMap<>());
      for (Value value : function.parameters()) {
        for (int i = 0; i < arguments.size(); i++) {
          if (arguments.get(i).name().equals(value.name())) {
            walk.parameters().put(value, i);
          }
        }
      }
      function.body().ifPresent(walk::region);
    }
    return use;
  }

  /**
   * A walk over the body of a function.
   *
   * @param parameters the parameter behind each pointer, view and window
   * @param constants numbers of the text
   */
  private record Walk(
      ParameterUse use, Map<Value, Integer> parameters, Map<Value, Long> constants) {
    void region(Region region) {
      for (Operation op : region.all()) {
        operation(op);
      }
    }

    private void operation(Operation op) {
      switch (op.definition().form()) {
        case CONSTANT ->
            op.attributes()
                .integer(AttributeName.VALUE)
                .ifPresent(value -> constants.put(op.result(), value));
        case MAKE_VIEW -> {
          Integer parameter = parameters.get(op.operand(RoleName.BASE));
          if (parameter != null) {
            parameters.put(op.result(), parameter);
            use.views.add(
                new View(
                    parameter,
                    op.result().name(),
                    numbers(op.group(RoleName.SHAPE)),
                    numbers(op.group(RoleName.STRIDES))));
          }
        }
        case PARTITION, VIEW_ADDRESS, ADD_POINTER, CAST_POINTER ->
            op.operands().stream()
                .filter(parameters::containsKey)
                .findFirst()
                .ifPresent(from -> parameters.put(op.result(), parameters.get(from)));
        case VIEW_QUERY -> {}
        case LOAD_SCALAR, TILE_LOAD, TRANSFER_IN, COPY_IN -> touch(op, use.read);
        case STORE_SCALAR, TILE_STORE, TRANSFER_OUT, COPY_OUT -> touch(op, use.written);
        default -> {
          touch(op, use.read);
          touch(op, use.written);
        }
      }
    }

    private void touch(Operation op, Set<Integer> touched) {
      op.operands().stream()
          .filter(parameters::containsKey)
          .forEach(value -> touched.add(parameters.get(value)));
    }

    private List<OptionalLong> numbers(List<Value> values) {
      List<OptionalLong> numbers = new ArrayList<>();
      for (Value value : values) {
        Long known = constants.get(value);
        numbers.add(known == null ? OptionalLong.empty() : OptionalLong.of(known));
      }
      return numbers;
    }
  }
}
