package org.ptoc.passes.placement;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.MemoryLimits;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.tile.CubeUse;
import org.ptoc.passes.tile.TileLowering;
import org.ptoc.passes.tile.TileUses;

/**
 * Gives every tile of an auto-mode function an address in its memory: tiles whose lifetimes overlap
 * get disjoint ranges, others share memory (first fit by start of life). Addresses that the program
 * gives are kept (spec/20, section 2). Notes how much of UB the function takes.
 */
public final class Placement implements Pass {
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
    Function placed = CubeUse.mark(place(function, context), context.profile());
    return UbUse.mark(placed, scratchNeed.in(function, context.options()), context.profile());
  }

  /** What operations of a function that this pass has placed take beside their tiles. */
  public ScratchUse scratch(Function placed, CompileOptions options, Profile profile) {
    return ScratchUse.of(placed, scratchNeed.in(placed, options), profile);
  }

  private Function place(Function function, PassContext context) {
    List<Rooms.Room> rooms = Rooms.of(function, Lifetimes.of(function, scratchNeed).tiles());
    long scratch = UbScratch.reserve(function, scratchNeed.in(function, context.options()));
    Constants constants = Constants.of(function);
    Map<Value, Long> addresses = new IdentityHashMap<>();
    boolean fromTop = function.attributes().has(UnlistedAttribute.TILES_FROM_TOP);
    for (TileMemory memory : TileMemory.values()) {
      List<Rooms.Room> here = rooms.stream().filter(room -> room.memory() == memory).toList();
      long limit = MemoryLimits.allocatable(memory, context.profile());
      limit -= memory == TileMemory.UB ? scratch : 0;
      List<Rooms.Room> live = given(here.stream().filter(Rooms.Room::isGiven).toList(), constants);
      live.forEach(room -> note(room, addresses));
      List<Rooms.Room> free = here.stream().filter(room -> !room.isGiven()).toList();
      assign(free, live, limit, context, fromTop && memory == TileMemory.UB);
      free.stream().filter(room -> room.address() >= 0).forEach(room -> note(room, addresses));
    }
    return new AddressWriter(function, addresses, ScaleAddresses.of(function, addresses, context))
        .apply(function);
  }

  private static void note(Rooms.Room room, Map<Value, Long> addresses) {
    room.values().forEach(value -> addresses.put(value, room.address()));
  }

  /**
   * Tiles at addresses of the program, by address. Other tiles of theirs are the compiler's own
   * (spec/50, 3.5), which stay away from them all the time: handles without uses in sight may share
   * their memory.
   */
  private static List<Rooms.Room> given(List<Rooms.Room> rooms, Constants constants) {
    List<Rooms.Room> live = new ArrayList<>();
    for (Rooms.Room room : rooms) {
      room.given(constants)
          .ifPresent(
              address -> {
                room.place(address);
                room.tile().last = Integer.MAX_VALUE;
                live.add(room);
              });
    }
    live.sort((one, other) -> Long.compare(one.address(), other.address()));
    return live;
  }

  /**
   * Places rooms around those that are {@code live}, which are in order of their addresses. In the
   * memories of the cube core each gets memory that was not used for longest, so that a load can
   * run ahead of a product; where that does not go, and in UB, the lowest that is free, or the
   * highest.
   */
  private static void assign(
      List<Rooms.Room> rooms,
      List<Rooms.Room> live,
      long limit,
      PassContext context,
      boolean fromTop) {
    List<Rooms.Room> order = new ArrayList<>(rooms);
    order.sort(
        (one, other) ->
            one.first() != other.first()
                ? Integer.compare(one.first(), other.first())
                : Long.compare(other.bytes(), one.bytes()));
    boolean spreads = !order.isEmpty() && order.getFirst().memory() != TileMemory.UB;
    boolean isDone = spreads && fill(order, new ArrayList<>(live), limit, true).isEmpty();
    if (fromTop) {
      mirror(live, limit);
    }
    List<Rooms.Room> beside = new ArrayList<>(fromTop ? live.reversed() : live);
    Optional<Rooms.Room> full = isDone ? Optional.empty() : fill(order, beside, limit, false);
    if (fromTop) {
      mirror(live, limit);
      mirror(order.stream().filter(room -> room.address() >= 0).toList(), limit);
    }
    full.ifPresent(room -> reportFull(room, beside, limit, context));
  }

  /** Turns the memory around, so that the lowest free address becomes the highest, and back. */
  private static void mirror(List<Rooms.Room> rooms, long limit) {
    rooms.forEach(room -> room.place(limit - room.address() - room.bytes()));
  }

  /**
   * Gives rooms addresses in order of their first use.
   *
   * @param live rooms with an address by their addresses; afterwards the rooms that live last
   * @param spreads whether addresses rotate through the memory
   * @return the room that does not fit
   */
  private static Optional<Rooms.Room> fill(
      List<Rooms.Room> order, List<Rooms.Room> live, long limit, boolean spreads) {
    long next = 0;
    for (Rooms.Room room : order) {
      live.removeIf(other -> other.last() < room.first());
      long address = firstFit(room, live, spreads ? next : 0);
      if (address + room.bytes() > limit && spreads) {
        address = firstFit(room, live, 0);
      }
      room.place(address);
      if (address + room.bytes() > limit) {
        return Optional.of(room);
      }
      next = address + room.bytes();
      int at = 0;
      while (at < live.size() && live.get(at).address() < room.address()) {
        at++;
      }
      live.add(at, room);
    }
    return Optional.empty();
  }

  /** The lowest address from {@code start} on that no living room takes. */
  private static long firstFit(Rooms.Room room, List<Rooms.Room> liveByAddress, long start) {
    int alignment = MemoryLimits.alignment(room.memory());
    long candidate = align(start, alignment);
    for (Rooms.Room other : liveByAddress) {
      if (candidate + room.bytes() <= other.address()) {
        break;
      }
      candidate = Math.max(candidate, align(other.address() + other.bytes(), alignment));
    }
    return candidate;
  }

  private static long align(long address, int alignment) {
    return (address + alignment - 1) / alignment * alignment;
  }

  private static String name(Rooms.Room room) {
    String name = room.tile().value().name();
    return name.isEmpty() ? "memory of this operation" : "%" + name;
  }

  private static void reportFull(
      Rooms.Room room, List<Rooms.Room> live, long limit, PassContext context) {
    List<Diagnostic.Note> notes = new ArrayList<>();
    long total = room.bytes();
    for (Rooms.Room other : live) {
      total += other.bytes();
      notes.add(
          new Diagnostic.Note(
              other.tile().allocation.location(),
              name(other)
                  + " takes "
                  + other.bytes()
                  + " bytes at "
                  + other.address()
                  + ", live at the same time, "
                  + other.tile().lifetime()));
    }
    context
        .diagnostics()
        .report(
            DiagnosticCode.OUT_OF_UB,
            room.tile().allocation.location(),
            name(room)
                + " of "
                + room.bytes()
                + " bytes does not fit: "
                + total
                + " bytes are live at once, "
                + MemoryLimits.describe(room.memory(), context.profile(), limit),
            notes.toArray(Diagnostic.Note[]::new));
  }

  /** Writes the addresses into the allocations; an unused tile gets address 0. */
  private static final class AddressWriter extends Rewriter {
    private final Map<Value, Long> addresses;
    private final Map<Value, Long> scales;

    /**
     * @param addresses of tiles without one
     * @param scales addresses that hold whatever the program says
     */
    AddressWriter(Function function, Map<Value, Long> addresses, Map<Value, Long> scales) {
      super(function);
      this.addresses = addresses;
      this.scales = scales;
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      if (!TileLowering.isAllocation(op)) {
        return false;
      }
      List<List<Value>> groups = new ArrayList<>(op.groups());
      if (scales.containsKey(op.result())) {
        groups.set(0, List.of(builder.i64(scales.get(op.result()))));
        builder.append(op.withGroups(groups));
        return true;
      }
      if (!op.group(RoleName.ADDR).isEmpty()) {
        return false;
      }
      groups.set(0, List.of(builder.i64(addresses.getOrDefault(op.result(), 0L))));
      boolean needed = addresses.containsKey(op.result());
      builder.append(op.withGroups(groups).withAttributes(TileUses.mark(op.attributes(), needed)));
      return true;
    }
  }
}
