package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;

/**
 * A vector instruction without its addresses: two sources take the BIN word, anything else the UNA
 * word (spec/40, section 9).
 *
 * @param fields number fields by role
 * @param scalar scalar register between sources and configuration word
 * @param mode selection mode of the configuration word
 * @param lanes elements of one repeat
 */
record VectorInstruction(
    InstructionDefinition row, Attributes fields, Optional<Value> scalar, int mode, int lanes) {

  static VectorInstruction of(Mnemonic mnemonic, DataType type) {
    return of(InstructionTable.of(Profile.A2A3).get(mnemonic), type);
  }

  static VectorInstruction of(InstructionDefinition row, DataType type) {
    return new VectorInstruction(
        row,
        IrBuilder.fields(OperandRole.DT.with(type.code())),
        Optional.empty(),
        0,
        VectorUnit.REPEAT_BYTES / type.bytes());
  }

  VectorInstruction withScalar(Value value) {
    return new VectorInstruction(row, fields, Optional.of(value), mode, lanes);
  }

  VectorInstruction withField(OperandRole role, int code) {
    return new VectorInstruction(
        row, IrBuilder.withField(fields, role.with(code)), scalar, mode, lanes);
  }

  VectorInstruction withMode(int newMode) {
    return new VectorInstruction(row, fields, scalar, newMode, lanes);
  }

  /** The instruction with a result type; a repeat has as many elements as the wider type allows. */
  VectorInstruction to(DataType result) {
    int narrowest = Math.min(lanes, VectorUnit.REPEAT_BYTES / result.bytes());
    VectorInstruction typed = withField(OperandRole.DT2, result.code());
    return new VectorInstruction(row, typed.fields, scalar, mode, narrowest);
  }

  /** True when source and destination elements have one size. */
  static boolean isUniform(List<Area> areas) {
    return areas.stream().allMatch(area -> area.elementBytes() == areas.getFirst().elementBytes());
  }

  /**
   * Largest repeat stride in blocks that the configuration word holds for this number of operands.
   */
  static long strideLimit(int areas) {
    return areas == 3 ? 255 : 4095;
  }

  /**
   * Emits one instruction.
   *
   * @param areas destination first
   * @param repeat number of repeats, 0 in count mode
   * @param strides repeat strides in blocks, destination first
   */
  void emit(IrBuilder builder, List<Area> areas, long repeat, long[] strides) {
    emit(builder, areas, builder.i64(repeat), strides);
  }

  /**
   * Emits one instruction with a number of repeats that only the run may know.
   *
   * @param repeat 1 to 255, {@code index} or {@code i64}
   */
  void emit(IrBuilder builder, List<Area> areas, Value repeat, long[] strides) {
    List<Value> operands = new ArrayList<>();
    areas.forEach(area -> operands.add(area.address()));
    scalar.ifPresent(operands::add);
    operands.add(
        areas.size() == 3
            ? binaryWord(builder, areas, repeat, strides)
            : unaryWord(builder, areas, repeat, strides));
    builder.machine(row, operands, List.of(), fields);
  }

  private Value binaryWord(IrBuilder builder, List<Area> areas, Value repeat, long[] strides) {
    return new WordBuilder(builder, ConfigurationWord.BIN)
        .set(ConfigurationField.REPEAT, builder.cast(repeat, ElementType.I8))
        .set(ConfigurationField.MODE, mode)
        .set(ConfigurationField.DESTINATION_BLOCK, blockStride(areas.get(0)))
        .set(ConfigurationField.FIRST_BLOCK, blockStride(areas.get(1)))
        .set(ConfigurationField.SECOND_BLOCK, blockStride(areas.get(2)))
        .set(ConfigurationField.DESTINATION_REPEAT, strides[0])
        .set(ConfigurationField.FIRST_REPEAT, strides[1])
        .set(ConfigurationField.SECOND_REPEAT, strides[2])
        .word();
  }

  private static Value unaryWord(
      IrBuilder builder, List<Area> areas, Value repeat, long[] strides) {
    boolean hasSource = areas.size() > 1;
    return new WordBuilder(builder, ConfigurationWord.UNA)
        .set(ConfigurationField.REPEAT, builder.cast(repeat, ElementType.I8))
        .set(ConfigurationField.DESTINATION_BLOCK, blockStride(areas.getFirst()))
        .set(ConfigurationField.FIRST_BLOCK, hasSource ? blockStride(areas.get(1)) : 1)
        .set(ConfigurationField.DESTINATION_REPEAT, strides[0] & 0xFF)
        .set(ConfigurationField.DESTINATION_REPEAT_HIGH, strides[0] >> 8)
        .set(ConfigurationField.FIRST_REPEAT, hasSource ? strides[1] : 0)
        .word();
  }

  private static long blockStride(Area area) {
    return area.oneBlock() ? 0 : 1;
  }
}
