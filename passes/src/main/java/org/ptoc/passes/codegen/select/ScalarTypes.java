package org.ptoc.passes.codegen.select;

import java.util.Optional;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.Type;

/**
 * The scalar width codes of IR types (spec/40, 7.1). Pointers and {@code index} are 64-bit
 * integers.
 */
final class ScalarTypes {
  private ScalarTypes() {}

  /** The width of a value; empty for types without scalar arithmetic, such as 8-bit floats. */
  static Optional<ScalarWidth> width(Value value) {
    return width(value.type());
  }

  static Optional<ScalarWidth> width(Type type) {
    return type instanceof ElementType element ? widthOf(element) : Optional.of(ScalarWidth.I64);
  }

  private static Optional<ScalarWidth> widthOf(ElementType element) {
    return switch (element) {
      case I1 -> Optional.of(ScalarWidth.I1);
      case F16 -> Optional.of(ScalarWidth.F16);
      case BF16 -> Optional.of(ScalarWidth.BF16);
      case F32 -> Optional.of(ScalarWidth.F32);
      case INDEX -> Optional.of(ScalarWidth.I64);
      default -> element.isInteger() ? Optional.of(ofBits(element.bits())) : Optional.empty();
    };
  }

  /** The width for loading and storing a type: the bits count, not their meaning. */
  static Optional<ScalarWidth> memoryWidth(Type type) {
    Optional<ScalarWidth> width = width(type);
    if (width.isPresent() && width.get() != ScalarWidth.I1) {
      return width;
    }
    return type instanceof ElementType element
        ? Optional.of(ofBits(8 * element.bytes()))
        : Optional.empty();
  }

  static ScalarWidth ofBits(int bits) {
    return switch (bits) {
      case 8 -> ScalarWidth.I8;
      case 16 -> ScalarWidth.I16;
      case 32 -> ScalarWidth.I32;
      default -> ScalarWidth.I64;
    };
  }

  static boolean isFloat(ScalarWidth width) {
    return width == ScalarWidth.F16 || width == ScalarWidth.BF16 || width == ScalarWidth.F32;
  }

  /** Number of bits of an integer width. */
  static int bits(ScalarWidth width) {
    return switch (width) {
      case I1 -> 1;
      case I8 -> 8;
      case I16, F16, BF16 -> 16;
      case I32, F32 -> 32;
      case I64 -> 64;
    };
  }
}
