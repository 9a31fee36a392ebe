package org.ptoc.ir;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.type.TileType;

/**
 * A queue of tiles between the cube core and the vector cores of a block (spec/70, section 3).
 *
 * @param cube the end on the cube core
 * @param vector the end on the vector cores
 * @param firstFlag number of its first cross-core flag; empty when no number is left
 * @param entries the operations that give, take and release its entries, in order
 */
public record CorePipe(
    Optional<End> cube, Optional<End> vector, OptionalLong firstFlag, List<Operation> entries) {
  public static final int TO_VECTOR = 1;
  public static final int TO_CUBE = 2;
  public static final int BOTH = TO_VECTOR | TO_CUBE;

  /** Slots of a ring in one direction, and of each of two rings, where the text has no number. */
  private static final int SLOTS = 8;

  private static final int SLOTS_OF_TWO = 4;

  public CorePipe {
    entries = List.copyOf(entries);
  }

  /**
   * A buffer in the memory of the core that takes entries.
   *
   * @param owner name of the function that reserves it
   * @param name its name in that function
   */
  public record Buffer(String owner, String name) {}

  /**
   * One end: an operation that opens the pipe.
   *
   * @param toVector the buffer of the entries for vector cores
   * @param toCube the buffer of the entries for the cube core
   */
  public record End(
      Operation operation, String function, Optional<Buffer> toVector, Optional<Buffer> toCube) {
    public boolean isCube() {
      return operation.definition().has(Trait.CUBE_CORE);
    }

    public long id() {
      return operation.attributes().integer(AttributeName.ID).orElse(0L);
    }

    /** {@link #TO_VECTOR}, {@link #TO_CUBE} or {@link #BOTH}. */
    public int directions() {
      return operation.attributes().integer(AttributeName.DIR_MASK).orElse((long) BOTH).intValue();
    }

    public boolean isFor(int direction) {
      return (directions() & direction) != 0;
    }

    /** Bytes of a whole entry. */
    public long slotBytes() {
      return operation.attributes().integer(AttributeName.SLOT_SIZE).orElse(0L);
    }

    /** Slots of the ring of a direction. */
    public long slots() {
      long assumed = directions() == BOTH ? SLOTS_OF_TWO : SLOTS;
      return operation.attributes().integer(AttributeName.SLOT_NUM).orElse(assumed);
    }

    /** Slots of the local ring of a consumer that gets entries through GM. */
    public long localSlots() {
      return operation.attributes().integer(AttributeName.LOCAL_SLOT_NUM).orElse(slots());
    }

    /** The memory of slots in GM. */
    public Optional<Value> global() {
      return operation
          .optional(RoleName.GM_SLOT_BUFFER)
          .or(() -> operation.optional(RoleName.GM_SLOT_TENSOR));
    }

    /** The buffer of the entries of a direction. */
    public Optional<Buffer> buffer(int direction) {
      return direction == TO_VECTOR ? toVector : toCube;
    }
  }

  /** Flags that a pipe takes: one that an entry is there and one that it is done, each way. */
  public static int flags(int directions) {
    return directions == BOTH ? 4 : 2;
  }

  /** The flag that says that an entry of a direction is there; the next one says it is done. */
  public long readyFlag(int direction) {
    boolean second = direction == TO_CUBE && any().directions() == BOTH;
    return firstFlag.orElse(0) + (second ? 2 : 0);
  }

  /** Some end; all agree in what they say about the ring. */
  public End any() {
    return cube.or(() -> vector).orElseThrow();
  }

  /** The values of {@code split} of its entries. */
  public List<Long> splits() {
    return entries.stream()
        .map(entry -> entry.attributes().integer(AttributeName.SPLIT).orElse(0L))
        .toList();
  }

  /** The operations of a form among its entries that go one way. */
  public List<Operation> entries(OperationForm form, int direction) {
    return entries.stream()
        .filter(entry -> entry.definition().form() == form && direction(entry) == direction)
        .toList();
  }

  /** The way of the entries that an operation gives, takes or releases. */
  public static int direction(Operation entry) {
    OperationForm form = entry.definition().form();
    boolean gives = form == OperationForm.PIPE_PUSH || form == OperationForm.PIPE_ALLOCATE;
    return gives == entry.definition().has(Trait.CUBE_CORE) ? TO_VECTOR : TO_CUBE;
  }

  /** The type of the first tile that vector cores take from it. */
  public Optional<TileType> taken() {
    return taken(TO_VECTOR).stream().findFirst();
  }

  /** The types of the tiles that are taken from it, in order. */
  public List<TileType> taken(int direction) {
    return entries(OperationForm.PIPE_POP, direction).stream()
        .map(entry -> entry.result().type())
        .filter(TileType.class::isInstance)
        .map(TileType.class::cast)
        .toList();
  }

  /**
   * The tile that one core writes into a slot of the other: as wide as its part of the pushed tile,
   * or as wide as all tiles that are popped, where none is as wide as that.
   *
   * @param pushed a tile of the layout of the slot as large as what is pushed
   * @return empty if no tile that is popped can be it
   */
  public Optional<TileType> slotTile(TileType pushed, int direction) {
    List<TileType> types = taken(direction);
    List<Integer> pitches = types.stream().map(type -> pitch(type, direction)).distinct().toList();
    if (types.isEmpty() || pitches.contains(pitch(pushed, direction))) {
      return Optional.of(pushed);
    }
    TileType valid = pushed.withKnownValid();
    int needed = direction == TO_VECTOR ? valid.validColumns() : valid.validRows();
    return pitches.size() == 1 && pitches.getFirst() >= needed
        ? Optional.of(types.getFirst().withKnownValid())
        : Optional.empty();
  }

  /** Columns of a row at the vector cores, rows of a column of boxes at the cube core. */
  public static int pitch(TileType tile, int direction) {
    return direction == TO_VECTOR ? tile.columns() : tile.rows();
  }

  /** What of a pushed tile is written into a slot, without its place and layout there. */
  public static TileType whole(TileType pushed, int direction, long split) {
    boolean halves = direction == TO_VECTOR;
    int rows = split == 1 ? half(pushed.rows(), halves) : pushed.rows();
    int columns = split == 2 ? half(pushed.columns(), halves) : pushed.columns();
    TileType known = pushed.withKnownValid();
    int validRows = split == 1 ? half(known.validRows(), halves) : known.validRows();
    int validColumns = split == 2 ? half(known.validColumns(), halves) : known.validColumns();
    return known.withExtents(rows, columns).withValid(validRows, validColumns);
  }

  /** The cube core gives each vector core a half, and gets two halves. */
  private static int half(int extent, boolean halves) {
    return halves ? extent / 2 : 2 * extent;
  }

  /** True if entries go to or come from one vector core as a whole (spec/70, 3.2). */
  public boolean isWhole() {
    Optional<Attribute> written = any().operation().attributes().get(AttributeName.NOSPLIT);
    return written.isPresent()
        ? any().operation().attributes().flag(AttributeName.NOSPLIT)
        : splits().stream().noneMatch(split -> split > 0);
  }
}
