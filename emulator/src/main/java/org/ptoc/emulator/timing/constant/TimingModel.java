package org.ptoc.emulator.timing.constant;

import java.util.Optional;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;

/** The cycle models a user can choose (spec/30, section 2). */
public enum TimingModel {
  /** The formula and the latencies of the seed documents. */
  DOCUMENTED("documented"),
  /** A2/A3: seed constants, startup and interval once for each group of instructions. */
  GROUPED("grouped"),
  /** Closest to measurements; the default. */
  CALIBRATED("calibrated"),
  /** A5: a greedy list schedule, for cross-checks. */
  SCOREBOARD("scoreboard"),
  /** No cycles: counts of executed instructions. */
  NONE("none");

  /** The model of reports, charts, searches and totals where none was chosen. */
  public static final TimingModel DEFAULT = CALIBRATED;

  private final String spelling;

  TimingModel(String spelling) {
    this.spelling = spelling;
  }

  /** The name in options and reports. */
  public String spelling() {
    return spelling;
  }

  /** The model called {@code name}; empty when there is none. */
  public static Optional<TimingModel> named(String name) {
    for (TimingModel model : values()) {
      if (model.spelling.equals(name)) {
        return Optional.of(model);
      }
    }
    return Optional.empty();
  }

  /** True if {@code profile} has the model. */
  public boolean isIn(Profile profile) {
    return switch (this) {
      case DOCUMENTED, CALIBRATED, NONE -> true;
      case GROUPED -> !profile.has(ProfileFeature.VECTOR_REGISTERS);
      case SCOREBOARD -> profile.has(ProfileFeature.VECTOR_REGISTERS);
    };
  }
}
