package org.ptoc.ir.catalog;

import java.util.StringJoiner;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.TileMemory;

/** Sizes and alignments of the memories of a core (spec/60, 1.1; spec/00, 1.1). */
public final class MemoryLimits {
  /** Data tiles of scaled products lie at multiples of this, so that their scales have a place. */
  public static final int SCALE_RATIO = 16;

  private MemoryLimits() {}

  /** Size in bytes; 0 for a memory that a profile does not have. */
  public static int bytes(TileMemory memory, Profile profile) {
    return switch (memory) {
      case UB -> profile.unifiedBufferBytes();
      case L1 -> AddressSpace.L1.cubeBytes(profile);
      case L0A -> AddressSpace.L0A.cubeBytes(profile);
      case L0B -> AddressSpace.L0B.cubeBytes(profile);
      case L0C -> AddressSpace.L0C.cubeBytes(profile);
      case BT -> AddressSpace.BT.cubeBytes(profile);
      case FB -> AddressSpace.FB.cubeBytes(profile);
      case LEFT_SCALE -> AddressSpace.L0A_SCALE.cubeBytes(profile);
      case RIGHT_SCALE -> AddressSpace.L0B_SCALE.cubeBytes(profile);
    };
  }

  /**
   * Bytes that automatic placement may use: of UB on A5 8192 less than the size, which the vendor's
   * library takes for its temporary area (spec/00, 1.1). Programs with addresses of their own have
   * the whole memory.
   */
  public static int allocatable(TileMemory memory, Profile profile) {
    return memory == TileMemory.UB ? profile.allocatableBytes() : bytes(memory, profile);
  }

  /**
   * How much of a memory can be used, in words, with the reason where it is less than the size.
   *
   * @param usable bytes that can be used; scratch takes what is missing to the allocatable ones
   */
  public static String describe(TileMemory memory, Profile profile, long usable) {
    StringJoiner reasons =
        new StringJoiner(" and ", " (" + bytes(memory, profile) + " less ", ")").setEmptyValue("");
    int reserved = bytes(memory, profile) - allocatable(memory, profile);
    long scratch = allocatable(memory, profile) - usable;
    if (reserved > 0 && scratch >= 0) {
      reasons.add(reserved + " for the temporary area of the vendor's library");
    }
    if (scratch > 0) {
      reasons.add(scratch + " for scratch");
    }
    return usable + " bytes of " + name(memory) + " can be used on " + profile.spelling() + reasons;
  }

  /** Alignment of the addresses that automatic placement assigns, in bytes. */
  public static int alignment(TileMemory memory) {
    return switch (memory) {
      case UB, L1 -> 32;
      case L0A, L0B -> 512;
      case L0C -> 1024;
      case BT -> 64;
      case FB -> 128;
      case LEFT_SCALE, RIGHT_SCALE -> 16;
    };
  }

  /** The name of a memory in messages. */
  public static String name(TileMemory memory) {
    return switch (memory) {
      case LEFT_SCALE -> "the scale buffer of left";
      case RIGHT_SCALE -> "the scale buffer of right";
      case UB -> "UB";
      case L1, L0A, L0B, L0C, BT, FB -> memory.location().tileLocation();
    };
  }
}
