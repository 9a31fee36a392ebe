package org.ptoc.emulator.timing.pipe;

/** Why a pipe stood still between two instructions (spec/30, section 6). */
public enum StallReason {
  /** The scalar pipe had not dispatched anything for it. */
  DISPATCH("nothing dispatched"),
  /** A flag of another pipe was not set yet. */
  FLAG("waiting for a flag"),
  /** Another pipe held the buffer. */
  BUFFER("waiting for a buffer"),
  /** A barrier waited for work in flight. */
  BARRIER("waiting at a barrier"),
  /** The queue of another pipe was full. */
  QUEUE("queue of a pipe full"),
  /** Another core had not signalled, or not come to a meeting. */
  CORE("waiting for another core");

  private final String description;

  StallReason(String description) {
    this.description = description;
  }

  /** The reason in reports. */
  public String description() {
    return description;
  }
}
