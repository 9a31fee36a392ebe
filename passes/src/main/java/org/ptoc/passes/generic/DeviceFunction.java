package org.ptoc.passes.generic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.BuiltinVectorType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.StructType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileLayout;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;

/**
 * A function that no kernel of the file calls, as a kernel that calls it would have it inlined:
 * tiles are allocated, views, open extents, strides and structs are made of parameters, vectors and
 * masks come from UB and go back there. What the parameters hold is not known.
 */
public final class DeviceFunction {
  private static final int NZ_RANK = 5;
  private static final long NZ_ROWS = 16;

  private final Location location;
  private final List<Value> parameters = new ArrayList<>();
  private final IrBuilder builder;
  private final Caller caller;
  private final boolean hasAccumulators;

  private DeviceFunction(Function function, Caller caller) {
    this.caller = caller;
    location = function.location();
    hasAccumulators =
        function.parameters().stream()
            .anyMatch(
                each -> each.type() instanceof TileType tile && tile.location() == MemorySpace.L0C);
    builder = new IrBuilder(Constants.of(function)).at(location);
  }

  /** What callers are taken to give; the constants stand from the least known to the most. */
  private enum Caller {
    /** Tiles lie anywhere, views have any strides. */
    ANY,
    /** Tiles lie where the compiler puts them, so that it knows what memory is left. */
    PLACED,
    /** The rows of all views are adjacent. */
    ROWS,
    /** The columns of all views are adjacent. */
    COLUMNS
  }

  /**
   * The function with parameters that are scalars and pointers, and without results, for callers of
   * which more and more is known: what one of them makes legal is legal.
   *
   * @param isVectorHelper whether the body belongs into a vecscope
   * @return nothing where a parameter has a type whose values only its caller can make
   */
  public static List<Function> standalone(Function function, boolean isVectorHelper) {
    return Arrays.stream(Caller.values())
        .flatMap(
            caller ->
                function.body().stream()
                    .flatMap(
                        body ->
                            new DeviceFunction(function, caller)
                                .wrap(function, body, isVectorHelper).stream()))
        .toList();
  }

  private Optional<Function> wrap(Function function, Region body, boolean isVectorHelper) {
    IrBuilder inner = isVectorHelper ? builder.nested() : builder;
    for (Value parameter : body.arguments()) {
      if (!define(parameter, inner)) {
        return Optional.empty();
      }
    }
    Location end = location;
    for (Operation op : body.operations()) {
      if (op.definition().form() == OperationForm.RETURN) {
        end = op.location();
        inner.at(end);
        op.operands().forEach(value -> store(value, inner));
      } else {
        inner.append(op);
      }
    }
    if (isVectorHelper) {
      builder.append(
          Operation.create(
              Op.VECSCOPE.definition(),
              List.of(),
              List.of(),
              Attributes.EMPTY,
              List.of(inner.region()),
              location));
    }
    builder.at(end).createGrouped(Op.RETURN, List.of(), List.of(), Attributes.EMPTY);
    return Optional.of(
        new Function(
            function.name(),
            List.of(),
            function.attributes(),
            Optional.of(new Region(parameters, builder.operations())),
            location));
  }

  /** Gives a parameter of the function a value; false where this is not possible. */
  private boolean define(Value parameter, IrBuilder inner) {
    switch (parameter.type()) {
      case ElementType _, PointerType _ -> parameters.add(parameter);
      case TileType tile ->
          define(
              parameter,
              builder,
              Op.ALLOC_TILE,
              List.of(
                  address(parameter),
                  extent(parameter, "rows", tile.validRows()),
                  extent(parameter, "columns", tile.validColumns())));
      case MultiTileType _ ->
          define(parameter, builder, Op.ALLOC_MULTI_TILE, List.of(address(parameter)));
      case TensorViewType view -> view(parameter, view);
      case VectorRegisterType vector ->
          define(
              parameter,
              inner,
              Op.VLDS,
              List.of(
                  List.of(parameter(parameter, "bytes", buffer(vector.element()))),
                  List.of(inner.index(0))));
      case MaskType mask ->
          inner.append(
              Operation.create(
                  Op.lessThan(mask).definition(),
                  List.of(List.of(parameter(parameter, "lanes", ElementType.I32))),
                  List.of(parameter, new Value(ElementType.I32)),
                  Attributes.EMPTY,
                  List.of(),
                  location));
      case AlignType _ -> define(parameter, inner, Op.INIT_ALIGN, List.of());
      case StructType struct -> {
        define(parameter, builder, Op.DECLARE_STRUCT, List.of());
        setFields(parameter, struct, List.of());
      }
      case BuiltinVectorType counts ->
          builder.append(
              Operation.create(
                  Arithmetic.CONSTANT.definition(),
                  List.of(),
                  List.of(parameter),
                  Attributes.of(
                      AttributeName.VALUE,
                      new Attribute.Array(
                          Collections.nCopies(
                              counts.count(), new Attribute.Int(0, counts.element())))),
                  List.of(),
                  location));
      default -> {
        return false;
      }
    }
    return true;
  }

  private void define(Value parameter, IrBuilder block, Op op, List<List<Value>> groups) {
    block.append(
        Operation.create(
            op.definition(), groups, List.of(parameter), Attributes.EMPTY, List.of(), location));
  }

  /** The fields of a struct are parameters. */
  private void setFields(Value struct, StructType type, List<Value> path) {
    for (int i = 0; i < type.fields().size(); i++) {
      List<Value> field = append(path, builder.index(i));
      if (type.fields().get(i) instanceof StructType inner) {
        setFields(struct, inner, field);
      } else {
        Value value = parameter(struct, "field" + parameters.size(), type.fields().get(i));
        builder.createGrouped(
            Op.STRUCT_SET,
            List.of(List.of(struct), field, List.of(value)),
            List.of(),
            Attributes.EMPTY);
      }
    }
  }

  private void storeFields(Value struct, StructType type, List<Value> path) {
    for (int i = 0; i < type.fields().size(); i++) {
      Type inner = type.fields().get(i);
      List<Value> field = append(path, builder.index(i));
      if (inner instanceof StructType nested) {
        storeFields(struct, nested, field);
      } else {
        List<List<Value>> groups = List.of(List.of(struct), field);
        List<Type> results = List.of(inner);
        store(
            builder.createGrouped(Op.STRUCT_GET, groups, results, Attributes.EMPTY).result(),
            builder);
      }
    }
  }

  private static List<Value> append(List<Value> path, Value index) {
    return Stream.concat(path.stream(), Stream.of(index)).toList();
  }

  private void view(Value parameter, TensorViewType view) {
    List<Value> extents = new ArrayList<>();
    List<Value> strides = new ArrayList<>();
    for (int i = 0; i < view.dimensions().size(); i++) {
      extents.add(
          extent(parameter, "extent" + i, view.dimensions().get(i)).stream()
              .findFirst()
              .orElse(builder.index(view.dimensions().get(i))));
      strides.add(stride(parameter, view, i));
    }
    Value base = parameter(parameter, "data", new PointerType(view.element(), MemorySpace.GM));
    if (!view.partition()) {
      define(parameter, builder, Op.MAKE_TENSOR_VIEW, List.of(List.of(base), extents, strides));
      return;
    }
    TensorViewType whole = new TensorViewType(false, view.dimensions(), view.element());
    Value all =
        builder
            .createGrouped(
                Op.MAKE_TENSOR_VIEW,
                List.of(List.of(base), extents, strides),
                List.of(whole),
                Attributes.EMPTY)
            .result();
    List<Value> origin = extents.stream().map(_ -> builder.index(0)).toList();
    define(parameter, builder, Op.PARTITION_VIEW, List.of(List.of(all), origin, extents));
  }

  private List<Value> address(Value tile) {
    return caller == Caller.ANY ? List.of(parameter(tile, "address", ElementType.I64)) : List.of();
  }

  /** The rows of fractals are adjacent. */
  private Value stride(Value view, TensorViewType type, int dimension) {
    List<Long> extents = type.dimensions();
    int fromLast = extents.size() - 1 - dimension;
    boolean adjacent =
        switch (caller) {
          case ANY, PLACED -> isFractal(type) && fromLast == 0;
          case ROWS -> fromLast == 0;
          case COLUMNS -> fromLast == Math.min(1, extents.size() - 1);
        };
    if (adjacent) {
      return builder.index(1);
    }
    return fromLast == 1 && isFractal(type) && caller != Caller.COLUMNS
        ? builder.index(extents.get(dimension + 1))
        : parameter(view, "stride" + dimension, ElementType.INDEX);
  }

  /** 16 rows of 32 bytes, or of 16 accumulators. */
  private boolean isFractal(TensorViewType view) {
    List<Long> extents = view.dimensions();
    return extents.size() == NZ_RANK
        && extents.get(3) == NZ_ROWS
        && (extents.get(4) == TileLayout.perBlock(MemorySpace.L1, view.element())
            || extents.get(4) == NZ_ROWS && hasAccumulators);
  }

  /** A parameter for an open extent. */
  private List<Value> extent(Value owner, String what, long extent) {
    return extent == TensorViewType.DYNAMIC
        ? List.of(parameter(owner, what, ElementType.INDEX))
        : List.of();
  }

  private Value parameter(Value owner, String what, Type type) {
    Value made = new Value(type, owner.name().isEmpty() ? "" : owner.name() + "_" + what);
    parameters.add(made);
    return made;
  }

  private static PointerType buffer(ElementType element) {
    return new PointerType(element, MemorySpace.UB);
  }

  /** Stores a result, so that its computation is not dead. */
  private void store(Value result, IrBuilder block) {
    switch (result.type()) {
      case VectorRegisterType vector -> {
        MaskType type = MaskType.of(vector.element());
        store(result, pattern(type, block), vector.element(), block);
      }
      case MaskType mask -> {
        ElementType element =
            switch (mask) {
              case B8 -> ElementType.I8;
              case B16 -> ElementType.I16;
              case B32 -> ElementType.I32;
            };
        Value source = parameter(result, "source", buffer(element));
        Value vector =
            block.value(Op.VLDS, VectorRegisterType.full(element), source, block.index(0));
        store(vector, result, element, block);
      }
      case ElementType element when block == builder && element != ElementType.I1 ->
          block.effect(
              Op.STORE_SCALAR,
              Attributes.EMPTY,
              result,
              parameter(result, "result", new PointerType(element, MemorySpace.GM)),
              block.index(0));
      case StructType struct when block == builder -> storeFields(result, struct, List.of());
      default -> {} // Tiles and memory are not dead.
    }
  }

  private void store(Value vector, Value mask, ElementType element, IrBuilder block) {
    block.createGrouped(
        Op.VSTS,
        List.of(
            List.of(vector),
            List.of(parameter(vector, "result", buffer(element))),
            List.of(block.index(0)),
            List.of(mask)),
        List.of(),
        Attributes.EMPTY);
  }

  private static Value pattern(MaskType type, IrBuilder block) {
    Attributes all = Attributes.of(AttributeName.PATTERN, new Attribute.Text("PAT_ALL"));
    return block.value(Op.pattern(type), type, all);
  }
}
