package org.ptoc.passes.cube;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.TensorFloatRounding;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;

/**
 * Matrix products (spec/60, 2.6, 2.7 and 5.1). The machine derives the pitch of its three matrices
 * from the extents in the word, so that these are rounded up to the storage where the valid part
 * takes fewer boxes; what is computed too much lands outside the valid part. Where a matrix is a
 * window of a larger one, no extent gives its pitch: the product is divided along the dimension
 * that the pitch steps over, down to single boxes, inside which there is no pitch.
 */
final class Products {
  private final CubeWords words;
  private final IrBuilder builder;
  private final CubeTile left;
  private final Value leftPitch;
  private final CubeTile right;
  private final CubeTile result;
  private final Kind kind;
  private final boolean isVector;

  /** What a product begins with. */
  enum Start {
    ZERO,
    ACCUMULATORS,
    BIAS
  }

  /**
   * How a product is meant.
   *
   * @param start what it begins with
   * @param bias the bias, when it begins with that
   * @param isScaled whether the factors have scales
   * @param isRow whether it is a {@code tgemv}
   * @param phase 0, or 2 and 3 for products that let the fix-pipe follow closely
   * @param rounding how f32 factors are rounded
   */
  record Kind(
      Start start,
      Optional<CubeTile> bias,
      boolean isScaled,
      boolean isRow,
      int phase,
      TensorFloatRounding rounding) {}

  /**
   * @param leftPitch fractals of the left matrix from column to column of fractals, or from row to
   *     row, as the profile has them, {@code i64}
   */
  Products(
      CubeWords words, CubeTile left, Value leftPitch, CubeTile right, CubeTile result, Kind kind) {
    this.words = words;
    this.builder = words.builder();
    this.left = left;
    this.leftPitch = leftPitch;
    this.right = right;
    this.result = result;
    this.kind = kind;
    this.isVector = kind.isRow() && left.type().rows() == 1;
  }

  /** Along which dimensions a product is divided into single boxes. */
  private record Division(boolean m, boolean n, boolean k) {
    boolean isWhole() {
      return !m && !n && !k;
    }
  }

  /**
   * A word of a product.
   *
   * @param row its first row in boxes, {@code i64}
   * @param column its first column in boxes, {@code i64}
   * @param depth its first k in boxes, {@code i64}
   */
  private record Part(Value row, Value column, Value depth, Value m, Value n, Value k) {}

  /**
   * Emits the product.
   *
   * @return why it cannot be done, empty when it was emitted
   */
  Optional<String> emit() {
    Division division = division();
    if (kind.isScaled() && !division.isWhole()) {
      return Optional.of(
          "a factor or dst is a window whose boxes are farther apart than those of a tile of its"
              + " shape; a product with scales needs tiles of their own, or windows of all rows of"
              + " lhs and dst and of all columns of rhs");
    }
    if (isVector && division.k()) {
      return Optional.of(
          "rhs is a window of some columns, or dst one of some rows, whose boxes are farther apart"
              + " than those of a tile of its shape, and a row without boxes cannot be divided"
              + " along k; give lhs 16 rows of which 1 is valid, or the window a tile of its own");
    }
    Value one = builder.i64(1);
    each(
        words,
        division.m() ? words.ceil(rowExtent(), CubeTile.BOX) : one,
        (outer, row) ->
            each(
                outer,
                division.n() ? outer.ceil(right.columns(), CubeTile.BOX) : one,
                (at, column) -> depths(at, division, row, column)));
    return Optional.empty();
  }

  /** Sums along k, the first of which begins as the product does. */
  private void depths(CubeWords at, Division division, Value row, Value column) {
    IrBuilder inner = at.builder();
    Value m = division.m() ? inner.i64(CubeTile.BOX) : rows();
    Value n =
        division.n() ? inner.i64(CubeTile.BOX) : rounded(right.columns(), right.type().columns());
    Value k = at.wide(depthExtent());
    Value none = inner.i64(0);
    if (!division.k()) {
      word(at, new Part(row, column, none, m, n, k), kind.start());
      return;
    }
    int box = left.perBlock();
    Value most = inner.i64(box);
    word(at, new Part(row, column, none, m, n, inner.minUnsigned(k, most)), kind.start());
    boolean even = inner.constantOf(k).orElse(1) % box == 0;
    inner.loop(
        inner.index(1),
        inner.cast(at.ceil(k, box), ElementType.INDEX),
        inner.index(1),
        (body, index) -> {
          Value depth = body.cast(index, ElementType.I64);
          Value rest = body.sub(k, body.mul(depth, body.i64(box)));
          word(
              new CubeWords(body, words.target()),
              new Part(
                  row, column, depth, m, n, even ? body.i64(box) : body.minUnsigned(rest, most)),
              Start.ACCUMULATORS);
        });
  }

  /** Emits code for the numbers below a count, {@code i64}. */
  private static void each(CubeWords words, Value count, BiConsumer<CubeWords, Value> code) {
    IrBuilder outer = words.builder();
    outer.loop(
        outer.index(0),
        outer.cast(count, ElementType.INDEX),
        outer.index(1),
        (body, index) ->
            code.accept(new CubeWords(body, words.target()), body.cast(index, ElementType.I64)));
  }

  private Division division() {
    boolean byColumns = words.target().leftByColumns();
    int rows = room();
    boolean severalRows = !isVector && rows > CubeTile.BOX;
    boolean severalColumns = right.type().columns() > CubeTile.BOX;
    long depth = builder.constantOf(depthExtent()).orElse(left.type().columns());
    boolean isDeep = depth > left.perBlock();
    boolean m = severalRows && !byColumns && !isLeftPitchOf(depthExtent());
    boolean n = severalColumns && (m || result.pitch() != rows);
    int columns = n ? CubeTile.BOX : CubeTile.up(right.type().columns(), CubeTile.BOX);
    boolean otherRows =
        byColumns && !isVector && builder.constantOf(leftPitch).orElse(0) * CubeTile.BOX != rows;
    boolean k = isDeep && (otherRows || right.pitch() != columns);
    return k && severalRows && !byColumns
        ? new Division(true, severalColumns, true)
        : new Division(m, n, k);
  }

  /** Rows of the result that the product may write, in whole boxes. */
  private int room() {
    int rows = left.type().rows();
    return CubeTile.up(kind.isRow() ? Math.min(rows, result.type().rows()) : rows, CubeTile.BOX);
  }

  private Value rowExtent() {
    return kind.isRow() ? builder.i64(1) : left.rows();
  }

  private Value depthExtent() {
    return kind.isRow() ? right.rows() : left.columns();
  }

  /** True when a word of all k finds the rows of the left matrix where they are. */
  private boolean isLeftPitchOf(Value k) {
    Value expected = OperandLoads.leftRowPitch(words, left, k);
    OptionalLong known = builder.constantOf(expected);
    return expected == leftPitch
        || known.isPresent() && known.equals(builder.constantOf(leftPitch));
  }

  private Value rows() {
    if (isVector) {
      return builder.i64(1);
    }
    Value m = rounded(rowExtent(), room());
    boolean single = builder.constantOf(m).orElse(0) == 1;
    return single ? builder.i64(words.target().singleRow()) : m;
  }

  /** The valid extent where it takes as many boxes as the storage, else all of the storage. */
  private Value rounded(Value valid, int physical) {
    int room = CubeTile.up(physical, CubeTile.BOX);
    OptionalLong known = builder.constantOf(valid);
    if (known.isPresent()) {
      boolean whole = known.getAsLong() > room - CubeTile.BOX || known.getAsLong() == 0;
      return builder.i64(whole ? known.getAsLong() : room);
    }
    if (room == CubeTile.BOX) {
      return builder.i64(room);
    }
    Value wide = words.wide(valid);
    Value whole = builder.compare("ugt", wide, builder.i64(room - CubeTile.BOX));
    return builder.value(Arithmetic.SELECT, ElementType.I64, whole, wide, builder.i64(room));
  }

  private void word(CubeWords at, Part part, Start start) {
    IrBuilder inner = at.builder();
    boolean isRowOfMatrix = !isVector && inner.constantOf(part.m()).orElse(0) == 1;
    boolean isF32 = left.element() == ElementType.F32;
    WordBuilder word =
        at.word(ConfigurationWord.MAD)
            .set(ConfigurationField.M, part.m())
            .set(ConfigurationField.K, part.k())
            .set(ConfigurationField.N, part.n())
            .set(ConfigurationField.UNIT_FLAG, kind.phase())
            .set(
                ConfigurationField.ORDINARY,
                words.target().ordinaryBit(isRowOfMatrix, isF32) ? 1 : 0)
            .set(ConfigurationField.BIAS, start == Start.BIAS ? 1 : 0)
            .set(ConfigurationField.ZERO, start == Start.ZERO ? 1 : 0);
    boolean integers = left.element().isInteger();
    Attributes fields =
        IrBuilder.fields(
            OperandRole.DT.with(CubeWords.type(left.element())),
            OperandRole.DT2.with(CubeWords.type(right.element())),
            OperandRole.DT3.with((integers ? DataType.S32 : DataType.FP32).code()));
    at.emit(
        kind.isScaled() ? Mnemonic.MAD_MX : Mnemonic.MAD,
        isF32 ? IrBuilder.withField(fields, OperandRole.TF.with(kind.rounding().code())) : fields,
        resultOf(inner, part),
        leftOf(inner, part),
        rightOf(inner, part),
        word.word(),
        start == Start.BIAS ? biasOf(inner, part) : inner.i64(0));
  }

  private Value resultOf(IrBuilder at, Part part) {
    long row = (long) CubeTile.BOX * Float.BYTES;
    Value across = at.mul(part.column(), at.i64(result.pitch() * row));
    Value down = at.mul(part.row(), at.i64(CubeTile.BOX * row));
    return at.add(result.address(), at.add(across, down));
  }

  private Value leftOf(IrBuilder at, Part part) {
    Value fractals =
        words.target().leftByColumns()
            ? at.mul(part.depth(), leftPitch)
            : at.add(at.mul(part.row(), leftPitch), part.depth());
    return at.add(left.address(), at.mul(fractals, at.i64(CubeTile.FRACTAL_BYTES)));
  }

  private Value rightOf(IrBuilder at, Part part) {
    long columns = (long) right.pitch() * CubeTile.BLOCK_BYTES;
    Value down = at.mul(part.depth(), at.i64(columns));
    Value across = at.mul(part.column(), at.i64(CubeTile.FRACTAL_BYTES));
    return at.add(right.address(), at.add(down, across));
  }

  private Value biasOf(IrBuilder at, Part part) {
    Value columns = at.mul(part.column(), at.i64((long) CubeTile.BOX * Float.BYTES));
    return kind.bias().map(tile -> at.add(tile.address(), columns)).orElseThrow();
  }
}
