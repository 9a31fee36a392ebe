package org.ptoc.tools.sweep;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How an item ended. The numbers are the exit statuses of {@code ptoc run} for it alone. */
public enum ItemStatus {
  OK(0, true),
  /** The text, an option or an argument was refused. */
  REJECTED(1, true),
  /** A file is missing or cannot be read. */
  UNREADABLE(2, false),
  TRAPPED(3, true),
  /** The item did more work than its limit allows. */
  LIMIT(3, true),
  /** A check or an expectation failed, or repeated runs did not agree. */
  FAILED(4, true),
  /** Memory or stack ran out. */
  EXHAUSTED(5, false),
  /** A defect of the toolchain. */
  INTERNAL(70, false);

  private final int exit;
  private final boolean isLasting;

  ItemStatus(int exit, boolean isLasting) {
    this.exit = exit;
    this.isLasting = isLasting;
  }

  /** The exit status of a call. */
  public int exit() {
    return exit;
  }

  /** True if the next run ends the same, so that the result may be kept. */
  public boolean isLasting() {
    return isLasting;
  }

  /** The word of results and reports. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The status of an exit status of {@code ptoc run}. */
  public static ItemStatus of(int exit) {
    return Stream.of(values()).filter(each -> each.exit == exit).findFirst().orElse(INTERNAL);
  }

  static Optional<ItemStatus> byWord(String word) {
    return Stream.of(values()).filter(each -> each.word().equals(word)).findFirst();
  }
}
