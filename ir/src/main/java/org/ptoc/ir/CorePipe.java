package org.ptoc.ir;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.type.TileType;

/**
 * A queue of tiles between the cube core and the vector cores of a block (spec/70, section 3).
 *
 * @param cube the end on the cube core
 * @param vector the end on the vector cores
 * @param firstFlag number of its first cross-core flag; empty when no number is left
 * @param splits the values of {@code split} among its pushes, pops and releases, in order
 * @param taken the type of the first tile that vector cores take from it
 */
public record CorePipe(
    Optional<End> cube,
    Optional<End> vector,
    OptionalLong firstFlag,
    List<Long> splits,
    Optional<TileType> taken) {
  public static final int TO_VECTOR = 1;
  public static final int TO_CUBE = 2;
  public static final int BOTH = TO_VECTOR | TO_CUBE;

  /** Slots of a ring in one direction, and of each of two rings, where the text has no number. */
  private static final int SLOTS = 8;

  private static final int SLOTS_OF_TWO = 4;

  public CorePipe {
    splits = List.copyOf(splits);
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
  static int flags(int directions) {
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

  /** True if entries go to or come from one vector core as a whole (spec/70, 3.2). */
  public boolean isWhole() {
    Optional<Attribute> written = any().operation().attributes().get(AttributeName.NOSPLIT);
    return written.isPresent()
        ? any().operation().attributes().flag(AttributeName.NOSPLIT)
        : splits.stream().noneMatch(split -> split > 0);
  }
}
