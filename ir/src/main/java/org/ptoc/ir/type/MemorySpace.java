package org.ptoc.ir.type;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The memories of one core and global memory (spec/00, 1.1). */
public enum MemorySpace {
  GM("gm", "gm", 1),
  L1("l1", "mat", 2),
  L0A("l0a", "left", 3),
  L0B("l0b", "right", 4),
  L0C("l0c", "acc", 5),
  UB("ub", "vec", 6),
  BT("bt", "bias", 7),
  FB("fb", "scaling", 8);

  private final String spelling;
  private final String tileLocation;
  private final int code;

  MemorySpace(String spelling, String tileLocation, int code) {
    this.spelling = spelling;
    this.tileLocation = tileLocation;
    this.code = code;
  }

  /** The word the printer writes in a pointer type. */
  public String spelling() {
    return spelling;
  }

  /** The word the printer writes as tile location; global memory has no tiles. */
  public String tileLocation() {
    return tileLocation;
  }

  /** The numeric code of attributes (spec/00, 1.1). */
  public int code() {
    return code;
  }

  /** Both names of all spaces. */
  public static List<String> spellings() {
    return Arrays.stream(values())
        .flatMap(space -> Stream.of(space.spelling, space.tileLocation))
        .distinct()
        .toList();
  }

  /** Finds a space by either of its names. */
  public static Optional<MemorySpace> bySpelling(String text) {
    for (MemorySpace space : values()) {
      if (space.spelling.equals(text) || space.tileLocation.equals(text)) {
        return Optional.of(space);
      }
    }
    return Optional.empty();
  }
}
