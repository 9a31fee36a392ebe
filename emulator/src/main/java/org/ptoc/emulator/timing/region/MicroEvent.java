package org.ptoc.emulator.timing.region;

/**
 * One micro-operation on its way through the pipeline of a vector region; cycles count from the
 * launch of the region.
 *
 * @param word number of the instruction in the text
 * @param lane where it was executed
 * @param dispatched cycle of dispatch
 * @param renamed cycle of arrival at rename
 * @param entered cycle of entry into the queue of its execution unit; equal to {@code start} where
 *     there is none
 * @param start first cycle of execution
 * @param done cycle behind the last of execution
 * @param retired cycle at which it left the re-order list
 */
public record MicroEvent(
    int word,
    Lane lane,
    int dispatched,
    int renamed,
    int entered,
    int start,
    int done,
    int retired) {

  /** The places of execution. */
  public enum Lane {
    LOAD,
    STORE,
    FIRST_UNIT,
    SECOND_UNIT,
    PREDICATE,
    BARRIER
  }
}
