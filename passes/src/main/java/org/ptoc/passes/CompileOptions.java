package org.ptoc.passes;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * How code is generated.
 *
 * @param switches those that are on
 */
public record CompileOptions(Set<CodeSwitch> switches) {
  public CompileOptions {
    EnumSet<CodeSwitch> copy = EnumSet.noneOf(CodeSwitch.class);
    copy.addAll(switches);
    switches = Collections.unmodifiableSet(copy);
  }

  /** The options of a plain compile. */
  public static CompileOptions defaults() {
    EnumSet<CodeSwitch> usual = EnumSet.noneOf(CodeSwitch.class);
    Arrays.stream(CodeSwitch.values()).filter(CodeSwitch::isUsual).forEach(usual::add);
    return new CompileOptions(usual);
  }

  /** True if {@code choice} is on. */
  public boolean has(CodeSwitch choice) {
    return switches.contains(choice);
  }

  /** The same options with {@code choice} on. */
  public CompileOptions with(CodeSwitch choice) {
    return set(choice, true);
  }

  /** The same options with {@code choice} off. */
  public CompileOptions without(CodeSwitch choice) {
    return set(choice, false);
  }

  /** The same options with {@code choice} on or off. */
  public CompileOptions set(CodeSwitch choice, boolean on) {
    EnumSet<CodeSwitch> changed = EnumSet.noneOf(CodeSwitch.class);
    changed.addAll(switches);
    if (on) {
      changed.add(choice);
    } else {
      changed.remove(choice);
    }
    return new CompileOptions(changed);
  }
}
