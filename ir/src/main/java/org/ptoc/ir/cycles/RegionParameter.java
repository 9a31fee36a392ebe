package org.ptoc.ir.cycles;

import static org.ptoc.ir.cycles.ConstantSource.FITTED;
import static org.ptoc.ir.cycles.ConstantSource.MANUAL;
import static org.ptoc.ir.cycles.ConstantSource.POLICY;
import static org.ptoc.ir.cycles.ConstantSource.PUBLIC_MODEL;


import java.util.function.ToIntFunction;

/** The numbers of the A5 region pipeline, each with its source (spec/30, section 9). */
public enum RegionParameter {
  // @formatter:off
  STARTUP          ("startup",           23, 0,  PUBLIC_MODEL, RegionParameters::startup,         "first cycle of a micro-operation, from the launch"),
  DISPATCH_GATE    ("dispatch-gate",     21, 0,  PUBLIC_MODEL, RegionParameters::dispatchGate,    "first dispatch cycle"),
  FIRST_LOOP_OPENS ("first-loop-opens",  19, 0,  PUBLIC_MODEL, RegionParameters::firstLoopOpens,  "the first loop opens; one more for each nested level"),
  BODY_DELAY       ("body-delay",         2, 0,  PUBLIC_MODEL, RegionParameters::bodyDelay,       "from the opening of a loop to its first dispatch"),
  DRAIN            ("drain",             12, 0,  PUBLIC_MODEL, RegionParameters::drain,           "from the last completion to the end of the region"),
  WINDOW           ("window",             6, 1,  PUBLIC_MODEL, RegionParameters::window,          "entries of the decode window"),
  DISPATCH_WIDTH   ("dispatch-width",     5, 1,  PUBLIC_MODEL, RegionParameters::dispatchWidth,   "dispatches in one cycle"),
  COMPUTE_QUEUE    ("compute-queue",     58, 1,  PUBLIC_MODEL, RegionParameters::computeQueue,    "entries, and credits that stores share with it"),
  UNIT_QUEUE       ("unit-queue",        26, 1,  PUBLIC_MODEL, RegionParameters::unitQueue,       "entries of the queue of an execution unit"),
  UNIT_IN_FLIGHT   ("unit-in-flight",     7, 1,  PUBLIC_MODEL, RegionParameters::unitInFlight,    "micro-operations in flight on a unit"),
  LOAD_STORE_QUEUE ("load-store-queue",   Integer.MAX_VALUE, 1, PUBLIC_MODEL, RegionParameters::loadStoreQueue, "entries of the load/store queue"),
  REGISTERS        ("registers",         68, 48, PUBLIC_MODEL, RegionParameters::registers,       "physical vector registers"),
  RELEASE          ("release",            4, 0,  PUBLIC_MODEL, RegionParameters::release,         "from the start of a consumer to the release of its sources"),
  REENTRY_GAP      ("reentry-gap",        4, 0,  FITTED,       RegionParameters::reentryGap,      "from the last dispatch of a loop to its next opening"),
  REENTRY_DISTANCE ("reentry-distance",   7, 0,  PUBLIC_MODEL, RegionParameters::reentryDistance, "least distance of two openings"),
  EXCLUSION        ("exclusion",          1, 0,  MANUAL,       p -> p.exclusion() ? 1 : 0,        "1 when two loads of a cycle keep a store out"),
  MEMORY_ORDER     ("memory-order",       1, 0,  POLICY,       p -> p.memoryOrder() ? 1 : 0,      "1 when a load waits for an older store to its bytes");
  // @formatter:on

  private final String spelling;
  private final int standard;
  private final int least;
  private final ConstantSource source;
  private final ToIntFunction<RegionParameters> value;
  private final String meaning;

  RegionParameter(
      String spelling,
      int standard,
      int least,
      ConstantSource source,
      ToIntFunction<RegionParameters> value,
      String meaning) {
    this.spelling = spelling;
    this.standard = standard;
    this.least = least;
    this.source = source;
    this.value = value;
    this.meaning = meaning;
  }

  public String spelling() {
    return spelling;
  }

  public int standard() {
    return standard;
  }

  public int least() {
    return least;
  }

  public ConstantSource source() {
    return source;
  }

  public String meaning() {
    return meaning;
  }

  public int of(RegionParameters parameters) {
    return value.applyAsInt(parameters);
  }
}
