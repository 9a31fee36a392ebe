package org.ptoc.emulator.machine;

import org.ptoc.ir.isa.Profile;

/**
 * The large memories of a core, which launches hand on because allocating them takes longer than
 * clearing them.
 */
public record CoreMemory(byte[] ub, byte[] local) {

  /** New memory for a core of {@code profile}. */
  public static CoreMemory of(Profile profile) {
    return new CoreMemory(new byte[profile.unifiedBufferBytes()], new byte[Core.LOCAL_BYTES]);
  }
}
