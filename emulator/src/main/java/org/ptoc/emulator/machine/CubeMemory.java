package org.ptoc.emulator.machine;

import java.util.Arrays;
import java.util.function.ToIntFunction;
import org.ptoc.emulator.cube.MatrixProduct;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.TrapCode;

/**
 * The memories of one cube core (spec/60, 1.1), and the unified buffers of the two vector cores
 * beside it, which it can write where cores are connected. A vector core has none of them.
 */
public final class CubeMemory implements MachineState {
  private static final byte[] NO_BYTES = {};

  /** The memory of a core other than a cube core. */
  public static final CubeMemory NONE = new CubeMemory(space -> 0, 0);

  /** Segments of the fixpipe parameters: scales and alphas (spec/60, 1.6). */
  public static final int SEGMENTS = 2;

  private static final int SEGMENT_SHIFT = 16;
  private static final int VECTOR_CORES = 2;

  private final byte[] l1;
  private final byte[] l0a;
  private final byte[] l0b;
  private final byte[] l0c;
  private final byte[] biases;
  private final byte[] parameters;
  private final byte[] scalesOfA;
  private final byte[] scalesOfB;
  private final int segmentBytes;
  private final int unifiedBufferBytes;
  private final byte[][] unifiedBuffers;
  private long peerUses;
  private byte pattern;
  private final MatrixProduct product = new MatrixProduct();

  private CubeMemory(ToIntFunction<AddressSpace> bytes, int unifiedBufferBytes) {
    l1 = new byte[bytes.applyAsInt(AddressSpace.L1)];
    l0a = new byte[bytes.applyAsInt(AddressSpace.L0A)];
    l0b = new byte[bytes.applyAsInt(AddressSpace.L0B)];
    l0c = new byte[bytes.applyAsInt(AddressSpace.L0C)];
    biases = new byte[bytes.applyAsInt(AddressSpace.BT)];
    segmentBytes = bytes.applyAsInt(AddressSpace.FB);
    parameters = new byte[SEGMENTS * segmentBytes];
    scalesOfA = new byte[bytes.applyAsInt(AddressSpace.L0A_SCALE)];
    scalesOfB = new byte[bytes.applyAsInt(AddressSpace.L0B_SCALE)];
    this.unifiedBufferBytes = unifiedBufferBytes;
    unifiedBuffers = new byte[VECTOR_CORES][];
    Arrays.fill(unifiedBuffers, NO_BYTES);
  }

  /** The memories of a cube core of {@code profile}. */
  public static CubeMemory of(Profile profile) {
    return new CubeMemory(
        space -> space.cubeBytes(profile),
        profile.has(ProfileFeature.CONNECTED_CORES) ? profile.unifiedBufferBytes() : 0);
  }

  /** Puts {@code pattern} into every byte. */
  void fill(byte pattern) {
    for (AddressSpace space : AddressSpace.values()) {
      CoreMemory.fill(array(space), pattern);
    }
    this.pattern = pattern;
    Arrays.fill(unifiedBuffers, NO_BYTES);
  }

  @Override
  public void visit(StateVisitor visitor) {
    for (AddressSpace space : AddressSpace.values()) {
      visitor.bytes(array(space));
    }
    long uses = visitor.number(peerUses);
    for (int core = 0; core < VECTOR_CORES; core++) {
      boolean exists = visitor.truth(unifiedBuffers[core].length > 0);
      if (!exists) {
        unifiedBuffers[core] = NO_BYTES;
      } else {
        visitor.bytes(unifiedBuffer(core));
      }
    }
    peerUses = uses;
  }

  /** The bytes of a memory of the core; empty for other spaces. See {@link #at}. */
  public byte[] array(AddressSpace space) {
    return switch (space) {
      case L1 -> l1;
      case L0A -> l0a;
      case L0B -> l0b;
      case L0C -> l0c;
      case BT -> biases;
      case FB -> parameters;
      case L0A_SCALE -> scalesOfA;
      case L0B_SCALE -> scalesOfB;
      case UB, GM, LOCAL, CONST, PARAM -> NO_BYTES;
    };
  }

  /** The arrays that products of this core are computed in. */
  public MatrixProduct product() {
    return product;
  }

  /** How often it gave the unified buffer of a vector core, to be written. */
  long peerUses() {
    return peerUses;
  }

  /** The unified buffer of vector core {@code core}, 0 or 1; made when it is first asked for. */
  public byte[] unifiedBuffer(int core) {
    peerUses++;
    if (unifiedBuffers[core].length < unifiedBufferBytes) {
      unifiedBuffers[core] = new byte[unifiedBufferBytes];
      CoreMemory.fill(unifiedBuffers[core], pattern);
    }
    return unifiedBuffers[core];
  }

  /** Gives vector core {@code core} the unified buffer that the vector core itself works on. */
  public void connect(int core, byte[] buffer) {
    unifiedBuffers[core] = buffer;
  }

  /**
   * The place of a range in its {@link #array}.
   *
   * @param alignment of the address, a power of two
   * @throws MachineTrap when it is out of range or not aligned
   */
  public int at(AddressSpace space, long address, long bytes, int alignment) {
    int size = space == AddressSpace.UB ? unifiedBufferBytes : array(space).length;
    long offset = address;
    if (space == AddressSpace.FB) {
      size = segmentBytes;
      offset = address & (1 << SEGMENT_SHIFT) - 1;
      if (address >>> SEGMENT_SHIFT >= SEGMENTS) {
        throw trap(space, address, bytes, "in a segment that does not exist");
      }
    }
    require(space, size, offset, bytes, alignment);
    long segment = space == AddressSpace.FB ? address >>> SEGMENT_SHIFT : 0;
    return (int) (segment * segmentBytes + offset);
  }

  /**
   * Traps where a range leaves a memory or is not aligned.
   *
   * @param size of the memory in bytes
   * @param alignment of the address, a power of two
   */
  public static void require(
      AddressSpace space, int size, long address, long bytes, int alignment) {
    if (address < 0 || bytes < 0 || address > size - bytes) {
      throw trap(space, address, bytes, "out of range");
    }
    if ((address & alignment - 1) != 0) {
      throw trap(space, address, bytes, "not aligned to " + alignment + " bytes");
    }
  }

  /** Bytes from {@code address} to the end of its memory or segment; not negative. */
  public long room(AddressSpace space, long address) {
    boolean segmented = space == AddressSpace.FB;
    long offset = segmented ? address & (1 << SEGMENT_SHIFT) - 1 : address;
    return Math.max(0, (segmented ? segmentBytes : array(space).length) - offset);
  }

  private static MachineTrap trap(AddressSpace space, long address, long bytes, String what) {
    return MachineTrap.of(
        TrapCode.UB_ACCESS,
        space.spelling()
            + " access of "
            + bytes
            + " bytes at 0x"
            + Long.toHexString(address)
            + " is "
            + what);
  }
}
