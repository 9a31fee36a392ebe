package org.ptoc.ir.catalog;

import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.BuiltinVectorType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.EventArrayType;
import org.ptoc.ir.type.LocalArrayType;
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
 * What may stand in an operand or result role; the letter is what the declarations of {@link
 * OperationForm} write.
 */
public enum ValueKind {
  VECTOR("V", "a vector register"),
  MASK("M", "a mask"),
  ALIGN("A", "an align value"),
  POINTER("P", "a pointer"),
  UB_POINTER("U", "a pointer into UB"),
  GM_POINTER("G", "a pointer into GM"),
  L1_POINTER("l1", "a pointer into L1"),
  L0A_POINTER("l0a", "a pointer into L0A"),
  L0B_POINTER("l0b", "a pointer into L0B"),
  L0C_POINTER("l0c", "a pointer into L0C"),
  BT_POINTER("bt", "a pointer into BT"),
  FB_POINTER("fb", "a pointer into FB"),
  TILE("T", "a tile"),
  TILE_OR_SCALAR("TS", "a tile or a scalar"),
  MULTI_TILE("N", "a multi-slot tile"),
  TENSOR_VIEW("W", "a tensor view"),
  PARTITION_VIEW("Q", "a partition of a tensor view"),
  SCALAR("S", "a scalar"),
  INDEX("index", "an index"),
  I1("i1", "an i1"),
  I16("i16", "an i16"),
  I32("i32", "an i32"),
  I64("i64", "an i64"),
  COUNTS("counts", "a vector<4xi16>"),
  LOCAL_ARRAY("L", "a local array"),
  STRUCT("R", "a struct"),
  EVENT_ARRAY("E", "an array of events"),
  ANY("any", "a value");

  private final String letter;
  private final String description;

  ValueKind(String letter, String description) {
    this.letter = letter;
    this.description = description;
  }

  /** How messages name it, with its article. */
  public String description() {
    return description;
  }

  /** True when a value of this type may stand in the role. */
  public boolean accepts(Type type) {
    return switch (this) {
      case VECTOR -> type instanceof VectorRegisterType;
      case MASK -> type instanceof MaskType;
      case ALIGN -> type instanceof AlignType;
      case POINTER -> type instanceof PointerType;
      case UB_POINTER -> pointsTo(MemorySpace.UB, type);
      case GM_POINTER -> pointsTo(MemorySpace.GM, type);
      case L1_POINTER -> pointsTo(MemorySpace.L1, type);
      case L0A_POINTER -> pointsTo(MemorySpace.L0A, type);
      case L0B_POINTER -> pointsTo(MemorySpace.L0B, type);
      case L0C_POINTER -> pointsTo(MemorySpace.L0C, type);
      case BT_POINTER -> pointsTo(MemorySpace.BT, type);
      case FB_POINTER -> pointsTo(MemorySpace.FB, type);
      case TILE -> type instanceof TileType;
      case TILE_OR_SCALAR -> type instanceof TileType || type instanceof ElementType;
      case MULTI_TILE -> type instanceof MultiTileType;
      case TENSOR_VIEW -> type instanceof TensorViewType;
      case PARTITION_VIEW -> type instanceof TensorViewType;
      case SCALAR -> type instanceof ElementType;
      case INDEX -> type == ElementType.INDEX;
      case I1 -> type == ElementType.I1;
      case I16 -> type == ElementType.I16;
      case I32 -> type == ElementType.I32;
      case I64 -> type == ElementType.I64;
      case COUNTS -> type instanceof BuiltinVectorType;
      case LOCAL_ARRAY -> type instanceof LocalArrayType;
      case STRUCT -> type instanceof StructType;
      case EVENT_ARRAY -> type instanceof EventArrayType;
      case ANY -> true;
    };
  }

  /** True when a number may be written in the role. */
  public boolean acceptsNumber() {
    return switch (this) {
      case SCALAR, INDEX, I1, I16, I32, I64, TILE_OR_SCALAR -> true;
      default -> false;
    };
  }

  private static boolean pointsTo(MemorySpace space, Type type) {
    return type instanceof PointerType pointer && pointer.space() == space;
  }

  /** True when only pointers into a memory of the cube core may stand in the role. */
  public boolean isCubePointer() {
    return isPointer() && this != POINTER && this != UB_POINTER && this != GM_POINTER;
  }

  /** True for what stands for a place in memory that pipes share. */
  boolean isMemory() {
    return isPointer() || isTile();
  }

  /** True when tiles or views may stand in the role. */
  boolean isTile() {
    return switch (this) {
      case TILE, TILE_OR_SCALAR, MULTI_TILE, TENSOR_VIEW, PARTITION_VIEW -> true;
      case VECTOR,
          MASK,
          ALIGN,
          POINTER,
          UB_POINTER,
          GM_POINTER,
          L1_POINTER,
          L0A_POINTER,
          L0B_POINTER,
          L0C_POINTER,
          BT_POINTER,
          FB_POINTER,
          SCALAR,
          INDEX,
          I1,
          I16,
          I32,
          I64,
          COUNTS,
          LOCAL_ARRAY,
          STRUCT,
          EVENT_ARRAY,
          ANY ->
          false;
    };
  }

  /** True when only pointers may stand in the role. */
  public boolean isPointer() {
    return switch (this) {
      case POINTER,
          UB_POINTER,
          GM_POINTER,
          L1_POINTER,
          L0A_POINTER,
          L0B_POINTER,
          L0C_POINTER,
          BT_POINTER,
          FB_POINTER ->
          true;
      case VECTOR,
          MASK,
          ALIGN,
          TILE,
          TILE_OR_SCALAR,
          MULTI_TILE,
          TENSOR_VIEW,
          PARTITION_VIEW,
          SCALAR,
          INDEX,
          I1,
          I16,
          I32,
          I64,
          COUNTS,
          LOCAL_ARRAY,
          STRUCT,
          EVENT_ARRAY,
          ANY ->
          false;
    };
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
