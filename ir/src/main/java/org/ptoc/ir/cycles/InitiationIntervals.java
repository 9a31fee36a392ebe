package org.ptoc.ir.cycles;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.isa.SchedulingClass;

/**
 * Cycles between the starts of two micro-operations on one unit (spec/30, 8.7): 2 when both would
 * write back in the same cycle, else 1, and a list of exceptions. The names are instructions;
 * {@code vsqrt}, {@code vln}, {@code vrec} and {@code vexpdif} count as {@code vexp}.
 */
public final class InitiationIntervals {
  private static final String LIKE_EXP = "vexp";
  private static final String ADDERS = "vadd vadds vsub";
  private static final String EXTREMES = "vmax vmaxs vmin vmins";

  /**
   * One cell of the table.
   *
   * @param full interval after a producer other than a 16-bit float; 0 when the rule holds
   * @param half interval after a 16-bit float
   */
  private record Special(String previous, String current, int full, int half) {}

  // @formatter:off
  private static final List<Special> SPECIALS = List.of(
      new Special("vexp",            "vexp",                              4, 8),
      new Special("vexp",            "vdiv",                              6, 10),
      new Special("vexp",            "vbr",                               0, 2),
      new Special("vdiv",            "vdiv",                              4, 8),
      new Special("vdiv",            "vexp",                              5, 9),
      new Special("vdiv",            "vbr",                               0, 2),
      new Special("vcmax vcmin",     ADDERS,                              4, 3),
      new Special("vcmax vcmin",     EXTREMES,                            5, 4),
      new Special("vcmax vcmin",     "vcmax vcmin vcadd",                 0, 2),
      new Special("vcadd",           "vmins vmax vmin",                   0, 7),
      new Special("vcadd",           "vcmax vcmin",                       0, 8),
      new Special("vcadd",           ADDERS,                              0, 9),
      new Special("vcgmax",          ADDERS,                              4, 4),
      new Special("vcgmax",          "vmax",                              5, 3),
      new Special("vcgmax",          "vcmp",                              3, 3),
      new Special("vcgmax",          "vcgmax",                            0, 2),
      new Special("vadd vsub",       "vcmp",                              3, 3),
      new Special("vmul",            "vcmp",                              2, 2),
      new Special("vmul",            "vshls vshrs",                       3, 3),
      new Special("vmax",            "vcmp",                              2, 2),
      new Special("vand",            "vcmp",                              2, 2),
      new Special("vsel",            "vadd vadds vsub vmul vmax vand vshls vshrs", 2, 2),
      new Special(ADDERS,            "vcgmax",                            2, 2));

  // @formatter:on

  private InitiationIntervals() {}

  /** All names of the table. */
  public static List<String> mnemonics() {
    List<String> all = new ArrayList<>();
    for (Special special : SPECIALS) {
      all.addAll(List.of(special.previous().split(" ")));
      all.addAll(List.of(special.current().split(" ")));
    }
    return all;
  }

  /** Cycles between the starts of two words that follow each other on one unit, at least 1. */
  public static int interval(IssueCost previous, IssueCost current) {
    if (previous.slot() == IssueSlot.FIRST_UNIT_ALU || current.slot() == IssueSlot.FIRST_UNIT_ALU) {
      return 1;
    }
    for (Special special : SPECIALS) {
      int interval = previous.half() ? special.half() : special.full();
      if (interval != 0
          && names(special.previous(), previous)
          && names(special.current(), current)) {
        return interval;
      }
    }
    if (previous.schedulingClass() == SchedulingClass.CONVERT && previous.ownInterval() > 1) {
      return behindSlowConversion(previous, current);
    }
    int rule = current.latency() + 1 == previous.latency() ? 2 : 1;
    return previous.mnemonic().equals(current.mnemonic())
        ? Math.max(rule, previous.ownInterval())
        : rule;
  }

  private static int behindSlowConversion(IssueCost previous, IssueCost current) {
    return switch (current.schedulingClass()) {
      case CONVERT, ADD, ADD_SCALAR -> 2;
      case MAX_MIN, MAX_MIN_SCALAR -> 3;
      default -> current.latency() + 1 == previous.latency() ? 2 : 1;
    };
  }

  /** True if the word list {@code names} holds the name that {@code operation} counts as. */
  private static boolean names(String names, IssueCost operation) {
    String name =
        switch (operation.schedulingClass()) {
          case SQRT, LN, RECIPROCAL, EXP_DIFFERENCE -> LIKE_EXP;
          default -> operation.mnemonic();
        };
    int at = names.indexOf(name);
    while (at >= 0) {
      int end = at + name.length();
      if ((at == 0 || names.charAt(at - 1) == ' ')
          && (end == names.length() || names.charAt(end) == ' ')) {
        return true;
      }
      at = names.indexOf(name, end);
    }
    return false;
  }
}
