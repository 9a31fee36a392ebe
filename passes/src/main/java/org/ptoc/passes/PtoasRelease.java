package org.ptoc.passes;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Releases of the public assembler between which the meaning of a program changed: {@code
 * --assume-ptoas} and the module attribute {@code pto.assume_ptoas} ({@code docs/ptoas.md}).
 */
public enum PtoasRelease {
  V0_60("0.60", EnumSet.of(CodeSwitch.VECTOR_SEQUENCES)),
  V0_61("0.61", EnumSet.noneOf(CodeSwitch.class)),
  V0_63("0.63", EnumSet.of(CodeSwitch.SATURATED_CONVERSIONS, CodeSwitch.REQUIRED_SCRATCH));

  private final String spelling;
  private final Set<CodeSwitch> switches;

  PtoasRelease(String spelling, Set<CodeSwitch> switches) {
    this.spelling = spelling;
    this.switches = Collections.unmodifiableSet(switches);
  }

  /** The numbers of all releases. */
  public static List<String> spellings() {
    return Arrays.stream(values()).map(release -> release.spelling).toList();
  }

  /** The release of a number. */
  public static Optional<PtoasRelease> bySpelling(String spelling) {
    return Arrays.stream(values()).filter(each -> each.spelling.equals(spelling)).findFirst();
  }

  /** The number. */
  public String spelling() {
    return spelling;
  }

  /** Options with what the release does, and without what only others do. */
  public CompileOptions apply(CompileOptions options) {
    CompileOptions changed = options;
    for (PtoasRelease release : values()) {
      for (CodeSwitch each : release.switches) {
        changed = changed.set(each, switches.contains(each));
      }
    }
    return changed;
  }
}
