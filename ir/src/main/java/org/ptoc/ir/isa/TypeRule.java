package org.ptoc.ir.isa;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The legal element types of an instruction: types alone, pairs of types, or types of a scalar
 * operation.
 */
public final class TypeRule {
  private static final int DEFAULT_ROUNDING = 1;

  private final int singles;
  private final int roundings;
  private final int widths;
  private final List<ConversionPair> pairs;

  private TypeRule(int singles, int roundings, int widths, List<ConversionPair> pairs) {
    this.singles = singles;
    this.roundings = roundings;
    this.widths = widths;
    this.pairs = pairs;
  }

  static TypeRule untyped() {
    return new TypeRule(0, 0, 0, List.of());
  }

  static TypeRule of(DataType... types) {
    return untyped().and(types);
  }

  static TypeRule widths(ScalarWidth... widths) {
    int set = 0;
    for (ScalarWidth width : widths) {
      set |= 1 << width.code();
    }
    return new TypeRule(0, 0, set, List.of());
  }

  TypeRule and(DataType... types) {
    int set = singles;
    for (DataType type : types) {
      set |= 1 << type.code();
    }
    return new TypeRule(set, DEFAULT_ROUNDING, widths, pairs);
  }

  TypeRule and(TypeRule other) {
    List<ConversionPair> all = new ArrayList<>(pairs);
    all.addAll(other.pairs);
    return new TypeRule(
        singles | other.singles,
        roundings | other.roundings,
        widths | other.widths,
        List.copyOf(all));
  }

  TypeRule and(ConversionPair... more) {
    return and(new TypeRule(0, 0, 0, List.of(more)));
  }

  /** The same types, with a choice of rounding modes for words that keep their type. */
  TypeRule rounding(int codes) {
    return new TypeRule(singles, codes, widths, pairs);
  }

  /**
   * True if a word with these types exists; {@code result} is {@link DataType#NONE} when the type
   * does not change.
   */
  public boolean accepts(DataType source, DataType result) {
    return result == DataType.NONE ? acceptsAlone(source) : pair(source, result).isPresent();
  }

  /** True if {@code type} is legal without a second type. */
  public boolean acceptsAlone(DataType type) {
    return (singles >>> type.code() & 1) != 0;
  }

  /** True if a scalar operation of type {@code width} exists. */
  public boolean accepts(ScalarWidth width) {
    return (widths >> width.code() & 1) != 0;
  }

  /** The attributes of a pair; empty when the pair is not legal. */
  public Optional<ConversionPair> pair(DataType source, DataType result) {
    for (ConversionPair pair : pairs) {
      if (pair.source() == source && pair.result() == result) {
        return Optional.of(pair);
      }
    }
    return Optional.empty();
  }

  /** The attributes of a word with these types; empty when there is none. */
  Optional<ConversionPair> attributes(DataType source, DataType result) {
    if (result != DataType.NONE) {
      return pair(source, result);
    }
    return acceptsAlone(source)
        ? Optional.of(new ConversionPair(source, result, roundings, false, 1))
        : Optional.empty();
  }

  /** All types that are legal without a second type, in code order. */
  public List<DataType> singles() {
    List<DataType> types = new ArrayList<>();
    for (DataType type : DataType.values()) {
      if (acceptsAlone(type)) {
        types.add(type);
      }
    }
    return types;
  }

  /** All legal pairs. */
  public List<ConversionPair> pairs() {
    return pairs;
  }

  /** All scalar types, in code order. */
  public List<ScalarWidth> widths() {
    List<ScalarWidth> all = new ArrayList<>();
    for (ScalarWidth width : ScalarWidth.values()) {
      if (accepts(width)) {
        all.add(width);
      }
    }
    return all;
  }

  /** True if the instruction has no element type at all. */
  public boolean isUntyped() {
    return singles == 0 && widths == 0 && pairs.isEmpty();
  }
}
