package org.ptoc.passes.pipe;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.CorePipe;
import org.ptoc.ir.CorePipes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/**
 * The slots of one direction of a pipe, as one of its ends sees them (spec/70, 3.5).
 *
 * @param pipe the pipe
 * @param end this end
 * @param direction {@link CorePipe#TO_VECTOR} or {@link CorePipe#TO_CUBE}
 * @param counter a local array of one {@code i32}: entries pushed so far, or popped; a slot of GM
 *     counts when it is allocated
 * @param done another one, where only the run decides whether the protocol is kept: entries
 *     announced so far, or released
 * @param local first byte of the slots in the memory of the consumer; empty without a buffer
 * @param area a tile that covers the buffer, at the consumer
 * @param isShared true if all blocks get the same pointer to slots in GM: each takes its own part
 */
record Ring(
    CorePipe pipe,
    CorePipe.End end,
    int direction,
    Value counter,
    Optional<Value> done,
    Optional<Value> local,
    Optional<Value> area,
    boolean isShared,
    Profile profile) {
  /** The numbers of flags of the second vector core, as the cube core sees them, begin here. */
  private static final int SECOND_CORE = 16;

  /** True if entries go through GM. */
  boolean isGlobal() {
    return !profile.has(ProfileFeature.CONNECTED_CORES)
        || end.operation().optional(RoleName.GM_SLOT_TENSOR).isPresent();
  }

  boolean isToVector() {
    return direction == CorePipe.TO_VECTOR;
  }

  /** The pipe of the producer that moves entries. */
  Pipe producer() {
    return isToVector() ? Pipe.FIX : Pipe.MTE3;
  }

  /** The pipe of the consumer that waits for entries and releases them. */
  Pipe consumer() {
    return isGlobal() ? Pipe.MTE2 : isToVector() ? Pipe.V : Pipe.MTE1;
  }

  /** Slots between which entries rotate: of the pipe, or of the copies of the consumer. */
  long localSlots() {
    return isGlobal() ? end.localSlots() : end.slots();
  }

  /**
   * Appends the signals, or the waits, that an entry is there or that it is done.
   *
   * @param signal {@link Op#SET_INTRA_BLOCK} or {@link Op#WAIT_INTRA_BLOCK}
   * @param ready true for an entry that is there
   * @param area the tile whose accesses, on all pipes of the core, are in order with the signal
   */
  void signal(Op signal, Pipe on, boolean ready, Optional<Value> area, IrBuilder builder) {
    for (long id : flags(ready)) {
      builder.createGrouped(
          signal,
          List.of(List.of(), area.stream().toList()),
          List.of(),
          flag(id).with(AttributeName.PIPE, new Attribute.Text("PIPE_" + on.spelling())));
    }
  }

  /** The number of a flag, or what a linker adds to the first flag of the pipe. */
  private Attributes flag(long id) {
    Attributes number = Attributes.of(AttributeName.ID, new Attribute.Int(id, ElementType.I64));
    return pipe.firstFlag().isPresent()
        ? number
        : number.with(AttributeName.NAME, new Attribute.Text(CorePipes.flagSymbol(end)));
  }

  /**
   * The flags of a signal: a cube core that is connected to its vector cores has one for each of
   * them that takes part; another has one for all.
   */
  private List<Long> flags(boolean ready) {
    long id = pipe.readyFlag(direction) + (ready ? 0 : 1);
    boolean both = profile.has(ProfileFeature.CONNECTED_CORES) && end.isCube() && !pipe.isWhole();
    return both ? List.of(id, id + SECOND_CORE) : List.of(id);
  }

  /** Bytes from the first slot to the slot of an entry, {@code i64}. */
  Value offset(Value entry, long slots, IrBuilder builder) {
    Value slot = builder.remainder(entry, slots);
    return builder.mul(builder.cast(slot, ElementType.I64), builder.i64(end.slotBytes()));
  }

  /** Bytes of all slots of a block in GM. */
  long blockBytes() {
    return (end.directions() == CorePipe.BOTH ? 2 : 1) * end.slots() * end.slotBytes();
  }

  /** Bytes from the first slot in GM to those of this direction. */
  long ringStart() {
    boolean second = !isToVector() && end.directions() == CorePipe.BOTH;
    return second ? end.slots() * end.slotBytes() : 0;
  }
}
