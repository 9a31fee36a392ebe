package org.ptoc.frontend.type;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.ptoc.frontend.type.TypeScanner.Problem;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.ir.type.TileType.BoxLayout;
import org.ptoc.ir.type.TileType.Compaction;
import org.ptoc.ir.type.TileType.Padding;

/**
 * Reads the parameters of a tile type in all spellings (spec/20, 1.2): short, {@code vec,
 * 16x64xf32, key=value}; long, {@code loc=vec, dtype=f32, rows=16, ...}; and manual, {@code f32,
 * 16, 16, RowMajor, NoneBox, None, Zero}.
 */
final class TileParameters {
  private enum Key {
    LOC,
    DTYPE,
    ROWS,
    COLS,
    V_ROW,
    V_COL,
    VALID,
    BLAYOUT,
    SLAYOUT,
    FRACTAL,
    PAD,
    COMPACT,
    COUNT;

    static List<String> spellings() {
      return Stream.of(values()).map(key -> key.name().toLowerCase(Locale.ROOT)).toList();
    }

    static Optional<Key> named(String text) {
      for (Key key : values()) {
        if (key.name().toLowerCase(Locale.ROOT).equals(text)) {
          return Optional.of(key);
        }
      }
      return Optional.empty();
    }
  }

  /** The order of positional parameters in the manual spelling, after rows and columns. */
  private static final Key[] POSITIONS = {
    Key.DTYPE, Key.ROWS, Key.COLS, Key.BLAYOUT, Key.SLAYOUT, Key.FRACTAL, Key.PAD
  };

  private final TypeScanner in;
  private final boolean roundsUp;
  private final int start;
  private final Set<Key> given = EnumSet.noneOf(Key.class);
  private int positional;

  private MemorySpace location = MemorySpace.UB;
  private ElementType element = ElementType.F32;
  private int rows;
  private int columns;
  private int validRows;
  private int validColumns;
  private BaseLayout baseLayout = BaseLayout.ROW_MAJOR;
  private BoxLayout boxLayout = BoxLayout.NONE;
  private int fractal = TileType.DEFAULT_FRACTAL;
  private Padding padding = Padding.NULL;
  private Compaction compact = Compaction.NULL;
  private int count;

  /**
   * @param manual true for {@code !pto.tile}, whose rows may be shorter than their storage
   *     (spec/20, 1.3)
   */
  TileParameters(TypeScanner in, boolean manual) {
    this.in = in;
    this.roundsUp = manual;
    this.start = in.position();
  }

  void read() throws Problem {
    do {
      parameter();
    } while (in.accept(','));
  }

  OptionalInt count() {
    return given.contains(Key.COUNT) ? OptionalInt.of(count) : OptionalInt.empty();
  }

  private void parameter() throws Problem {
    if (in.atDigit()) {
      shapeOrPosition();
      return;
    }
    int begin = in.position();
    String word = in.name();
    if (in.accept('=')) {
      Key key =
          Key.named(word)
              .orElseThrow(
                  () ->
                      in.badWord(
                          begin,
                          begin + word.length(),
                          "a tile has no parameter `" + word + "`",
                          Key.spellings()));
      once(key, begin);
      value(key);
    } else if (ElementType.bySpelling(word).isPresent()) {
      in.seek(begin);
      position(Key.DTYPE, begin);
    } else if (MemorySpace.bySpelling(word).isPresent() || isLikeLocation(word)) {
      in.seek(begin);
      once(Key.LOC, begin);
      value(Key.LOC);
    } else {
      in.seek(begin);
      position(nextPosition(begin), begin);
    }
  }

  /**
   * True if a word in the first place is rather a misspelt location than a misspelt element type.
   */
  private boolean isLikeLocation(String word) {
    return given.isEmpty()
        && TypeParser.nearestElement(word).isEmpty()
        && TypeParser.nearestSpace(word).isPresent();
  }

  /**
   * {@code 16x64xf32} is rows, columns and element type; a lone number is the next positional
   * parameter.
   */
  private void shapeOrPosition() throws Problem {
    int begin = in.position();
    int number = in.number("a number");
    if (in.peek() == 'x') {
      in.expect('x', "between the dimensions");
      once(Key.ROWS, begin);
      once(Key.COLS, begin);
      once(Key.DTYPE, begin);
      rows = number;
      columns = in.number("the number of columns");
      in.expectX("between columns and element type");
      value(Key.DTYPE);
    } else {
      in.seek(begin);
      position(nextPosition(begin), begin);
    }
  }

  private Key nextPosition(int begin) throws Problem {
    while (positional < POSITIONS.length && given.contains(POSITIONS[positional])) {
      positional++;
    }
    if (positional == POSITIONS.length) {
      in.name();
      throw in.badSince(begin, "too many tile parameters");
    }
    return POSITIONS[positional];
  }

  private void position(Key key, int begin) throws Problem {
    once(key, begin);
    value(key);
  }

  private void once(Key key, int begin) throws Problem {
    if (!given.add(key)) {
      throw in.badSince(
          begin, "the tile parameter `" + key.name().toLowerCase(Locale.ROOT) + "` is given twice");
    }
  }

  private void value(Key key) throws Problem {
    switch (key) {
      case LOC -> location = memory();
      case DTYPE -> element = element();
      case ROWS -> rows = in.number("the number of rows");
      case COLS -> columns = in.number("the number of columns");
      case V_ROW -> validRows = extent();
      case V_COL -> validColumns = extent();
      case VALID -> {
        validRows = extent();
        in.expect('x', "between valid rows and valid columns");
        validColumns = extent();
      }
      case BLAYOUT -> baseLayout = baseLayout();
      case SLAYOUT -> boxLayout = boxLayout();
      case FRACTAL -> fractal = fractal();
      case PAD -> padding = padding();
      case COMPACT -> compact = compaction();
      case COUNT -> count = in.number("the number of slots");
    }
  }

  private MemorySpace memory() throws Problem {
    in.peek();
    int begin = in.position();
    Optional<MemorySpace> space = MemorySpace.bySpelling(in.name());
    if (space.isEmpty() || space.get() == MemorySpace.GM) {
      throw in.badWord(
          begin,
          "a tile lies in vec, mat, left, right, acc, bias or scaling",
          space.isEmpty() ? MemorySpace.spellings() : List.of());
    }
    return space.get();
  }

  private ElementType element() throws Problem {
    boolean list = in.peek() == '[';
    int begin = in.position();
    String name = in.name();
    Optional<ElementType> named = ElementType.bySpelling(name);
    if (list || !name.isEmpty() && name.chars().allMatch(Character::isDigit)) {
      throw in.badSince(
          begin, "expected the shape and the element type as one word, such as `16x64xf32`");
    }
    if (named.isEmpty() && TypeParser.nearestElement(name).isPresent()) {
      throw in.misspelt(begin, "type", TypeName.elementSpellings());
    }
    if (named.equals(Optional.of(ElementType.I1))) {
      throw in.badSince(
          begin,
          "i1 is no element type of tiles; the masks of comparisons are packed bits in tiles of"
              + " ui8 or i8");
    }
    if (named.isEmpty() || named.get() == ElementType.INDEX) {
      throw in.badSince(begin, "expected the element type of the tile");
    }
    return named.get();
  }

  /** A number, {@code ?} or the old spelling of it, -1. */
  private int extent() throws Problem {
    if (in.accept('?')) {
      return TileType.DYNAMIC;
    }
    if (in.accept('-')) {
      int begin = in.position();
      if (in.number("an extent") != 1) {
        throw in.badSince(
            begin, "an extent is not negative; `?` stands for one that is known at run time only");
      }
      return TileType.DYNAMIC;
    }
    return in.number("an extent or `?`");
  }

  /**
   * A word in lower case without underscores, so that {@code RowMajor} and {@code row_major} are
   * one.
   */
  private String word() {
    return in.name().replace("_", "").toLowerCase(Locale.ROOT);
  }

  private BaseLayout baseLayout() throws Problem {
    in.peek();
    int begin = in.position();
    return switch (word()) {
      case "rowmajor", "0" -> BaseLayout.ROW_MAJOR;
      case "colmajor", "1" -> BaseLayout.COLUMN_MAJOR;
      default ->
          throw in.badWord(
              begin,
              "the base layout is row_major or col_major",
              List.of("row_major", "col_major"));
    };
  }

  private BoxLayout boxLayout() throws Problem {
    in.peek();
    int begin = in.position();
    return switch (word()) {
      case "nonebox", "0" -> BoxLayout.NONE;
      case "rowmajor", "1" -> BoxLayout.ROW_MAJOR;
      case "colmajor", "2" -> BoxLayout.COLUMN_MAJOR;
      default ->
          throw in.badWord(
              begin,
              "the layout inside a box is none_box, row_major or col_major",
              List.of("none_box", "row_major", "col_major"));
    };
  }

  private int fractal() throws Problem {
    in.peek();
    int begin = in.position();
    return switch (word()) {
      case "none", "null", "512" -> TileType.DEFAULT_FRACTAL;
      case "32" -> 32;
      case "1024" -> 1024;
      default -> throw in.badSince(begin, "the box size is 32, 512 or 1024");
    };
  }

  private Padding padding() throws Problem {
    in.peek();
    int begin = in.position();
    return switch (word()) {
      case "null", "none", "0" -> Padding.NULL;
      case "zero", "1" -> Padding.ZERO;
      case "max", "2" -> Padding.MAX;
      case "min", "3" -> Padding.MIN;
      default ->
          throw in.badWord(
              begin,
              "the padding is null (0), zero (1), max (2) or min (3)",
              List.of("null", "zero", "max", "min"));
    };
  }

  private Compaction compaction() throws Problem {
    in.peek();
    int begin = in.position();
    return switch (word()) {
      case "null", "none", "0" -> Compaction.NULL;
      case "normal", "1" -> Compaction.NORMAL;
      case "rowplusone", "2" -> Compaction.ROW_PLUS_ONE;
      default ->
          throw in.badWord(
              begin,
              "the compaction is null (0), normal (1) or row_plus_one (2)",
              List.of("null", "normal", "row_plus_one"));
    };
  }

  /** The tile type; to be called after {@link #read}. */
  TileType type() throws Problem {
    if (!given.contains(Key.DTYPE) || !given.contains(Key.ROWS) || !given.contains(Key.COLS)) {
      throw in.badSince(start, "a tile needs rows, columns and element type, `vec, 16x64xf32`");
    }
    if (rows == 0 || columns == 0) {
      throw in.badSince(start, "rows and columns of a tile are positive");
    }
    boolean both = given.contains(Key.VALID);
    if (!both && !given.contains(Key.V_ROW)) {
      validRows = rows;
    }
    if (!both && !given.contains(Key.V_COL)) {
      validColumns = columns;
    }
    if (validRows > rows || validColumns > columns) {
      throw in.badSince(
          start, "the valid region " + validRows + "x" + validColumns + " is larger than the tile");
    }
    if (roundsUp) {
      roundUpToBlocks();
    }
    return new TileType(
        location,
        element,
        rows,
        columns,
        validRows,
        validColumns,
        baseLayout,
        boxLayout,
        fractal,
        padding,
        compact);
  }

  /** Rows of the manual spelling are stored in whole 32-byte blocks (spec/20, 1.3). */
  private void roundUpToBlocks() {
    if (boxLayout != BoxLayout.NONE) {
      return;
    }
    int perBlock = 32 / Math.min(32, element.bytes());
    if (baseLayout == BaseLayout.ROW_MAJOR) {
      columns = roundUp(columns, perBlock);
    } else {
      rows = roundUp(rows, perBlock);
    }
  }

  private static int roundUp(int value, int unit) {
    long rounded = ((long) value + unit - 1) / unit * unit;
    return rounded > Integer.MAX_VALUE ? value : (int) rounded;
  }
}
