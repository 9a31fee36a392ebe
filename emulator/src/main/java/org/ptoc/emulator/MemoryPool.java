package org.ptoc.emulator;

import java.lang.ref.SoftReference;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.ptoc.emulator.machine.CoreMemory;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Profile;

/**
 * Memory of finished launches for later ones. Everything in it is cleared before it is used again.
 */
final class MemoryPool {
  /** Larger arrays are kept only when asked for: they take memory from others. */
  private static final int MOST_BYTES = 1 << 20;

  private static final int MOST_ARRAYS = 32;
  private static final int MOST_LARGE = 8;
  private static final int MOST_CORES = 8;

  private final Profile profile;
  private final CoreKind core;
  private final ConcurrentLinkedDeque<CoreMemory> cores = new ConcurrentLinkedDeque<>();
  private final ConcurrentLinkedDeque<byte[]> arrays = new ConcurrentLinkedDeque<>();
  private final ConcurrentLinkedDeque<SoftReference<byte[]>> large = new ConcurrentLinkedDeque<>();

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

  /** An array of exactly {@code size} bytes. */
  byte[] array(int size) {
    for (Iterator<byte[]> all = arrays.iterator(); all.hasNext(); ) {
      byte[] array = all.next();
      if (array.length == size && arrays.removeFirstOccurrence(array)) {
        return array;
      }
    }
    for (Iterator<SoftReference<byte[]>> all = large.iterator(); all.hasNext(); ) {
      SoftReference<byte[]> reference = all.next();
      byte[] array = reference.get();
      if ((array == null || array.length == size)
          && large.removeFirstOccurrence(reference)
          && array != null) {
        return array;
      }
    }
    return new byte[size];
  }

  /**
   * Takes the arrays of a memory that is not needed any more.
   *
   * @param keepLarge whether large ones are kept too, as long as there is memory for them
   */
  void give(GlobalMemory memory, boolean keepLarge) {
    for (byte[] array : memory.arrays()) {
      if (array.length <= MOST_BYTES && arrays.size() < MOST_ARRAYS) {
        arrays.push(array);
      } else if (array.length > MOST_BYTES && keepLarge && large.size() < MOST_LARGE) {
        large.push(new SoftReference<>(array));
      }
    }
  }
}
