package org.ptoc.backend.a5.tile;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Conversions;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.TileHandle;

/**
 * {@code tcvt} (spec/20, 6.6): one {@code vcvt} for each vector of the wider type. Widening loads spread the source over the
 * wider lanes, narrowing stores collect the low part of each.
 */
final class Conversion {
  private final TileHandle source;
  private final TileHandle destination;
  private final Conversions.Pair pair;
  private final String rounding;
  private final boolean saturate;

  private Conversion(
      TileHandle source, TileHandle destination, Conversions.Pair pair, String rounding, boolean saturate) {
    this.source = source;
    this.destination = destination;
    this.pair = pair;
    this.rounding = rounding;
    this.saturate = saturate;
  }

  /** Lowers the operation. @return why not, empty when it was emitted */
  static Optional<String> emit(IrBuilder builder, Operation op, TileHandle source, TileHandle destination) {
    ElementType from = source.element();
    ElementType to = destination.element();
    String rounding = letter(op.attributes().text("rmode").orElse("RINT"));
    if (from == to && from == ElementType.F32) {
      new Elementwise(
              List.of(source),
              destination,
              (body, in, mask) -> new Lanes(body, from, mask).truncate(in.getFirst(), rounding.equals("O") ? "Z" : rounding))
          .emit(builder);
      return Optional.empty();
    }
    Optional<Conversions.Pair> pair = Conversions.find(from, to);
    if (pair.isEmpty()) {
      return Optional.of("there is no conversion from " + from.spelling() + " to " + to.spelling() + " on a5");
    }
    boolean saturate =
        op.attributes().text("sat_mode").map(mode -> mode.equals("ON") || mode.equals("SAT")).orElse(saturatesByDefault(from, to));
    new Conversion(source, destination, pair.get(), rounding, saturate).emit(builder);
    return Optional.empty();
  }

  /** The rounding letter of a tile rounding mode; nearest even by default. */
  static String letter(String mode) {
    return switch (mode) {
      case "ROUND" -> "A";
      case "FLOOR" -> "F";
      case "CEIL" -> "C";
      case "TRUNC" -> "Z";
      case "ODD" -> "O";
      default -> "R";
    };
  }

  /** Defaults of spec/20, 6.6: off for six pairs, on for every other pair into integers, off between floats. */
  private static boolean saturatesByDefault(ElementType from, ElementType to) {
    if (!to.isInteger()) {
      return false;
    }
    boolean off =
        from == ElementType.F16 && to.bits() <= 16
            || from == ElementType.F32 && to.bits() == 16
            || from.isInteger() && from.isSigned() && to.isSigned() && from.bits() == 2 * to.bits() && to.bits() >= 16;
    return !off;
  }

  /** A {@code vcvt} with the attributes that the pair takes; empty strings leave an attribute out. */
  static Value convert(
      IrBuilder builder,
      Value input,
      Value mask,
      ElementType target,
      String rounding,
      String saturation,
      String part) {
    Attributes attributes = Attributes.EMPTY;
    if (!rounding.isEmpty()) {
      attributes = attributes.with("rnd", new Attribute.Text(rounding));
    }
    if (!saturation.isEmpty()) {
      attributes = attributes.with("sat", new Attribute.Text(saturation));
    }
    if (!part.isEmpty()) {
      attributes = attributes.with("part", new Attribute.Text(part));
    }
    return builder
        .createGrouped(
            "pto.vcvt",
            List.of(List.of(input), List.of(mask)),
            List.of(VectorRegisterType.full(target)),
            attributes)
        .result();
  }

  private void emit(IrBuilder builder) {
    if (Elementwise.isEmpty(builder, destination)) {
      return;
    }
    boolean flat = source.isContiguous(builder.constants()) && destination.isContiguous(builder.constants());
    builder.vecscope(
        body -> {
          if (flat) {
            Value count = body.mul(destination.rows(), destination.columns());
            run(body, Columns.pointer(body, source), Columns.pointer(body, destination), count);
          } else {
            Columns.rows(
                body,
                destination.rows(),
                List.of(source, destination),
                (inner, row, pointers) -> run(inner, pointers.get(0), pointers.get(1), destination.columns()));
          }
        });
  }

  /** One run; the wider of the two types decides how many elements a pass takes. */
  private void run(IrBuilder builder, Value from, Value to, Value count) {
    boolean widens = destination.element().bits() >= source.element().bits();
    ElementType wide = widens ? destination.element() : source.element();
    Columns.forEach(
        builder,
        wide,
        count,
        (body, offset, mask, partial) -> {
          Value input = load(body, from, offset, wide, partial);
          Value all = Columns.pattern(body, source.element(), "PAT_ALL");
          Value guard = guarded() ? inRange(body, input, all) : all;
          Value result =
              convert(
                  body,
                  input,
                  guard,
                  destination.element(),
                  pair.roundings().isEmpty() ? "" : rounding,
                  pair.saturates() ? saturate ? "SAT" : "NOSAT" : "",
                  firstPart());
          store(body, result, to, offset, wide, mask);
        });
  }

  private String firstPart() {
    return switch (pair.part()) {
      case NONE -> "";
      case EVEN_ODD -> "EVEN";
      case P0_TO_P3 -> "P0";
    };
  }

  /** Without saturation an infinity, or a value beyond 32 bits, becomes 0 and not the low bits of a clamped value. */
  private boolean guarded() {
    return source.element().isFloat()
        && destination.element().isInteger()
        && destination.element().bits() < 32
        && pair.saturates()
        && !saturate;
  }

  private Value inRange(IrBuilder builder, Value input, Value all) {
    Lanes lanes = new Lanes(builder, source.element(), all);
    long bound = source.element() == ElementType.F32 ? 0x4F000000L : 0x7C00L;
    return lanes.compareScalar("lt", lanes.unary("pto.vabs", input), lanes.scalar(bound));
  }

  private Value load(IrBuilder builder, Value pointer, Value offset, ElementType wide, boolean partial) {
    int ratio = wide.bits() / source.element().bits();
    if (ratio == 1) {
      return Columns.load(builder, source, pointer, offset, partial);
    }
    String token = ratio == 4 ? "UNPK4" : "UNPK_B" + source.element().bits();
    return Columns.load(builder, pointer, offset, source.element(), token);
  }

  private void store(IrBuilder builder, Value vector, Value pointer, Value offset, ElementType wide, Value mask) {
    int ratio = wide.bits() / destination.element().bits();
    if (ratio == 1) {
      Columns.store(builder, vector, pointer, offset, mask);
    } else {
      Columns.store(builder, vector, pointer, offset, mask, ratio == 4 ? "PK4_B32" : "PK_B" + wide.bits());
    }
  }
}
