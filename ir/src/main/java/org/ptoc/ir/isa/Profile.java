package org.ptoc.ir.isa;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A target profile: the instruction set that a binary is made of (spec/40, section 5.1).
 *
 * <p>{@link #A5} computes in 256-byte vector registers inside vector regions; {@link #A2A3}
 * computes from unified buffer to unified buffer with repeats and strides.
 */
public enum Profile {
  A5(1, "a5", 262_144, 253_952, List.of("a5"), List.of("Ascend950")),
  A2A3(
      2,
      "a2a3",
      196_608,
      196_608,
      List.of("a2a3", "a2", "a3"),
      List.of("Ascend910B", "Ascend910C", "Ascend910_93"));

  private final int number;
  private final String spelling;
  private final int unifiedBufferBytes;
  private final int allocatableBytes;
  private final List<String> aliases;
  private final List<String> devices;

  Profile(
      int number,
      String spelling,
      int unifiedBufferBytes,
      int allocatableBytes,
      List<String> aliases,
      List<String> devices) {
    this.number = number;
    this.spelling = spelling;
    this.unifiedBufferBytes = unifiedBufferBytes;
    this.allocatableBytes = allocatableBytes;
    this.aliases = aliases;
    this.devices = devices;
  }

  /** The number that object files carry (spec/40, 12.1). */
  public int number() {
    return number;
  }

  /** The name that options, attributes and messages use. */
  public String spelling() {
    return spelling;
  }

  /** Size of the unified buffer of one vector core in bytes (spec/00, 1.1). */
  public int unifiedBufferBytes() {
    return unifiedBufferBytes;
  }

  /** Bytes of the unified buffer that automatic tile placement may use (spec/00, 1.1). */
  public int allocatableBytes() {
    return allocatableBytes;
  }

  /** True if releases of {@code ptoas} require scratch tiles beside addresses (docs/ptoas.md). */
  public boolean requiresScratch() {
    return this == A2A3;
  }

  /**
   * True if tile operations that do not work in place want destination, sources and scratch apart
   * (spec/20, section 4, R6).
   */
  public boolean wantsTilesApart() {
    return this == A2A3;
  }

  /**
   * True if the cube core and the vector cores of a block write into memories of each other, and
   * have flags for two of them; otherwise a flag is for all vector cores of a block, entries go
   * through GM, and a wait stalls the whole core (spec/70, 1.1 and 2.2).
   */
  public boolean connectsCores() {
    return this == A5;
  }

  /** Finds a profile by any accepted spelling: {@code a5}, {@code a2a3}, {@code a2}, {@code a3}. */
  public static Optional<Profile> bySpelling(String text) {
    return Arrays.stream(values()).filter(profile -> profile.aliases.contains(text)).findFirst();
  }

  /** What the names of the devices start with that have this profile (spec/50, 5.1). */
  public List<String> devices() {
    return devices;
  }

  /** Finds the profile of a device: {@code Ascend910B1}, {@code Ascend950}. */
  public static Optional<Profile> byDevice(String name) {
    return Arrays.stream(values())
        .filter(profile -> profile.devices.stream().anyMatch(name::startsWith))
        .findFirst();
  }

  /** Finds a profile by its object file number. */
  public static Optional<Profile> byNumber(int number) {
    return Arrays.stream(values()).filter(profile -> profile.number == number).findFirst();
  }
}
