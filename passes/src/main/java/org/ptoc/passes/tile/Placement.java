package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;

/**
 * Gives every tile of an auto-mode function an address in UB: tiles whose lifetimes overlap get
 * disjoint ranges, others share memory (first fit by start of life). Addresses that the program
 * gives are kept (spec/20, section 2). Notes how much of UB the function takes.
 */
public final class Placement implements Pass {
  private static final int ALIGNMENT = 32;

  private final ScratchNeed scratchNeed;

  /**
   * How much scratch memory the lowering of an operation takes, in bytes; the scratch of a function
   * is shared.
   */
  public interface ScratchNeed {
    ScratchNeed NONE = operation -> 0;

    long bytes(Operation operation);

    /** The need in a function under options; they change nothing unless a target says so. */
    default ScratchNeed in(Function function, CompileOptions options) {
      return this;
    }

    /**
     * False when the lowering leaves the operation's scratch tile alone, which then needs no memory
     * (spec/20, V6).
     */
    default boolean usesTmp(Operation operation) {
      return true;
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
    return UbUse.mark(
        place(function, context), scratchNeed.in(function, context.options()), context.profile());
  }

  private Function place(Function function, PassContext context) {
    Map<Boolean, List<Lifetimes.Tile>> tiles =
        Lifetimes.of(function, scratchNeed).tiles().stream()
            .collect(Collectors.partitioningBy(tile -> tile.allocation.group("addr").isEmpty()));
    long limit =
        context.profile().allocatableBytes()
            - UbScratch.reserve(function, scratchNeed.in(function, context.options()));
    List<Lifetimes.Tile> live = given(tiles.get(false), Constants.of(function));
    Map<Value, Long> addresses = assign(tiles.get(true), live, limit, context);
    return new AddressWriter(function, addresses).apply(function);
  }

  /**
   * Tiles at addresses of the program, by address. Other tiles of theirs are the compiler's own
   * (spec/50, 3.5), which stay away from them all the time: handles without uses in sight may share
   * their memory.
   */
  private static List<Lifetimes.Tile> given(List<Lifetimes.Tile> tiles, Constants constants) {
    List<Lifetimes.Tile> live = new ArrayList<>();
    for (Lifetimes.Tile tile : tiles) {
      constants
          .integer(tile.allocation.operand("addr"))
          .ifPresent(
              address -> {
                tile.address = address;
                tile.last = Integer.MAX_VALUE;
                live.add(tile);
              });
    }
    live.sort(Comparator.comparingLong(tile -> tile.address));
    return live;
  }

  /** Places tiles around those that are {@code live}, which are in order of their addresses. */
  private static Map<Value, Long> assign(
      List<Lifetimes.Tile> tiles, List<Lifetimes.Tile> live, long limit, PassContext context) {
    List<Lifetimes.Tile> order = new ArrayList<>(tiles);
    order.sort(
        Comparator.comparingInt((Lifetimes.Tile tile) -> tile.first)
            .thenComparingLong(tile -> -tile.bytes));
    Map<Value, Long> addresses = new IdentityHashMap<>();
    for (Lifetimes.Tile tile : order) {
      live.removeIf(other -> other.last < tile.first);
      tile.address = firstFit(tile, live);
      if (tile.address + tile.bytes > limit) {
        reportFull(tile, live, limit, context);
        return addresses;
      }
      addresses.put(tile.value(), tile.address);
      int at = 0;
      while (at < live.size() && live.get(at).address < tile.address) {
        at++;
      }
      live.add(at, tile);
    }
    return addresses;
  }

  private static long firstFit(Lifetimes.Tile tile, List<Lifetimes.Tile> liveByAddress) {
    long candidate = 0;
    for (Lifetimes.Tile other : liveByAddress) {
      if (candidate + tile.bytes <= other.address) {
        break;
      }
      candidate = Math.max(candidate, align(other.address + other.bytes));
    }
    return candidate;
  }

  private static void reportFull(
      Lifetimes.Tile tile, List<Lifetimes.Tile> live, long limit, PassContext context) {
    List<Diagnostic.Note> notes = new ArrayList<>();
    long total = tile.bytes;
    for (Lifetimes.Tile other : live) {
      total += other.bytes;
      notes.add(
          new Diagnostic.Note(
              other.allocation.location(),
              "%"
                  + other.value().name()
                  + " takes "
                  + other.bytes
                  + " bytes at "
                  + other.address
                  + ", live at the same time, "
                  + other.lifetime()));
    }
    context
        .diagnostics()
        .report(
            DiagnosticCode.OUT_OF_UB,
            tile.allocation.location(),
            "%"
                + tile.value().name()
                + " of "
                + tile.bytes
                + " bytes does not fit: "
                + total
                + " bytes are live at once, "
                + limit
                + " bytes of UB can be used on "
                + context.profile().spelling(),
            notes.toArray(Diagnostic.Note[]::new));
  }

  private static long align(long address) {
    return (address + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
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
      boolean needed = addresses.containsKey(op.result());
      builder.append(op.withGroups(groups).withAttributes(TileUses.mark(op.attributes(), needed)));
      return true;
    }
  }
}
