package org.ptoc.passes.codegen;

import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.type.ElementType;

/** The data type code of an element type (spec/40, 7.2). */
public final class DataTypes {
  private DataTypes() {}

  /** The code of a source or result of a conversion. */
  public static DataType ofConversion(ElementType type) {
    return switch (type) {
      case F4E1M2X2 -> DataType.E1M2X2;
      case F4E2M1X2 -> DataType.E2M1X2;
      default -> of(type);
    };
  }

  /**
   * The code of a parameter or an element (spec/40, 7.2); NONE for types without one of their own.
   */
  public static DataType ofParameter(ElementType type) {
    return switch (type) {
      case I1, F8E8M0, F4E1M2X2, F4E2M1X2, BF16X2, HIF8X2 -> DataType.NONE;
      default -> of(type);
    };
  }

  /**
   * Signless integers are encoded as signed; types without a code of their own, and types whose
   * code only conversions name, as unsigned integers of their width.
   */
  public static DataType of(ElementType type) {
    return switch (type) {
      case F32 -> DataType.FP32;
      case F16 -> DataType.FP16;
      case BF16 -> DataType.BF16;
      case HIF8 -> DataType.HIF8;
      case F8E4M3FN -> DataType.E4M3;
      case F8E5M2 -> DataType.E5M2;
      case I64, SI64, INDEX -> DataType.S64;
      case I32, SI32 -> DataType.S32;
      case I16, SI16 -> DataType.S16;
      case I8, SI8, I1 -> DataType.S8;
      case UI64 -> DataType.U64;
      case UI32, BF16X2 -> DataType.U32;
      case UI16, HIF8X2 -> DataType.U16;
      case UI8, F8E8M0, F4E1M2X2, F4E2M1X2 -> DataType.U8;
    };
  }

  /** The element type of vectors whose words have a type; signed integers are signless. */
  public static ElementType elementOf(DataType type) {
    return switch (type) {
      case FP32 -> ElementType.F32;
      case FP16 -> ElementType.F16;
      case BF16 -> ElementType.BF16;
      case HIF8 -> ElementType.HIF8;
      case E4M3 -> ElementType.F8E4M3FN;
      case E5M2 -> ElementType.F8E5M2;
      case E2M1X2 -> ElementType.F4E2M1X2;
      case E1M2X2 -> ElementType.F4E1M2X2;
      case E8M0 -> ElementType.F8E8M0;
      case S8, S16, S32, S64 -> ElementType.signless(type.bits());
      case U8, U16, U32, U64 -> ElementType.UI8.withBits(type.bits());
      case NONE -> throw new IllegalArgumentException("no element type");
    };
  }
}
