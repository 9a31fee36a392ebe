package org.ptoc.passes.cube;

import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.passes.build.IrBuilder;

/** What the profiles do differently in their cube cores (spec/60, 1.3, 5.1 and 5.4). */
public interface CubeTarget {
  Profile profile();

  /**
   * True when the left operand lies in L0A as columns of fractals, whose pitch follows from its
   * rows; false when it lies as rows of fractals, whose pitch follows from k.
   */
  default boolean leftByColumns() {
    return profile().has(ProfileFeature.LEFT_BY_COLUMNS);
  }

  /** Bytes in a unit of length of loads to the bias table. */
  default int biasUnit() {
    return profile().has(ProfileFeature.TABLE_CONVERSIONS) ? 32 : 64;
  }

  /** Bytes in a unit of length of loads of fix-pipe parameters. */
  default int parameterUnit() {
    return 2 * biasUnit();
  }

  /**
   * The number of rows that a product of one row is written with, when the row lies as rows of
   * larger matrices do; by rows of fractals one would be taken for a product of a vector.
   */
  default int singleRow() {
    return leftByColumns() ? 1 : 16;
  }

  /**
   * The bit {@code ordinary} of a product word: a single row does not lie as a vector does, or rows
   * of 32-bit factors are padded to 16 columns (spec/60, 6.3).
   *
   * @param isRowOfMatrix true for a product of one row that lies as rows of larger matrices do
   * @param isF32 true for factors of 32 bits
   */
  default boolean ordinaryBit(boolean isRowOfMatrix, boolean isF32) {
    return leftByColumns() ? isRowOfMatrix : isF32;
  }

  /**
   * Rows of bytes that one word moves between global memory and L1.
   *
   * @param viewAddress first byte in global memory, {@code i64}
   * @param tileAddress first byte in L1, {@code i64}
   * @param length bytes of a row, {@code i64}
   * @param count rows, {@code i64}
   * @param viewStride distance of rows in global memory in bytes, {@code i64}
   * @param tileStride distance of rows in L1 in bytes, a multiple of 32 with more than one row
   */
  record Rows(
      Value viewAddress,
      Value tileAddress,
      Value length,
      Value count,
      Value viewStride,
      long tileStride) {}

  /**
   * Emits a copy of rows from global memory to L1.
   *
   * @param type code of the element type
   * @return false when the profile has no word for these rows
   */
  boolean load(CubeWords words, Rows rows, int type);

  /**
   * Emits a copy of rows from L1 to global memory.
   *
   * @param type code of the element type
   * @return false when the profile has no word for these rows
   */
  boolean store(CubeWords words, Rows rows, int type);

  /** Sets a special register. */
  default void set(IrBuilder builder, SpecialRegister register, Value value) {
    builder.machine(
        profile(),
        Mnemonic.MOV_SPR_X,
        List.of(value),
        List.of(),
        IrBuilder.fields(OperandRole.SPR.with(register.code())));
  }
}
