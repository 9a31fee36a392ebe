package org.ptoc.emulator.timing.region;

import java.util.Optional;

/**
 * Why a vector region dispatched nothing in a cycle although a micro-operation waited (spec/30,
 * section 11, step C).
 */
public enum DispatchStall {
  LOOP_ENTRY("loop entry"),
  NEXT_ITERATION("next iteration"),
  CREDITS("queue credits"),
  COMPUTE_QUEUE("compute queue full"),
  REGISTERS("no free register"),
  LOAD_STORE_QUEUE("load/store queue full");

  private final String description;

  /** Made once, because dispatch asks in every cycle. */
  private final Optional<DispatchStall> present = Optional.of(this);

  DispatchStall(String description) {
    this.description = description;
  }

  /** This reason as the answer of a dispatch. */
  public Optional<DispatchStall> present() {
    return present;
  }

  /** The reason in reports. */
  public String description() {
    return description;
  }
}
