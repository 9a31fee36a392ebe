package org.ptoc.ir.catalog;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.BuiltinVectorType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.EventArrayType;
import org.ptoc.ir.type.HandleType;
import org.ptoc.ir.type.LocalArrayType;
import org.ptoc.ir.type.LogicalMaskType;
import org.ptoc.ir.type.LogicalVectorType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.StructType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;

/**
 * The values that an operand or result role accepts; the declarations of {@link OperationForm}
 * write the letter.
 */
public enum ValueKind {
  VECTOR("V", "a vector register", VectorRegisterType.class),
  MASK("M", "a mask", MaskType.class),
  ALIGN("A", "an align value", AlignType.class),
  LOGICAL_VECTOR("X", "a logical vector", LogicalVectorType.class),
  LOGICAL_MASK("Y", "a logical mask", LogicalMaskType.class),
  LOGICAL(
      "Z",
      "a logical vector or mask",
      List.of(LogicalVectorType.class, LogicalMaskType.class),
      Optional.empty(),
      Optional.empty()),
  POINTER("P", "a pointer", PointerType.class),
  UB_POINTER("U", "a pointer into UB", MemorySpace.UB),
  GM_POINTER("G", "a pointer into GM", MemorySpace.GM),
  L1_POINTER("l1", "a pointer into L1", MemorySpace.L1),
  L0A_POINTER("l0a", "a pointer into L0A", MemorySpace.L0A),
  L0B_POINTER("l0b", "a pointer into L0B", MemorySpace.L0B),
  L0C_POINTER("l0c", "a pointer into L0C", MemorySpace.L0C),
  BT_POINTER("bt", "a pointer into BT", MemorySpace.BT),
  FB_POINTER("fb", "a pointer into FB", MemorySpace.FB),
  TILE("T", "a tile", TileType.class),
  TILE_OR_SCALAR(
      "TS",
      "a tile or a scalar",
      List.of(TileType.class, ElementType.class),
      Optional.empty(),
      Optional.empty()),
  TILE_OR_VIEW(
      "TW",
      "a tile or a tensor view",
      List.of(TileType.class, TensorViewType.class),
      Optional.empty(),
      Optional.empty()),
  MULTI_TILE("N", "a multi-slot tile", MultiTileType.class),
  TENSOR_VIEW("W", "a tensor view", TensorViewType.class),
  PARTITION_VIEW("Q", "a partition of a tensor view", TensorViewType.class),
  SCALAR("S", "a scalar", ElementType.class),
  INDEX("index", "an index", ElementType.INDEX),
  I1("i1", "an i1", ElementType.I1),
  I16("i16", "an i16", ElementType.I16),
  I32("i32", "an i32", ElementType.I32),
  I64("i64", "an i64", ElementType.I64),
  COUNTS("counts", "a vector<4xi16>", BuiltinVectorType.class),
  LOCAL_ARRAY("L", "a local array", LocalArrayType.class),
  STRUCT("R", "a struct", StructType.class),
  PIPE("H", "a pipe", HandleType.PIPE),
  ASYNC_SESSION("HS", "an !pto.async_session", HandleType.ASYNC_SESSION),
  ASYNC_EVENT("HE", "an !pto.async_event", HandleType.ASYNC_EVENT),
  PREFETCH_CONTEXT("HC", "a !pto.prefetch_async_context", HandleType.PREFETCH_ASYNC_CONTEXT),
  EVENT_ARRAY("E", "an array of events", EventArrayType.class),
  ANY("any", "a value", Type.class);

  private final String letter;
  private final String description;
  private final List<Class<? extends Type>> types;

  /** The one memory that pointers lead into. */
  private final Optional<MemorySpace> space;

  /** The one type. */
  private final Optional<Type> exact;

  ValueKind(String letter, String description, Class<? extends Type> type) {
    this(letter, description, List.of(type), Optional.empty(), Optional.empty());
  }

  ValueKind(String letter, String description, MemorySpace space) {
    this(letter, description, List.of(PointerType.class), Optional.of(space), Optional.empty());
  }

  ValueKind(String letter, String description, ElementType element) {
    this(letter, description, List.of(ElementType.class), Optional.empty(), Optional.of(element));
  }

  ValueKind(String letter, String description, HandleType handle) {
    this(letter, description, List.of(HandleType.class), Optional.empty(), Optional.of(handle));
  }

  ValueKind(
      String letter,
      String description,
      List<Class<? extends Type>> types,
      Optional<MemorySpace> space,
      Optional<Type> exact) {
    this.letter = letter;
    this.description = description;
    this.types = types;
    this.space = space;
    this.exact = exact;
  }

  /** How messages name it, with its article. */
  public String description() {
    return description;
  }

  /** True if the role accepts a value of this type. */
  public boolean accepts(Type type) {
    for (Class<? extends Type> each : types) {
      if (each.isInstance(type)) {
        return (space.isEmpty() || ((PointerType) type).space() == space.get())
            && (exact.isEmpty() || type == exact.get());
      }
    }
    return false;
  }

  /** True when a number may be written in the role. */
  public boolean acceptsNumber() {
    return types.contains(ElementType.class);
  }

  /** True if the role accepts only pointers into a memory of the cube core. */
  public boolean isCubePointer() {
    return space.filter(each -> each != MemorySpace.UB && each != MemorySpace.GM).isPresent();
  }

  /** True if values of the role name memory that pipes share. */
  boolean isMemory() {
    return isPointer() || isTile();
  }

  /** True if the role accepts tiles or views. */
  boolean isTile() {
    return types.contains(TileType.class)
        || types.contains(MultiTileType.class)
        || types.contains(TensorViewType.class);
  }

  /** True if the role accepts only logical vectors or masks. */
  boolean isLogical() {
    return this == LOGICAL_VECTOR || this == LOGICAL_MASK || this == LOGICAL;
  }

  /** True if the role accepts only pointers. */
  public boolean isPointer() {
    return types.contains(PointerType.class);
  }

  static ValueKind byLetter(String letter) {
    for (ValueKind kind : values()) {
      if (kind.letter.equals(letter)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("no value kind " + letter);
  }
}
