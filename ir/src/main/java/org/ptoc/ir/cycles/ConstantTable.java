package org.ptoc.ir.cycles;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.StringTokenizer;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.SchedulingClass;

/**
 * Constants by scheduling class and type column. A row for one instruction goes before the row of
 * its class, a row for a pair of types before both, and a row for one comparison before all.
 */
public final class ConstantTable {
  private static final String EVERY_COLUMN = "f32 f16 i32 i16 i8 none";

  private record Pair(SchedulingClass schedulingClass, DataType source, DataType result) {}

  private record Compared(String mnemonic, Comparison comparison) {}

  private final List<String> names;
  private final Map<SchedulingClass, Map<TypeColumn, ConstantRow>> byClass =
      new EnumMap<>(SchedulingClass.class);
  private final Map<String, Map<TypeColumn, ConstantRow>> byMnemonic = new HashMap<>();
  private final Map<Pair, ConstantRow> byPair = new HashMap<>();
  private final Map<Compared, ConstantRow> byComparison = new HashMap<>();

  public ConstantTable(String... names) {
    this.names = List.of(names);
  }

  /** A table that starts as a copy of this one; later rows replace earlier ones. */
  public ConstantTable copy() {
    ConstantTable copy = new ConstantTable(names.toArray(String[]::new));
    byClass.forEach((key, rows) -> copy.byClass.put(key, new EnumMap<>(rows)));
    byMnemonic.forEach((key, rows) -> copy.byMnemonic.put(key, new EnumMap<>(rows)));
    copy.byPair.putAll(byPair);
    copy.byComparison.putAll(byComparison);
    return copy;
  }

  public ConstantTable row(
      SchedulingClass schedulingClass, String columns, String constants, String... remark) {
    put(
        byClass.computeIfAbsent(schedulingClass, key -> new EnumMap<>(TypeColumn.class)),
        columns,
        constants,
        remark);
    return this;
  }

  public ConstantTable row(SchedulingClass schedulingClass, String constants) {
    return row(schedulingClass, EVERY_COLUMN, constants);
  }

  /** A row for one instruction of a class whose others differ. */
  public ConstantTable instruction(
      String mnemonic, String columns, String constants, String... remark) {
    put(
        byMnemonic.computeIfAbsent(mnemonic, key -> new EnumMap<>(TypeColumn.class)),
        columns,
        constants,
        remark);
    return this;
  }

  public ConstantTable instruction(String mnemonic, String constants) {
    return instruction(mnemonic, EVERY_COLUMN, constants);
  }

  /** A row for words that change the type from {@code source} to {@code result}. */
  public ConstantTable pair(
      SchedulingClass schedulingClass, DataType source, DataType result, String constants) {
    byPair.put(new Pair(schedulingClass, source, result), ConstantRow.parse(names, constants, ""));
    return this;
  }

  /** A row for one comparison of an instruction whose others differ, for every type. */
  public ConstantTable comparison(String mnemonic, Comparison comparison, String constants) {
    byComparison.put(new Compared(mnemonic, comparison), ConstantRow.parse(names, constants, ""));
    return this;
  }

  /** Puts {@code value} into a column of the row of {@code schedulingClass}, for every type. */
  public void change(SchedulingClass schedulingClass, int column, int value) {
    Objects.requireNonNull(byClass.get(schedulingClass))
        .replaceAll((type, row) -> row.with(column, value));
  }

  /** True if the table has any row for {@code schedulingClass}. */
  public boolean has(SchedulingClass schedulingClass) {
    return byClass.containsKey(schedulingClass);
  }

  /** The mnemonics that have rows of their own. */
  public Iterable<String> mnemonics() {
    return byMnemonic.keySet();
  }

  /**
   * The row of a word.
   *
   * @param type the type that selects the column
   */
  public Optional<ConstantRow> find(
      InstructionDefinition definition, DataType source, DataType result, DataType type) {
    ConstantRow pair = byPair.get(new Pair(definition.schedulingClass(), source, result));
    if (pair != null) {
      return Optional.of(pair);
    }
    TypeColumn column = TypeColumn.of(type);
    ConstantRow row = byMnemonic.getOrDefault(definition.mnemonic(), Map.of()).get(column);
    if (row == null) {
      row = byClass.getOrDefault(definition.schedulingClass(), Map.of()).get(column);
    }
    return Optional.ofNullable(row)
        .map(found -> TypeColumn.isNamed(type) ? found : found.borrowed());
  }

  /**
   * The row of the comparison that {@code instruction} makes; empty when it has none of its own.
   */
  public Optional<ConstantRow> findComparison(Instruction instruction) {
    String mnemonic = instruction.definition().mnemonic();
    return byComparison.isEmpty()
        ? Optional.empty()
        : Comparison.byCode(instruction.field(FieldName.M3))
            .map(comparison -> byComparison.get(new Compared(mnemonic, comparison)));
  }

  private void put(
      Map<TypeColumn, ConstantRow> rows, String columns, String constants, String... remark) {
    ConstantRow row = ConstantRow.parse(names, constants, remark.length == 0 ? "" : remark[0]);
    StringTokenizer tokens = new StringTokenizer(columns);
    while (tokens.hasMoreTokens()) {
      rows.put(TypeColumn.named(tokens.nextToken()), row);
    }
  }
}
