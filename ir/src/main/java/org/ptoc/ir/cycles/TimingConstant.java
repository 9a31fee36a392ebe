package org.ptoc.ir.cycles;

/**
 * One number of a timing set.
 *
 * @param name what it means: {@code startup}, {@code latency}; cycles unless the name says
 *     otherwise
 * @param value the number
 * @param source where it comes from
 * @param borrowed whether the source states it for another element type, which is nearest
 */
public record TimingConstant(String name, int value, ConstantSource source, boolean borrowed) {

  /** True if no source states the number for this instruction and type. */
  public boolean isAssumed() {
    return borrowed || source == ConstantSource.POLICY;
  }

  /** {@code latency 7 [S]}, with {@code assumed} when it is. */
  @Override
  public String toString() {
    return name
        + " "
        + (value == Integer.MAX_VALUE ? "unlimited" : value)
        + " ["
        + source.tag()
        + "]"
        + (isAssumed() ? " assumed" : "");
  }
}
