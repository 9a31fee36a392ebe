package org.ptoc.emulator;

import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.ptoc.emulator.machine.CoreMemory;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Profile;

/**
 * Memories of cores of finished launches for later ones. Each is cleared before it is used again.
 */
final class MemoryPool {
  private static final int MOST_CORES = 8;

  private final Profile profile;
  private final CoreKind core;
  private final ConcurrentLinkedDeque<CoreMemory> cores = new ConcurrentLinkedDeque<>();

  MemoryPool(Profile profile, CoreKind core) {
    this.profile = profile;
    this.core = core;
  }

  CoreMemory core() {
    return Optional.ofNullable(cores.poll()).orElseGet(() -> CoreMemory.of(profile, core));
  }

  void give(CoreMemory memory) {
    if (cores.size() < MOST_CORES) {
      cores.push(memory);
    }
  }
}
