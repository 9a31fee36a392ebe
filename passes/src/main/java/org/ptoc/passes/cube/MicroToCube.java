package org.ptoc.passes.cube;

import org.ptoc.ir.Attributes;
import org.ptoc.ir.Cores;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.TensorFloatRounding;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;

/**
 * Lowers the micro operations of the cube core to its words (spec/60, 5.5), whose configuration is
 * ordinary arithmetic. Plain rows from global memory to L1 are left to the back ends, which have
 * loops of their own for them.
 */
public final class MicroToCube implements Pass {
  private final CubeTarget target;

  public MicroToCube(CubeTarget target) {
    this.target = target;
  }

  @Override
  public String name() {
    return "micro-to-cube";
  }

  @Override
  public Function run(Function function, PassContext context) {
    return new Lowering(function, target, RegisterUse.of(function)).apply(function);
  }

  /**
   * What a function writes to registers itself, so that it must last over other words.
   *
   * @param loops whether it sets the loop of the fix-pipe
   * @param mode whether it says how factors are rounded
   * @param isCube whether it is code of the cube core
   */
  record RegisterUse(boolean loops, boolean mode, boolean isCube) {
    static RegisterUse of(Function function) {
      boolean cube = Cores.of(function, Attributes.EMPTY) == CoreKind.CUBE;
      boolean loops =
          function.body().filter(body -> has(body, OperationForm.SET_REGISTER_PARTS)).isPresent();
      boolean mode =
          function.body().filter(body -> has(body, OperationForm.PRODUCT_MODE)).isPresent();
      return new RegisterUse(loops, mode, cube);
    }

    /** How a product that does not say it itself rounds its factors. */
    TensorFloatRounding rounding(ElementType factor) {
      return mode && factor == ElementType.F32
          ? TensorFloatRounding.CONTROL
          : TensorFloatRounding.NONE;
    }

    private static boolean has(Region region, OperationForm form) {
      return region.walk().anyMatch(op -> op.definition().form() == form);
    }
  }

  private static final class Lowering extends Rewriter {
    private final CubeTarget target;
    private final RegisterUse use;

    Lowering(Function function, CubeTarget target, RegisterUse use) {
      super(function);
      this.target = target;
      this.use = use;
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      OperationForm form = op.definition().form();
      boolean setsAtomics =
          form == OperationForm.ATOMIC_OPERATION || form == OperationForm.ATOMIC_TYPE;
      if (!form.isAboutCube() && !(setsAtomics && use.isCube)) {
        return false;
      }
      CubeWords words = new CubeWords(builder, target);
      MicroLoads loads = new MicroLoads(words, op);
      MicroTables tables = new MicroTables(words, op);
      MicroProducts products = new MicroProducts(words, op, use);
      MicroStores stores = new MicroStores(words, op, use.loops);
      MicroRegisters registers = new MicroRegisters(words, op);
      switch (form) {
        case L1_LOAD_FRACTALS -> loads.fractals();
        case L1_COPY_FRACTALS -> loads.copiedFractals();
        case LEFT_LOAD -> loads.factor(true);
        case RIGHT_LOAD -> loads.factor(false);
        case LEFT_LOAD_BLOCKS, LEFT_LOAD_HALVES -> loads.blocks(true);
        case RIGHT_LOAD_BLOCKS, RIGHT_LOAD_HALVES -> loads.blocks(false);
        case LEFT_LOAD_SCALES -> loads.scales(true);
        case RIGHT_LOAD_SCALES -> loads.scales(false);
        case LEFT_LOAD_SCALE_BLOCKS -> loads.scaleBlocks(true);
        case RIGHT_LOAD_SCALE_BLOCKS -> loads.scaleBlocks(false);
        case BIAS_LOAD, BIAS_COPY -> tables.bias();
        case PARAMETER_LOAD, PARAMETER_COPY -> tables.parameters();
        case L1_TO_UB, L1_COPY_TO_UB -> tables.blocks(Mnemonic.L1_TO_UB);
        case UB_TO_L1, UB_COPY_TO_L1 -> tables.blocks(Mnemonic.UB_TO_L1);
        case L1_FILL, L1_FILL_MATRIX -> tables.fill();
        case PRODUCT, PRODUCT_BIAS -> products.product(Mnemonic.MAD);
        case SCALED_PRODUCT, SCALED_PRODUCT_BIAS -> products.product(Mnemonic.MAD_MX);
        case PRODUCT_RAW, PRODUCT_BIAS_RAW -> products.raw();
        case ACCUMULATOR_TO_GM -> stores.store(Mnemonic.L0C_TO_GM);
        case ACCUMULATOR_TO_L1 -> stores.store(Mnemonic.L0C_TO_L1);
        case ACCUMULATOR_TO_UB -> stores.store(Mnemonic.L0C_TO_UB);
        case ACCUMULATOR_COPY_TO_GM -> stores.raw(Mnemonic.L0C_TO_GM);
        case ACCUMULATOR_COPY_TO_L1 -> stores.raw(Mnemonic.L0C_TO_L1);
        case ACCUMULATOR_COPY_TO_UB -> stores.raw(Mnemonic.L0C_TO_UB);
        case SET_REGISTER -> registers.set();
        case SET_REGISTER_PARTS -> registers.setParts();
        case PRODUCT_MODE -> registers.rounding();
        case ATOMIC_OPERATION, ATOMIC_TYPE -> registers.atomics();
        // Only what sends tiles to another core reads it.
        case SET_QUANTIZATION -> {}
        default -> {
          return false;
        }
      }
      return true;
    }
  }
}
