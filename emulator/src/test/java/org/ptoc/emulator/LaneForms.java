package org.ptoc.emulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.LoadDistribution;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.StoreDistribution;
import org.ptoc.ir.isa.WordFormat;

/**
 * The forms of A5 words on vectors, predicates and their memory: every row, type, distribution and
 * part.
 */
public final class LaneForms {
  private static final int DISTRIBUTIONS = 32;
  private static final int PARTS = 4;

  private LaneForms() {}

  /**
   * A form.
   *
   * @param word it, on the registers of {@link WordLoop}
   * @param lanes a type of the lanes that it computes
   */
  public record Form(Instruction word, DataType lanes) {
    @Override
    public String toString() {
      return word.toString();
    }
  }

  /** All forms under a mask; with {@code merging} those that leave inactive lanes alone. */
  public static List<Form> all(int mask, boolean merging) {
    List<Form> forms = new ArrayList<>();
    for (InstructionDefinition row : InstructionTable.of(Profile.A5).definitions()) {
      boolean vector =
          switch (row.format()) {
            case V, L, P -> true;
            default -> false;
          };
      if (vector && !(merging && row.operandInField(FieldName.MRG).isEmpty())) {
        addForms(row, encoder -> merging ? encoder.set(OperandRole.MRG, 1) : encoder, mask, forms);
      }
    }
    return forms;
  }

  private static void addForms(
      InstructionDefinition row, Variant variant, int mask, List<Form> forms) {
    if (row.types().isUntyped() && row.types().pairs().isEmpty()) {
      addForms(row, variant, DataType.FP32, mask, forms);
    }
    for (DataType type : row.types().singles()) {
      addForms(row, encoder -> variant.of(encoder).set(OperandRole.DT, type), type, mask, forms);
    }
    row.types()
        .pairs()
        .forEach(
            pair -> {
              DataType wide =
                  pair.source().bytes() > pair.result().bytes() ? pair.source() : pair.result();
              addForms(
                  row,
                  encoder ->
                      variant
                          .of(encoder)
                          .set(OperandRole.DT, pair.source())
                          .set(OperandRole.DT2, pair.result()),
                  wide,
                  mask,
                  forms);
            });
  }

  private interface Variant {
    InstructionEncoder of(InstructionEncoder encoder);
  }

  private static void addForms(
      InstructionDefinition row, Variant variant, DataType lanes, int mask, List<Form> forms) {
    int distributions = row.operandInField(FieldName.DIST).isPresent() ? DISTRIBUTIONS : 1;
    int parts = row.operandInField(FieldName.PART).isPresent() ? PARTS : 1;
    int roundings = row.operandInField(FieldName.M3).isPresent() ? 8 : 1;
    for (int dist = 0; dist < distributions; dist++) {
      for (int part = 0; part < parts; part++) {
        for (int rounding = 0; rounding < roundings; rounding++) {
          InstructionEncoder encoder = operands(row, mask);
          variant.of(encoder);
          setIfPresent(encoder, row, FieldName.DIST, dist);
          setIfPresent(encoder, row, FieldName.PART, part);
          setIfPresent(encoder, row, FieldName.M3, rounding);
          if (encoder.encode() instanceof Instruction word) {
            forms.add(
                new Form(
                    word, row.format() == WordFormat.L ? laneOf(row, dist).orElse(lanes) : lanes));
          }
        }
      }
    }
  }

  /** Distributions name the width of a lane in memory, UNPK that of half a lane. */
  private static Optional<DataType> laneOf(InstructionDefinition row, int dist) {
    boolean load =
        row.operand(OperandRole.LOAD).isPresent() || row.operand(OperandRole.LOAD2).isPresent();
    Optional<String> token =
        load
            ? LoadDistribution.byCode(dist).map(LoadDistribution::spelling)
            : StoreDistribution.byCode(dist).map(StoreDistribution::spelling);
    return token
        .filter(name -> row.operandInField(FieldName.DIST).isPresent())
        .flatMap(
            name -> {
              int bits =
                  name.endsWith("_B8")
                      ? 8
                      : name.endsWith("_B16")
                          ? 16
                          : name.endsWith("_B32") ? 32 : name.endsWith("_B64") ? 64 : 0;
              return switch (name.startsWith("UNPK_")
                  ? 2 * bits
                  : name.equals("UNPK4") ? 32 : bits) {
                case 8 -> Optional.of(DataType.U8);
                case 16 -> Optional.of(DataType.U16);
                case 32 -> Optional.of(DataType.U32);
                case 64 -> Optional.of(DataType.U64);
                default -> Optional.empty();
              };
            });
  }

  private static InstructionEncoder operands(InstructionDefinition row, int mask) {
    InstructionEncoder encoder = InstructionEncoder.of(Profile.A5, row);
    boolean memory = row.format() == WordFormat.L;
    setIfPresent(encoder, row, FieldName.VD, 2);
    setIfPresent(encoder, row, FieldName.VE, memory && isLoad(row) ? 3 : 1);
    setIfPresent(encoder, row, FieldName.VA, 0);
    setIfPresent(encoder, row, FieldName.VB, row.operand(OperandRole.XB).isPresent() ? 2 : 1);
    setIfPresent(
        encoder,
        row,
        FieldName.VC,
        row.operand(OperandRole.PC).isPresent()
            ? 2
            : row.operand(OperandRole.XC).isPresent() ? 2 : 3);
    setIfPresent(encoder, row, FieldName.PD, 8);
    setIfPresent(encoder, row, FieldName.PA, 2);
    setIfPresent(encoder, row, FieldName.PB, 1);
    setIfPresent(encoder, row, FieldName.PG, mask);
    if (memory || row.format() == WordFormat.P) {
      setIfPresent(encoder, row, FieldName.XB, WordLoop.ADDRESS);
      setIfPresent(
          encoder,
          row,
          FieldName.XO,
          row.operand(OperandRole.POST).isPresent() ? 31 : WordLoop.ADDRESS);
    }
    return encoder;
  }

  private static boolean isLoad(InstructionDefinition row) {
    return row.semantics() instanceof Semantics.Unit(var operation)
        && operation.name().startsWith("LOAD");
  }

  private static void setIfPresent(
      InstructionEncoder encoder, InstructionDefinition row, FieldName field, long value) {
    row.operandInField(field).ifPresent(operand -> encoder.set(operand, value));
  }
}
