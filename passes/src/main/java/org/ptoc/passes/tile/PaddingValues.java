package org.ptoc.passes.tile;

import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType.Padding;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;

/** Bit patterns of the pad values of a tile (spec/20, 8.3). */
public final class PaddingValues {
  private PaddingValues() {}

  /** The pattern that the options ask for; the same in loads and in fills. */
  public static long of(Padding padding, ElementType element, CompileOptions options) {
    return options.has(CodeSwitch.INFINITE_PADDING)
        ? infinite(padding, element)
        : finite(padding, element);
  }

  /** The pattern with the largest and lowest finite value for max and min of floats. */
  public static long finite(Padding padding, ElementType element) {
    return switch (padding) {
      case NULL, ZERO -> 0;
      case MAX -> maximum(element);
      case MIN -> minimum(element);
    };
  }

  /** The pattern with infinities for max and min of floats ({@code --pad-inf}). */
  public static long infinite(Padding padding, ElementType element) {
    boolean negative = padding == Padding.MIN;
    boolean bounded = padding == Padding.MAX || negative;
    return switch (element) {
      case F32 -> bounded ? negative ? 0xFF800000L : 0x7F800000L : 0;
      case F16 -> bounded ? negative ? 0xFC00L : 0x7C00L : 0;
      case BF16 -> bounded ? negative ? 0xFF80L : 0x7F80L : 0;
      default -> finite(padding, element);
    };
  }

  private static long maximum(ElementType element) {
    return switch (element) {
      case F32 -> 0x7F7FFFFFL;
      case F16 -> 0x7BFFL;
      case BF16 -> 0x7F7FL;
      default -> element.isSigned() ? (1L << element.bits() - 1) - 1 : -1L >>> 64 - element.bits();
    };
  }

  private static long minimum(ElementType element) {
    return switch (element) {
      case F32 -> 0xFF7FFFFFL;
      case F16 -> 0xFBFFL;
      case BF16 -> 0xFF7FL;
      default -> element.isSigned() ? -1L << element.bits() - 1 : 0;
    };
  }
}
