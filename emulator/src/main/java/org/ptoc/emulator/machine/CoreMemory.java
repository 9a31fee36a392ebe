package org.ptoc.emulator.machine;

import java.lang.foreign.MemorySegment;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Profile;

/**
 * The large memories of a core, which launches hand on because allocating them takes longer than
 * clearing them.
 */
public record CoreMemory(byte[] ub, byte[] local, CubeMemory cube) {

  /** New memory for a core of {@code profile}. */
  public static CoreMemory of(Profile profile, CoreKind core) {
    byte[] local = new byte[Core.LOCAL_BYTES];
    return switch (core) {
      case VECTOR -> new CoreMemory(new byte[profile.unifiedBufferBytes()], local, CubeMemory.NONE);
      case CUBE -> new CoreMemory(new byte[0], local, CubeMemory.of(profile));
    };
  }

  /** Puts {@code pattern} into every byte, also before a loop over them is compiled well. */
  static void fill(byte[] memory, byte pattern) {
    MemorySegment.ofArray(memory).fill(pattern);
  }
}
