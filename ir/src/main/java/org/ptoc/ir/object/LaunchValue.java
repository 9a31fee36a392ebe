package org.ptoc.ir.object;

import java.util.Arrays;
import java.util.Optional;

/**
 * A value that the launcher passes to a parameter for each block (spec/50, 5.2). The constants are
 * in the order of their codes, from 1.
 */
public enum LaunchValue {
  /** Number of the block, from 0. */
  BLOCK_INDEX("block_idx"),
  /** Number of blocks. */
  BLOCK_COUNT("block_num"),
  /** Number of the vector core in its block, from 0. */
  SUBBLOCK_INDEX("subblock_idx");

  /** What the names of such parameters start with in programs of the framework. */
  public static final String PREFIX = "__pypto_spmd_";

  private final String spelling;

  LaunchValue(String spelling) {
    this.spelling = spelling;
  }

  /** The word that assembly text and listings use. */
  public String spelling() {
    return spelling;
  }

  /** The number in an argument record; 0 means that the name of the parameter says it. */
  int code() {
    return ordinal() + 1;
  }

  static Optional<LaunchValue> byCode(int code) {
    return code >= 1 && code <= values().length
        ? Optional.of(values()[code - 1])
        : Optional.empty();
  }

  /** Finds a value by its word. */
  public static Optional<LaunchValue> bySpelling(String word) {
    return Arrays.stream(values()).filter(value -> value.spelling.equals(word)).findFirst();
  }

  /** What the name of a parameter asks for, such as {@code __pypto_spmd_block_idx}. */
  public static Optional<LaunchValue> byParameter(String name) {
    return name.startsWith(PREFIX) ? bySpelling(name.substring(PREFIX.length())) : Optional.empty();
  }
}
