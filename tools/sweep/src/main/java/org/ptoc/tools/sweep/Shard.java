package org.ptoc.tools.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.tools.data.DataResult;

/**
 * A part of the items of a plan. All shards together hold every item once; the items of one
 * compiled kernel stay together as long as there are few of them.
 *
 * @param index from 1
 * @param count number of shards
 */
public record Shard(int index, int count) {
  /** The word that takes the shard from the variables of a job array. */
  public static final String ENVIRONMENT = "env";

  private static final int MOST = 1_000_000;

  /** Items of one kernel that are dealt to one shard in a row. */
  private static final int HAND = 16;

  /**
   * Where job arrays say it.
   *
   * @param index variable of the number of the job
   * @param first variable of the smallest number; empty for a fixed one
   * @param base the fixed one
   * @param count variable of the number of jobs
   */
  private record Source(String index, String first, int base, String count) {}

  private static final List<Source> SOURCES =
      List.of(
          new Source("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", 0, "SLURM_ARRAY_TASK_COUNT"),
          new Source("TEST_SHARD_INDEX", "", 0, "TEST_TOTAL_SHARDS"),
          new Source("CI_NODE_INDEX", "", 1, "CI_NODE_TOTAL"),
          new Source("CIRCLE_NODE_INDEX", "", 0, "CIRCLE_NODE_TOTAL"),
          new Source("BUILDKITE_PARALLEL_JOB", "", 0, "BUILDKITE_PARALLEL_JOB_COUNT"),
          new Source("SHARD_INDEX", "", 1, "SHARD_COUNT"));

  /**
   * The shard of {@code I/N}, or of {@link #ENVIRONMENT}.
   *
   * @param environment variables of the process
   */
  public static DataResult<Shard> parse(String text, Map<String, String> environment) {
    if (text.equals(ENVIRONMENT)) {
      return ofEnvironment(environment);
    }
    int slash = text.indexOf('/');
    Optional<Shard> shard =
        slash < 0
            ? Optional.empty()
            : of(number(text.substring(0, slash)), number(text.substring(slash + 1)));
    return shard
        .map(DataResult::of)
        .orElseGet(
            () ->
                DataResult.problem(
                    "'" + text + "' is no shard; write I/N, I from 1 to N, such as 2/3, or env"));
  }

  private static DataResult<Shard> ofEnvironment(Map<String, String> environment) {
    for (Source source : SOURCES) {
      String index = environment.getOrDefault(source.index(), "");
      String count = environment.getOrDefault(source.count(), "");
      if (index.isEmpty() || count.isEmpty()) {
        continue;
      }
      int first =
          environment.containsKey(source.first())
              ? number(environment.get(source.first()))
              : source.base();
      return of(number(index) - first + 1, number(count))
          .map(DataResult::of)
          .orElseGet(
              () ->
                  DataResult.problem(
                      source.index()
                          + " is '"
                          + index
                          + "' and "
                          + source.count()
                          + " is '"
                          + count
                          + "', which is no shard"));
    }
    return DataResult.problem(
        "no variable says the shard; looked for "
            + String.join(
                ", ",
                SOURCES.stream().map(each -> each.index() + " with " + each.count()).toList()));
  }

  private static Optional<Shard> of(int index, int count) {
    return index >= 1 && index <= count && count <= MOST
        ? Optional.of(new Shard(index, count))
        : Optional.empty();
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return Integer.MIN_VALUE / 2;
    }
  }

  /** The items of this shard, in their order. */
  public List<Item> of(List<Item> items) {
    List<Item> own = new ArrayList<>();
    int hand = -1;
    int held = HAND;
    for (int i = 0; i < items.size(); i++) {
      if (held == HAND || !sharesCode(items.get(i - 1), items.get(i))) {
        hand++;
        held = 0;
      }
      held++;
      if (hand % count == index - 1) {
        own.add(items.get(i));
      }
    }
    return own;
  }

  private static boolean sharesCode(Item left, Item right) {
    return left.identity().kernel().equals(right.identity().kernel())
        && left.identity().function().equals(right.identity().function())
        && left.identity().profile().equals(right.identity().profile())
        && left.identity().options().equals(right.identity().options());
  }
}
