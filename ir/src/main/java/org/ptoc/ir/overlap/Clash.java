package org.ptoc.ir.overlap;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.TileType;

/**
 * How far from the destination a source must not begin, where only the run knows how far it does
 * (spec/50, 3.3): rule O1 for every distance, in the order that the operation is worked off.
 * Distances are multiples of 32 bytes, as addresses are. A source or destination of extents that
 * only the run knows has no clash.
 *
 * @param source the tile or window
 * @param target the destination
 * @param distances bytes from element (0, 0) of the destination to that of the source
 */
public record Clash(Value source, Value target, List<Distances> distances) {
  private static final long BLOCK_BYTES = 32;

  /** A start of dst that leaves room for every distance below it. */
  private static final long ORIGIN = 1 << 24;

  public Clash {
    distances = List.copyOf(distances);
  }

  /**
   * Ranges of distances, a step apart.
   *
   * @param first lowest distance of the first range
   * @param width from the lowest to the highest distance of a range
   * @param step from one range to the next; of no meaning for a single one
   * @param count number of ranges, at least 1
   */
  public record Distances(long first, long width, long step, long count) {
    /** The highest distance of the last range. */
    public long last() {
      return first + (count - 1) * step + width;
    }

    private boolean isContinuedBy(Distances next) {
      return next.width == width && (count == 1 || next.first == first + count * step);
    }

    private Distances and(Distances next) {
      return new Distances(first, width, count == 1 ? next.first - first : step, count + 1);
    }
  }

  /** The clashes of all sources of a tile operation; those that can be nowhere are left out. */
  public static List<Clash> of(Operation op, Profile profile, TilePlaces places) {
    if (!OverlapRule.reads(op)) {
      return List.of();
    }
    WorkOrder order = OverlapRule.of(op, profile, places).order();
    List<Clash> clashes = new ArrayList<>();
    for (Value target : OverlapRule.destinations(op)) {
      if (!places.area(target).isEmpty()) {
        clashes.addAll(
            of(new OverlapRule(op, profile, places, target), op, profile, places, order));
      }
    }
    return clashes;
  }

  private static List<Clash> of(
      OverlapRule rule, Operation op, Profile profile, TilePlaces places, WorkOrder order) {
    List<Clash> clashes = new ArrayList<>();
    for (int i = 0; i < rule.sources.size(); i++) {
      Value source = rule.sources.get(i);
      if (isLeftToTheRun(rule, places, source)) {
        List<Distances> distances = distances(op, profile, places, rule.destination, i, order);
        if (!distances.isEmpty()) {
          clashes.add(new Clash(source, rule.destination, distances));
        }
      }
    }
    return clashes;
  }

  private static boolean isLeftToTheRun(OverlapRule rule, TilePlaces places, Value source) {
    Value target = rule.destination;
    return places.type(source).location() == places.type(target).location()
        && !rule.isDecided(source, target)
        && places.mayMeet(source, target)
        && places.area(source).exact()
        && places.area(target).exact();
  }

  private static List<Distances> distances(
      Operation op, Profile profile, TilePlaces places, Value target, int source, WorkOrder order) {
    Moved moved = new Moved(places, target);
    OverlapRule rule = new OverlapRule(op, profile, moved, target);
    moved.source = rule.sources.get(source);
    TileArea from = rule.physical(moved.source);
    TileArea to = rule.physical(rule.destination);
    long lowest = -roundUp(from.end() - from.address());
    long highest = roundUp(to.end() - to.address());
    List<Distances> found = new ArrayList<>();
    long start = highest;
    for (long at = lowest; at <= highest; at += BLOCK_BYTES) {
      moved.distance = at;
      Pair pair = rule.pair(source);
      boolean clashes =
          (order == WorkOrder.DESCENDING ? pair.descending() : pair.ascending()).isPresent();
      if (clashes) {
        start = Math.min(start, at);
      } else if (start < at) {
        add(found, new Distances(start, at - BLOCK_BYTES - start, 0, 1));
        start = highest;
      }
    }
    return found;
  }

  private static void add(List<Distances> found, Distances next) {
    if (!found.isEmpty() && found.getLast().isContinuedBy(next)) {
      found.add(found.removeLast().and(next));
    } else {
      found.add(next);
    }
  }

  private static long roundUp(long bytes) {
    return (bytes + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
  }

  /** The same tiles with one source at a distance from dst. */
  private static final class Moved implements TilePlaces {
    private final TilePlaces places;
    private final Value destination;
    private Value source;
    private long distance;

    Moved(TilePlaces places, Value destination) {
      this.places = places;
      this.destination = destination;
      this.source = destination;
    }

    @Override
    public TileArea area(Value tile) {
      TileArea area = places.area(tile);
      if (tile == destination) {
        return area.at(ORIGIN);
      }
      return tile == source ? area.at(ORIGIN + distance) : area;
    }

    @Override
    public boolean hasAddress(Value tile) {
      return tile == destination || tile == source || places.hasAddress(tile);
    }

    @Override
    public TileType type(Value tile) {
      return places.type(tile);
    }

    @Override
    public OptionalLong constant(Value scalar) {
      return places.constant(scalar);
    }
  }
}
