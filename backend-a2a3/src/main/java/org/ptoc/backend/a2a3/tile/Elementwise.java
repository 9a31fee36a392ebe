package org.ptoc.backend.a2a3.tile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;

/**
 * What elementwise tile operations become. An operation without a row is the vector instruction of the same name with
 * {@code v} for {@code t}; the rows are those that the profile has no such instruction for (spec/21, 8.3).
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

  /** @param slots scratch slots for intermediate results */
  record Row(int slots, Rule rule) {}

  private static final Map<String, Row> ROWS = rows();

  private static Map<String, Row> rows() {
    Map<String, Row> rows = new HashMap<>();
    rows.put("tand",   new Row(0, piece -> piece.halfWords("vand")));
    rows.put("tor",    new Row(0, piece -> piece.halfWords("vor")));
    rows.put("txor",   new Row(0, piece -> piece.halfWords("vxor")));
    rows.put("tnot",   new Row(0, piece -> piece.halfWords("vnot")));
    rows.put("tands",  new Row(0, piece -> piece.halfWordsWithScalar("vand")));
    rows.put("tors",   new Row(0, piece -> piece.halfWordsWithScalar("vor")));
    rows.put("txors",  new Row(0, piece -> piece.halfWordsWithScalar("vxor")));
    rows.put("tlog",   new Row(0, piece -> piece.direct("vln")));
    rows.put("tneg",   new Row(0, Elementwise::negate));
    rows.put("trecip", new Row(0, Elementwise::reciprocal));
    rows.put("tsubs",  new Row(0, Elementwise::subtractScalar));
    rows.put("tprelu", new Row(2, Elementwise::parametricRelu));
    rows.put("trem",   new Row(Remainders.SLOTS, piece -> Remainders.emit(piece, true)));
    rows.put("trems",  new Row(Remainders.SLOTS, piece -> Remainders.emit(piece, true)));
    rows.put("tfmod",  new Row(Remainders.SLOTS, piece -> Remainders.emit(piece, false)));
    rows.put("tfmods", new Row(Remainders.SLOTS, piece -> Remainders.emit(piece, false)));
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
          domain, mnemonic, type(), Scalars.element(builder(), scalar.get(), element), destination, sources.getFirst());
    } else if (sources.size() == 1) {
      code.run(domain, mnemonic, type(), destination, sources.getFirst());
    } else {
      code.run(domain, mnemonic, type(), destination, sources.get(0), sources.get(1));
    }
  }

  /** Bitwise instructions know 16-bit lanes only. */
  private void halfWords(String mnemonic) {
    Domain halves = domain.asHalfWords(builder(), element.bytes());
    Area to = destination.as(2);
    Area first = sources.getFirst().as(2);
    if (sources.size() == 1) {
      code.run(halves, mnemonic, DataType.U16, to, first);
    } else {
      code.run(halves, mnemonic, DataType.U16, to, first, sources.get(1).as(2));
    }
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
    Area to = destination.as(2);
    code.run(halves, mnemonic, DataType.U16, to, sources.getFirst().as(2), to);
  }

  private void negate() {
    code.scalar(domain, "vmuls", type(), Scalars.minusOne(element), destination, sources.getFirst());
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

  private void parametricRelu() {
    Area bits = slot(0, 1);
    Area product = slot(1, element.bytes());
    Area input = sources.getFirst();
    code.compare(domain, type(), Comparison.GT, bits, input, Optional.empty(), Optional.of(builder().i64(0)));
    code.run(domain, "vmul", type(), product, input, sources.get(1));
    code.select(domain, type(), destination, bits, input, product);
  }
}
