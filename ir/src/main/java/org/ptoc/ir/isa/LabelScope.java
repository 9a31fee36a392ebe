package org.ptoc.ir.isa;

import java.util.Map;

/**
 * The labels that an instruction may name.
 *
 * @param words word number of each label of the kernel; that after the last word is the length
 * @param at word number of the instruction
 */
public record LabelScope(Map<String, Integer> words, int at) {
  /** No label is known. */
  public static final LabelScope NONE = new LabelScope(Map.of(), 0);

  public LabelScope {
    words = Map.copyOf(words);
  }
}
