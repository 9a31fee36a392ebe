package org.ptoc.passes.cube;

import java.util.Optional;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
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
  private final boolean roundsByControl;

  /**
   * @param roundsByControl whether the function says in CTRL how f32 factors are rounded
   */
  MicroProducts(CubeWords words, Operation op, boolean roundsByControl) {
    this.words = words;
    this.builder = words.builder();
    this.op = op;
    this.roundsByControl = roundsByControl;
  }

  void product(Mnemonic mnemonic) {
    boolean matrix = op.attributes().flag("disable_gemv");
    boolean hasBias = bias().isPresent();
    boolean accumulates = op.definition().has(Trait.ACCUMULATES);
    Value config =
        words
            .word(ConfigurationWord.MAD)
            .set("m", rows(matrix))
            .set("k", op.operand("k"))
            .set("n", op.operand("n"))
            .set("unitFlag", unitFlag())
            .set(
                "ordinary",
                words.target().ordinaryBit(matrix, element("lhs") == ElementType.F32) ? 1 : 0)
            .set("bias", hasBias ? 1 : 0)
            .set("zero", hasBias || accumulates ? 0 : 1)
            .word();
    emit(mnemonic, config);
  }

  /** The configuration is that of the program. */
  void raw() {
    emit(op.definition().word(), op.operand("config"));
  }

  /** Where the word cannot say that one row is a matrix, more rows are computed. */
  private Value rows(boolean matrix) {
    Value m = words.wide(op.operand("m"));
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
    return switch (op.attributes().text("unit_flag").orElse("")) {
      case "check_only" -> CHECK;
      case "check_and_set" -> CHECK_AND_SET;
      default -> 0;
    };
  }

  private ElementType element(String role) {
    return ((PointerType) op.operand(role).type()).element();
  }

  private Optional<Value> bias() {
    return op.definition().form().hasOperand("bias") ? op.optional("bias") : Optional.empty();
  }

  private void emit(Mnemonic mnemonic, Value config) {
    Attributes fields =
        IrBuilder.fields(
            "dt", CubeWords.type(element("lhs")),
            "dt2", CubeWords.type(element("rhs")),
            "dt3", CubeWords.type(element("dest")),
            "product", saturation().code(),
            "nd", op.attributes().flag("n_dir") ? 1 : 0);
    if (mnemonic == Mnemonic.MAD) {
      fields = fields.with("tf", IrBuilder.fields("tf", rounding().code()).get("tf").orElseThrow());
    }
    words.emit(
        mnemonic,
        fields,
        op.operand("dest"),
        op.operand("lhs"),
        op.operand("rhs"),
        config,
        bias().orElse(builder.i64(0)));
  }

  private SaturationMode saturation() {
    return switch (op.attributes().text("saturation").orElse("")) {
      case "sat" -> SaturationMode.SATURATE;
      case "nosat" -> SaturationMode.KEEP;
      default -> SaturationMode.CONTROL;
    };
  }

  private TensorFloatRounding rounding() {
    return switch (op.attributes().text("tf32_mode").orElse("")) {
      case "round_even" -> TensorFloatRounding.EVEN;
      case "round_away" -> TensorFloatRounding.AWAY;
      default ->
          roundsByControl && element("lhs") == ElementType.F32
              ? TensorFloatRounding.CONTROL
              : TensorFloatRounding.NONE;
    };
  }
}
