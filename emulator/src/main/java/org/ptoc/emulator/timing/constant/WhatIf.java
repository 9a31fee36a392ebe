package org.ptoc.emulator.timing.constant;

import java.util.List;
import java.util.Set;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Pipe;

/**
 * Another order of pipes than that of the executed words, for the cycle model alone: what the words
 * compute stays.
 *
 * @param core the kind of core whose words and flags are meant
 * @param leftOut flags and barriers that the model skips, by word
 * @param early flags that are set once more, before the first word
 */
public record WhatIf(CoreKind core, Set<Integer> leftOut, Set<Flag> early) {
  /** The order of the executed words. */
  public static final WhatIf NOTHING = new WhatIf(CoreKind.VECTOR, Set.of(), Set.of());

  public WhatIf {
    leftOut = Set.copyOf(leftOut);
    early = Set.copyOf(early);
  }

  /**
   * A flag.
   *
   * @param from the pipe that sets it
   * @param to the pipe that waits
   * @param event its number, from 0 to 7
   */
  public record Flag(Pipe from, Pipe to, int event) {}

  /** The words that a core of {@code kind} skips. */
  public Set<Integer> leftOut(CoreKind kind) {
    return kind == core ? leftOut : Set.of();
  }

  /** The flags that are set early on a core of {@code kind}. */
  public List<Flag> early(CoreKind kind) {
    return kind == core ? List.copyOf(early) : List.of();
  }
}
