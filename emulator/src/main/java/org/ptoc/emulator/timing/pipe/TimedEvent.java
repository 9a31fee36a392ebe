package org.ptoc.emulator.timing.pipe;

import org.ptoc.ir.isa.Pipe;

/**
 * One instruction on the timeline of a block. Events of one pipe do not overlap and come in the
 * order of their starts.
 *
 * @param word number of the instruction in the text; a region has that of its first word
 * @param pipe where it ran
 * @param kind what it is for arrows between pipes
 * @param number event or buffer number of a synchronisation, repeats of a vector word, bytes of a
 *     copy, the giver of the last signal that a wait for other cores took, else 0
 * @param idleFrom cycle from which its pipe had nothing to do
 * @param waitedFrom cycle at which it could have started but for what it waited for
 * @param start first cycle
 * @param done cycle behind the last
 * @param signal cycle at which the signal was there that a wait took, {@link #NO_SIGNAL} for others
 */
public record TimedEvent(
    int word,
    Pipe pipe,
    Kind kind,
    long number,
    long idleFrom,
    long waitedFrom,
    long start,
    long done,
    long signal) {
  /** What took no signal. */
  public static final long NO_SIGNAL = -1;

  /** A core and a word of it as a number. */
  static long giver(int core, int word) {
    return (long) core << Integer.SIZE | word;
  }

  /** The number of the core that gave the last signal which a wait for other cores took. */
  public int givingCore() {
    return (int) (number >> Integer.SIZE);
  }

  /** The word of that core which gave it. */
  public int givingWord() {
    return (int) number;
  }

  /** The kinds of instructions on a timeline. */
  public enum Kind {
    /** A word of the scalar pipe. */
    SCALAR,
    /** A vector word with its repeats. */
    VECTOR,
    /** A vector region from its launch to its last micro-operation. */
    REGION,
    /** A copy; the number counts bytes. */
    TRANSFER,
    /** A matrix product; the number counts multiplications. */
    PRODUCT,
    SET_FLAG,
    WAIT_FLAG,
    GET_BUFFER,
    RELEASE_BUFFER,
    BARRIER,
    SET_CROSS_FLAG,
    WAIT_CROSS_FLAG,
    /** Cores wait for each other. */
    MEETING
  }
}
