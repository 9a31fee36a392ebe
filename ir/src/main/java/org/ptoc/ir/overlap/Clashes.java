package org.ptoc.ir.overlap;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.InPlace;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.overlap.Clash.Distances;
import org.ptoc.ir.overlap.Clash.Extents;
import org.ptoc.ir.type.TileType;

/** Finds the clashes of one destination by trying all that the run may turn out to have. */
final class Clashes {
  /** A start of dst that leaves room for every distance below it. */
  private static final long ORIGIN = 1 << 24;

  private final TilePlaces places;
  private final Profile profile;
  private final Value target;
  private final WorkOrder order;
  private final OverlapRule rule;
  private final Operation op;
  private final InPlace window;
  private final boolean hasWindow;
  private final Tried tried;
  private final OverlapRule trial;

  Clashes(Operation op, Profile profile, TilePlaces places, Value target, WorkOrder order) {
    this.places = places;
    this.profile = profile;
    this.target = target;
    this.order = order;
    this.rule = new OverlapRule(op, profile, places, target);
    this.op = op;
    this.window = OverlapRule.demandOf(op, profile);
    this.hasWindow = window.isWindow();
    this.tried = new Tried();
    this.trial = new OverlapRule(op, profile, tried, target);
  }

  void addTo(List<Clash> clashes) {
    for (int i = 0; i < rule.sources.size(); i++) {
      Value source = rule.sources.get(i);
      Pair pair = rule.pair(i);
      if (!pair.isOpen()) {
        continue;
      }
      boolean exact = counted(source).stream().allMatch(each -> places.area(each).exact());
      boolean decided = rule.isDecided(source, target) && hasKnownOffsets();
      if (exact && !decided) {
        List<Distances> distances = distances(i);
        if (!distances.isEmpty()) {
          clashes.add(new Clash.Distant(source, target, distances));
        }
      } else if (!exact && !decided) {
        List<Demand> demands = new Demands(op, profile, places, rule).of(i);
        if (!demands.isEmpty()) {
          clashes.add(new Clash.Open(source, target, demands));
        }
      } else if (!exact) {
        List<Extents> extents = extents(i);
        if (!extents.isEmpty()) {
          clashes.add(new Clash.Grown(source, target, counted(source), extents));
        }
      }
    }
  }

  /** The tiles whose extents say what moves: of a window and what it is cut for, the latter. */
  private List<Value> counted(Value source) {
    return hasWindow
        ? List.of(window == InPlace.WINDOW_OF_SOURCE ? target : source)
        : List.of(source, target);
  }

  private boolean hasKnownOffsets() {
    return !hasWindow
        || places.constant(op.operand(RoleName.ROW)).isPresent()
            && places.constant(op.operand(RoleName.COL)).isPresent();
  }

  private boolean clashes(Pair pair) {
    return (order == WorkOrder.DESCENDING ? pair.descending() : pair.ascending()).isPresent();
  }

  /** Distances are multiples of 32 bytes, as addresses are, and of an element for windows. */
  private List<Distances> distances(int source) {
    tried.move(rule.sources.get(source));
    TileArea from = rule.physical(tried.source);
    TileArea to = rule.physical(target);
    long step = hasWindow ? to.elementBytes() : Clash.BLOCK_BYTES;
    long lowest = -roundUp(from.end() - from.address());
    long highest = roundUp(to.end() - to.address());
    List<Distances> found = new ArrayList<>();
    long start = highest;
    for (long at = lowest; at <= highest; at += step) {
      tried.distance = at;
      if (clashes(trial.pair(source))) {
        start = Math.min(start, at);
      } else if (start < at) {
        add(found, new Distances(start, at - step - start, 0, 1));
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
    return (bytes + Clash.BLOCK_BYTES - 1) / Clash.BLOCK_BYTES * Clash.BLOCK_BYTES;
  }

  /**
   * More elements never clash less, so that for each number of rows there is a least number of
   * columns, which falls with the rows.
   */
  private List<Extents> extents(int source) {
    tried.grow(rule.sources.get(source));
    List<Extents> found = new ArrayList<>();
    long mostRows = tried.most(true);
    long columns = tried.most(false) + 1;
    for (long rows = 1; rows <= mostRows && columns > 1; rows++) {
      long before = columns;
      while (columns > 1 && clashesAt(source, rows, columns - 1)) {
        columns--;
      }
      if (columns < before) {
        found.add(new Extents(rows, columns));
      }
    }
    return found;
  }

  private boolean clashesAt(int source, long rows, long columns) {
    tried.rows = rows;
    tried.columns = columns;
    return clashes(trial.known(source));
  }

  /** The same tiles with one source at a distance from dst, or with other extents. */
  private final class Tried implements TilePlaces {
    private Value source = target;
    private boolean moves;
    private long distance;
    private long rows;
    private long columns;

    void move(Value newSource) {
      source = newSource;
      moves = true;
    }

    void grow(Value newSource) {
      source = newSource;
      moves = false;
    }

    /** The most valid rows or columns of tiles whose number is unknown; 1 if both are known. */
    long most(boolean ofRows) {
      long most = Long.MAX_VALUE;
      for (Value tile : counted(source)) {
        TileType type = places.type(tile);
        boolean open = (ofRows ? type.validRows() : type.validColumns()) == TileType.DYNAMIC;
        most = open ? Math.min(most, ofRows ? type.rows() : type.columns()) : most;
      }
      return most == Long.MAX_VALUE ? 1 : most;
    }

    @Override
    public TileArea area(Value tile) {
      TileArea area = places.area(tile);
      if (!moves) {
        return grown(area, places.type(tile));
      }
      if (tile == target) {
        return area.at(ORIGIN);
      }
      return tile == source ? area.at(ORIGIN + distance) : area;
    }

    private TileArea grown(TileArea area, TileType type) {
      boolean byRows = type.baseLayout() == TileType.BaseLayout.ROW_MAJOR || type.columns() <= 1;
      boolean openRows = type.validRows() == TileType.DYNAMIC;
      boolean openColumns = type.validColumns() == TileType.DYNAMIC;
      long along = byRows ? rows : columns;
      long across = byRows ? columns : rows;
      return area.withExtents(
          (byRows ? openRows : openColumns) ? along : area.rows(),
          (byRows ? openColumns : openRows) ? across : area.columns());
    }

    @Override
    public boolean hasAddress(Value tile) {
      return moves && (tile == target || tile == source) || places.hasAddress(tile);
    }

    @Override
    public boolean isSameAddress(Value first, Value second) {
      return !moves && places.isSameAddress(first, second) || first == second;
    }

    @Override
    public TileType type(Value tile) {
      return places.type(tile);
    }

    /** Windows that are moved begin at their first element, which the distance includes. */
    @Override
    public OptionalLong constant(Value scalar) {
      return moves ? OptionalLong.of(0) : places.constant(scalar);
    }
  }
}
