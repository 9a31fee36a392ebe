package org.ptoc.emulator.machine;

/**
 * When pipes carry out what the scalar unit has issued to them (spec/00, 1.5). A program whose
 * pipes are ordered by flags, buffers and barriers has one result under every schedule.
 *
 * @param order who goes first
 * @param seed of {@link Order#RANDOM}
 */
public record Schedule(Order order, long seed) {
  /** Each word at its place in the program: what all engines do. */
  public static final Schedule PROGRAM = new Schedule(Order.PROGRAM, 0);

  /** Who goes first among what may begin. */
  public enum Order {
    /** Each word at its place in the program. */
    PROGRAM,
    /** Each as soon as what it waits for is done. */
    EAGER,
    /** Nothing before a wait needs it; then the latest first. */
    LAZY,
    /** Any, now or later; of every other seed one pipe after all others. */
    RANDOM
  }
}
