package org.ptoc.frontend;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;

/**
 * IR as nested lists in which values are numbers: equal for equal IR, whatever names and places it
 * has.
 */
final class IrShape {
  private final Map<Value, Integer> numbers = new IdentityHashMap<>();

  private IrShape() {}

  static Object of(Module module) {
    List<Object> shape = new ArrayList<>();
    shape.add(module.name());
    shape.add(module.attributes());
    for (Function function : module.functions()) {
      IrShape inner = new IrShape();
      List<Object> part = new ArrayList<>();
      part.add(function.name());
      part.add(function.resultTypes());
      part.add(function.attributes());
      function.body().ifPresent(body -> part.add(inner.region(body)));
      shape.add(part);
    }
    module.modules().forEach(nested -> shape.add(of(nested)));
    return shape;
  }

  private Object region(Region region) {
    List<Object> shape = new ArrayList<>();
    shape.add(values(region.arguments()));
    region.operations().forEach(operation -> shape.add(operation(operation)));
    return shape;
  }

  private Object operation(Operation operation) {
    List<Object> shape = new ArrayList<>();
    shape.add(operation.name());
    for (List<Value> group : operation.groups()) {
      shape.add(values(group));
    }
    shape.add(values(operation.results()));
    shape.add(sorted(operation.attributes()));
    operation.regions().forEach(region -> shape.add(region(region)));
    return shape;
  }

  private static Object sorted(Attributes attributes) {
    return attributes.entries().stream().map(Object::toString).sorted().toList();
  }

  private List<String> values(List<Value> values) {
    return values.stream()
        .map(
            value ->
                numbers.computeIfAbsent(value, unseen -> numbers.size())
                    + ":"
                    + value.type().spelling())
        .toList();
  }
}
