package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.frontend.syntax.FunctionSyntax;
import org.ptoc.frontend.syntax.ParameterSyntax;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.Type;

/**
 * A memref in GM as the parameter of a kernel: a pointer, and where its shape is known a view of
 * all of it, densely row after row (spec/50, F10). Operands that are pointers take the pointer.
 */
final class MemrefParameter {
  private MemrefParameter() {}

  static boolean isKernels(FunctionSyntax function, ParameterSyntax parameter) {
    return !function.isPrivate()
        && parameter.name().isPresent()
        && parameter.type().isMemref()
        && parameter.type().type().orElse(ElementType.I64) instanceof TensorViewType;
  }

  /** Binds the name of a parameter to its view and returns the parameter, which is a pointer. */
  static Value bind(Body body, ParameterSyntax syntax) {
    TensorViewType type = (TensorViewType) syntax.type().type().orElseThrow();
    String name = syntax.name().orElseThrow().name();
    Location location = syntax.location();
    Value pointer = new Value(new PointerType(type.element(), MemorySpace.GM), name);
    boolean open = type.dimensions().contains(TensorViewType.DYNAMIC);
    body.define(name, open ? pointer : view(body, type, pointer, location), location);
    return pointer;
  }

  private static Value view(Body body, TensorViewType type, Value pointer, Location location) {
    List<Value> shape = new ArrayList<>();
    List<Value> strides = new ArrayList<>();
    List<Value> offsets = new ArrayList<>();
    long stride = 1;
    for (long extent : type.dimensions().reversed()) {
      shape.addFirst(index(body, extent, location));
      strides.addFirst(index(body, stride, location));
      offsets.addFirst(index(body, 0, location));
      stride *= extent;
    }
    TensorViewType whole = new TensorViewType(false, type.dimensions(), type.element());
    Value base =
        make(
            body,
            "pto.make_tensor_view",
            List.of(List.of(pointer), shape, strides),
            whole,
            location);
    Value view =
        make(body, "pto.partition_view", List.of(List.of(base), offsets, shape), type, location);
    body.addMemref(view, pointer);
    return view;
  }

  private static Value index(Body body, long value, Location location) {
    return body.constant(new Attribute.Int(value, ElementType.INDEX), ElementType.INDEX, location);
  }

  private static Value make(
      Body body, String operation, List<List<Value>> groups, Type type, Location location) {
    Value result = new Value(type);
    body.emit(
        Operation.create(
            OpCatalog.get(operation),
            groups,
            List.of(result),
            Attributes.EMPTY,
            List.of(),
            location));
    return result;
  }
}
