package org.ptoc.tools.plan;

/**
 * An argument that was chosen for a parameter.
 *
 * @param parameter number of the parameter, from 0
 * @param name its name; empty when it has none
 * @param text the value as {@code --arg} takes it
 */
public record PlannedArgument(int parameter, String name, String text) {
  /** The whole value of {@code --arg}, with the name where there is one. */
  public String option() {
    return name.isEmpty() ? text : name + "=" + text;
  }
}
