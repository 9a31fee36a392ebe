package org.ptoc.ir.isa;

import static org.ptoc.ir.isa.ProfileFeature.*;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A target profile: the instruction set that a binary is made of (spec/40, section 5.1). Its row
 * names its features and the profile that it is based on; tables of operations and instructions
 * have rows for all profiles and state what differs on one of them and on those based on it.
 */
public enum Profile {
  A5(
      1,
      "a5",
      262_144,
      253_952,
      List.of("a5"),
      List.of("Ascend950"),
      Optional.empty(),
      VECTOR_REGISTERS,
      ORDERED_VECTOR_PIPE,
      LINEAR_MASKS,
      CONNECTED_CORES,
      BYTE_TRANSFERS,
      SMALL_FLOATS,
      COLUMN_LOADS,
      PLAIN_RESULTS,
      TABLE_CONVERSIONS,
      TENSOR_FLOATS,
      LEFT_BY_COLUMNS),
  A2A3(
      2,
      "a2a3",
      196_608,
      196_608,
      List.of("a2a3", "a2", "a3"),
      List.of("Ascend910B", "Ascend910C", "Ascend910_93"),
      Optional.of(A5),
      L1_STORES,
      SCRATCH_TILES);

  /** The profile of programs and tools that name none. */
  public static final Profile DEFAULT = A5;

  private final int number;
  private final String spelling;
  private final int unifiedBufferBytes;
  private final int allocatableBytes;
  private final List<String> aliases;
  private final List<String> devices;
  private final Optional<Profile> base;
  private final int features;

  Profile(
      int number,
      String spelling,
      int unifiedBufferBytes,
      int allocatableBytes,
      List<String> aliases,
      List<String> devices,
      Optional<Profile> base,
      ProfileFeature... features) {
    this.number = number;
    this.spelling = spelling;
    this.unifiedBufferBytes = unifiedBufferBytes;
    this.allocatableBytes = allocatableBytes;
    this.aliases = aliases;
    this.devices = devices;
    this.base = base;
    this.features = Arrays.stream(features).mapToInt(feature -> 1 << feature.ordinal()).sum();
  }

  /** True if it has a feature. */
  public boolean has(ProfileFeature feature) {
    return (features >> feature.ordinal() & 1) != 0;
  }

  /** True for {@code other} itself and for what is based on it. */
  public boolean is(Profile other) {
    return this == other || base.filter(each -> each.is(other)).isPresent();
  }

  /** The profiles for which something holds. */
  public static Set<Profile> where(Predicate<Profile> holds) {
    EnumSet<Profile> found = EnumSet.allOf(Profile.class);
    found.removeIf(holds.negate());
    return Collections.unmodifiableSet(found);
  }

  /** The profiles that have a feature. */
  public static Set<Profile> with(ProfileFeature feature) {
    return where(profile -> profile.has(feature));
  }

  /** The profiles that do not have a feature. */
  public static Set<Profile> without(ProfileFeature feature) {
    return where(profile -> !profile.has(feature));
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

  /** The names of some profiles with a text between them. */
  public static String names(Collection<Profile> profiles, String between) {
    return profiles.stream().map(Profile::spelling).collect(Collectors.joining(between));
  }

  /** The names of all profiles with a text between them. */
  public static String names(String between) {
    return names(List.of(values()), between);
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
