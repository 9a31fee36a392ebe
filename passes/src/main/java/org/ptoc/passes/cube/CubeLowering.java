package org.ptoc.passes.cube;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.TileRelation;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileLayout;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.GappedTiles;
import org.ptoc.passes.storage.ViewHandle;
import org.ptoc.passes.tile.PaddingValues;
import org.ptoc.passes.tile.TileLowering;

/** Turns the tile operations of a kernel of the cube core into its words (spec/60, section 5). */
final class CubeLowering extends TileLowering {
  private final CubeTarget target;
  private final ParameterUses parameterUses;
  private final GappedTiles gapped;
  private final MicroToCube.RegisterUse use;

  /** Valid columns of left matrices when they were moved to L0A. */
  private final Map<Value, Value> loadedColumns = new IdentityHashMap<>();

  CubeLowering(Function function, PassContext context, CubeTarget target) {
    super(function, context);
    this.target = target;
    this.parameterUses = ParameterUses.of(function);
    this.gapped = GappedTiles.of(function);
    this.use = MicroToCube.RegisterUse.of(function);
  }

  @Override
  protected void lower(Operation op, IrBuilder builder) {
    CubeWords words = new CubeWords(builder, target);
    Optional<String> refusal =
        switch (op.definition().form().relation()) {
          case LOADED -> load(op, words);
          case STORED -> store(op, words);
          case COMMON_REGION -> move(op, words);
          case WINDOW_OF_SOURCE -> extract(op, words);
          case WINDOW_OF_DESTINATION -> insert(op, words);
          case PADDED -> {
            CubeTile tile = cube(op.operand(RoleName.DST));
            new Fills(words, tile)
                .padding(cube(op.operand(RoleName.SRC)), paddingOf(tile, builder));
            yield Optional.empty();
          }
          case PRODUCT, ACCUMULATED_PRODUCT -> product(op, words);
          default -> other(op, words);
        };
    refusal.ifPresent(
        why ->
            context()
                .diagnostics()
                .report(DiagnosticCode.TILE_CONSTRAINT, op.location(), op.name() + ": " + why));
  }

  @Override
  protected boolean lowerOther(Operation op, IrBuilder builder) {
    if (op.definition().form() != OperationForm.SET_QUANTIZATION) {
      return false;
    }
    Value value = op.operand(RoleName.VALUE);
    if (value.type() instanceof ElementType) {
      Value bits = builder.value(Arithmetic.BITCAST, ElementType.I32, value);
      new CubeWords(builder, target)
          .set(SpecialRegister.QUANT_PRE, builder.cast(bits, ElementType.I64));
    }
    return true;
  }

  /** Elements of 4 bits are counted one by one. */
  @Override
  protected Value viewBytes(ElementType element, Value elements, IrBuilder builder) {
    int bits = TileLayout.elementBits(MemorySpace.L1, element);
    return bits < Byte.SIZE
        ? builder.divide(elements, Byte.SIZE / bits)
        : super.viewBytes(element, elements, builder);
  }

  /** Left factors lie as the machine wants them (spec/60, 1.3). */
  @Override
  protected TileType stored(TileType type) {
    return type.stored(target.leftByColumns() ? BaseLayout.COLUMN_MAJOR : BaseLayout.ROW_MAJOR);
  }

  private CubeTile cube(Value value) {
    return new CubeTile(tile(value));
  }

  private Value paddingOf(CubeTile tile, IrBuilder builder) {
    ElementType element = tile.element();
    boolean isSet = tile.type().padding() != TileType.Padding.NULL;
    long pattern =
        isSet ? PaddingValues.of(tile.type().padding(), element, context().options()) : 0;
    return builder.integer(pattern, ElementType.signless(element.bits()));
  }

  // Global memory.

  private Optional<String> load(Operation op, CubeWords words) {
    ViewHandle view =
        view(op.operand(RoleName.SRC)).stated(op.attributes().text(AttributeName.LAYOUT));
    return new MatrixLoads(words, view, cube(op.operand(RoleName.DST))).emit();
  }

  private Optional<String> store(Operation op, CubeWords words) {
    CubeTile source = cube(op.operand(RoleName.SRC));
    ViewHandle view =
        view(op.operand(RoleName.DST)).stated(op.attributes().text(AttributeName.LAYOUT));
    GlobalStores stores = new GlobalStores(words, view, source);
    return source.type().location() == MemorySpace.L0C
        ? stores.emit(op, conversion(op))
        : stores.copy();
  }

  private AccumulatorStores.Conversion conversion(Operation op) {
    Optional<Value> vector = op.optional(RoleName.FP).map(value -> tile(value).address());
    Optional<Value> scalar = op.optional(RoleName.QUANT);
    boolean relu =
        op.attributes().text(AttributeName.RELU_PRE_MODE).filter("normal_relu"::equals).isPresent();
    return new AccumulatorStores.Conversion(
        vector.or(() -> scalar), vector.isPresent(), relu, phase(op, AttributeName.ST_PHASE));
  }

  private static int phase(Operation op, AttributeName attribute) {
    return switch (op.attributes().text(attribute).orElse("unspecified")) {
      case "partial" -> 2;
      case "final" -> 3;
      default -> 0;
    };
  }

  // Between memories of the core.

  private Optional<String> move(Operation op, CubeWords words) {
    Value zero = words.builder().i64(0);
    CubeTile source = cube(op.operand(RoleName.SRC));
    return source.type().location() == MemorySpace.L0C
        ? stores(op, words).emit(zero, zero, zero, zero, source)
        : between(op, words, zero, zero);
  }

  private MatrixStores stores(Operation op, CubeWords words) {
    return new MatrixStores(
        words,
        cube(op.operand(RoleName.SRC)),
        cube(op.operand(RoleName.DST)),
        conversion(op),
        MatrixStores.VectorCores.of(op.attributes().text(AttributeName.ACC_TO_VEC_MODE)));
  }

  private Optional<String> extract(Operation op, CubeWords words) {
    Value row = words.wide(op.operand(RoleName.ROW));
    Value column = words.wide(op.operand(RoleName.COL));
    Value zero = words.builder().i64(0);
    CubeTile source = cube(op.operand(RoleName.SRC));
    CubeTile destination = cube(op.operand(RoleName.DST));
    return source.type().location() == MemorySpace.L0C
        ? stores(op, words).emit(row, column, zero, zero, destination)
        : between(op, words, row, column);
  }

  private Optional<String> insert(Operation op, CubeWords words) {
    Value row = words.wide(op.operand(RoleName.ROW));
    Value column = words.wide(op.operand(RoleName.COL));
    Value zero = words.builder().i64(0);
    CubeTile source = cube(op.operand(RoleName.SRC));
    if (source.type().location() != MemorySpace.L0C) {
      return Optional.of("only accumulators can be inserted by the cube core");
    }
    return stores(op, words).emit(zero, zero, row, column, source);
  }

  private Optional<String> between(Operation op, CubeWords words, Value row, Value column) {
    CubeTile source = cube(op.operand(RoleName.SRC));
    CubeTile destination = cube(op.operand(RoleName.DST));
    loadedColumns.put(op.operand(RoleName.DST), destination.columns());
    TableLoads tables = new TableLoads(words, source, destination);
    return switch (TileMemory.of(destination.type())) {
      case L0A, L0B ->
          new OperandLoads(
                  words, source, destination, row, column, pitch(op.operand(RoleName.DST), words))
              .emit();
      case BT -> {
        tables.bias();
        yield Optional.empty();
      }
      case FB -> parameters(op, source, column, tables);
      case LEFT_SCALE, RIGHT_SCALE -> {
        tables.scales(row, column);
        yield Optional.empty();
      }
      case UB, L1, L0C ->
          Optional.of(
              "no pipe moves data from "
                  + source.type().location().tileLocation()
                  + " to "
                  + destination.type().location().tileLocation());
    };
  }

  private Optional<String> parameters(
      Operation op, CubeTile source, Value column, TableLoads tables) {
    Set<ParameterUses.Result> results = parameterUses.of(op.operand(RoleName.DST));
    tables.parameters(column, results.contains(ParameterUses.Result.SIGNED_BYTE));
    return results.size() > 1 && source.bits() < Long.SIZE
        ? Optional.of(
            "its scales are for i8 and for other results, which differ in the sign that they"
                + " carry; move them to two tiles of scaling")
        : Optional.empty();
  }

  // Products.

  private Optional<String> other(Operation op, CubeWords words) {
    if (op.definition().form() == OperationForm.TILE_SPLAT) {
      new Fills(words, cube(op.operand(RoleName.DST))).all(op.operand(RoleName.SCALAR));
      return Optional.empty();
    }
    return op.definition().form() == OperationForm.TILE_SCALE_ADDRESS
        ? Optional.empty() // placement has done it
        : Optional.of("this is no operation of the cube core");
  }

  private Optional<String> product(Operation op, CubeWords words) {
    OperationForm form = op.definition().form();
    Products.Start start =
        form.relation() == TileRelation.ACCUMULATED_PRODUCT
            ? Products.Start.ACCUMULATORS
            : form.hasOperand(RoleName.BIAS) ? Products.Start.BIAS : Products.Start.ZERO;
    boolean isScaled = form.hasOperand(RoleName.LHS_SCALE);
    Optional<String> refusal =
        start == Products.Start.ACCUMULATORS ? otherAccumulators(op) : Optional.empty();
    refusal = isScaled ? refusal.or(() -> dividedScales(op)) : refusal;
    if (refusal.isPresent()) {
      return refusal;
    }
    Products.Kind kind =
        new Products.Kind(
            start,
            start == Products.Start.BIAS
                ? Optional.of(cube(op.operand(RoleName.BIAS)))
                : Optional.empty(),
            isScaled,
            op.definition().has(Trait.ONE_ROW),
            phase(op, AttributeName.ACC_PHASE),
            use.rounding(cube(op.operand(RoleName.LHS)).element()));
    return new Products(
            words,
            cube(op.operand(RoleName.LHS)),
            pitch(op.operand(RoleName.LHS), words),
            cube(op.operand(RoleName.RHS)),
            cube(op.operand(RoleName.DST)),
            kind)
        .emit();
  }

  /** Scales lie for the product as a whole, so that no window of them does. */
  private Optional<String> dividedScales(Operation op) {
    return Stream.of(RoleName.LHS_SCALE, RoleName.RHS_SCALE)
        .filter(role -> gapped.hasWindows(op.operand(role)))
        .findFirst()
        .map(
            role ->
                role
                    + " is a window or has windows, but the machine reads the scales of a product"
                    + " as one run; move them from mat to a tile of their own");
  }

  /** The machine goes on in the accumulators of dst, whatever acc says (spec/60, 2.6). */
  private Optional<String> otherAccumulators(Operation op) {
    OptionalLong before = cube(op.operand(RoleName.ACC)).handle().staticAddress(constants());
    OptionalLong after = cube(op.operand(RoleName.DST)).handle().staticAddress(constants());
    return before.isPresent() && after.isPresent() && before.getAsLong() != after.getAsLong()
        ? Optional.of(
            "acc lies at byte "
                + before.getAsLong()
                + " and dst at byte "
                + after.getAsLong()
                + ", but a product goes on in the accumulators of dst; acc must be the same tile")
        : Optional.empty();
  }

  /**
   * Fractals from a column of fractals of a factor to the next, or from a row to the next where the
   * left factor lies by rows. These have the pitch of the k that was loaded, so that one word
   * multiplies them; with windows, which come in any order, that of the storage (spec/60, 5.1).
   */
  private Value pitch(Value factor, CubeWords words) {
    CubeTile tile = cube(factor);
    if (tile.type().location() == MemorySpace.L0B || target.leftByColumns()) {
      boolean isVector = tile.isPlain();
      return words.builder().i64(isVector ? 1 : tile.pitch() / CubeTile.BOX);
    }
    Value columns =
        gapped.hasWindows(factor)
            ? words.builder().i64(tile.handle().pitch())
            : loadedColumns.getOrDefault(factor, tile.columns());
    return OperandLoads.leftRowPitch(words, tile, columns);
  }
}
