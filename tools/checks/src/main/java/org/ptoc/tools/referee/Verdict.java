package org.ptoc.tools.referee;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.object.SourcePosition;

/** What the referee says about one place of a kernel. */
public sealed interface Verdict {

  /**
   * One side of a dependence.
   *
   * @param word the first word of the access @param place its place in the source @param pipe the
   *     pipe that executes it
   * @param isWrite whether it writes
   */
  record Side(int word, SourcePosition place, Pipe pipe, boolean isWrite) {}

  /**
   * Bytes that two operations touch.
   *
   * @param space the memory
   * @param from first byte
   * @param end one past the last byte
   */
  record Bytes(AddressSpace space, long from, long end) {}

  /**
   * One step of the order of a dependence: a flag that is set and waited for, a buffer that is
   * released and taken, or a barrier, whose places are the same.
   *
   * @param mnemonic the word that waits
   * @param given where it is given
   * @param taken where it is waited for
   */
  record Step(String mnemonic, SourcePosition given, SourcePosition taken) {}

  /** The earlier access is always done when the later one begins, because of these steps. */
  record Ordered(Side earlier, Side later, Bytes bytes, List<Step> chain) implements Verdict {}

  /**
   * The later access may begin before the earlier one is done.
   *
   * @param remedy what to insert, and where
   */
  record Missing(Side earlier, Side later, Bytes bytes, String remedy) implements Verdict {}

  /**
   * A flag or buffer is used wrongly.
   *
   * @param word where it shows
   * @param other the other word, or the same
   * @param remedy what to insert, where that is known
   */
  record Misused(
      int word,
      SourcePosition place,
      String message,
      int other,
      SourcePosition also,
      Optional<String> remedy)
      implements Verdict {}

  /**
   * Something that could not be decided.
   *
   * @param place where
   * @param reason why
   */
  record Unknown(SourcePosition place, String reason) implements Verdict {}

  /**
   * Words that wait, without any of which everything would be ordered all the same.
   *
   * @param mnemonic the word that waits
   * @param words all words that belong together
   * @param places where they stand, the one that waits last
   */
  record Redundant(String mnemonic, List<Integer> words, List<SourcePosition> places)
      implements Verdict {}
}
