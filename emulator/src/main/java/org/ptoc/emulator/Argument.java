package org.ptoc.emulator;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.emulator.machine.Contents;
import org.ptoc.ir.object.LaunchValue;

/** The value of one kernel parameter. */
public sealed interface Argument {

  /**
   * A number.
   *
   * @param bits the register value: integers extended by their declared type, floats as
   *     zero-extended bit pattern (spec/40, 5.4)
   */
  record Scalar(long bits) implements Argument {}

  /**
   * A number that the launch itself gives to each core (spec/50, 5.2).
   *
   * @param value which one
   */
  record FromLaunch(LaunchValue value) implements Argument {}

  /**
   * A number that differs from task to task of a grid. A launch with such arguments runs its blocks
   * once for each task, as if each task were a launch of its own on the same memory.
   *
   * @param bits the register value of each task, as of {@link Scalar}; at least one
   */
  record Grid(List<Long> bits) implements Argument {
    public Grid {
      bits = List.copyOf(bits);
    }
  }

  /** A buffer in global memory. The launch works on a copy of what the kernel touches. */
  sealed interface Memory extends Argument {
    /** The data before the launch. */
    Contents contents();

    /** True if other ranks may touch it (spec/70, 4.3). */
    boolean isWindow();

    /** The same data, which other ranks may touch. */
    Memory asWindow();

    /** The same data, which stay as they are whatever the kernel writes. */
    Memory withoutEffect();
  }

  /** A buffer whose contents after the run are part of its result. */
  record Buffer(Contents contents, boolean isWindow) implements Memory {
    /** A buffer that other ranks may not touch. */
    public Buffer(Contents contents) {
      this(contents, false);
    }

    /** A buffer with little-endian data. */
    public Buffer(byte[] contents) {
      this(Contents.of(contents));
    }

    @Override
    public Memory asWindow() {
      return new Buffer(contents, true);
    }

    @Override
    public Memory withoutEffect() {
      return this;
    }
  }

  /**
   * Memory that belongs to the caller, such as a mapped file. When all blocks have reached their
   * end, and only then, what the kernel has changed is written back; the result holds an empty
   * array in its place. A kernel that changes a read-only segment makes the launch invalid.
   *
   * @param data little-endian data, which must not change during the run
   * @param changed is called when the data was changed
   */
  record Mapped(MemorySegment data, Runnable changed, boolean isWindow) implements Memory {
    /** Memory that other ranks may not touch. */
    public Mapped(MemorySegment data, Runnable changed) {
      this(data, changed, false);
    }

    @Override
    public Contents contents() {
      return Contents.of(data);
    }

    @Override
    public Memory asWindow() {
      return new Mapped(data, changed, true);
    }

    @Override
    public Memory withoutEffect() {
      return new Buffer(contents(), isWindow);
    }
  }

  /**
   * A pointer into memory that stays between launches of one device. Arguments with the same memory
   * share one buffer, so that what is written through one is read through the others.
   *
   * @param memory all of the memory: a {@link Mapped} one, which receives the changes, or a {@link
   *     Buffer}, which stays as it was
   * @param offset where the pointer points to, in bytes from its start; at most its size
   */
  record View(Memory memory, long offset) implements Memory {
    public View {
      if (memory instanceof View) {
        throw new IllegalArgumentException("a view is of whole memory");
      }
    }

    @Override
    public Contents contents() {
      return memory.contents();
    }

    @Override
    public boolean isWindow() {
      return memory.isWindow();
    }

    @Override
    public Memory asWindow() {
      return new View(memory.asWindow(), offset);
    }

    @Override
    public Memory withoutEffect() {
      return new View(memory.withoutEffect(), offset);
    }
  }

  /**
   * The number of the buffer of each argument in global memory; -1 for numbers.
   *
   * @param arguments the arguments of a launch
   */
  static int[] buffers(List<Argument> arguments) {
    int[] buffers = new int[arguments.size()];
    Map<Contents, Integer> resident = new HashMap<>();
    int count = 0;
    for (int i = 0; i < buffers.length; i++) {
      buffers[i] =
          switch (arguments.get(i)) {
            case Scalar _, FromLaunch _, Grid _ -> -1;
            case Buffer _, Mapped _ -> count++;
            case View view -> {
              Integer known = resident.putIfAbsent(view.contents(), count);
              yield known == null ? count++ : known;
            }
          };
    }
    return buffers;
  }

  /**
   * The number of the first argument with a buffer.
   *
   * @param buffer its number in global memory
   * @throws IllegalArgumentException if no argument has it
   */
  static int withBuffer(List<Argument> arguments, int buffer) {
    int[] buffers = buffers(arguments);
    for (int i = 0; i < buffers.length; i++) {
      if (buffers[i] == buffer) {
        return i;
      }
    }
    throw new IllegalArgumentException("there is no buffer " + buffer);
  }
}
