package org.ptoc.tools.report;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingSet;
import org.ptoc.ir.cycles.ConstantSource;
import org.ptoc.ir.cycles.RegionParameters;
import org.ptoc.ir.cycles.TimingConstant;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.SchedulingClass;

/** The constants of one instruction, each with its source, for every type and model. */
public final class TimingConstants {
  private static final int WIDTH = 96;
  private static final Set<String> FROM_START_TO_END =
      Set.of("cycles", "latency", "startup", "completion", "head", "tail");

  private static final String INDENT = " ".repeat(6);

  private final InstructionDefinition row;
  private final Profile profile;
  private final Set<ConstantSource> used = EnumSet.noneOf(ConstantSource.class);
  private final StringBuilder text = new StringBuilder();

  private TimingConstants(InstructionDefinition row, Profile profile) {
    this.row = row;
    this.profile = profile;
  }

  /** The constants of {@code row} in a profile that has it. */
  public static String of(InstructionDefinition row, Profile profile) {
    TimingConstants constants = new TimingConstants(row, profile);
    constants.write();
    return constants.text.toString();
  }

  /**
   * The constants of one type in one line: {@code documented, calibrated: latency 7 [S], own
   * interval 1 [C]}.
   *
   * @param type the operation type, {@link DataType#NONE} for words without one
   * @param result the result type of a conversion, else {@link DataType#NONE}
   * @return empty when the models time the word as part of something else
   */
  public static Optional<String> inOneLine(
      InstructionDefinition row, DataType type, DataType result, Profile profile) {
    Map<String, StringJoiner> models = new LinkedHashMap<>();
    for (TimingModel model : TimingModel.values()) {
      if (model.isIn(profile) && model != TimingModel.NONE) {
        StringJoiner constants = new StringJoiner(", ");
        TimingSet.of(profile, model)
            .explain(row, type, result)
            .forEach(constant -> constants.add(constant.toString()));
        models
            .computeIfAbsent(constants.toString(), key -> new StringJoiner(", "))
            .add(model.spelling());
      }
    }
    StringJoiner text = new StringJoiner("; ");
    models.forEach((constants, names) -> text.add(names + ": " + constants));
    models.remove("");
    return models.isEmpty() ? Optional.empty() : Optional.of(text.toString());
  }

  /**
   * Cycles of one execution alone, without repeats and waits: what the models state from its start
   * to its end.
   *
   * @param result the result type of a conversion, else {@link DataType#NONE}
   */
  public static int alone(
      InstructionDefinition row,
      DataType type,
      DataType result,
      Profile profile,
      TimingModel model) {
    return TimingSet.of(profile, model).explain(row, type, result).stream()
        .filter(constant -> FROM_START_TO_END.contains(constant.name()))
        .mapToInt(TimingConstant::value)
        .sum();
  }

  /**
   * The constants of one model and type.
   *
   * @param result the result type of a conversion, else {@link DataType#NONE}
   */
  public record Entry(
      TimingModel model, DataType type, DataType result, List<TimingConstant> constants) {
    public Entry {
      constants = List.copyOf(constants);
    }
  }

  /**
   * All constants of {@code row} in a profile that has it, for every model and type that has some.
   */
  public static List<Entry> entries(InstructionDefinition row, Profile profile) {
    List<Entry> entries = new ArrayList<>();
    for (TimingModel model : TimingModel.values()) {
      if (model.isIn(profile) && model != TimingModel.NONE) {
        for (Types types : new TimingConstants(row, profile).types()) {
          Entry entry =
              new Entry(
                  model,
                  types.type(),
                  types.result(),
                  TimingSet.of(profile, model).explain(row, types.type(), types.result()));
          if (!entry.constants().isEmpty()) {
            entries.add(entry);
          }
        }
      }
    }
    return entries;
  }

  private record Types(DataType type, DataType result) {
    String text(InstructionDefinition row) {
      return type.spelling()
          + (result == DataType.NONE ? "" : row.betweenTypes() + result.spelling());
    }
  }

  private void write() {
    text.append(row.mnemonic())
        .append(", profile ")
        .append(profile.spelling())
        .append(", pipe ")
        .append(row.pipe());
    text.append(" (constants version ").append(TimingSet.VERSION).append(")\n");
    Map<String, StringJoiner> models = new LinkedHashMap<>();
    for (TimingModel model : TimingModel.values()) {
      if (model.isIn(profile) && model != TimingModel.NONE) {
        models
            .computeIfAbsent(constants(model), key -> new StringJoiner(", "))
            .add(model.spelling());
      }
    }
    models.forEach(
        (constants, names) -> text.append("  ").append(names).append('\n').append(constants));
    if (row.schedulingClass() == SchedulingClass.REGION) {
      region();
    }
    text.append("  sources:");
    String separator = " ";
    for (ConstantSource source : used) {
      text.append(separator)
          .append('[')
          .append(source.tag())
          .append("] ")
          .append(source.description());
      separator = ", ";
    }
    text.append("; values in cycles unless named otherwise\n");
  }

  private void region() {
    text.append("  pipeline of the region, documented and calibrated\n");
    RegionParameters.STANDARD
        .constants()
        .forEach(
            (constant, meaning) -> {
              used.add(constant.source());
              text.append(INDENT).append(constant).append(": ").append(meaning).append('\n');
            });
  }

  private String constants(TimingModel model) {
    TimingSet set = TimingSet.of(profile, model);
    Map<String, StringJoiner> groups = new LinkedHashMap<>();
    for (Types types : types()) {
      List<TimingConstant> constants = set.explain(row, types.type(), types.result());
      if (!constants.isEmpty()) {
        constants.forEach(constant -> used.add(constant.source()));
        String remark = set.remark(row, types.type(), types.result());
        groups
            .computeIfAbsent(describe(constants, remark), key -> new StringJoiner(", "))
            .add(types.text(row));
      }
    }
    StringBuilder lines = new StringBuilder();
    groups.forEach(
        (constants, types) ->
            lines.append(wrapped(isUntyped() ? "any type" : types.toString())).append(constants));
    return lines.toString();
  }

  private static String wrapped(String types) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder("    ");
    String separator = "";
    for (String word : types.split(", ")) {
      line.append(separator);
      if (line.length() + word.length() > WIDTH) {
        lines.append(line.toString().stripTrailing()).append('\n');
        line = new StringBuilder("    ");
      }
      line.append(word);
      separator = ", ";
    }
    return lines.append(line).append(":\n").toString();
  }

  private static String describe(List<TimingConstant> constants, String remark) {
    StringBuilder lines = new StringBuilder();
    for (TimingConstant constant : constants) {
      lines.append(INDENT).append(constant).append('\n');
    }
    return lines.append(remark.isEmpty() ? "" : INDENT + "(" + remark + ")\n").toString();
  }

  private boolean isUntyped() {
    return types().getFirst().type() == DataType.NONE;
  }

  /** The legal types; scalar words cost the same for all. */
  private List<Types> types() {
    List<Types> types = new ArrayList<>();
    for (DataType type : DataType.values()) {
      if (row.pipe() != Pipe.S && type != DataType.NONE && row.types().acceptsAlone(type)) {
        types.add(new Types(type, DataType.NONE));
      }
    }
    for (DataType type : DataType.values()) {
      for (DataType result : DataType.values()) {
        if (row.pipe() != Pipe.S
            && result != DataType.NONE
            && row.types().pair(type, result).isPresent()) {
          types.add(new Types(type, result));
        }
      }
    }
    return types.isEmpty() ? List.of(new Types(DataType.NONE, DataType.NONE)) : types;
  }
}
