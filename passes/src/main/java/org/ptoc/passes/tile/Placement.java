package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Shape;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;

/**
 * Gives every tile of an auto-mode function an address in UB: tiles whose lifetimes overlap get disjoint ranges, others
 * share memory (first fit by start of life). Addresses that the program gives are kept (spec/20, section 2).
 */
public final class Placement implements Pass {
  private static final int ALIGNMENT = 32;

  private final ScratchNeed scratchNeed;

  /** How much scratch memory the lowering of an operation takes, in bytes; the scratch of a function is shared. */
  public interface ScratchNeed {
    ScratchNeed NONE = operation -> 0;

    long bytes(Operation operation);

    /** The need in a function under options; they change nothing unless a target says so. */
    default ScratchNeed in(Function function, CompileOptions options) {
      return this;
    }
  }

  public Placement(ScratchNeed scratchNeed) {
    this.scratchNeed = scratchNeed;
  }

  @Override
  public String name() {
    return "tile-placement";
  }

  @Override
  public Function run(Function function, PassContext context) {
    if (function.body().isEmpty()) {
      return function;
    }
    Lifetimes lifetimes = new Lifetimes();
    lifetimes.scan(function.body().get());
    List<Tile> tiles = lifetimes.unplaced();
    if (tiles.isEmpty()) {
      return function;
    }
    long limit = context.profile().allocatableBytes() - UbScratch.reserve(function, scratchNeed.in(function, context.options()));
    Map<Value, Long> addresses = assign(tiles, limit, context);
    return new AddressWriter(function, addresses).apply(function);
  }

  /** A tile to place: positions count operations in program order. */
  static final class Tile {
    final Value value;
    final long bytes;
    final Location location;
    int first = Integer.MAX_VALUE;
    int last = -1;
    long address = -1;

    Tile(Value value, long bytes, Location location) {
      this.value = value;
      this.bytes = bytes;
      this.location = location;
    }

    void touch(int from, int to) {
      first = Math.min(first, from);
      last = Math.max(last, to);
    }
  }

  private static Map<Value, Long> assign(List<Tile> tiles, long limit, PassContext context) {
    List<Tile> order = new ArrayList<>(tiles);
    order.sort(Comparator.comparingInt((Tile tile) -> tile.first).thenComparing(tile -> -tile.bytes));
    Map<Value, Long> addresses = new IdentityHashMap<>();
    List<Tile> live = new ArrayList<>();
    for (Tile tile : order) {
      live.removeIf(other -> other.last < tile.first);
      tile.address = firstFit(tile, live);
      if (tile.address + tile.bytes > limit) {
        reportFull(tile, live, limit, context);
        return addresses;
      }
      addresses.put(tile.value, tile.address);
      int at = 0;
      while (at < live.size() && live.get(at).address < tile.address) {
        at++;
      }
      live.add(at, tile);
    }
    return addresses;
  }

  private static long firstFit(Tile tile, List<Tile> liveByAddress) {
    long candidate = 0;
    for (Tile other : liveByAddress) {
      if (candidate + tile.bytes <= other.address) {
        break;
      }
      candidate = Math.max(candidate, align(other.address + other.bytes));
    }
    return candidate;
  }

  private static void reportFull(Tile tile, List<Tile> live, long limit, PassContext context) {
    List<Diagnostic.Note> notes = new ArrayList<>();
    long total = tile.bytes;
    for (Tile other : live) {
      total += other.bytes;
      notes.add(
          new Diagnostic.Note(
              other.location,
              "%" + other.value.name() + " takes " + other.bytes + " bytes at " + other.address + ", live at the same time"));
    }
    context
        .diagnostics()
        .report(
            DiagnosticCode.OUT_OF_UB,
            tile.location,
            "%" + tile.value.name() + " of " + tile.bytes + " bytes does not fit: " + total + " bytes are live at once, "
                + limit + " bytes of UB can be used on " + context.profile().spelling(),
            notes.toArray(Diagnostic.Note[]::new));
  }

  private static long align(long address) {
    return (address + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /** Finds when each tile is needed. A tile that is used inside a loop but lives outside is needed for the whole loop. */
  private static final class Lifetimes {
    private final Map<Value, Tile> tiles = new IdentityHashMap<>();
    private final Map<Value, Value> aliases = new IdentityHashMap<>();
    private final Map<Value, Integer> depths = new IdentityHashMap<>();
    private final List<int[]> loops = new ArrayList<>();
    private int position;

    List<Tile> unplaced() {
      return tiles.values().stream().filter(tile -> tile.last >= 0).toList();
    }

    void scan(Region region) {
      for (Operation op : region.operations()) {
        position++;
        if (TileLowering.isAllocation(op) && op.group("addr").isEmpty()) {
          tiles.put(op.result(), new Tile(op.result(), UbScratch.bytes(op.result()), op.location()));
          depths.put(op.result(), loops.size());
          continue;
        }
        for (Value operand : op.operands()) {
          use(operand);
        }
        Shape shape = op.definition().shape();
        if (shape == Shape.MULTI_TILE_GET || shape == Shape.SUBVIEW) {
          aliases.put(op.result(), op.operandAt(0));
        } else if (shape == Shape.RESHAPE_TILE) {
          aliases.put(op.operand("dst"), op.operand("src"));
          tiles.remove(op.operand("dst"));
        }
        scanRegions(op, shape == Shape.FOR || shape == Shape.WHILE);
      }
    }

    private void scanRegions(Operation op, boolean isLoop) {
      if (op.regions().isEmpty()) {
        return;
      }
      int start = position;
      List<Tile> touched = new ArrayList<>();
      if (isLoop) {
        loops.add(new int[] {start});
      }
      op.regions().forEach(this::scan);
      if (isLoop) {
        loops.removeLast();
        for (Map.Entry<Value, Tile> entry : tiles.entrySet()) {
          Tile tile = entry.getValue();
          if (tile.last >= start && depths.get(entry.getKey()) <= loops.size()) {
            touched.add(tile);
          }
        }
        touched.forEach(tile -> tile.touch(start, position));
      }
    }

    private void use(Value value) {
      Value root = value;
      while (aliases.containsKey(root)) {
        root = aliases.get(root);
      }
      Tile tile = tiles.get(root);
      if (tile != null) {
        tile.touch(position, position);
      }
    }
  }

  /** Writes the addresses into the allocations; a tile that nobody uses gets address 0. */
  private static final class AddressWriter extends Rewriter {
    private final Map<Value, Long> addresses;

    AddressWriter(Function function, Map<Value, Long> addresses) {
      super(function);
      this.addresses = addresses;
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      if (!TileLowering.isAllocation(op) || !op.group("addr").isEmpty()) {
        return false;
      }
      List<List<Value>> groups = new ArrayList<>(op.groups());
      groups.set(0, List.of(builder.i64(addresses.getOrDefault(op.result(), 0L))));
      builder.append(op.withGroups(groups));
      return true;
    }
  }
}
