package org.ptoc.emulator.timing;

/**
 * The pipeline of an A5 vector region (spec/30, section 9); all counts in cycles or entries.
 *
 * @param startup first cycle at which a micro-operation may start, from the launch
 * @param dispatchGate first dispatch cycle
 * @param firstLoopOpens cycle at which the first loop opens; each nested level adds 1
 * @param bodyDelay from the opening of a loop to its first dispatch
 * @param drain from the last completion to the end of the region
 * @param window entries of the decode window
 * @param dispatchWidth dispatches in one cycle
 * @param computeQueue entries of the compute queue, and the credits that stores share with it
 * @param unitQueue entries of the queue of an execution unit
 * @param unitInFlight micro-operations in flight on a unit
 * @param loadStoreQueue entries of the load/store queue
 * @param registers physical vector registers
 * @param release from the start of a consumer to the release of its sources
 * @param reentryGap from the last dispatch of a loop to its next opening
 * @param reentryDistance least distance of two openings
 * @param exclusion whether two loads of one cycle keep a store out
 * @param memoryOrder whether a load waits for an older store to the same bytes
 */
public record RegionParameters(
    int startup,
    int dispatchGate,
    int firstLoopOpens,
    int bodyDelay,
    int drain,
    int window,
    int dispatchWidth,
    int computeQueue,
    int unitQueue,
    int unitInFlight,
    int loadStoreQueue,
    int registers,
    int release,
    int reentryGap,
    int reentryDistance,
    boolean exclusion,
    boolean memoryOrder) {
  private static final int FEWEST_REGISTERS = 48;

  public RegionParameters {
    if (registers < FEWEST_REGISTERS) {
      throw new IllegalArgumentException("fewer than " + FEWEST_REGISTERS + " physical registers can deadlock");
    }
  }

  /** The parameters of spec/30, section 9. */
  public static final RegionParameters STANDARD =
      new RegionParameters(23, 21, 19, 2, 12, 6, 5, 58, 26, 7, Integer.MAX_VALUE, 68, 4, 4, 7, true, true);

  /** What the public simulator of vector regions does; for comparisons with it only. */
  public static final RegionParameters COMPATIBLE =
      new RegionParameters(23, 21, 19, 2, 12, 6, 5, 58, 26, 7, Integer.MAX_VALUE, 68, 4, 0, 7, false, false);

  /** The same with another load/store queue. */
  public RegionParameters withLoadStoreQueue(int entries) {
    return new RegionParameters(
        startup, dispatchGate, firstLoopOpens, bodyDelay, drain, window, dispatchWidth, computeQueue, unitQueue,
        unitInFlight, entries, registers, release, reentryGap, reentryDistance, exclusion, memoryOrder);
  }

  /** The same with another number of physical registers. */
  public RegionParameters withRegisters(int count) {
    return new RegionParameters(
        startup, dispatchGate, firstLoopOpens, bodyDelay, drain, window, dispatchWidth, computeQueue, unitQueue,
        unitInFlight, loadStoreQueue, count, release, reentryGap, reentryDistance, exclusion, memoryOrder);
  }
}
