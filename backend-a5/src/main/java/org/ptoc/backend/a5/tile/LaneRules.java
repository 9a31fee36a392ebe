package org.ptoc.backend.a5.tile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.tile.Precision;

/**
 * What elementwise tile operations compute in the lanes. An operation without a row is the vector
 * operation of the same name with {@code v} for {@code t}; the rows are those that the profile has
 * no such instruction for.
 */
final class LaneRules {
  private LaneRules() {}

  /**
   * Computes one vector from the operands of the tile operation, tiles and scalars in their order.
   */
  interface Rule {
    Value emit(Lanes lanes, List<Value> operands);
  }

  private static final Map<String, Rule> ROWS = rows();

  private static Map<String, Rule> rows() {
    Map<String, Rule> rows = new HashMap<>();
    rows.put("tdiv", (lanes, in) -> Division.divide(lanes, in.get(0), in.get(1)));
    rows.put(
        "tdivs",
        (lanes, in) -> Division.divide(lanes, vector(lanes, in.get(0)), vector(lanes, in.get(1))));
    rows.put("trem", (lanes, in) -> Division.floorRemainder(lanes, in.get(0), in.get(1)));
    rows.put(
        "trems",
        (lanes, in) -> Division.floorRemainder(lanes, in.get(0), vector(lanes, in.get(1))));
    rows.put("tfmod", (lanes, in) -> Division.truncatedRemainder(lanes, in.get(0), in.get(1)));
    rows.put(
        "tfmods",
        (lanes, in) -> Division.truncatedRemainder(lanes, in.get(0), vector(lanes, in.get(1))));
    rows.put("taddc", (lanes, in) -> lanes.add(lanes.add(in.get(0), in.get(1)), in.get(2)));
    rows.put("tsubc", (lanes, in) -> lanes.add(lanes.sub(in.get(0), in.get(1)), in.get(2)));
    rows.put(
        "taddsc",
        (lanes, in) -> lanes.add(lanes.binary("pto.vadds", in.get(0), in.get(1)), in.get(2)));
    rows.put(
        "tsubsc",
        (lanes, in) -> lanes.add(lanes.binary("pto.vsubs", in.get(0), in.get(1)), in.get(2)));
    rows.put("taddrelu", LaneRules::rectifiedSum);
    rows.put("tpow", (lanes, in) -> Power.of(lanes, in.get(0), in.get(1)));
    rows.put("tpows", (lanes, in) -> Power.of(lanes, in.get(0), vector(lanes, in.get(1))));
    rows.put("tlog", (lanes, in) -> lanes.unary("pto.vln", in.getFirst()));
    rows.put("trecip", LaneRules::reciprocal);
    rows.put("tmul", (lanes, in) -> multiply(lanes, in, "pto.vmul"));
    rows.put("tmuls", (lanes, in) -> multiply(lanes, in, "pto.vmuls"));
    rows.put("tprelu", (lanes, in) -> leaky(lanes, in.get(0), lanes.mul(in.get(0), in.get(1))));
    rows.put("tlrelu", LaneRules::leakyByScalar);
    return rows;
  }

  /** The rule of an operation. */
  static Rule of(Operation op) {
    return op.definition().form() == OperationForm.TILE_UNARY_SCRATCH && Precision.takesTwoSteps(op)
        ? LaneRules::reciprocalRoot
        : of(op.definition().shortName());
  }

  /** The rule of an operation by its name without dialect. */
  private static Rule of(String name) {
    Rule rule = ROWS.get(name);
    return rule != null ? rule : (lanes, in) -> direct(lanes, "pto.v" + name.substring(1), in);
  }

  /** The rule of what an expansion or a partial operation does to two values. */
  static Rule of(Combining combining) {
    return combining == Combining.EXPONENT_OF_DIFFERENCE
        ? (lanes, in) -> exponentOfDifference(lanes, in.get(0), in.get(1))
        : of("t" + combining.word());
  }

  private static Value direct(Lanes lanes, String name, List<Value> in) {
    return in.size() == 1
        ? lanes.unary(name, in.getFirst())
        : lanes.binary(name, in.get(0), in.get(1));
  }

  /** A scalar operand as a vector, a vector as it is. */
  private static Value vector(Lanes lanes, Value operand) {
    return operand.type() instanceof VectorRegisterType ? operand : lanes.splat(operand);
  }

  private static Value reciprocalRoot(Lanes lanes, List<Value> in) {
    Value one = lanes.splat(lanes.element() == ElementType.F16 ? 0x3C00L : 0x3F80_0000L);
    return lanes.binary("pto.vdiv", one, lanes.unary("pto.vsqrt", in.getFirst()));
  }

  private static Value reciprocal(Lanes lanes, List<Value> in) {
    if (lanes.element().isFloat()) {
      return lanes.unary("pto.vrec", in.getFirst());
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
      return lanes.binary("pto.vlrelu", in.get(0), slope);
    }
    return leaky(lanes, in.get(0), lanes.binary("pto.vmuls", in.get(0), slope));
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

  /** There is no word for integers. */
  private static Value rectifiedSum(Lanes lanes, List<Value> in) {
    return lanes.element().isFloat()
        ? lanes.binary("pto.vaddrelu", in.get(0), in.get(1))
        : lanes.binary("pto.vmaxs", lanes.add(in.get(0), in.get(1)), lanes.scalar(0));
  }

  /** The product of two vectors of any element type. */
  static Value product(Lanes lanes, Value lhs, Value rhs) {
    return multiply(lanes, List.of(lhs, rhs), "pto.vmul");
  }

  /** There is no 8-bit multiplication: both halves are widened, multiplied and packed again. */
  private static Value multiply(Lanes lanes, List<Value> in, String name) {
    if (lanes.element().bits() != 8) {
      return lanes.binary(name, in.get(0), in.get(1));
    }
    Value all = Columns.pattern(lanes.builder(), ElementType.UI16, "PAT_ALL");
    Value low = packedProduct(lanes, in, name, all, 0, "LOWER");
    Value high = packedProduct(lanes, in, name, all, 1, "HIGHER");
    return lanes.reinterpret(lanes.as(ElementType.UI8).or(low, high), lanes.element());
  }

  private static Value packedProduct(
      Lanes lanes, List<Value> in, String name, Value all, int half, String part) {
    Value lhs = widened(lanes, in.get(0), half);
    Value rhs = widened(lanes, in.get(1), half);
    Value product = lanes.builder().value(name, lhs.type(), lhs, rhs, all);
    return lanes
        .builder()
        .createGrouped(
            "pto.vpack",
            List.of(List.of(product)),
            List.of(VectorRegisterType.full(ElementType.UI8)),
            Attributes.of("part", new Attribute.Text(part)))
        .result();
  }

  /** One half of a vector of bytes in 16-bit lanes, or a scalar of 16 bits. */
  private static Value widened(Lanes lanes, Value operand, int half) {
    if (!(operand.type() instanceof VectorRegisterType)) {
      return lanes.builder().cast(operand, ElementType.I16);
    }
    Value bytes = lanes.reinterpret(operand, ElementType.UI8);
    VectorRegisterType wide = VectorRegisterType.full(ElementType.UI16);
    return lanes.builder().value("pto.vzunpack", wide, bytes, lanes.builder().index(half));
  }

  /**
   * The fused form keeps the difference in single precision, also for half precision operands. The
   * one with a mask gives single precision; lanes outside of the mask are not stored.
   */
  private static Value exponentOfDifference(Lanes lanes, Value input, Value subtrahend) {
    return lanes
        .builder()
        .createGrouped(
            "pto.vexpdif",
            List.of(List.of(input), List.of(subtrahend), List.of()),
            List.of(lanes.type()),
            Attributes.EMPTY)
        .result();
  }
}
