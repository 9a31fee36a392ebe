package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Rounding;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.Padding;
import org.ptoc.ir.verify.MergeLists;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.tile.PaddingValues;
import org.ptoc.passes.tile.Placement;
import org.ptoc.passes.tile.SortPlan;
import org.ptoc.passes.tile.TileHandle;
import org.ptoc.passes.tile.TileLowering;
import org.ptoc.passes.tile.TransferPlanner;
import org.ptoc.passes.tile.UbScratch;

/** Lowers all tile operations of a function; one method for each shape of operation. */
public final class TileToUnified implements Pass {
  /** Scratch memory that lowerings of this profile need. */
  public static final Placement.ScratchNeed SCRATCH = new Need(new Setting(false, new Constants()));

  private record Need(Setting setting) implements Placement.ScratchNeed {
    @Override
    public long bytes(Operation op) {
      return ScratchPlan.reserved(op, setting);
    }

    @Override
    public Placement.ScratchNeed in(Function function, CompileOptions options) {
      return new Need(Setting.of(function, options));
    }
  }

  @Override
  public String name() {
    return "tile-to-unified";
  }

  @Override
  public Function run(Function function, PassContext context) {
    Setting setting = Setting.of(function, context.options());
    long bytes = UbScratch.reserve(function, new Need(setting));
    OptionalLong scratch =
        bytes == 0 ? OptionalLong.empty() : UbScratch.locate(function, bytes, Profile.A2A3);
    if (bytes > 0 && scratch.isEmpty()) {
      context
          .diagnostics()
          .report(
              DiagnosticCode.OUT_OF_UB,
              function.location(),
              "@" + function.name() + " needs " + bytes
                  + " bytes of UB for intermediate results, but its tiles leave no room");
      return function;
    }
    return new Lowering(function, context, setting, scratch).apply(function);
  }

  private static final class Lowering extends TileLowering {
    private final Setting setting;
    private final OptionalLong reserved;

    Lowering(Function function, PassContext context, Setting setting, OptionalLong reserved) {
      super(function, context);
      this.setting = setting;
      this.reserved = reserved;
    }

    @Override
    protected void lower(Operation op, IrBuilder builder) {
      switch (op.definition().shape()) {
        case TILE_LOAD -> load(op, builder);
        case TILE_STORE -> store(op, builder);
        case TILE_UNARY -> elementwise(op, builder, List.of("src"), Optional.empty());
        case TILE_BINARY, TILE_BINARY_SCRATCH -> elementwise(op, builder, List.of("src0", "src1"), Optional.empty());
        case TILE_SCALAR, TILE_SCALAR_SCRATCH ->
            elementwise(op, builder, List.of("src"), Optional.of(op.operand("scalar")));
        case TILE_SHIFT -> shift(op, builder);
        case TILE_SHIFT_SCALAR -> shiftScalar(op, builder);
        case TILE_DIVIDE_SCALAR -> divideScalar(op, builder);
        case TILE_SPLAT -> splat(op, builder);
        case TILE_COMPARE -> compare(op, builder);
        case TILE_COMPARE_SCALAR -> compareScalar(op, builder);
        case TILE_SELECT -> select(op, builder);
        case TILE_SELECT_SCALAR -> selectScalar(op, builder);
        case TILE_CONVERT -> convert(op, builder);
        case TILE_ROW_REDUCE -> reduceRows(op, builder);
        case TILE_COLUMN_REDUCE -> reduceColumns(op, builder);
        case TILE_EXPAND -> expand(op, builder);
        case TILE_EXPAND_BINARY -> expandWith(op, builder);
        case TILE_PARTIAL -> partial(op, builder);
        case TILE_FILL -> fill(op, builder);
        case TILE_SORT -> sort(op, builder);
        case TILE_MERGE -> merge(op, builder);
        case TILE_INDEX -> sequence(op, builder);
        default -> unsupported(op, "does not exist on a2a3; profile a5 has it");
      }
    }

    private void load(Operation op, IrBuilder builder) {
      TileHandle tile = tile(op.operand("dst"));
      report(
          op,
          new TransferPlanner(builder, view(op.operand("src")), tile)
              .plan((inner, bursts) -> Transfers.load(inner, bursts, tile)));
    }

    private void store(Operation op, IrBuilder builder) {
      TileHandle tile = tile(op.operand("src"));
      report(
          op,
          new TransferPlanner(builder, view(op.operand("dst")), tile)
              .plan((inner, bursts) -> Transfers.store(inner, bursts, tile)));
    }

    private void report(Operation op, Optional<String> problem) {
      problem.ifPresent(
          why -> context().diagnostics().report(DiagnosticCode.VIEW_MISMATCH, op.location(), op.name() + ": " + why));
    }

    /** The memory of {@link ScratchPlan} for an operation that needs some. */
    private Optional<Scratch> scratch(Operation op, IrBuilder builder) {
      ScratchPlan plan = ScratchPlan.of(op, setting);
      if (plan.slots() == 0) {
        return Optional.empty();
      }
      return plan.inTmp(op)
          .map(own -> new Scratch(tile(op.operand("tmp")).address(), own.slots(), own.slotBytes()))
          .or(() -> Optional.of(new Scratch(builder.i64(reserved.orElseThrow()), plan.slots(), plan.slotBytes())));
    }

    private Scratch neededScratch(Operation op, IrBuilder builder) {
      return scratch(op, builder).orElse(new Scratch(builder.i64(0), Expansion.SLOTS, 0));
    }

    private interface Piece {
      void emit(Code code, Domain domain, List<Area> areas, long pitch);
    }

    /** The whole domain at once, or in pieces when intermediate results need scratch. */
    private static void inPieces(
        IrBuilder builder, Domain domain, List<Area> areas, Optional<Scratch> scratch, Piece piece) {
      if (scratch.isEmpty()) {
        piece.emit(Code.ofTiles(builder), domain, areas, 0);
        return;
      }
      Strips.over(
          builder,
          domain,
          areas,
          scratch.get().slotBytes() / Integer.BYTES,
          (body, part, column, at, pitch) -> piece.emit(Code.following(body), part, at, pitch));
    }

    private void elementwise(Operation op, IrBuilder builder, List<String> roles, Optional<Value> scalar) {
      TileHandle destination = tile(op.operand("dst"));
      ElementType element = destination.element();
      String name = op.definition().shortName();
      List<Area> areas = new ArrayList<>();
      areas.add(Area.of(destination));
      roles.forEach(role -> areas.add(Area.of(tile(op.operand(role)))));
      Optional<Scratch> scratch = scratch(op, builder);
      inPieces(
          builder,
          Domain.of(destination),
          areas,
          scratch,
          (code, domain, at, pitch) ->
              Elementwise.row(name)
                  .rule()
                  .emit(
                      new Elementwise(
                          code, domain, element, at.getFirst(), at.subList(1, at.size()), scalar, scratch, pitch)));
    }

    private void shift(Operation op, IrBuilder builder) {
      TileHandle destination = tile(op.operand("dst"));
      ElementType element = destination.element();
      boolean left = op.definition().shortName().equals("tshl");
      int bytes = element.bytes() == 1 ? 2 : element.bytes();
      List<Area> areas =
          List.of(
              Area.of(destination).as(bytes),
              Area.of(tile(op.operand("src0"))).as(bytes),
              Area.of(tile(op.operand("src1"))).as(bytes));
      Domain domain =
          element.bytes() == 1 ? Domain.of(destination).asHalfWords(builder, 1) : Domain.of(destination);
      Optional<Scratch> scratch = scratch(op, builder);
      inPieces(
          builder,
          domain,
          areas,
          scratch,
          (code, part, at, pitch) ->
              new Shifts(code, part, scratch, pitch, left, setting.bitSerial())
                  .emit(element, at.get(0), at.get(1), at.get(2)));
    }

    private void shiftScalar(Operation op, IrBuilder builder) {
      TileHandle destination = tile(op.operand("dst"));
      boolean left = op.definition().shortName().equals("tshls");
      DataType type = DataTypes.of(destination.element());
      DataType unsigned = destination.elementBytes() == 4 ? DataType.U32 : DataType.U16;
      Code.ofTiles(builder)
          .scalar(
              Domain.of(destination),
              left ? "vshls" : "vshrs",
              left ? unsigned : type,
              op.operand("scalar"),
              Area.of(destination),
              Area.of(tile(op.operand("src"))));
    }

    /** One operand is a scalar: it becomes a tile of equal elements. */
    private void divideScalar(Operation op, IrBuilder builder) {
      TileHandle destination = tile(op.operand("dst"));
      ElementType element = destination.element();
      boolean tileFirst = op.operand("lhs").type() instanceof TileType;
      TileHandle source = tile(op.operand(tileFirst ? "lhs" : "rhs"));
      Value scalar = op.operand(tileFirst ? "rhs" : "lhs");
      Optional<Scratch> scratch = scratch(op, builder);
      inPieces(
          builder,
          Domain.of(destination),
          List.of(Area.of(destination), Area.of(source)),
          scratch,
          (code, domain, at, pitch) -> {
            Elementwise piece =
                new Elementwise(
                    code, domain, element, at.get(0), at.subList(1, 2), Optional.of(scalar), scratch, pitch);
            if (element.isInteger()) {
              Optional<Area> tile = Optional.of(at.get(1));
              Remainders.quotient(piece, tileFirst ? tile : Optional.empty(), tileFirst ? Optional.empty() : tile);
              return;
            }
            Area splat = piece.slot(0, element.bytes());
            code.scalar(
                domain, "vdup", piece.type(), Scalars.element(code.builder(), scalar, element), splat);
            code.run(
                domain, "vdiv", piece.type(), at.get(0), tileFirst ? at.get(1) : splat, tileFirst ? splat : at.get(1));
          });
    }

    private void splat(Operation op, IrBuilder builder) {
      TileHandle destination = tile(op.operand("dst"));
      Scratch scratch = neededScratch(op, builder);
      Value value = Scalars.halfWord(builder, op.operand("scalar"), destination.element());
      Code code = scratch.slotBytes() == 0 ? Code.ofTiles(builder) : Code.following(builder);
      ByteCopy.fill(code, Domain.of(destination), Area.of(destination), value, scratch.row(builder, 0, 2));
    }

    private static Comparison comparison(Operation op) {
      return switch (op.attributes().text("cmpMode").orElse("eq")) {
        case "ne" -> Comparison.NE;
        case "lt" -> Comparison.LT;
        case "le" -> Comparison.LE;
        case "gt" -> Comparison.GT;
        case "ge" -> Comparison.GE;
        default -> Comparison.EQ;
      };
    }

    private void compare(Operation op, IrBuilder builder) {
      TileHandle source = tile(op.operand("src0"));
      Masks.compare(
          builder,
          Domain.of(source),
          DataTypes.of(source.element()),
          comparison(op),
          Area.of(tile(op.operand("dst"))),
          Area.of(source),
          Optional.of(Area.of(tile(op.operand("src1")))),
          Optional.empty());
    }

    /** 16-bit integers are compared in single precision, which holds them exactly, one row at a time. */
    private void compareScalar(Operation op, IrBuilder builder) {
      TileHandle source = tile(op.operand("src"));
      ElementType element = source.element();
      Area bits = Area.of(tile(op.operand("dst")));
      Value scalar = op.operand("scalar");
      if (element.isFloat() || element.bits() == 32) {
        Value own = Scalars.element(builder, scalar, element);
        Masks.compare(
            builder,
            Domain.of(source),
            DataTypes.of(element),
            comparison(op),
            bits,
            Area.of(source),
            Optional.empty(),
            Optional.of(own));
        return;
      }
      Scratch scratch = neededScratch(op, builder);
      Value number = Scalars.asFloat(builder, scalar, element, element.isSigned() ? 0 : 1 << 15);
      Strips.byRows(
          builder,
          Domain.of(source),
          List.of(Area.of(source)),
          scratch.slotBytes() / Integer.BYTES,
          (body, piece, column, at, pitch) -> {
            Code code = Code.following(body);
            Area words = scratch.slot(body, 1, 2, pitch * 2);
            Area numbers = scratch.slot(body, 2, 4, pitch * 4);
            Area input = at.getFirst();
            if (!element.isSigned()) {
              Area bias = scratch.slot(body, 0, 2, pitch * 2);
              code.scalar(piece, "vdup", DataType.U16, 0x8000, bias);
              code.run(piece, "vxor", DataType.U16, words, input, bias);
              input = words;
            }
            code.convert(
                piece, DataType.S16, DataType.FP32, Rounding.DEFAULT.code(), false, numbers, input);
            code.compare(
                piece,
                DataType.FP32,
                comparison(op),
                bitsAt(body, bits, source, at.getFirst(), column),
                numbers,
                Optional.empty(),
                Optional.of(number));
          });
    }

    /** The bits of a piece: its row from its address, its bytes from its column, a multiple of 64. */
    private static Area bitsAt(IrBuilder builder, Area bits, TileHandle source, Area piece, Value column) {
      Value columnBytes = builder.mul(column, builder.index(source.elementBytes()));
      Value offset = builder.sub(builder.sub(piece.address(), source.address()),
          builder.cast(columnBytes, ElementType.I64));
      Value row = builder.divide(offset, source.pitchBytes());
      Value start = builder.add(bits.address(), builder.mul(row, builder.i64(bits.pitchBytes())));
      Value bytes = builder.cast(builder.divide(column, Byte.SIZE), ElementType.I64);
      return Area.dense(builder.add(start, bytes), bits.elementBytes(), bits.pitchBytes());
    }

    private void select(Operation op, IrBuilder builder) {
      TileHandle destination = tile(op.operand("dst"));
      Masks.select(
          builder,
          Domain.of(destination),
          DataTypes.of(destination.element()),
          Area.of(destination),
          Area.of(tile(op.operand("mask"))),
          Area.of(tile(op.operand("src0"))),
          Area.of(tile(op.operand("src1"))));
    }

    private void selectScalar(Operation op, IrBuilder builder) {
      TileHandle destination = tile(op.operand("dst"));
      DataType type = DataTypes.of(destination.element());
      Area element = neededScratch(op, builder).row(builder, 0, destination.elementBytes());
      Value scalar = Scalars.element(builder, op.operand("scalar"), destination.element());
      Code code = Code.following(builder);
      int lanes = VectorUnit.BLOCK_BYTES / destination.elementBytes();
      code.scalar(Domain.of(builder, 1, lanes), "vdup", type, scalar, element);
      code.order();
      Masks.selectElement(
          builder,
          Domain.of(destination),
          type,
          Area.of(destination),
          Area.of(tile(op.operand("mask"))),
          Area.of(tile(op.operand("src"))),
          element.address());
    }

    private void convert(Operation op, IrBuilder builder) {
      TileHandle source = tile(op.operand("src"));
      TileHandle destination = tile(op.operand("dst"));
      Conversion conversion = new Conversion(op, source.element(), destination.element());
      Optional<Scratch> scratch = scratch(op, builder);
      inPieces(
          builder,
          Domain.of(destination),
          List.of(Area.of(destination), Area.of(source)),
          scratch,
          (code, domain, at, pitch) -> conversion.emit(code, domain, at.get(0), at.get(1), scratch, pitch));
    }

    private void sequence(Operation op, IrBuilder builder) {
      TileHandle destination = tile(op.operand("dst"));
      boolean descending = op.attributes().flag("descending");
      Domain.of(destination)
          .whenNotEmpty(
              builder,
              body -> Sequence.emit(Code.ofTiles(body), destination, op.operand("start"), descending));
    }

    private static RowReduction.Kind kind(Operation op) {
      String name = op.definition().shortName();
      if (name.endsWith("sum")) {
        return RowReduction.Kind.SUM;
      }
      if (name.endsWith("prod")) {
        return RowReduction.Kind.PRODUCT;
      }
      return name.endsWith("max") ? RowReduction.Kind.MAXIMUM : RowReduction.Kind.MINIMUM;
    }

    private static boolean hasIndexResult(Operation op) {
      return op.definition().traits().contains(Trait.INDEX_RESULT);
    }

    private void reduceRows(Operation op, IrBuilder builder) {
      TileHandle source = tile(op.operand("src"));
      RowReduction reduction = new RowReduction(source, tile(op.operand("dst")), neededScratch(op, builder));
      Domain.of(source)
          .whenNotEmpty(
              builder,
              body -> {
                if (hasIndexResult(op)) {
                  reduction.emitIndex(body, kind(op) == RowReduction.Kind.MAXIMUM);
                } else {
                  reduction.emit(body, kind(op));
                }
              });
    }

    private void reduceColumns(Operation op, IrBuilder builder) {
      TileHandle source = tile(op.operand("src"));
      ColumnReduction reduction = new ColumnReduction(source, tile(op.operand("dst")));
      boolean pairs = op.attributes().flag("isBinary");
      Domain.of(source)
          .whenNotEmpty(
              builder,
              body -> {
                if (hasIndexResult(op)) {
                  reduction.emitIndex(body, neededScratch(op, body), kind(op) == RowReduction.Kind.MAXIMUM);
                } else if (pairs) {
                  reduction.emitTree(body, tile(op.operand("tmp")));
                } else {
                  reduction.emit(body, kind(op));
                }
              });
    }

    private static boolean carriesRows(Operation op) {
      return op.definition().traits().contains(Trait.ROW_CARRIER);
    }

    private void expand(Operation op, IrBuilder builder) {
      Expansion expansion = new Expansion(tile(op.operand("dst")), neededScratch(op, builder));
      if (carriesRows(op)) {
        expansion.rows(builder, tile(op.operand("src")));
      } else {
        expansion.columns(builder, tile(op.operand("src")));
      }
    }

    private void expandWith(Operation op, IrBuilder builder) {
      TileHandle destination = tile(op.operand("dst"));
      TileHandle first = tile(op.operand("src0"));
      TileHandle second = tile(op.operand("src1"));
      Expansion expansion = new Expansion(destination, neededScratch(op, builder));
      String name = op.definition().shortName();
      String suffix = name.substring(name.indexOf("expand") + "expand".length());
      Expansion.Combination combination =
          suffix.equals("expdif")
              ? expansion.exponentOfDifference()
              : Expansion.instruction("v" + suffix, destination.element());
      if (carriesRows(op)) {
        boolean block = op.attributes().integer("src1Col").orElse(1L) > 1 || context().options().blockCarrier();
        expansion.rowsWith(builder, first, second, block, combination);
      } else {
        expansion.columnsWith(builder, first, second, combination);
      }
    }

    private void partial(Operation op, IrBuilder builder) {
      TileHandle destination = tile(op.operand("dst"));
      ElementType element = destination.element();
      String name = op.definition().shortName();
      Padding uncovered = name.endsWith("max") ? Padding.MIN : name.endsWith("min") ? Padding.MAX : Padding.ZERO;
      String mnemonic = "v" + name.substring("tpart".length());
      new Overlay(
              List.of(tile(op.operand("src0")), tile(op.operand("src1"))),
              destination,
              neededScratch(op, builder),
              builder.i64(PaddingValues.finite(uncovered, element)),
              (code, domain, to, first, second) ->
                  code.run(domain, mnemonic, DataTypes.of(element), to, first, second))
          .emit(builder);
    }

    private void fill(Operation op, IrBuilder builder) {
      TileHandle destination = tile(op.operand("dst"));
      ElementType element = destination.element();
      Padding padding = destination.type().padding();
      boolean infinite = context().options().infinitePadding() && element.isFloat() && padding != Padding.ZERO;
      long bits =
          infinite ? Scalars.extreme(element, padding == Padding.MIN) : PaddingValues.finite(padding, element);
      Value value = Scalars.halfWord(builder, builder.i64(bits), element);
      new Overlay(
              List.of(tile(op.operand("src"))),
              destination,
              neededScratch(op, builder),
              value,
              (code, domain, to, first, second) -> {})
          .emit(builder);
    }

    private void sort(Operation op, IrBuilder builder) {
      TileHandle source = tile(op.operand("src"));
      Optional<TileHandle> tmp = op.optional("tmp").map(this::tileOf);
      new SortPlan(
              builder,
              source,
              tile(op.operand("idx")),
              tile(op.operand("dst")),
              tmp,
              reserved,
              new SortLowering(source))
          .emit();
    }

    private TileHandle tileOf(Value value) {
      return tile(value);
    }

    private void merge(Operation op, IrBuilder builder) {
      TileHandle destination = tile(op.operand("dst"));
      if (op.optional("block_length").isPresent()) {
        Merge.blocks(builder, tile(op.group("srcs").getFirst()), destination, op.operand("block_length"));
        return;
      }
      MergeLists merge = MergeLists.of(op);
      Value target = merge.tmp().map(tmp -> tile(tmp).address()).orElseGet(() -> neededScratch(op, builder).address());
      if (merge.tmp().isEmpty()) {
        VectorUnit.barrier(builder);
      }
      Merge.lists(builder, tiles(merge.lists()), target, op.attributes().flag("exhausted"));
      Area merged = Area.dense(target, destination.elementBytes(), destination.pitchBytes());
      DataType word = destination.elementBytes() == 4 ? DataType.U32 : DataType.U16;
      Code.following(builder).run(Domain.of(destination), "vcopy", word, Area.of(destination), merged);
    }
  }
}
