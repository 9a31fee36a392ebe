package org.ptoc.tools.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.tools.data.ArgumentText;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.data.DataFormat.Kind;

/**
 * Looks for arguments with which a kernel ends, where planned ones make it trap. Buffers grow to
 * what the kernel accesses; then one number or one range of data after the other changes, in steps
 * of two, and a number that helps comes back by bisection as far as it may. The order is fixed and
 * the number of trials bounded.
 */
public final class ArgumentSearch {
  /** Launches of a search. */
  private static final int MOST_TRIALS = 96;

  /** Bytes that a buffer grows to. */
  private static final long MOST_BYTES = 1L << 26;

  private static final int DOUBLINGS = 8;
  private static final int BISECTIONS = 6;

  /** How a launch ended. */
  public sealed interface Outcome {
    /** The kernel reached its end. */
    record Ended() implements Outcome {}

    /**
     * The kernel accessed bytes past the end of an argument.
     *
     * @param parameter number of the argument
     * @param bytes bytes that it needs at least
     */
    record Short(int parameter, long bytes) implements Outcome {}

    /** The kernel trapped otherwise, or took too long. */
    record Trapped() implements Outcome {}
  }

  /** Launches the kernel with the planned arguments. */
  public interface Trial {
    Outcome run(List<PlannedArgument> arguments);
  }

  /**
   * The end of a search.
   *
   * @param found arguments with which the kernel ends
   * @param trials launches that were made
   */
  public record Result(Optional<List<PlannedArgument>> found, int trials) {}

  private final Trial trial;
  private int trials;

  private ArgumentSearch(Trial trial) {
    this.trial = trial;
  }

  /**
   * Searches.
   *
   * @param planned arguments with which the kernel traps
   */
  public static Result search(List<PlannedArgument> planned, Trial trial) {
    ArgumentSearch search = new ArgumentSearch(trial);
    return new Result(search.search(planned), search.trials);
  }

  private Optional<List<PlannedArgument>> search(List<PlannedArgument> planned) {
    Optional<List<PlannedArgument>> found = grown(planned);
    for (boolean larger : new boolean[] {true, false}) {
      for (int i = 0; i < planned.size() && found.isEmpty(); i++) {
        found = changed(planned, i, larger);
      }
    }
    return found;
  }

  /** Larger numbers and other ranges come first, because with them the kernel does more. */
  private Optional<List<PlannedArgument>> changed(
      List<PlannedArgument> planned, int index, boolean larger) {
    List<String> parts = List.of(planned.get(index).text().split(":", -1));
    Optional<DataFormat> format = DataFormat.bySpelling(parts.getFirst());
    if (parts.size() == 2 && format.filter(ArgumentSearch::isInteger).isPresent()) {
      long value = Long.parseLong(parts.getLast());
      return larger
          ? larger(planned, index, format.get(), value)
          : smaller(planned, index, format.get(), value);
    }
    return larger && parts.getFirst().equals("uniform") && parts.size() == 6
        ? range(planned, index, parts)
        : Optional.empty();
  }

  private static boolean isInteger(DataFormat format) {
    return format.kind() == Kind.SIGNED || format.kind() == Kind.UNSIGNED;
  }

  private Optional<List<PlannedArgument>> larger(
      List<PlannedArgument> planned, int index, DataFormat format, long value) {
    long start = Math.max(1, value);
    double most = Math.pow(2, format.bits() - 1.0);
    long failed = value;
    for (int i = 1; i <= DOUBLINGS && start << i < most; i++) {
      Optional<List<PlannedArgument>> found = with(planned, index, format, start << i);
      if (found.isPresent()) {
        return Optional.of(nearest(planned, index, format, failed, start << i, found.get()));
      }
      failed = start << i;
    }
    return Optional.empty();
  }

  private Optional<List<PlannedArgument>> smaller(
      List<PlannedArgument> planned, int index, DataFormat format, long value) {
    long failed = value;
    for (long less = value / 2; failed > 0; less /= 2) {
      Optional<List<PlannedArgument>> found = with(planned, index, format, less);
      if (found.isPresent()) {
        return Optional.of(nearest(planned, index, format, failed, less, found.get()));
      }
      failed = less;
    }
    return Optional.empty();
  }

  /** The last number that helps on the way back to one that fails. */
  private List<PlannedArgument> nearest(
      List<PlannedArgument> planned,
      int index,
      DataFormat format,
      long failing,
      long helping,
      List<PlannedArgument> found) {
    long bad = failing;
    long good = helping;
    List<PlannedArgument> best = found;
    for (int i = 0; i < BISECTIONS && Math.abs(good - bad) > 1; i++) {
      long middle = (good + bad) / 2;
      Optional<List<PlannedArgument>> between = with(planned, index, format, middle);
      if (between.isPresent()) {
        best = between.get();
        good = middle;
      } else {
        bad = middle;
      }
    }
    return best;
  }

  private Optional<List<PlannedArgument>> with(
      List<PlannedArgument> planned, int index, DataFormat format, long value) {
    return grown(replaced(planned, index, format.spelling() + ":" + value));
  }

  /** Ranges with more and more negative numbers, then larger and larger numbers, then zeros. */
  private Optional<List<PlannedArgument>> range(
      List<PlannedArgument> planned, int index, List<String> parts) {
    DataFormat format = DataFormat.bySpelling(parts.get(4)).orElse(DataFormat.I32);
    long width = Math.max(1, Math.min(1 << 16, Long.parseLong(parts.get(3))));
    double most = Math.pow(2, format.bits() - 1.0);
    List<long[]> ranges = new ArrayList<>();
    for (int i = 0; i < DOUBLINGS; i++) {
      if (format.kind() == Kind.SIGNED && width << i < most) {
        ranges.add(new long[] {-(width << i), width});
      }
    }
    for (int i = 0; i < DOUBLINGS; i++) {
      if ((width << i) + width < most) {
        ranges.add(new long[] {width << i, (width << i) + width});
      }
    }
    ranges.add(new long[] {0, 1});
    for (long[] each : ranges) {
      String text =
          String.join(
              ":",
              "uniform",
              parts.get(1),
              Long.toString(each[0]),
              Long.toString(each[1]),
              parts.get(4),
              parts.get(5));
      Optional<List<PlannedArgument>> found = grown(replaced(planned, index, text));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Launches, and again with longer buffers while the kernel goes past the end of one. */
  private Optional<List<PlannedArgument>> grown(List<PlannedArgument> planned) {
    List<PlannedArgument> current = planned;
    while (trials < MOST_TRIALS) {
      trials++;
      switch (trial.run(current)) {
        case Outcome.Ended _ -> {
          return Optional.of(current);
        }
        case Outcome.Short(int parameter, long bytes) -> {
          Optional<List<PlannedArgument>> longer = longer(current, parameter, bytes);
          if (longer.isEmpty()) {
            return Optional.empty();
          }
          current = longer.get();
        }
        case Outcome.Trapped _ -> {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  /** With a buffer of the given bytes, or of twice as many as it has, whichever is more. */
  private static Optional<List<PlannedArgument>> longer(
      List<PlannedArgument> planned, int parameter, long bytes) {
    for (int i = 0; i < planned.size(); i++) {
      String text = planned.get(i).text();
      int shape = text.lastIndexOf(':');
      int type = text.lastIndexOf(':', shape - 1);
      if (planned.get(i).parameter() == parameter && type >= 0) {
        Optional<DataFormat> format = DataFormat.bySpelling(text.substring(type + 1, shape));
        long size = Math.max(bytes, 2 * ArgumentText.byteCount(text));
        if (format.isEmpty() || size > MOST_BYTES) {
          return Optional.empty();
        }
        long elements = Math.ceilDiv(size, format.get().bytes());
        return Optional.of(replaced(planned, i, text.substring(0, shape + 1) + elements));
      }
    }
    return Optional.empty();
  }

  private static List<PlannedArgument> replaced(
      List<PlannedArgument> planned, int index, String text) {
    List<PlannedArgument> others = new ArrayList<>(planned);
    PlannedArgument old = planned.get(index);
    others.set(index, new PlannedArgument(old.parameter(), old.name(), text));
    return List.copyOf(others);
  }
}
