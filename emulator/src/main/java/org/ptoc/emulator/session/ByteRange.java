package org.ptoc.emulator.session;

import java.util.Optional;
import org.ptoc.emulator.SteppedLaunch;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.CoreKind;

/**
 * Bytes of a memory.
 *
 * @param core the core whose memory it is; of no meaning for GM
 * @param bytes at least 1
 */
public record ByteRange(AddressSpace space, int core, long address, int bytes) {

  /** Some of the bytes, from an offset on. */
  public ByteRange part(long offset, int count) {
    return new ByteRange(space, core, address + offset, count);
  }

  /** The bytes now; empty where they do not exist, or the core does not run. */
  public Optional<byte[]> read(DebugSession session) {
    byte[] copy = new byte[bytes];
    if (space == AddressSpace.GM) {
      try {
        session.launch().memory().read(address, copy, 0, bytes);
        return Optional.of(copy);
      } catch (MachineTrap outside) {
        return Optional.empty();
      }
    }
    return place(session)
        .map(
            place -> {
              System.arraycopy(place.memory(), place.at(), copy, 0, bytes);
              return copy;
            });
  }

  /**
   * Writes the bytes from now on.
   *
   * @return false where they do not exist
   */
  public boolean write(DebugSession session, byte[] values) {
    if (read(session).isEmpty()) {
      return false;
    }
    session.edit(
        changed -> {
          if (space == AddressSpace.GM) {
            changed.launch().memory().write(address, values, 0, bytes);
          } else {
            place(changed)
                .ifPresent(place -> System.arraycopy(values, 0, place.memory(), place.at(), bytes));
          }
        });
    return true;
  }

  /** Where bytes lie in an array. */
  private record Place(byte[] memory, int at) {}

  private Optional<Place> place(DebugSession session) {
    return session
        .core(core)
        .map(each -> each.run().core())
        .flatMap(
            state -> {
              byte[] memory = memory(state);
              try {
                long at =
                    space == AddressSpace.FB ? state.cube.at(space, address, bytes, 1) : address;
                return at >= 0 && at <= memory.length - bytes
                    ? Optional.of(new Place(memory, (int) at))
                    : Optional.empty();
              } catch (MachineTrap outside) {
                return Optional.empty();
              }
            });
  }

  private byte[] memory(Core state) {
    return switch (space) {
      case UB -> state.ub;
      case LOCAL -> state.local;
      case CONST -> state.constants;
      case PARAM -> state.parameters;
      case L1, L0A, L0B, L0C, BT, FB, L0A_SCALE, L0B_SCALE -> state.cube.array(space);
      case GM -> throw new IllegalStateException("GM is no memory of a core");
    };
  }

  /**
   * True if a word touched a byte.
   *
   * @param launch knows where cores are
   * @param from the core that executed it
   * @param record what the word did, exactly
   */
  public boolean isTouched(
      SteppedLaunch launch, int from, ExecutionRecord record, boolean isWrite) {
    if (!isInReach(launch, from, record)) {
      return false;
    }
    boolean[] touched = new boolean[1];
    record
        .pieces()
        .visit(
            (memory, first, length, writes) ->
                touched[0] |=
                    memory == space
                        && writes == isWrite
                        && first < address + bytes
                        && address < first + length);
    return touched[0];
  }

  /** A word of a cube core may write the UB of vector cores of its block. */
  private boolean isInReach(SteppedLaunch launch, int from, ExecutionRecord record) {
    if (space == AddressSpace.GM || from == core) {
      return true;
    }
    SteppedLaunch.Place own = launch.place(core);
    SteppedLaunch.Place other = launch.place(from);
    return space == AddressSpace.UB
        && other.kind() == CoreKind.CUBE
        && own.rank() == other.rank()
        && own.block() == other.block()
        && (record.vectorCores() >> own.vectorCore() & 1) != 0;
  }

  /** The number of the buffer of GM that the first byte is in. */
  public int buffer() {
    return GlobalMemory.index(address);
  }
}
