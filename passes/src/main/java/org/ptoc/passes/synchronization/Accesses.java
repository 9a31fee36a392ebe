package org.ptoc.passes.synchronization;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.TileRoute;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.storage.Definitions;
import org.ptoc.passes.storage.Slots;
import org.ptoc.passes.storage.TileGroups;
import org.ptoc.passes.storage.TileRoom;
import org.ptoc.passes.tile.TileUses;

/**
 * Which memory each operation of a function reads and writes, and on which pipe. Tiles are byte
 * ranges of their memory, a view is represented by its kernel parameter; memory reached through
 * pointers of unknown origin conflicts with everything.
 */
public final class Accesses {
  /**
   * One access.
   *
   * @param object parameter of global memory, or a {@link TileMemory}
   * @param start first byte, for memories of the chip
   * @param end byte after the last, for memories of the chip
   * @param part which part of the range is accessed
   */
  public record Access(
      Pipe pipe, Object object, long start, long end, boolean write, Optional<Part> part) {
    private Access with(Optional<Part> other) {
      return new Access(pipe, object, start, end, write, other);
    }
  }

  /** A part of a range of memory that depends on the iteration. */
  sealed interface Part permits Ring, Window {
    /**
     * True if this part and another, so many iterations later, are known to have nothing in common.
     */
    boolean isApartFrom(Part later, Distance distance);

    /** What is known outside of a loop with some arguments. */
    Optional<Part> outside(List<Value> arguments);
  }

  /**
   * The slot of a multi-tile that an iteration uses.
   *
   * @param tiles the multi-tile
   * @param slots number of slots
   * @param turn how the slot number rotates
   */
  record Ring(Value tiles, int slots, Slots.Turn turn) implements Part {
    @Override
    public boolean isApartFrom(Part later, Distance distance) {
      if (!(later instanceof Ring other)
          || tiles != other.tiles
          || turn.base() != other.turn.base()) {
        return false;
      }
      long moved = distance.arguments().contains(turn.base()) ? distance.iterations() : 0;
      return (other.turn.phase() + moved - turn.phase()) % slots != 0;
    }

    @Override
    public Optional<Part> outside(List<Value> arguments) {
      return arguments.contains(turn.base()) ? Optional.empty() : Optional.of(this);
    }
  }

  /**
   * How far apart two operations are.
   *
   * @param iterations iterations of a loop between them
   * @param arguments values of the loop that differ between them
   */
  record Distance(int iterations, List<Value> arguments) {
    static final Distance NONE = new Distance(0, List.of());
  }

  private record Extent(Object object, long start, long end, Optional<Part> part) {
    Extent(Object object, long start, long end) {
      this(object, start, end, Optional.empty());
    }

    /** The view behind a window. */
    Extent whole() {
      return new Extent(object, start, end, part.filter(of -> !(of instanceof Window)));
    }
  }

  private static final Object UNKNOWN = "unknown";

  private static final Extent EVERYTHING = new Extent(UNKNOWN, 0, Long.MAX_VALUE);

  private final Constants constants;
  private final Map<Value, Extent> extents = new IdentityHashMap<>();
  private final TileGroups groups;
  private final Slots slots;
  private final Windows windows;

  /** From the first to the last byte of the tiles of a group, by its representative. */
  private final Map<Value, Extent> hulls = new IdentityHashMap<>();

  public Accesses(Function function) {
    this.constants = Constants.of(function);
    this.groups = TileGroups.of(function);
    Definitions definitions = new Definitions(function);
    this.slots = new Slots(definitions, constants);
    this.windows = new Windows(definitions, constants);
    function.body().ifPresent(this::findHulls);
    for (Value parameter : function.parameters()) {
      extents.put(parameter, new Extent(parameter, 0, Long.MAX_VALUE));
    }
  }

  /** Constants of the function, for operations that are added to it. */
  Constants constants() {
    return constants;
  }

  /** True when two lists of accesses of one iteration must stay in order. */
  public static boolean conflict(List<Access> earlier, List<Access> later) {
    return conflict(earlier, later, Distance.NONE);
  }

  /** True when two lists of accesses must stay in order. */
  public static boolean conflict(List<Access> earlier, List<Access> later, Distance distance) {
    for (Access first : earlier) {
      for (Access second : later) {
        if ((first.write || second.write)
            && overlap(first, second)
            && !areApart(first, second, distance)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean overlap(Access first, Access second) {
    boolean sameObject =
        first.object == UNKNOWN || second.object == UNKNOWN || first.object == second.object;
    return sameObject && first.start < second.end && second.start < first.end;
  }

  /**
   * Inside a pipe parts of views count as one place: a barrier costs next to nothing there, and
   * with it the order shows in the words, also where only the rule that parts stay in their views
   * keeps them apart.
   */
  private static boolean areApart(Access first, Access second, Distance distance) {
    if (first.part.isEmpty() || second.part.isEmpty()) {
      return false;
    }
    Part part = first.part.get();
    return (first.pipe != second.pipe || part instanceof Ring)
        && part.isApartFrom(second.part.get(), distance);
  }

  /** Accesses as they look from outside a loop: parts that its arguments number may be any. */
  static List<Access> outside(List<Access> accesses, List<Value> arguments) {
    return accesses.stream()
        .map(access -> access.with(access.part.flatMap(part -> part.outside(arguments))))
        .distinct()
        .toList();
  }

  /** The same accesses, each multi-tile as one place. */
  static List<Access> withoutRings(List<Access> accesses) {
    return accesses.stream()
        .map(access -> access.with(access.part.filter(part -> !(part instanceof Ring))))
        .toList();
  }

  private void findHulls(Region region) {
    for (Operation op : region.operations()) {
      if (op.definition().form().hasOperand(RoleName.ADDR)) {
        hulls.merge(
            groups.representative(op.result()),
            placed(op),
            (a, b) -> new Extent(a.object, Math.min(a.start, b.start), Math.max(a.end, b.end)));
      }
      op.regions().forEach(this::findHulls);
    }
  }

  private Extent placed(Operation op) {
    TileMemory memory = TileRoom.memory(op.result());
    if (TileUses.isWithoutMemory(op)) {
      return new Extent(memory, 0, 0);
    }
    // A tile that placement has not seen yet may lie anywhere.
    OptionalLong address =
        op.optional(RoleName.ADDR).map(constants::integer).orElse(OptionalLong.empty());
    Optional<Extent> within = within(op, memory);
    if (within.isPresent()) {
      return within.get();
    }
    long start = address.orElse(0);
    return new Extent(
        memory, start, address.isPresent() ? start + TileRoom.bytes(op.result()) : Long.MAX_VALUE);
  }

  /** What the compiler knows about a tile whose address is computed. */
  private static Optional<Extent> within(Operation op, TileMemory memory) {
    return op.attributes()
        .get(AttributeName.WITHIN)
        .filter(Attribute.Array.class::isInstance)
        .map(
            bytes -> {
              List<Attribute> ends = ((Attribute.Array) bytes).elements();
              return new Extent(
                  memory,
                  ((Attribute.Int) ends.get(0)).value(),
                  ((Attribute.Int) ends.get(1)).value());
            });
  }

  /**
   * Records the memory behind the results of an operation that defines tiles, views or pointers.
   * What is defined in a way that no form declares may lie anywhere.
   */
  public void define(Operation op) {
    OperationForm form = op.definition().form();
    windows.define(op);
    if (form.hasOperand(RoleName.ADDR)) {
      extents.put(op.result(), placed(op));
    }
    form.memoryRole()
        .ifPresent(
            role -> {
              Value memory = op.operandAt(role);
              Value named = form.isTile() ? op.operand(RoleName.DST) : op.result();
              boolean isSlot = memory.type() instanceof MultiTileType;
              Extent extent =
                  isSlot
                      ? slot(op)
                      : form == OperationForm.PARTITION ? window(op) : extentOf(memory);
              // A pointer that was moved may leave its tile.
              boolean isMoved =
                  form == OperationForm.ADD_POINTER && extent.object instanceof TileMemory;
              extents.put(named, isMoved ? new Extent(extent.object, 0, Long.MAX_VALUE) : extent);
            });
  }

  /** One slot where its number is a constant; otherwise all slots and how the number rotates. */
  private Extent slot(Operation op) {
    Value tiles = op.operand(RoleName.TILES);
    Extent all = extentOf(tiles);
    MultiTileType type = (MultiTileType) tiles.type();
    OptionalLong number = constants.integer(op.operand(RoleName.SLOT));
    if (number.isPresent() && all.end != Long.MAX_VALUE) {
      long start = all.start + number.getAsLong() * type.slot().bytes();
      return new Extent(all.object, start, start + type.slot().bytes());
    }
    Optional<Part> ring =
        slots
            .turn(op.operand(RoleName.SLOT), type.count())
            .map(turn -> new Ring(tiles, type.count(), turn));
    return new Extent(all.object, all.start, all.end, ring);
  }

  /** A part of a view of global memory. */
  private Extent window(Operation op) {
    Extent all = extentOf(op.operand(RoleName.VIEW));
    return new Extent(all.object, all.start, all.end, windows.of(op).map(window -> window));
  }

  /** The bytes of UB behind a tile, where they are known: first, and behind the last. */
  Optional<long[]> bytes(Value tile) {
    Extent extent = extentOf(tile);
    boolean known =
        extent.object == TileMemory.UB && extent.end != Long.MAX_VALUE && extent.end > extent.start;
    return known ? Optional.of(new long[] {extent.start, extent.end}) : Optional.empty();
  }

  private Extent extentOf(Value value) {
    Extent extent = extents.get(value);
    return extent == null ? EVERYTHING : extent;
  }

  /** True when some pipe executes the operation and it touches memory. */
  boolean isPiped(Operation op) {
    return op.definition().form().pipeRule().isPiped();
  }

  /**
   * True when some operation of a region, at any depth, is executed by a pipe and touches memory.
   */
  boolean anyPiped(Region region) {
    return region.operations().stream()
        .anyMatch(op -> isPiped(op) || op.regions().stream().anyMatch(this::anyPiped));
  }

  /** The accesses of an operation; empty when it touches no memory. */
  public List<Access> of(Operation op) {
    Optional<Pipe> executing = TileRoute.pipe(op);
    if (executing.isEmpty()) {
      return List.of();
    }
    Pipe pipe = executing.get();
    List<Access> accesses = new ArrayList<>();
    if (op.definition().isTileOperation() || op.definition().form() == OperationForm.CORE_SIGNAL) {
      tileAccesses(op, pipe, accesses);
    } else if (!op.regions().isEmpty()) {
      regionAccesses(op.region(), pipe, accesses);
    } else {
      pointerAccesses(op, pipe, accesses);
    }
    for (OperationForm.RegisterUse register : op.definition().form().registers()) {
      accesses.add(access(pipe, new Extent(register.name(), 0, 1), register.isWritten()));
    }
    return accesses;
  }

  /** A scratch tile among the inputs is read and written. */
  private void tileAccesses(Operation op, Pipe pipe, List<Access> accesses) {
    OperationForm form = op.definition().form();
    for (int role = 0; role < form.operands().size(); role++) {
      boolean write = form.writes(role);
      for (Value value : op.group(role)) {
        Extent extent = extents.get(value);
        if (extent == null && value.type() instanceof TileType type) {
          Extent anywhere = new Extent(TileMemory.of(type), 0, Long.MAX_VALUE);
          extent = hulls.getOrDefault(groups.representative(value), anywhere);
        }
        if (extent != null) {
          accesses.add(access(pipe, isTransfer(form) ? extent : extent.whole(), write));
        }
      }
    }
  }

  /** True if an operation touches of a view what the view has, and nothing else. */
  private static boolean isTransfer(OperationForm form) {
    return form == OperationForm.TILE_LOAD || form == OperationForm.TILE_STORE;
  }

  private void pointerAccesses(Operation op, Pipe pipe, List<Access> accesses) {
    OperationForm form = op.definition().form();
    for (int role = 0; role < form.operands().size(); role++) {
      for (Value value : op.group(role)) {
        if (value.type() instanceof PointerType) {
          accesses.add(access(pipe, pointerExtent(value), form.writes(role)));
        }
      }
    }
  }

  /**
   * A pointer into GM stays within its parameter and the address of a tile within the tile. Another
   * pointer into a memory of the chip may have been moved by any amount.
   */
  private Extent pointerExtent(Value value) {
    MemorySpace space = ((PointerType) value.type()).space();
    Extent known = extentOf(value);
    return space == MemorySpace.GM || known.object instanceof TileMemory
        ? known
        : new Extent(TileMemory.of(space), 0, Long.MAX_VALUE);
  }

  /**
   * A vecscope reads and writes the tiles whose addresses it takes, and all of UB through other
   * pointers.
   */
  private void regionAccesses(Region region, Pipe pipe, List<Access> accesses) {
    for (Operation op : region.operations()) {
      if (op.definition().form() == OperationForm.TILE_ADDRESS) {
        accesses.add(access(pipe, extentOf(op.operandAt(0)), true));
      } else if (op.definition().form() == OperationForm.CAST_POINTER) {
        accesses.add(access(pipe, EVERYTHING, true));
      } else {
        for (Value operand : op.operands()) {
          if (operand.type() instanceof PointerType && extents.containsKey(operand)) {
            accesses.add(access(pipe, pointerExtent(operand), true));
          }
        }
      }
      op.regions().forEach(inner -> regionAccesses(inner, pipe, accesses));
    }
  }

  private static Access access(Pipe pipe, Extent extent, boolean write) {
    return new Access(pipe, extent.object, extent.start, extent.end, write, extent.part);
  }
}
