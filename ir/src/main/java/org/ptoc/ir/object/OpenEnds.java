package org.ptoc.ir.object;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The pipes of a part of a kernel whose other ends are in another file (spec/70, 6.4).
 *
 * @param ends the ends, in the order of the text, at least one
 * @param flags bit n for a cross-core flag n that the part uses itself, 16 bits
 * @param signals set of {@link #OLDER}, {@link #MODES} and {@link #SECOND_CORE}
 * @param relocations words that need numbers of the other file
 */
public record OpenEnds(List<End> ends, int flags, int signals, List<Relocation> relocations) {
  /** Some signals do not say between which cores they are. */
  public static final int OLDER = 1;

  /** Some signal has a mode. */
  public static final int MODES = 2;

  /** Some signal without a mode has a number of the second vector core. */
  public static final int SECOND_CORE = 4;

  /** Lines of a tile that entries are written to or taken as: several lengths. */
  public static final int SEVERAL = -1;

  static final int RECORD_BYTES = 64;

  private static final String FLAG = "$flag";

  public OpenEnds {
    ends = List.copyOf(ends);
    relocations = List.copyOf(relocations);
    if (ends.isEmpty()) {
      throw new IllegalArgumentException("a part without open ends needs no linker");
    }
  }

  /** The symbols that it defines or needs, each once. */
  public List<Buffer> symbols() {
    return Stream.concat(
            ends.stream().flatMap(End::buffers),
            relocations.stream().map(each -> new Buffer(each.symbol(), OptionalInt.empty(), 0)))
        .distinct()
        .toList();
  }

  /** What a word needs of the other file. */
  public Stream<Relocation> relocations(int word) {
    return relocations.stream().filter(each -> each.word() == word);
  }

  /** The same with other places of the ends. */
  OpenEnds withPlaces(UnaryOperator<SourcePosition> change) {
    return new OpenEnds(
        ends.stream()
            .map(
                end ->
                    new End(
                        end.id,
                        end.directions,
                        end.slotBytes,
                        end.slots,
                        end.localSlots,
                        end.splits,
                        end.isWhole,
                        end.given,
                        end.taken,
                        end.flag,
                        end.toVector,
                        end.toCube,
                        change.apply(end.place)))
            .toList(),
        flags,
        signals,
        relocations);
  }

  /** The same with relocations. */
  public OpenEnds with(List<Relocation> others) {
    return new OpenEnds(ends, flags, signals, others);
  }

  /**
   * A buffer of entries.
   *
   * @param symbol function and name of the buffer
   * @param address its first byte; empty in the file that imports it
   * @param bytes its size; 0 in the file that imports it
   */
  public record Buffer(String symbol, OptionalInt address, int bytes) {
    public Buffer {
      Text.require(symbol, "symbol");
    }
  }

  /**
   * One end.
   *
   * @param id number of the pipe in its function
   * @param directions 1 to the vector cores, 2 to the cube core, 3 both
   * @param slotBytes bytes of a whole entry
   * @param slots slots of a ring
   * @param localSlots slots of the local ring
   * @param splits bit n if an entry has split n
   * @param isWhole whether entries go to one vector core as a whole
   * @param given columns or rows of a line of the tiles that it gives, 0 if that does not matter
   * @param taken the same of the tiles that it takes
   * @param flag first flag where the text says it
   * @param toVector buffer of entries for vector cores
   * @param toCube buffer of entries for the cube core
   * @param place where the text opens it
   */
  public record End(
      int id,
      int directions,
      int slotBytes,
      int slots,
      int localSlots,
      int splits,
      boolean isWhole,
      int given,
      int taken,
      OptionalInt flag,
      Optional<Buffer> toVector,
      Optional<Buffer> toCube,
      SourcePosition place) {
    /** Its buffers. */
    public Stream<Buffer> buffers() {
      return Stream.concat(toVector.stream(), toCube.stream());
    }

    /** The symbol of the first flag of its pipe, the same at both ends. */
    public String flagSymbol() {
      return buffers().findFirst().map(Buffer::symbol).orElse("pipe" + id) + FLAG;
    }

    /** True if another end has a buffer of this one, or both have none and the same number. */
    public boolean isPartner(End other) {
      return buffers().findAny().isEmpty() && other.buffers().findAny().isEmpty()
          ? id == other.id && directions == other.directions
          : buffers()
              .anyMatch(
                  own -> other.buffers().anyMatch(each -> each.symbol().equals(own.symbol())));
    }
  }
}
