package org.ptoc.ir.overlap;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.Profile;

/**
 * When a source would be overwritten before it is read, where only the run knows (spec/50, 3.3):
 * rule O1 for every distance between the two, or for all valid extents, in the order that the
 * operation is executed; where both are open, what the run has to find out.
 */
public sealed interface Clash {
  /** Addresses of tiles are multiples of this. */
  long BLOCK_BYTES = 32;

  /** The tile or window that is read. */
  Value source();

  /** The destination. */
  Value target();

  /**
   * A source that begins where it must not.
   *
   * @param distances bytes from element (0, 0) of the written tile to element (0, 0) of the read
   *     tile; for {@code textract} and {@code tinsert} from the elements at the offsets
   */
  record Distant(Value source, Value target, List<Distances> distances) implements Clash {
    public Distant {
      distances = List.copyOf(distances);
    }
  }

  /**
   * More valid elements than there may be.
   *
   * @param counted the tiles whose extents count, as far as the run decides them
   * @param extents from any of which on, in both directions, the operation is wrong; 1 in a
   *     direction that is known
   */
  record Grown(Value source, Value target, List<Value> counted, List<Extents> extents)
      implements Clash {
    public Grown {
      counted = List.copyOf(counted);
      extents = List.copyOf(extents);
    }
  }

  /**
   * Neither the distance nor the extents are known.
   *
   * @param demands what must hold; all of them
   */
  record Open(Value source, Value target, List<Demand> demands) implements Clash {
    public Open {
      demands = List.copyOf(demands);
    }
  }

  /** Numbers of valid rows and columns. */
  record Extents(long rows, long columns) {}

  /**
   * Ranges of distances, a step apart.
   *
   * @param first lowest distance of the first range
   * @param width from the lowest to the highest distance of a range
   * @param step from one range to the next; of no meaning for a single one
   * @param count number of ranges, at least 1
   */
  record Distances(long first, long width, long step, long count) {
    /** The highest distance of the last range. */
    public long last() {
      return first + (count - 1) * step + width;
    }

    boolean isContinuedBy(Distances next) {
      return next.width == width && (count == 1 || next.first == first + count * step);
    }

    Distances and(Distances next) {
      return new Distances(first, width, count == 1 ? next.first - first : step, count + 1);
    }
  }

  /** The clashes of all sources of a tile operation; those that can be nowhere are omitted. */
  static List<Clash> of(Operation op, Profile profile, TilePlaces places) {
    if (!OverlapRule.reads(op)) {
      return List.of();
    }
    WorkOrder order = OverlapRule.of(op, profile, places).order();
    List<Clash> clashes = new ArrayList<>();
    for (Value target : OverlapRule.destinations(op)) {
      if (!places.area(target).isEmpty()) {
        new Clashes(op, profile, places, target, order).addTo(clashes);
      }
    }
    return clashes;
  }
}
