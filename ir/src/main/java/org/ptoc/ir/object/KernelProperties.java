package org.ptoc.ir.object;

import java.util.OptionalInt;
import org.ptoc.ir.isa.CoreKind;

/**
 * What the compiler found out about a kernel (spec/40, 12.4).
 *
 * @param kind core that runs it
 * @param usesBuffers true when the text has {@code get_buf} or {@code rls_buf}
 * @param usesFlags true when the text has {@code set_flag} or {@code wait_flag}
 * @param spills true when registers were spilled
 * @param combinesInMemory true when the text loads, changes and stores elements of GM that other
 *     blocks may change too: no two blocks may run at once
 * @param unifiedBufferBytes highest UB byte address used plus 1; empty when not known statically
 * @param localBytes bytes of LOCAL memory used
 * @param blockCount blocks that the source requires, 0 when any number will do
 * @param registers registers used
 * @param bufferCount highest buffer number used plus 1, 0 to 32
 * @param eventSet bit n is set when event n is used
 * @param cubeMemory use of the memories of a cube core
 * @param role what launches it
 */
public record KernelProperties(
    Kind kind,
    boolean usesBuffers,
    boolean usesFlags,
    boolean spills,
    boolean combinesInMemory,
    OptionalInt unifiedBufferBytes,
    int localBytes,
    int blockCount,
    RegisterUse registers,
    int bufferCount,
    int eventSet,
    CubeMemoryUse cubeMemory,
    Role role) {
  /** What launches a function of an object. */
  public enum Role {
    /** The host. */
    KERNEL,
    /** Nothing: kernels of other files call it. */
    DEVICE,
    /** The launch of the kernel of both kinds of cores whose cube core runs it. */
    PART
  }

  /** Blocks of one launch at most. */
  public static final int MOST_BLOCKS = 65_535;

  /** LOCAL memory of one core in bytes (spec/40, 5.3). */
  public static final int LOCAL_MEMORY_BYTES = 65_536;

  /** Buffer numbers of {@code get_buf} (spec/40, 1.8). */
  public static final int BUFFERS = 32;

  /** The core that runs a kernel; the constants are in the order of their codes. */
  public enum Kind {
    VECTOR,
    CUBE,
    MIXED;

    /** The core whose instructions the text holds. */
    public CoreKind core() {
      return switch (this) {
        case VECTOR, MIXED -> CoreKind.VECTOR;
        case CUBE -> CoreKind.CUBE;
      };
    }
  }

  /**
   * What a cube kernel uses of the memories of its core (spec/60, 6.5); all 0 for a vector kernel
   * and when it is not known.
   *
   * @param l1Bytes highest L1 byte address used plus 1
   * @param l0aKib highest L0A address used, in units of 1024 bytes rounded up, 0 to 255
   * @param l0bKib the same of L0B, 0 to 255
   * @param l0cKib the same of L0C, 0 to 65535
   */
  public record CubeMemoryUse(int l1Bytes, int l0aKib, int l0bKib, int l0cKib) {
    public static final CubeMemoryUse NONE = new CubeMemoryUse(0, 0, 0, 0);

    public CubeMemoryUse {
      if (l1Bytes < 0 || ((l0aKib | l0bKib) & ~0xFF) != 0 || (l0cKib & ~0xFFFF) != 0) {
        throw new IllegalArgumentException("the use of L1 or L0 is out of range");
      }
    }
  }

  /**
   * Number of registers of each class that a kernel uses.
   *
   * @param x scalar registers, 0 to 255
   * @param v vector registers, 0 to 255
   * @param p predicate registers, 0 to 255
   * @param al alignment registers, 0 to 255
   */
  public record RegisterUse(int x, int v, int p, int al) {
    public static final RegisterUse NONE = new RegisterUse(0, 0, 0, 0);

    public RegisterUse {
      if (((x | v | p | al) & ~0xFF) != 0) {
        throw new IllegalArgumentException("a register count is not in 0 to 255");
      }
    }
  }

  public KernelProperties {
    if (unifiedBufferBytes.isPresent() && unifiedBufferBytes.getAsInt() < 0) {
      throw new IllegalArgumentException("negative use of UB");
    }
    if (localBytes < 0 || localBytes > LOCAL_MEMORY_BYTES) {
      throw new IllegalArgumentException("LOCAL memory has no " + localBytes + " bytes");
    }
    if (blockCount < 0 || blockCount > MOST_BLOCKS) {
      throw new IllegalArgumentException(
          "a launch has no " + blockCount + " blocks, but " + MOST_BLOCKS + " at most");
    }
    if (bufferCount < 0 || bufferCount > BUFFERS || (eventSet & ~0xFF) != 0) {
      throw new IllegalArgumentException("buffer count or event set out of range");
    }
    if (kind != Kind.CUBE && !cubeMemory.equals(CubeMemoryUse.NONE)) {
      throw new IllegalArgumentException("only a cube kernel uses L1 and L0");
    }
  }

  /** The same properties in another role. */
  public KernelProperties with(Role other) {
    return with(kind, other);
  }

  /** The same properties with another kind and role. */
  KernelProperties with(Kind otherKind, Role other) {
    return new KernelProperties(
        otherKind,
        usesBuffers,
        usesFlags,
        spills,
        combinesInMemory,
        unifiedBufferBytes,
        localBytes,
        blockCount,
        registers,
        bufferCount,
        eventSet,
        cubeMemory,
        other);
  }

  /** Vector cores of each block: two beside a cube core, else one (spec/00, 1.6). */
  public int vectorCores() {
    return kind == Kind.MIXED ? 2 : 1;
  }
}
