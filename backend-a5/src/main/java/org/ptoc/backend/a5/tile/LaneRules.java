package org.ptoc.backend.a5.tile;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.catalog.LaneLowering;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.VectorRule;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.tile.Precision;

/** What elementwise tile operations compute in the lanes, by the rules that their rows name. */
final class LaneRules {
  private LaneRules() {}

  /**
   * Computes one vector from the operands of the tile operation, tiles and scalars in their order.
   */
  interface Rule {
    Value emit(Lanes lanes, List<Value> operands);
  }

  /** The rule of an operation. */
  static Rule of(Operation op) {
    LaneLowering<VectorRule, Op> lanes = op.definition().vectors();
    return lanes.rule() == VectorRule.RECIPROCAL_ROOT && Precision.takesTwoSteps(op)
        ? LaneRules::reciprocalRoot
        : of(lanes);
  }

  /** The rule of what an expansion or a partial operation does to two values. */
  static Rule of(Combining combining) {
    return combining
        .tile()
        .map(tile -> of(tile.definition().vectors()))
        .orElse((lanes, in) -> exponentOfDifference(lanes, in.get(0), in.get(1)));
  }

  private static Rule of(LaneLowering<VectorRule, Op> how) {
    return switch (how.rule()) {
      case OPERATION, RECIPROCAL_ROOT -> (lanes, in) -> direct(lanes, how.by(), in);
      case THEN_ADD ->
          (lanes, in) -> lanes.add(lanes.binary(how.by(), in.get(0), in.get(1)), in.get(2));
      case PRODUCT -> (lanes, in) -> multiply(lanes, in, how.by());
      case QUOTIENT ->
          (lanes, in) -> Division.divide(lanes, vector(lanes, in.get(0)), vector(lanes, in.get(1)));
      case FLOOR_REMAINDER ->
          (lanes, in) -> Division.floorRemainder(lanes, in.get(0), vector(lanes, in.get(1)));
      case TRUNCATED_REMAINDER ->
          (lanes, in) -> Division.truncatedRemainder(lanes, in.get(0), vector(lanes, in.get(1)));
      case POWER -> (lanes, in) -> Power.of(lanes, in.get(0), vector(lanes, in.get(1)));
      case RECIPROCAL -> LaneRules::reciprocal;
      case PARAMETRIC_RELU ->
          (lanes, in) -> leaky(lanes, in.get(0), lanes.mul(in.get(0), in.get(1)));
      case LEAKY_RELU -> LaneRules::leakyByScalar;
    };
  }

  private static Value direct(Lanes lanes, Op name, List<Value> in) {
    return in.size() == 1
        ? lanes.unary(name, in.getFirst())
        : lanes.binary(name, in.get(0), in.get(1));
  }

  /** A scalar operand as a vector, a vector as it is. */
  private static Value vector(Lanes lanes, Value operand) {
    return operand.type() instanceof VectorRegisterType ? operand : lanes.splat(operand);
  }

  private static Value reciprocalRoot(Lanes lanes, List<Value> in) {
    Value one = lanes.splat(lanes.element().one());
    return lanes.binary(Op.VDIV, one, lanes.unary(Op.VSQRT, in.getFirst()));
  }

  private static Value reciprocal(Lanes lanes, List<Value> in) {
    if (lanes.element().isFloat()) {
      return lanes.unary(Op.VREC, in.getFirst());
    }
    return Division.divide(lanes, lanes.splat(1), in.getFirst());
  }

  /**
   * The instruction tests {@code >= 0}, the operation {@code > 0} (spec/20, 6.2): a zero shows
   * that, unless the slope is known to be finite and not negative.
   */
  private static Value leakyByScalar(Lanes lanes, List<Value> in) {
    Value slope = in.get(1);
    OptionalLong known = lanes.builder().constants().bits(slope);
    if (known.isPresent() && isPlain(known.getAsLong(), lanes.element())) {
      return lanes.binary(Op.VLRELU, in.get(0), slope);
    }
    return leaky(lanes, in.get(0), lanes.binary(Op.VMULS, in.get(0), slope));
  }

  /** True for the pattern of a finite float without a sign. */
  private static boolean isPlain(long bits, ElementType element) {
    boolean half = element == ElementType.F16;
    float value = half ? Float.float16ToFloat((short) bits) : Float.intBitsToFloat((int) bits);
    return Float.isFinite(value) && Float.floatToRawIntBits(value) >= 0;
  }

  private static Value leaky(Lanes lanes, Value input, Value product) {
    return lanes.select(lanes.compareScalar("gt", input, lanes.scalar(0)), input, product);
  }

  /** The product of two vectors of any element type. */
  static Value product(Lanes lanes, Value lhs, Value rhs) {
    return multiply(lanes, List.of(lhs, rhs), Op.VMUL);
  }

  /** There is no 8-bit multiplication: both halves are widened, multiplied and packed again. */
  private static Value multiply(Lanes lanes, List<Value> in, Op name) {
    if (lanes.element().bits() != 8) {
      return lanes.binary(name, in.get(0), in.get(1));
    }
    Value all = Columns.pattern(lanes.builder(), ElementType.UI16, "PAT_ALL");
    Value low = packedProduct(lanes, in, name, all, 0, "LOWER");
    Value high = packedProduct(lanes, in, name, all, 1, "HIGHER");
    return lanes.reinterpret(lanes.as(ElementType.UI8).or(low, high), lanes.element());
  }

  private static Value packedProduct(
      Lanes lanes, List<Value> in, Op name, Value all, int half, String part) {
    Value lhs = widened(lanes, in.get(0), half);
    Value rhs = widened(lanes, in.get(1), half);
    Value product = lanes.builder().value(name, lhs.type(), lhs, rhs, all);
    return lanes
        .builder()
        .createGrouped(
            Op.VPACK,
            List.of(List.of(product)),
            List.of(VectorRegisterType.full(ElementType.UI8)),
            Attributes.of(AttributeName.PART, new Attribute.Text(part)))
        .result();
  }

  /** One half of a vector of bytes in 16-bit lanes, or a scalar of 16 bits. */
  private static Value widened(Lanes lanes, Value operand, int half) {
    if (!(operand.type() instanceof VectorRegisterType)) {
      return lanes.builder().cast(operand, ElementType.I16);
    }
    Value bytes = lanes.reinterpret(operand, ElementType.UI8);
    VectorRegisterType wide = VectorRegisterType.full(ElementType.UI16);
    return lanes.builder().value(Op.VZUNPACK, wide, bytes, lanes.builder().index(half));
  }

  /**
   * The fused form keeps the difference in single precision, also for half precision operands. The
   * one with a mask gives single precision; lanes outside of the mask are not stored.
   */
  private static Value exponentOfDifference(Lanes lanes, Value input, Value subtrahend) {
    return lanes
        .builder()
        .createGrouped(
            Op.VEXPDIF,
            List.of(List.of(input), List.of(subtrahend), List.of()),
            List.of(lanes.type()),
            Attributes.EMPTY)
        .result();
  }
}
