package org.ptoc.emulator.timing.constant;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.cycles.ConstantRow;
import org.ptoc.ir.cycles.ConstantTable;
import org.ptoc.ir.cycles.TimingConstant;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.SchedulingClass;
import org.ptoc.ir.isa.WordFormat;

/**
 * All constants of one profile under one model, each with its source (spec/30). Scoreboard uses the
 * calibrated constants, grouped the documented ones.
 */
public final class TimingSet {
  /** Raised when a constant changes, so that reports can be compared. */
  public static final int VERSION = 2;

  private final Profile profile;
  private final TimingModel model;
  private final ConstantTable repeats;
  private final ConstantTable microOperations;
  private final ConstantTable transfers;
  private final ConstantTable cubeCopies;
  private final ConstantTable products;
  private final ConstantTable scalars = StandardTables.scalars();
  private final List<TimingOptions.Change> changes;

  private TimingSet(Profile profile, TimingModel model, List<TimingOptions.Change> changes) {
    this.profile = profile;
    this.model = model;
    boolean measured = model == TimingModel.CALIBRATED || model == TimingModel.SCOREBOARD;
    this.repeats =
        StandardTables.repeats(measured && !profile.has(ProfileFeature.VECTOR_REGISTERS));
    this.microOperations = StandardTables.microOperations(measured);
    this.transfers = TransferTables.of(profile, measured);
    this.cubeCopies = CubeTables.copies(profile, measured);
    this.products = CubeTables.products(profile, measured);
    this.changes = changes;
    changes.forEach(change -> change.parameter().change(transfers, change.value()));
  }

  /**
   * The set of {@code profile} under {@code model}.
   *
   * @throws IllegalArgumentException when the profile does not have the model
   */
  public static TimingSet of(Profile profile, TimingModel model) {
    return of(profile, TimingOptions.of(model));
  }

  /** The set under {@code options}, with the numbers that they change. */
  public static TimingSet of(Profile profile, TimingOptions options) {
    if (!options.model().isIn(profile)) {
      throw new IllegalArgumentException(
          profile + " has no timing model " + options.model().spelling());
    }
    return new TimingSet(profile, options.model(), options.changes());
  }

  /** The profile. */
  public Profile profile() {
    return profile;
  }

  /** The numbers that differ from the standard ones. */
  public List<TimingOptions.Change> changes() {
    return changes;
  }

  /** The model. */
  public TimingModel model() {
    return model;
  }

  /** True if the cost of a word of {@code definition} is the A2/A3 formula over repeats. */
  static boolean isRepeated(InstructionDefinition definition) {
    return definition.format() == WordFormat.U;
  }

  /**
   * Every constant that the cost of an instruction uses; for reports. Empty when the set has no
   * row.
   *
   * @param type the operation type, {@link DataType#NONE} for untyped words
   * @param result the result type when it differs, else {@link DataType#NONE}
   */
  public List<TimingConstant> explain(
      InstructionDefinition definition, DataType type, DataType result) {
    return row(definition, type, result).map(ConstantRow::constants).orElse(List.of());
  }

  /**
   * Why the values of {@link #explain} were chosen among several; empty when nothing has to be
   * said.
   */
  public String remark(InstructionDefinition definition, DataType type, DataType result) {
    return row(definition, type, result).map(ConstantRow::remark).orElse("");
  }

  Optional<ConstantRow> row(InstructionDefinition definition, DataType type, DataType result) {
    ConstantTable table = table(definition);
    boolean byResult =
        !profile.has(ProfileFeature.VECTOR_REGISTERS)
            && definition.schedulingClass() == SchedulingClass.CONVERT
            && result != DataType.NONE;
    DataType other = result == type ? DataType.NONE : result;
    return table.find(definition, type, other, byResult ? result : type);
  }

  /** The row of a word; every legal word has one. */
  public ConstantRow row(Instruction instruction) {
    InstructionDefinition definition = instruction.definition();
    DataType type = definition.pipe() == Pipe.S ? DataType.NONE : instruction.type();
    DataType result = instruction.resultType() == type ? DataType.NONE : instruction.resultType();
    return table(definition)
        .findComparison(instruction)
        .or(() -> row(definition, type, result))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "no cycles for " + instruction + " in " + model.spelling()));
  }

  private ConstantTable table(InstructionDefinition definition) {
    if (isRepeated(definition)) {
      return repeats;
    }
    if (transfers.has(definition.schedulingClass())) {
      return transfers;
    }
    if (cubeCopies.has(definition.schedulingClass())) {
      return cubeCopies;
    }
    if (products.has(definition.schedulingClass())) {
      return products;
    }
    return definition.pipe() == Pipe.V ? microOperations : scalars;
  }
}
