package org.ptoc.ir.cycles;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

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

  public RegionParameters {
    if (registers < RegionParameter.REGISTERS.least()) {
      throw new IllegalArgumentException(
          "fewer than " + RegionParameter.REGISTERS.least() + " physical registers can deadlock");
    }
  }

  /** What precedes the names of these numbers in options. */
  public static final String PREFIX = "region.";

  /** The parameters of spec/30, section 9. */
  public static final RegionParameters STANDARD = of(RegionParameter::standard);

  /** What the public simulator of vector regions does; for comparisons with it only. */
  public static final RegionParameters COMPATIBLE =
      STANDARD
          .with(RegionParameter.REENTRY_GAP, 0)
          .with(RegionParameter.EXCLUSION, 0)
          .with(RegionParameter.MEMORY_ORDER, 0);

  private static RegionParameters of(ToIntFunction<RegionParameter> value) {
    return new RegionParameters(
        value.applyAsInt(RegionParameter.STARTUP),
        value.applyAsInt(RegionParameter.DISPATCH_GATE),
        value.applyAsInt(RegionParameter.FIRST_LOOP_OPENS),
        value.applyAsInt(RegionParameter.BODY_DELAY),
        value.applyAsInt(RegionParameter.DRAIN),
        value.applyAsInt(RegionParameter.WINDOW),
        value.applyAsInt(RegionParameter.DISPATCH_WIDTH),
        value.applyAsInt(RegionParameter.COMPUTE_QUEUE),
        value.applyAsInt(RegionParameter.UNIT_QUEUE),
        value.applyAsInt(RegionParameter.UNIT_IN_FLIGHT),
        value.applyAsInt(RegionParameter.LOAD_STORE_QUEUE),
        value.applyAsInt(RegionParameter.REGISTERS),
        value.applyAsInt(RegionParameter.RELEASE),
        value.applyAsInt(RegionParameter.REENTRY_GAP),
        value.applyAsInt(RegionParameter.REENTRY_DISTANCE),
        value.applyAsInt(RegionParameter.EXCLUSION) != 0,
        value.applyAsInt(RegionParameter.MEMORY_ORDER) != 0);
  }

  /** Each number as options spell it, with its source, and what it means. */
  public Map<TimingConstant, String> constants() {
    Map<TimingConstant, String> constants = new LinkedHashMap<>();
    for (RegionParameter parameter : RegionParameter.values()) {
      String name = PREFIX + parameter.spelling();
      constants.put(
          new TimingConstant(name, parameter.of(this), parameter.source(), false),
          parameter.meaning());
    }
    return constants;
  }

  /** The same with another value of {@code changed}. */
  public RegionParameters with(RegionParameter changed, int value) {
    return of(each -> each == changed ? value : each.of(this));
  }
}
