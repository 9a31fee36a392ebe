package org.ptoc.maven;

/** How a launch ended, in words. */
final class LaunchStatus {
  private LaunchStatus() {}

  static String of(Outcome outcome) {
    return switch (outcome.status()) {
      case Outcome.OK -> "ok";
      case Outcome.REJECTED -> "the kernel was rejected";
      case Outcome.TRAPPED -> "the kernel trapped";
      case Outcome.MISMATCH -> "the data is not as expected";
      default -> "ptoc failed with status " + outcome.status();
    };
  }
}
