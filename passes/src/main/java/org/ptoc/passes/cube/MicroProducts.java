package org.ptoc.passes.cube;

import java.util.Optional;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.SaturationMode;
import org.ptoc.ir.isa.TensorFloatRounding;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.IrBuilder;

/** Micro operations that multiply matrices (spec/60, 3.6). */
final class MicroProducts {
  private static final int CHECK = 2;
  private static final int CHECK_AND_SET = 3;

  private final CubeWords words;
  private final IrBuilder builder;
  private final Operation op;
  private final MicroToCube.RegisterUse use;

  /**
   * @param use registers that the function sets itself
   */
  MicroProducts(CubeWords words, Operation op, MicroToCube.RegisterUse use) {
    this.words = words;
    this.builder = words.builder();
    this.op = op;
    this.use = use;
  }

  void product(Mnemonic mnemonic) {
    boolean matrix = op.attributes().flag(AttributeName.DISABLE_GEMV);
    boolean hasBias = bias().isPresent();
    boolean accumulates = op.definition().has(Trait.ACCUMULATES);
    Value config =
        words
            .word(ConfigurationWord.MAD)
            .set(ConfigurationField.M, rows(matrix))
            .set(ConfigurationField.K, op.operand(RoleName.K))
            .set(ConfigurationField.N, op.operand(RoleName.N))
            .set(ConfigurationField.UNIT_FLAG, unitFlag())
            .set(
                ConfigurationField.ORDINARY,
                words.target().ordinaryBit(matrix, element(RoleName.LHS) == ElementType.F32)
                    ? 1
                    : 0)
            .set(ConfigurationField.BIAS, hasBias ? 1 : 0)
            .set(ConfigurationField.ZERO, hasBias || accumulates ? 0 : 1)
            .word();
    emit(mnemonic, config);
  }

  /** The configuration is that of the program. */
  void raw() {
    emit(op.definition().word(), op.operand(RoleName.CONFIG));
  }

  /** Where the word cannot say that one row is a matrix, more rows are computed. */
  private Value rows(boolean matrix) {
    Value m = words.wide(op.operand(RoleName.M));
    int least = words.target().singleRow();
    if (!matrix || least == 1) {
      return m;
    }
    Value one = builder.i64(1);
    return builder.constantOf(m).stream()
        .mapToObj(known -> builder.i64(known == 1 ? least : known))
        .findFirst()
        .orElseGet(
            () ->
                builder.value(
                    Arithmetic.SELECT,
                    ElementType.I64,
                    builder.compare("eq", m, one),
                    builder.i64(least),
                    m));
  }

  private int unitFlag() {
    return switch (op.attributes().text(AttributeName.UNIT_FLAG).orElse("")) {
      case "check_only" -> CHECK;
      case "check_and_set" -> CHECK_AND_SET;
      default -> 0;
    };
  }

  private ElementType element(RoleName role) {
    return ((PointerType) op.operand(role).type()).element();
  }

  private Optional<Value> bias() {
    return op.definition().form().hasOperand(RoleName.BIAS)
        ? op.optional(RoleName.BIAS)
        : Optional.empty();
  }

  private void emit(Mnemonic mnemonic, Value config) {
    Attributes fields =
        IrBuilder.fields(
            OperandRole.DT.with(CubeWords.type(element(RoleName.LHS))),
            OperandRole.DT2.with(CubeWords.type(element(RoleName.RHS))),
            OperandRole.DT3.with(CubeWords.type(element(RoleName.DEST))),
            OperandRole.PRODUCT.with(saturation().code()),
            OperandRole.ND.with(op.attributes().flag(AttributeName.N_DIR) ? 1 : 0));
    if (mnemonic == Mnemonic.MAD) {
      fields = IrBuilder.withField(fields, OperandRole.TF.with(rounding().code()));
    }
    words.emit(
        mnemonic,
        fields,
        op.operand(RoleName.DEST),
        op.operand(RoleName.LHS),
        op.operand(RoleName.RHS),
        config,
        bias().orElse(builder.i64(0)));
  }

  private SaturationMode saturation() {
    return switch (op.attributes().text(AttributeName.SATURATION).orElse("")) {
      case "sat" -> SaturationMode.SATURATE;
      case "nosat" -> SaturationMode.KEEP;
      default -> SaturationMode.CONTROL;
    };
  }

  private TensorFloatRounding rounding() {
    return switch (op.attributes().text(AttributeName.TF32_MODE).orElse("")) {
      case "round_even" -> TensorFloatRounding.EVEN;
      case "round_away" -> TensorFloatRounding.AWAY;
      default -> use.rounding(element(RoleName.LHS));
    };
  }
}
