package org.ptoc.emulator.interpreter.step;

import org.ptoc.emulator.cube.ElementFormat;
import org.ptoc.emulator.cube.MatrixProduct;
import org.ptoc.emulator.cube.MatrixProduct.InputRounding;
import org.ptoc.emulator.cube.MatrixProduct.Place;
import org.ptoc.emulator.cube.MatrixProduct.Start;
import org.ptoc.emulator.cube.ProductPlaces;
import org.ptoc.emulator.cube.ProductShape;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.OperandDoubt;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.SaturationMode;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.TensorFloatRounding;
import org.ptoc.ir.isa.UnitOperation;

/** A word of class K: a matrix product into L0C (spec/60, 2.6, 3.6 and 6.3). */
public final class MatrixStep extends Step {
  private static final int OPERAND_ALIGNMENT = 512;
  private static final int RESULT_ALIGNMENT = 1024;
  private static final int BIAS_ALIGNMENT = 64;
  private static final int SCALE_ALIGNMENT = 16;
  private static final int SCALED_GROUP = 32;
  private static final int FRACTAL_SIDE = 16;

  /** CTRL: f32 inputs are rounded, and away from zero where they lie in the middle. */
  private static final int ROUND_INPUTS_BIT = 46;

  private static final int ROUND_AWAY_BIT = 47;

  private static final int TF32_MANTISSA = 10;
  private static final int HF32_MANTISSA = 11;

  private final boolean scaled;
  private final boolean leftByColumns;
  private final int mantissaBits;
  private final int result;
  private final int left;
  private final int right;
  private final int configuration;
  private final int bias;
  private final DataType leftType;
  private final DataType rightType;
  private final SaturationMode saturation;
  private final TensorFloatRounding rounding;

  public MatrixStep(Instruction instruction, UnitOperation operation, Profile profile) {
    this.scaled = operation == UnitOperation.MULTIPLY_SCALED_MATRICES;
    this.leftByColumns = profile.has(ProfileFeature.LEFT_BY_COLUMNS);
    this.mantissaBits = profile.has(ProfileFeature.TENSOR_FLOATS) ? TF32_MANTISSA : HF32_MANTISSA;
    this.result = instruction.code(FieldName.XD);
    this.left = instruction.code(FieldName.XA);
    this.right = instruction.code(FieldName.XB);
    this.configuration = instruction.code(FieldName.XT);
    this.bias = instruction.code(FieldName.XC);
    this.leftType = instruction.type();
    this.rightType = instruction.resultType();
    this.saturation = SaturationMode.of(instruction.code(FieldName.SM));
    this.rounding = TensorFloatRounding.of(instruction.code(FieldName.TF));
  }

  @Override
  public int execute(Core core, int at) {
    ConfigurationWord layout = ConfigurationWord.MAD;
    long word = Configuration.checked(layout, core.x[configuration]);
    Start start = start(word);
    ProductShape shape = shape(word);
    if (shape.m() == 0 || shape.n() == 0 || shape.k() == 0) {
      core.record.doubts(OperandDoubt.EMPTY_PRODUCT, 0, 0);
      return at + 1;
    }
    long blocks = blocks(shape);
    core.spend(blocks);
    core.record.repeats(blocks);
    core.record.moved((long) shape.m() * shape.n() * shape.k());
    core.record.number(
        layout.get(word, ConfigurationField.UNIT_FLAG) == 0 ? 0 : blocks / shape.pieces());
    multiply(core, shape, start);
    return at + 1;
  }

  private static Start start(long word) {
    ConfigurationWord layout = ConfigurationWord.MAD;
    boolean zero = layout.get(word, ConfigurationField.ZERO) != 0;
    boolean biased = layout.get(word, ConfigurationField.BIAS) != 0;
    if (zero && biased) {
      throw Configuration.illegal("a product starts from zero or from a bias, not from both");
    }
    if (layout.get(word, ConfigurationField.UNIT_FLAG) == 1) {
      throw Configuration.illegal("unit flag 1 of a product is reserved");
    }
    return zero ? Start.ZERO : biased ? Start.BIAS : Start.ACCUMULATOR;
  }

  private ProductShape shape(long word) {
    ConfigurationWord layout = ConfigurationWord.MAD;
    int m = (int) layout.get(word, ConfigurationField.M);
    boolean ordinary = layout.get(word, ConfigurationField.ORDINARY) != 0;
    if (!leftByColumns && ordinary != (leftType == DataType.FP32)) {
      throw Configuration.illegal("bit 61 of a product is 1 for f32 and 0 for other types");
    }
    return new ProductShape(
        m,
        (int) layout.get(word, ConfigurationField.N),
        (int) layout.get(word, ConfigurationField.K),
        leftType,
        !leftByColumns,
        m == 1 && !(leftByColumns && ordinary),
        !leftByColumns && leftType == DataType.FP32);
  }

  /** Steps of 16 rows, 16 columns and 32 bytes of depth (spec/60, 7.1). */
  private static long blocks(ProductShape shape) {
    return (long) ProductShape.up(shape.m())
        / FRACTAL_SIDE
        * (ProductShape.up(shape.n()) / FRACTAL_SIDE)
        * shape.pieces();
  }

  private void multiply(Core core, ProductShape shape, Start start) {
    Place a = place(core, AddressSpace.L0A, core.x[left], shape.leftBytes(), OPERAND_ALIGNMENT);
    Place b = place(core, AddressSpace.L0B, core.x[right], shape.rightBytes(), OPERAND_ALIGNMENT);
    Place c = place(core, AddressSpace.L0C, core.x[result], shape.resultBytes(), RESULT_ALIGNMENT);
    long biasBytes = start == Start.BIAS ? (long) shape.n() * Float.BYTES : 0;
    Place biases =
        start == Start.BIAS
            ? place(core, AddressSpace.BT, core.x[bias], biasBytes, BIAS_ALIGNMENT)
            : c;
    boolean saturate = !leftType.isInteger() && saturates(core);
    MatrixProduct product = core.cube.product();
    product.read(shape, a, b, rightType, saturate);
    if (scaled) {
      product.multiplyScaled(
          shape,
          scales(core, AddressSpace.L0A_SCALE, core.x[left], shape, shape.vector() ? 1 : shape.m()),
          scales(core, AddressSpace.L0B_SCALE, core.x[right], shape, shape.n()),
          saturate);
    } else {
      product.round(shape, rounding(core), mantissaBits);
      product.multiply(shape);
    }
    product.write(shape, c, biases, start, saturate);
    if (start == Start.BIAS) {
      core.record.reads(AddressSpace.BT, core.x[bias], biasBytes);
    }
    if (core.record.isActive()) {
      ProductPlaces places =
          new ProductPlaces(
              shape, core.x[left], core.x[right], core.x[result], start, core.x[bias], scaled);
      core.record.multiplies(places);
      noteOperands(core, places);
      if (start == Start.ACCUMULATOR) {
        noteResult(core, shape, false);
      }
      noteResult(core, shape, true);
    }
  }

  /** Rows and columns of the operands that the product has, not those that fill fractals up. */
  private void noteOperands(Core core, ProductPlaces places) {
    ProductShape shape = places.shape();
    for (int piece = 0; piece < shape.pieces(); piece++) {
      long row = ElementFormat.ROW_BYTES;
      long used = places.used(piece);
      for (int first = 0; first < shape.m(); first += FRACTAL_SIDE) {
        int rows = Math.min(FRACTAL_SIDE, shape.m() - first);
        long from = core.x[left] + shape.leftAt(first, piece);
        core.record.rows(AddressSpace.L0A, from, used, row, rows, false);
      }
      long from = core.x[right] + shape.rightAt(0, piece);
      core.record.rows(AddressSpace.L0B, from, used, row, shape.n(), false);
    }
  }

  private void noteResult(Core core, ProductShape shape, boolean write) {
    for (int first = 0; first < shape.n(); first += FRACTAL_SIDE) {
      int columns = Math.min(FRACTAL_SIDE, shape.n() - first);
      core.record.rows(
          AddressSpace.L0C,
          core.x[result] + shape.resultAt(0, first / FRACTAL_SIDE),
          (long) columns * Float.BYTES,
          (long) FRACTAL_SIDE * Float.BYTES,
          shape.m(),
          write);
    }
  }

  private static Place place(
      Core core, AddressSpace space, long address, long bytes, int alignment) {
    int at = core.cube.at(space, address, bytes, alignment);
    return new Place(core.cube.array(space), at);
  }

  /** The scales of {@code rows} rows or columns, at the data address divided by 16. */
  private Place scales(Core core, AddressSpace space, long address, ProductShape shape, int rows) {
    int groups = (shape.k() + SCALED_GROUP - 1) / SCALED_GROUP;
    long pairs = (groups + 1L) / 2;
    long bytes =
        shape.vector() && space == AddressSpace.L0A_SCALE
            ? groups
            : ProductShape.up(rows) / FRACTAL_SIDE * pairs * ElementFormat.ROW_BYTES;
    long place = address / FRACTAL_SIDE;
    if (shape.vector() && space == AddressSpace.L0A_SCALE) {
      core.record.reads(space, place, bytes);
    } else {
      core.record.hull(space, place, bytes, false);
      noteScales(core, space, place, groups, rows);
    }
    return place(core, space, place, bytes, SCALE_ALIGNMENT);
  }

  /** Scales of the rows and groups that the product has: two groups side by side. */
  private static void noteScales(Core core, AddressSpace space, long place, int groups, int rows) {
    int pairs = (groups + 1) / 2;
    for (int first = 0; first < rows; first += FRACTAL_SIDE) {
      int count = Math.min(FRACTAL_SIDE, rows - first);
      for (int pair = 0; pair < pairs; pair++) {
        long at = place + (first / FRACTAL_SIDE * (long) pairs + pair) * ElementFormat.ROW_BYTES;
        core.record.piece(space, at, Math.min(2, groups - 2 * pair), 2, count, false);
      }
    }
  }

  private boolean saturates(Core core) {
    return switch (saturation) {
      case SATURATE, SATURATE_KEEP_NAN -> true;
      case KEEP -> false;
      case CONTROL -> !control(core, Core.NO_SATURATION_BIT);
    };
  }

  private InputRounding rounding(Core core) {
    return switch (rounding) {
      case NONE -> InputRounding.NONE;
      case EVEN -> InputRounding.EVEN;
      case AWAY -> InputRounding.AWAY;
      case CONTROL ->
          !control(core, ROUND_INPUTS_BIT)
              ? InputRounding.NONE
              : control(core, ROUND_AWAY_BIT) ? InputRounding.AWAY : InputRounding.EVEN;
    };
  }

  private static boolean control(Core core, int bit) {
    return (core.special[SpecialRegister.CTRL.code()] >>> bit & 1) != 0;
  }
}
