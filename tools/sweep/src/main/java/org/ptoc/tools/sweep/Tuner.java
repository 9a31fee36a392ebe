package org.ptoc.tools.sweep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Finds the fastest choice of one kernel in few runs, by successive halving. Where the plan names a
 * variable that says how much work a trial is, many choices run on little work, the better half on
 * more, and so on to the end. Without one, half of the runs go to choices that are spread over all,
 * the other half to neighbours of the best; each round keeps half as many. What does not compile is
 * never run and costs no run. The same items give the same answer.
 */
public final class Tuner {
  private final Trials trials;
  private final ToLongFunction<ItemResult> metric;
  private final int budget;
  private final Optional<String> fidelity;

  /** Compiles and runs. */
  public interface Trials {
    /** Why an item does not compile; empty when it does. */
    Optional<ItemResult> compile(Item item);

    /** Results of items that compile, in any order. */
    List<ItemResult> run(List<Item> items);
  }

  /**
   * Result of a search.
   *
   * @param best the best result on the most work; empty when nothing ran to its end
   * @param choices number of choices
   * @param runs runs that were made
   * @param unfit results of choices that do not compile
   * @param trials all results
   */
  public record Outcome(
      Optional<ItemResult> best,
      int choices,
      int runs,
      List<ItemResult> unfit,
      List<ItemResult> trials) {}

  /**
   * A choice: a place in the space of all that varies, with an item for each amount of work.
   *
   * @param place index of the value on each axis
   */
  private record Choice(List<Integer> place, TreeMap<Integer, Item> byWork) {}

  /**
   * @param metric what is to be small, of results that are ok
   * @param budget most runs
   * @param fidelity the variable that says how much work a trial is
   */
  public Tuner(
      Trials trials, ToLongFunction<ItemResult> metric, int budget, Optional<String> fidelity) {
    this.trials = trials;
    this.metric = metric;
    this.budget = budget;
    this.fidelity = fidelity;
  }

  /** Tunes one kernel on one profile. */
  public Outcome tune(List<Item> items) {
    return new Search(items).run();
  }

  private final class Search {
    private final List<Choice> choices = new ArrayList<>();
    private final Map<List<Integer>, Choice> byPlace = new HashMap<>();
    private final Set<Choice> seen = new HashSet<>();
    private final List<ItemResult> unfit = new ArrayList<>();
    private final List<ItemResult> all = new ArrayList<>();
    private int rungs = 1;
    private int runs;

    Search(List<Item> items) {
      Map<String, Map<String, Integer>> axes = new LinkedHashMap<>();
      for (Item item : items) {
        List<Integer> place = new ArrayList<>();
        Map<String, String> coordinates = new LinkedHashMap<>(item.identity().variables());
        String work = fidelity.map(coordinates::remove).orElse("");
        coordinates.put(" options", item.identity().options());
        coordinates.put(" blocks", Long.toString(item.identity().blocks()));
        coordinates.put(" seed", Long.toString(item.identity().seed()));
        coordinates.forEach((axis, value) -> place.add(index(axes, axis, value)));
        int rung = index(axes, " work", work);
        rungs = Math.max(rungs, rung + 1);
        byPlace
            .computeIfAbsent(
                place,
                missing -> {
                  choices.add(new Choice(place, new TreeMap<>()));
                  return choices.getLast();
                })
            .byWork()
            .put(rung, item);
      }
    }

    private static int index(Map<String, Map<String, Integer>> axes, String axis, String value) {
      Map<String, Integer> values = axes.computeIfAbsent(axis, missing -> new LinkedHashMap<>());
      return values.computeIfAbsent(value, missing -> values.size());
    }

    Outcome run() {
      List<Choice> spread = spread();
      Map<Choice, ItemResult> ranked = rungs > 1 ? byWork(spread) : byNeighbours(spread);
      Optional<ItemResult> best = ranked.values().stream().findFirst();
      return new Outcome(best, choices.size(), runs, List.copyOf(unfit), List.copyOf(all));
    }

    /** All choices in an order whose beginning is spread over all of them. */
    private List<Choice> spread() {
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < choices.size(); i++) {
        order.add(i);
      }
      // Multiples of the golden ratio, without their whole part, lie evenly however many there are.
      order.sort((a, b) -> Long.compareUnsigned(a * 0x9E3779B97F4A7C15L, b * 0x9E3779B97F4A7C15L));
      List<Choice> spread = new ArrayList<>();
      order.forEach(index -> spread.add(choices.get(index)));
      return spread;
    }

    private Map<Choice, ItemResult> byWork(List<Choice> spread) {
      int first = 1; // The most choices whose halves together are within the budget.
      while (first < spread.size() && cost(first + 1) <= budget) {
        first++;
      }
      Map<Choice, ItemResult> ranked = trial(spread, first, 0);
      for (int rung = 1; rung < rungs && !ranked.isEmpty() && runs < budget; rung++) {
        int kept = Math.max(1, Math.min((ranked.size() + 1) / 2, budget - runs));
        ranked = trial(List.copyOf(ranked.keySet()), kept, rung);
      }
      return ranked;
    }

    private int cost(int first) {
      int cost = 0;
      int left = first;
      for (int rung = 0; rung < rungs; rung++) {
        cost += left;
        left = (left + 1) / 2;
      }
      return cost;
    }

    private Map<Choice, ItemResult> byNeighbours(List<Choice> spread) {
      boolean tiny = spread.size() <= budget;
      Map<Choice, ItemResult> ranked =
          trial(spread, tiny ? spread.size() : Math.max(1, budget / 2), 0);
      for (int kept = Math.max(1, ranked.size() / 2); runs < budget; kept = Math.max(1, kept / 2)) {
        List<Choice> near = new ArrayList<>();
        ranked.keySet().stream().limit(kept).forEach(choice -> near.addAll(neighbours(choice)));
        near.removeAll(seen);
        if (near.isEmpty()) {
          if (kept == 1) {
            break; // No neighbour of the best is open.
          }
          continue;
        }
        Map<Choice, ItemResult> more = new LinkedHashMap<>(ranked);
        more.putAll(trial(near.stream().distinct().toList(), budget - runs, 0));
        ranked = sorted(more);
      }
      return ranked;
    }

    /** The choices that differ by one step on one axis. */
    private List<Choice> neighbours(Choice choice) {
      List<Choice> near = new ArrayList<>();
      for (int axis = 0; axis < choice.place().size(); axis++) {
        for (int step = -1; step <= 1; step += 2) {
          List<Integer> place = new ArrayList<>(choice.place());
          place.set(axis, place.get(axis) + step);
          Optional.ofNullable(byPlace.get(place)).ifPresent(near::add);
        }
      }
      return near;
    }

    /** Runs the first choices that compile; those that ended well, the best first. */
    private Map<Choice, ItemResult> trial(List<Choice> from, int most, int rung) {
      Map<String, Choice> byKey = new LinkedHashMap<>();
      List<Item> items = new ArrayList<>();
      for (Choice choice : from) {
        if (items.size() == most) {
          break;
        }
        Item item = choice.byWork().getOrDefault(rung, choice.byWork().firstEntry().getValue());
        boolean isNew = seen.add(choice);
        Optional<ItemResult> failure = isNew ? trials.compile(item) : Optional.empty();
        if (failure.isPresent()) {
          unfit.add(failure.get());
        } else {
          items.add(item);
          byKey.put(item.key(), choice);
        }
      }
      runs += items.size();
      Map<Choice, ItemResult> results = new LinkedHashMap<>();
      for (ItemResult result : trials.run(items)) {
        all.add(result);
        if (result.isOk()) {
          results.put(byKey.get(result.key()), result);
        }
      }
      return sorted(results);
    }

    private Map<Choice, ItemResult> sorted(Map<Choice, ItemResult> results) {
      // Of equal ones the first of the plan, which is the plainest.
      Map<Choice, ItemResult> sorted = new LinkedHashMap<>();
      results.entrySet().stream()
          .sorted(
              Comparator.<Map.Entry<Choice, ItemResult>>comparingLong(
                      each -> metric.applyAsLong(each.getValue()))
                  .thenComparingInt(each -> choices.indexOf(each.getKey())))
          .forEach(each -> sorted.put(each.getKey(), each.getValue()));
      return sorted;
    }
  }
}
