package org.ptoc.ir.cycles;

import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

/**
 * The constants of one instruction group and type column, with a remark that explains the choice.
 *
 * @param constants in the order of the table's names
 * @param remark other values and why they were not taken; may be empty
 */
public record ConstantRow(List<TimingConstant> constants, String remark) {

  /** Reads {@code "14S 19M"}: each number is followed by its source tag. */
  static ConstantRow parse(List<String> names, String text, String remark) {
    List<TimingConstant> constants = new ArrayList<>();
    StringTokenizer tokens = new StringTokenizer(text);
    while (tokens.hasMoreTokens()) {
      constants.add(constant(names.get(constants.size()), tokens.nextToken()));
    }
    return new ConstantRow(List.copyOf(constants), remark);
  }

  private static TimingConstant constant(String name, String token) {
    int last = token.length() - 1;
    int value = Integer.parseInt(token.substring(0, last));
    return new TimingConstant(name, value, ConstantSource.of(token.charAt(last)), false);
  }

  /** The same numbers, marked as stated for another type. */
  public ConstantRow borrowed() {
    List<TimingConstant> marked = new ArrayList<>();
    for (TimingConstant constant : constants) {
      marked.add(new TimingConstant(constant.name(), constant.value(), constant.source(), true));
    }
    return new ConstantRow(List.copyOf(marked), remark);
  }

  /** The same with a number of the user's in column {@code index}. */
  public ConstantRow with(int index, int value) {
    List<TimingConstant> changed = new ArrayList<>(constants);
    changed.set(
        index, new TimingConstant(constants.get(index).name(), value, ConstantSource.USER, false));
    return new ConstantRow(List.copyOf(changed), remark);
  }

  /** The number in column {@code index}; 0 when the row is shorter. */
  public int value(int index) {
    return index < constants.size() ? constants.get(index).value() : 0;
  }
}
