package org.ptoc.ir.isa;

import java.util.Optional;

/** Rules on words that a row states by name because fields and types alone cannot. */
enum Constraint {
  /**
   * A word with {@code mrg} = 1 names its accumulator as destination; {@code vmula}, {@code vmadd}
   * (spec/40, 7.4).
   */
  ACCUMULATOR_VC {
    @Override
    Optional<IllegalWord> violation(InstructionDefinition definition, long word) {
      return accumulator(definition, word, FieldName.VC);
    }
  },
  /** As {@link #ACCUMULATOR_VC} for {@code vaxpy}. */
  ACCUMULATOR_VB {
    @Override
    Optional<IllegalWord> violation(InstructionDefinition definition, long word) {
      return accumulator(definition, word, FieldName.VB);
    }
  },
  /** Copies of a register to itself do not exist (spec/40, 10.2). */
  DISTINCT_REGISTERS {
    @Override
    Optional<IllegalWord> violation(InstructionDefinition definition, long word) {
      long first = definition.operands().get(0).field().get(word);
      return first == definition.operands().get(1).field().get(word)
          ? Optional.of(IllegalWord.notCanonical("source and destination are equal"))
          : Optional.empty();
    }
  },
  /** The number is in {@code id} or in a register, never in both (spec/40, 10.2). */
  NUMBER_OR_REGISTER {
    @Override
    Optional<IllegalWord> violation(InstructionDefinition definition, long word) {
      boolean dynamic = value(definition, word, FieldName.DYN) != 0;
      return value(definition, word, dynamic ? FieldName.ID : FieldName.X) != 0
          ? Optional.of(IllegalWord.notCanonical(dynamic ? "id with dyn = 1" : "x with dyn = 0"))
          : Optional.empty();
    }
  },
  /** A flag between a cube core and one vector core has a number below 32, others below 16. */
  CROSS_FLAG {
    @Override
    Optional<IllegalWord> violation(InstructionDefinition definition, long word) {
      CrossFlagScope scope =
          CrossFlagScope.byCode(value(definition, word, FieldName.KIND)).orElseThrow();
      return value(definition, word, FieldName.ID) >= scope.numbers()
          ? Optional.of(IllegalWord.illegal("number of a cross-core flag for " + scope.spelling()))
          : Optional.empty();
    }
  },
  /** Cache maintenance of one line has an address, that of the whole cache has XZR. */
  ADDRESS_OF_LINE {
    @Override
    Optional<IllegalWord> violation(InstructionDefinition definition, long word) {
      long kind = value(definition, word, FieldName.KIND);
      boolean line =
          kind == CacheOperation.INVALIDATE_LINE.code() || kind == CacheOperation.CLEAN_LINE.code();
      boolean none = value(definition, word, FieldName.X) == RegisterClass.X.constantRegister();
      return !line && !none
          ? Optional.of(IllegalWord.notCanonical("x is not XZR for the whole cache"))
          : Optional.empty();
    }
  },
  /** Integer conditions for integers and ordered ones for floats. */
  CONDITION_FITS_WIDTH {
    @Override
    Optional<IllegalWord> violation(InstructionDefinition definition, long word) {
      boolean ordered = value(definition, word, FieldName.COND) >= Condition.OEQ.code();
      return ordered != isFloat(width(definition, word))
          ? Optional.of(IllegalWord.operandType("condition does not fit the type"))
          : Optional.empty();
    }
  },
  /** Floats have no unsigned form. */
  NO_SIGN_FOR_FLOAT {
    @Override
    Optional<IllegalWord> violation(InstructionDefinition definition, long word) {
      return value(definition, word, FieldName.SG) != 0 && isFloat(width(definition, word))
          ? Optional.of(IllegalWord.notCanonical("sg with a float type"))
          : Optional.empty();
    }
  },
  /** An immediate shift distance is below the width (spec/40, section 8, shli). */
  DISTANCE_BELOW_WIDTH {
    @Override
    Optional<IllegalWord> violation(InstructionDefinition definition, long word) {
      long distance = value(definition, word, FieldName.IMM32);
      return distance < 0 || distance >= 8L << width(definition, word)
          ? Optional.of(IllegalWord.illegal("shift distance " + distance))
          : Optional.empty();
    }
  },
  /** A conversion changes the type (spec/40, section 8, cvt). */
  DISTINCT_WIDTHS {
    @Override
    Optional<IllegalWord> violation(InstructionDefinition definition, long word) {
      return value(definition, word, FieldName.COND) == width(definition, word)
          ? Optional.of(IllegalWord.notCanonical("conversion between equal types"))
          : Optional.empty();
    }
  },
  /** The compare of 32-bit integers knows only equality (spec/21, 6.5). */
  INTEGERS_ONLY_EQUAL {
    @Override
    Optional<IllegalWord> violation(InstructionDefinition definition, long word) {
      return value(definition, word, FieldName.DT) == DataType.S32.code()
              && value(definition, word, FieldName.M3) != Comparison.EQ.code()
          ? Optional.of(IllegalWord.operandType("32-bit integers compare only for EQ"))
          : Optional.empty();
    }
  },
  /** UNPK4 loads 8-bit types (spec/00, 4.8). */
  BYTES_FOR_UNPACK4 {
    @Override
    Optional<IllegalWord> violation(InstructionDefinition definition, long word) {
      Optional<DataType> type = DataType.byCode(value(definition, word, FieldName.DT));
      return value(definition, word, FieldName.DIST) == LoadDistribution.UNPK4.code()
              && type.orElseThrow().bytes() != 1
          ? Optional.of(IllegalWord.operandType("UNPK4 loads 8-bit types"))
          : Optional.empty();
    }
  },
  /**
   * Floats add up in f32 and integers in i32; {@code sm} is for floats, {@code tf} for f32
   * (spec/60, 6.1).
   */
  ACCUMULATOR_FITS_PRODUCT {
    @Override
    Optional<IllegalWord> violation(InstructionDefinition definition, long word) {
      DataType type = DataType.byCode(value(definition, word, FieldName.DT)).orElseThrow();
      DataType accumulator = type.isInteger() ? DataType.S32 : DataType.FP32;
      if (value(definition, word, FieldName.DT3) != accumulator.code()) {
        return Optional.of(
            IllegalWord.operandType(
                "products of " + type.spelling() + " add up in " + accumulator.spelling()));
      }
      if (type.isInteger() && value(definition, word, FieldName.SM) != 0) {
        return Optional.of(IllegalWord.notCanonical("sm with integers"));
      }
      return type != DataType.FP32 && value(definition, word, FieldName.TF) != 0
          ? Optional.of(IllegalWord.notCanonical("tf with a type other than f32"))
          : Optional.empty();
    }
  },
  /** Programs may write the special register (spec/40, 7.6). */
  WRITABLE_SPECIAL {
    @Override
    Optional<IllegalWord> violation(InstructionDefinition definition, long word) {
      return SpecialRegister.byCode(value(definition, word, FieldName.SPR))
              .orElseThrow()
              .isWritable()
          ? Optional.empty()
          : Optional.of(IllegalWord.illegal("special register is read-only"));
    }
  };

  /**
   * The reason to reject {@code word}, whose operand codes and types are already known to be
   * assigned.
   */
  abstract Optional<IllegalWord> violation(InstructionDefinition definition, long word);

  private static long value(InstructionDefinition definition, long word, FieldName field) {
    return definition.format().field(field).orElseThrow().get(word);
  }

  private static Optional<IllegalWord> accumulator(
      InstructionDefinition definition, long word, FieldName field) {
    return value(definition, word, FieldName.MRG) != 0
            && value(definition, word, field) != value(definition, word, FieldName.VD)
        ? Optional.of(
            IllegalWord.notCanonical("the accumulator " + field + " of a merging word must be vd"))
        : Optional.empty();
  }

  private static long width(InstructionDefinition definition, long word) {
    return definition
        .format()
        .field(FieldName.W)
        .or(() -> definition.format().field(FieldName.W2))
        .orElseThrow()
        .get(word);
  }

  private static boolean isFloat(long width) {
    return width >= ScalarWidth.F16.code() && width <= ScalarWidth.F32.code();
  }
}
