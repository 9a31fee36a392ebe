package org.ptoc.ir.type;

/**
 * A type of the IR (spec/00, section 2). Types are immutable values; {@link #spelling()} is what
 * the printer writes.
 */
public sealed interface Type
    permits ElementType,
        PointerType,
        VectorRegisterType,
        MaskType,
        LogicalVectorType,
        LogicalMaskType,
        AlignType,
        TensorViewType,
        TileType,
        MultiTileType,
        BuiltinVectorType,
        HandleType,
        LocalArrayType,
        StructType,
        EventArrayType,
        PlaceholderType {

  /** The canonical text of this type. */
  String spelling();
}
