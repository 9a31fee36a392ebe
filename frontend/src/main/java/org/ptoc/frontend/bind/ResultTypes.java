package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.HandleType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;

/**
 * Types of results that the text does not write: results of bare forms and of placeholders
 * (spec/10, 1.2).
 */
final class ResultTypes {
  private final Body body;
  private final OpDefinition definition;
  private final List<List<Value>> groups;
  private final List<Value> operands;

  ResultTypes(Body body, OpDefinition definition, List<List<Value>> groups) {
    this.body = body;
    this.definition = definition;
    this.groups = groups;
    this.operands = new ArrayList<>();
    for (List<Value> group : groups) {
      operands.addAll(group);
    }
  }

  /** The type of a result, when the operation and its operands leave no choice. */
  Optional<Type> infer(Role result) {
    return switch (result.kind()) {
      case I1 -> Optional.of(ElementType.I1);
      case I16 -> Optional.of(ElementType.I16);
      case I32 -> Optional.of(ElementType.I32);
      case I64 -> Optional.of(ElementType.I64);
      case INDEX -> Optional.of(ElementType.INDEX);
      case ALIGN -> Optional.of(AlignType.ALIGN);
      case PIPE -> Optional.of(HandleType.PIPE);
      case ASYNC_SESSION -> Optional.of(HandleType.ASYNC_SESSION);
      case ASYNC_EVENT -> Optional.of(HandleType.ASYNC_EVENT);
      case PREFETCH_CONTEXT -> Optional.of(HandleType.PREFETCH_ASYNC_CONTEXT);
      case MASK -> mask();
      case VECTOR -> vector(result);
      case POINTER,
          UB_POINTER,
          GM_POINTER,
          L1_POINTER,
          L0A_POINTER,
          L0B_POINTER,
          L0C_POINTER,
          BT_POINTER,
          FB_POINTER ->
          first(PointerType.class);
      case PARTITION_VIEW -> partition();
      case SCALAR,
          TILE,
          TILE_OR_SCALAR,
          TILE_OR_VIEW,
          MULTI_TILE,
          TENSOR_VIEW,
          COUNTS,
          LOCAL_ARRAY,
          STRUCT,
          EVENT_ARRAY,
          LOGICAL_VECTOR,
          LOGICAL_MASK,
          LOGICAL,
          ANY ->
          Optional.empty();
    };
  }

  /** The sizes that are constants, and the elements of the view (spec/50, F5). */
  private Optional<Type> partition() {
    Optional<Type> view = first(TensorViewType.class);
    if (definition.form() != OperationForm.PARTITION || view.isEmpty() || groups.size() < 3) {
      return Optional.empty();
    }
    List<Value> sizes = groups.get(definition.operandIndex(RoleName.SIZES));
    List<Long> shape = sizes.stream().map(this::extent).toList();
    return Optional.of(new TensorViewType(true, shape, ((TensorViewType) view.get()).element()));
  }

  private long extent(Value size) {
    return Math.max(body.integer(size).orElse(TensorViewType.DYNAMIC), TensorViewType.DYNAMIC);
  }

  private Optional<Type> first(Class<? extends Type> kind) {
    for (Value operand : operands) {
      Type type = body.placeholders().typeOf(operand);
      if (kind.isInstance(type)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /** The element type of the first vector among the operands. */
  Optional<ElementType> element() {
    return first(VectorRegisterType.class).map(type -> ((VectorRegisterType) type).element());
  }

  private Optional<Type> mask() {
    return switch (definition.form()) {
      case PATTERN_B8, LESS_THAN_B8, LOOP_BOUND_B8, MASK_INTERLEAVE_B8 -> Optional.of(MaskType.B8);
      case PATTERN_B16, LESS_THAN_B16, LOOP_BOUND_B16, MASK_INTERLEAVE_B16 ->
          Optional.of(MaskType.B16);
      case PATTERN_B32, LESS_THAN_B32, LOOP_BOUND_B32, MASK_INTERLEAVE_B32 ->
          Optional.of(MaskType.B32);
      case MASK_BINARY, MASK_UNARY -> first(MaskType.class);
      default -> element().map(MaskType::of);
    };
  }

  private Optional<Type> vector(Role result) {
    return switch (definition.form()) {
      case LOAD, LOAD_DUAL, LOAD_BLOCKS, LOAD_UNALIGNED ->
          first(PointerType.class)
              .map(type -> VectorRegisterType.full(((PointerType) type).element()));
      case PREFIX_COUNT -> first(MaskType.class).map(ResultTypes::countsOf);
      case REDUCE_SUM -> element().map(ResultTypes::widenedInteger);
      case UNPACK -> element().filter(ElementType::isInteger).map(ResultTypes::widenedInteger);
      default -> result.isOpen() ? Optional.empty() : first(VectorRegisterType.class);
    };
  }

  /** Integers of 8 and 16 bits give those of twice the width; other elements stay. */
  private static Type widenedInteger(ElementType element) {
    boolean widens = element.isInteger() && element.bits() <= 16;
    return VectorRegisterType.full(widens ? element.withBits(2 * element.bits()) : element);
  }

  private static Type countsOf(Type mask) {
    return VectorRegisterType.full(ElementType.signless(((MaskType) mask).step() * 8));
  }

  /**
   * The destination of a tile operation, when it is the type of the source.
   *
   * @param form form of the operation
   * @param sources its inputs
   */
  static Optional<TileType> tile(Body body, OperationForm form, List<Value> sources) {
    Optional<TileType> source =
        sources.stream()
            .map(body.placeholders()::typeOf)
            .filter(TileType.class::isInstance)
            .map(TileType.class::cast)
            .findFirst();
    return switch (form.relation()) {
      case ELEMENTWISE, DATA_AND_CARRIER, PARTIAL, PADDED, COMMON_REGION -> source;
      // Wider tiles fit into no memory; the text must say what it means.
      case SORTED -> source.filter(tile -> tile.columns() < 1 << 24).map(ResultTypes::records);
      default -> Optional.empty();
    };
  }

  /** Two f32 or four f16 columns for each value (spec/20, 5.1). */
  private static TileType records(TileType source) {
    int factor = 8 / source.element().bytes();
    boolean isOpen = source.validColumns() == TileType.DYNAMIC;
    return source
        .withExtents(source.rows(), source.columns() * factor)
        .withValid(source.validRows(), isOpen ? TileType.DYNAMIC : source.validColumns() * factor);
  }
}
