package org.ptoc.emulator.timing.constant;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.cycles.ConstantTable;
import org.ptoc.ir.cycles.RegionParameter;
import org.ptoc.ir.cycles.RegionParameters;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.SchedulingClass;

/**
 * A number of the cycle models that a user may change, because it is assumed or a matter of the
 * machine at hand: start-up and bandwidth of copies (spec/30, section 5), the A5 region pipeline
 * (section 9), the queues before the pipes (section 6).
 */
public final class TimingParameter {

  private static final List<TimingParameter> ALL = list();

  private sealed interface Place {
    /** A cell of the row of a class of copies. */
    record Copy(SchedulingClass schedulingClass, int column) implements Place {}

    record Region(RegionParameter parameter) implements Place {}

    record Queue() implements Place {}
  }

  private final String spelling;
  private final int least;
  private final String meaning;
  private final Place place;

  private TimingParameter(String spelling, int least, String meaning, Place place) {
    this.spelling = spelling;
    this.least = least;
    this.meaning = meaning;
    this.place = place;
  }

  private static List<TimingParameter> list() {
    List<TimingParameter> all = new ArrayList<>();
    copies(all, "dma-in", "GM to UB", SchedulingClass.DMA_IN);
    copies(all, "dma-out", "UB to GM", SchedulingClass.DMA_OUT);
    copies(all, "dma-local", "UB to UB", SchedulingClass.DMA_LOCAL);
    all.add(
        new TimingParameter(
            "queue-depth",
            1,
            "instructions that wait on one pipe before S stalls (unlimited)",
            new Place.Queue()));
    for (RegionParameter region : RegionParameter.values()) {
      String standard =
          region.standard() == Integer.MAX_VALUE ? "unlimited" : String.valueOf(region.standard());
      all.add(
          new TimingParameter(
              RegionParameters.PREFIX + region.spelling(),
              region.least(),
              region.meaning() + " (" + standard + ")",
              new Place.Region(region)));
    }
    return List.copyOf(all);
  }

  private static void copies(
      List<TimingParameter> all, String name, String path, SchedulingClass schedulingClass) {
    all.add(
        new TimingParameter(
            name + ".startup",
            0,
            "cycles before the first byte, " + path,
            new Place.Copy(schedulingClass, TransferTables.STARTUP)));
    all.add(
        new TimingParameter(
            name + ".bandwidth",
            1,
            "bytes per cycle, " + path,
            new Place.Copy(schedulingClass, TransferTables.BANDWIDTH)));
  }

  /** All, in the order of the manual. */
  public static List<TimingParameter> all() {
    return ALL;
  }

  /** The one that is spelled {@code spelling}. */
  public static Optional<TimingParameter> named(String spelling) {
    return ALL.stream().filter(parameter -> parameter.spelling.equals(spelling)).findFirst();
  }

  /** How options and reports spell it, such as {@code dma-in.startup}. */
  public String spelling() {
    return spelling;
  }

  /** The least legal value. */
  public int least() {
    return least;
  }

  /** What it means, with unit and standard value where it has one. */
  public String meaning() {
    return meaning;
  }

  /** True if {@code profile} uses it. */
  public boolean isIn(Profile profile) {
    return profile.has(ProfileFeature.VECTOR_REGISTERS) || !(place instanceof Place.Region);
  }

  TimingOptions change(TimingOptions options, int value) {
    return switch (place) {
      case Place.Copy copy -> options;
      case Place.Queue queue -> options.withQueueDepth(value);
      case Place.Region(RegionParameter parameter) ->
          options.withRegion(options.region().with(parameter, value));
    };
  }

  void change(ConstantTable transfers, int value) {
    if (place instanceof Place.Copy(SchedulingClass schedulingClass, int column)) {
      transfers.change(schedulingClass, column, value);
    }
  }
}
