package org.ptoc.ir.type;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The memories of one core and global memory (spec/00, 1.1). */
public enum MemorySpace {
  GM("gm", "gm"),
  L1("l1", "mat"),
  L0A("l0a", "left"),
  L0B("l0b", "right"),
  L0C("l0c", "acc"),
  UB("ub", "vec"),
  BT("bt", "bias"),
  FB("fb", "scaling");

  private final String spelling;
  private final String tileLocation;

  MemorySpace(String spelling, String tileLocation) {
    this.spelling = spelling;
    this.tileLocation = tileLocation;
  }

  /** The word the printer writes in a pointer type. */
  public String spelling() {
    return spelling;
  }

  /** The word the printer writes as tile location; global memory has no tiles. */
  public String tileLocation() {
    return tileLocation;
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
