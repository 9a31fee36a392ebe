package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;

/**
 * What elementwise tile operations become. An operation without a row is the vector instruction of
 * the same name with {@code v} for {@code t}; the rows are those that the profile has no such
 * instruction for (spec/21, 8.3).
 *
 * @param scratch slots for intermediate results, when the rule declares some
 * @param pitch distance of their rows in elements
 */
record Elementwise(
    Code code,
    Domain domain,
    ElementType element,
    Area destination,
    List<Area> sources,
    Optional<Value> scalar,
    Optional<Scratch> scratch,
    long pitch) {

  /** Emits the instructions for one piece. */
  interface Rule {
    void emit(Elementwise piece);
  }

  /** The number of scratch slots that an operation takes for intermediate results. */
  interface Slots {
    int of(Operation op, Setting setting);
  }

  /**
   * @param slots scratch slots for intermediate results
   */
  record Row(Slots slots, Rule rule) {
    Row(int slots, Rule rule) {
      this((op, setting) -> slots, rule);
    }
  }

  private static final Map<String, Row> ROWS = rows();

  private static Map<String, Row> rows() {
    Map<String, Row> rows = new HashMap<>();
    rows.put("tand", new Row(0, piece -> piece.halfWords("vand")));
    rows.put("tor", new Row(0, piece -> piece.halfWords("vor")));
    rows.put("txor", new Row(0, piece -> piece.halfWords("vxor")));
    rows.put("tnot", new Row(0, piece -> piece.halfWords("vnot")));
    rows.put("tands", new Row(0, piece -> piece.halfWordsWithScalar("vand")));
    rows.put("tors", new Row(0, piece -> piece.halfWordsWithScalar("vor")));
    rows.put("txors", new Row(0, piece -> piece.halfWordsWithScalar("vxor")));
    rows.put("taddc", new Row(1, piece -> piece.inTwoSteps("vadd")));
    rows.put("tsubc", new Row(1, piece -> piece.inTwoSteps("vsub")));
    rows.put("taddsc", new Row(1, piece -> piece.scalarInTwoSteps(false)));
    rows.put("tsubsc", new Row(1, piece -> piece.scalarInTwoSteps(true)));
    rows.put("tpow", new Row(Power.SLOTS, Power::emit));
    rows.put("tpows", new Row(Power.SLOTS, Power::emit));
    rows.put("tlog", new Row(0, piece -> piece.direct("vln")));
    rows.put("tneg", new Row(0, Elementwise::negate));
    rows.put("trecip", new Row(0, Elementwise::reciprocal));
    rows.put("tsubs", new Row(0, Elementwise::subtractScalar));
    rows.put("tprelu", new Row(2, Elementwise::parametricRelu));
    rows.put("tlrelu", new Row(Elementwise::leakySlots, Elementwise::leakyRelu));
    rows.put("trem", new Row(Elementwise::remainderSlots, piece -> Remainders.emit(piece, true)));
    rows.put("trems", new Row(Elementwise::remainderSlots, piece -> Remainders.emit(piece, true)));
    rows.put("tfmod", new Row(Elementwise::remainderSlots, piece -> Remainders.emit(piece, false)));
    rows.put(
        "tfmods", new Row(Elementwise::remainderSlots, piece -> Remainders.emit(piece, false)));
    return rows;
  }

  /** The row of an operation by its name without dialect. */
  static Row row(String name) {
    Row row = ROWS.get(name);
    return row != null ? row : new Row(0, piece -> piece.direct("v" + name.substring(1)));
  }

  IrBuilder builder() {
    return code.builder();
  }

  DataType type() {
    return DataTypes.of(element);
  }

  Area slot(int number, int elementBytes) {
    return scratch.orElseThrow().slot(builder(), number, elementBytes, pitch * elementBytes);
  }

  private void direct(String mnemonic) {
    if (scalar.isPresent()) {
      code.scalar(
          domain,
          mnemonic,
          type(),
          Scalars.element(builder(), scalar.get(), element),
          destination,
          sources.getFirst());
    } else if (sources.size() == 1) {
      code.run(domain, mnemonic, type(), destination, sources.getFirst());
    } else {
      code.run(domain, mnemonic, type(), destination, sources.get(0), sources.get(1));
    }
  }

  /** Bitwise instructions know 16-bit lanes only. */
  private void halfWords(String mnemonic) {
    List<Area> areas = new ArrayList<>(sources);
    areas.addFirst(destination);
    code.bitwise(domain, mnemonic, areas.toArray(Area[]::new));
  }

  /** The destination, which is disjoint from the source, first holds the scalar. */
  private void halfWordsWithScalar(String mnemonic) {
    Domain halves = domain.asHalfWords(builder(), element.bytes());
    Value pattern = Scalars.halfWord(builder(), scalar.orElseThrow(), element);
    if (element.bits() == 32) {
      code.scalar(domain, "vdup", DataType.U32, pattern, destination);
    } else {
      code.scalar(halves, "vdup", DataType.U16, pattern, destination.as(2));
    }
    code.bitwise(domain, mnemonic, destination, sources.getFirst(), destination);
  }

  private void negate() {
    code.scalar(
        domain, "vmuls", type(), Scalars.minusOne(element), destination, sources.getFirst());
  }

  /** The destination, which is disjoint from the source, first holds ones. */
  private void reciprocal() {
    code.scalar(domain, "vdup", type(), Scalars.one(element), destination);
    code.run(domain, "vdiv", type(), destination, destination, sources.getFirst());
  }

  private void subtractScalar() {
    Value negated = Scalars.negated(builder(), scalar.orElseThrow(), element);
    code.scalar(domain, "vadds", type(), negated, destination, sources.getFirst());
  }

  /** The first result goes to scratch, because the destination may be the last source. */
  private void inTwoSteps(String first) {
    Area sum = slot(0, element.bytes());
    code.run(domain, first, type(), sum, sources.get(0), sources.get(1));
    code.run(domain, "vadd", type(), destination, sum, sources.get(2));
  }

  private void scalarInTwoSteps(boolean subtracts) {
    Area sum = slot(0, element.bytes());
    Value value = scalar.orElseThrow();
    Value addend =
        subtracts
            ? Scalars.negated(builder(), value, element)
            : Scalars.element(builder(), value, element);
    code.scalar(domain, "vadds", type(), addend, sum, sources.get(0));
    code.run(domain, "vadd", type(), destination, sum, sources.get(1));
  }

  private static ElementType elementOf(Operation op) {
    return ((TileType) op.operand("dst").type()).element();
  }

  private static int remainderSlots(Operation op, Setting setting) {
    return Remainders.slots(elementOf(op));
  }

  /**
   * The instruction tests {@code >= 0}, the operation {@code > 0}: a zero shows that when the slope
   * is infinite.
   */
  private static int leakySlots(Operation op, Setting setting) {
    return Scalars.isFinite(setting.constants(), op.operand("scalar"), elementOf(op)) ? 0 : 2;
  }

  private void leakyRelu() {
    if (scratch.isEmpty()) {
      direct("vlrelu");
      return;
    }
    Area product = slot(1, element.bytes());
    Value slope = Scalars.element(builder(), scalar.orElseThrow(), element);
    code.scalar(domain, "vmuls", type(), slope, product, sources.getFirst());
    selectPositive(product);
  }

  private void parametricRelu() {
    Area product = slot(1, element.bytes());
    code.run(domain, "vmul", type(), product, sources.getFirst(), sources.get(1));
    selectPositive(product);
  }

  private void selectPositive(Area product) {
    Area bits = slot(0, 1);
    Area input = sources.getFirst();
    code.compare(
        domain,
        type(),
        Comparison.GT,
        bits,
        input,
        Optional.empty(),
        Optional.of(builder().i64(0)));
    code.select(domain, type(), destination, bits, input, product);
  }
}
