package org.ptoc.ir.verify;

import static org.ptoc.ir.type.ElementType.*;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.QuantizationMode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.Type;

/** Micro operations that store accumulators (spec/60, 3.1 and 3.8). */
final class AccumulatorRules {
  private static final long MOST_16 = (1L << 16) - 1;
  private static final long MOST_32 = (1L << 32) - 1;

  /** Elements that accumulators become. */
  static final List<ElementType> RESULTS =
      List.of(F32, F16, BF16, I32, I16, I8, UI8, F8E4M3FN, HIF8);

  private AccumulatorRules() {}

  /** The accumulators of any store. */
  static void source(Check check) {
    check.aligned(RoleName.SOURCE, 64);
    ElementType element = check.pointer(RoleName.SOURCE).element();
    check.require(
        element == F32 || element.isInteger() && element.bits() == 32,
        DiagnosticCode.TYPE_MISMATCH,
        "source is "
            + check.pointer(RoleName.SOURCE).spelling()
            + ", but accumulators are f32 or i32");
  }

  static void check(Check check) {
    source(check);
    extents(check);
    quantisation(check);
    relu(check);
    layout(check);
    switch (check.pointer(RoleName.DEST).space()) {
      case UB -> vectorCores(check);
      case GM -> atomics(check);
      case L1, L0A, L0B, L0C, BT, FB -> {}
    }
    int loop = check.op().group(RoleName.LOOP3).size();
    check.require(
        loop == 0 || loop == 3,
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "loop3 takes a count and two strides");
  }

  private static void extents(Check check) {
    check.range(RoleName.M, 0, MOST_16);
    check.range(RoleName.N, 0, CubeProductRules.MOST);
    check.range(RoleName.SOURCE_STRIDE, 0, MOST_16);
    check.range(RoleName.DEST_STRIDE, 0, MOST_32);
    if (check.pointer(RoleName.DEST).space() == MemorySpace.GM) {
      check.range(RoleName.SID, 0, 3);
      check.range(RoleName.CACHE, 0, 15);
      return;
    }
    check.aligned(RoleName.DEST, 32);
    long bytes = check.pointer(RoleName.DEST).element().bytes();
    check
        .constant(RoleName.DEST_STRIDE)
        .ifPresent(
            stride ->
                check.require(
                    stride * bytes % 32 == 0,
                    DiagnosticCode.BAD_CONSTANT,
                    "dest_stride is "
                        + stride
                        + " elements of "
                        + bytes
                        + " bytes, but must be a multiple of 32 bytes"));
  }

  /** Accumulators and results fit the mode; without one the conversion is plain. */
  private static void quantisation(Check check) {
    ElementType from = check.pointer(RoleName.SOURCE).element();
    ElementType to = check.pointer(RoleName.DEST).element();
    Optional<String> written = check.op().attributes().text(AttributeName.QUANT_MODE);
    if (check.has(RoleName.QUANT)) {
      parameter(check, "quant", check.type(RoleName.QUANT));
    }
    String name = written.orElse("no_convert");
    if (name.equals("no_convert")) {
      boolean plain =
          from.agreesWith(to) || from == F32 && (to == F16 || to == BF16) && written.isEmpty();
      check.require(
          plain,
          DiagnosticCode.TYPE_MISMATCH,
          "source has "
              + from.spelling()
              + " elements and dest "
              + to.spelling()
              + ", which needs pre_quant; legal for "
              + from.spelling()
              + ": "
              + modes(from));
      return;
    }
    Optional<QuantizationMode> mode =
        Arrays.stream(QuantizationMode.values())
            .filter(each -> each.spelling().equals(name))
            .findFirst();
    if (mode.isEmpty()) {
      check.error(
          DiagnosticCode.NOT_SUPPORTED,
          "quantisation mode " + name + " has no public definition; legal: " + modes(from));
      return;
    }
    check.require(
        accepts(mode.get(), from, to),
        DiagnosticCode.TYPE_MISMATCH,
        "mode "
            + name
            + " does not make "
            + to.spelling()
            + " of "
            + from.spelling()
            + "; legal for "
            + from.spelling()
            + ": "
            + modes(from));
    check.require(
        !mode.get().hasParameter() || check.has(RoleName.QUANT),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "pre_quant of mode " + name + " needs a parameter: a scalar, or a pointer into fb");
  }

  private static boolean accepts(QuantizationMode mode, ElementType from, ElementType to) {
    Optional<DataType> source = type(from);
    Optional<DataType> result = type(to);
    return source.isPresent() && result.isPresent() && mode.accepts(source.get(), result.get());
  }

  /** The code of an accumulator or of its conversion. */
  static Optional<DataType> type(ElementType element) {
    return switch (element) {
      case F32 -> Optional.of(DataType.FP32);
      case F16 -> Optional.of(DataType.FP16);
      case BF16 -> Optional.of(DataType.BF16);
      case F8E4M3FN -> Optional.of(DataType.E4M3);
      case HIF8 -> Optional.of(DataType.HIF8);
      case I32, SI32 -> Optional.of(DataType.S32);
      case I16, SI16 -> Optional.of(DataType.S16);
      case I8, SI8 -> Optional.of(DataType.S8);
      case UI8 -> Optional.of(DataType.U8);
      default -> Optional.empty();
    };
  }

  private static String modes(ElementType from) {
    return Arrays.stream(QuantizationMode.values())
        .filter(mode -> mode != QuantizationMode.NO_CONVERT && !results(mode, from).isEmpty())
        .map(mode -> mode.spelling() + " to " + results(mode, from))
        .collect(Collectors.joining(", "));
  }

  private static String results(QuantizationMode mode, ElementType from) {
    return RESULTS.stream()
        .filter(to -> accepts(mode, from, to))
        .map(ElementType::spelling)
        .collect(Collectors.joining(" or "));
  }

  /** A parameter is a number or lies in fb. */
  private static void parameter(Check check, String role, Type type) {
    boolean number =
        type == F32
            || type == F16
            || type == BF16
            || type instanceof ElementType element && element.isInteger() && element.bits() >= 32;
    boolean table = type instanceof PointerType pointer && pointer.space() == MemorySpace.FB;
    check.require(
        number || table,
        DiagnosticCode.TYPE_MISMATCH,
        role
            + " is "
            + type.spelling()
            + ", but must be f32, f16, bf16, i64 or a pointer into fb with one for each column");
  }

  private static void relu(Check check) {
    Optional<String> mode = check.op().attributes().text(AttributeName.RELU_MODE);
    boolean needs = mode.filter(List.of("scalar_relu", "vector_relu")::contains).isPresent();
    if (check.has(RoleName.RELU)) {
      parameter(check, "relu", check.type(RoleName.RELU));
      boolean vector = check.type(RoleName.RELU) instanceof PointerType;
      check.require(
          needs && vector == mode.orElse("").equals("vector_relu"),
          DiagnosticCode.TYPE_MISMATCH,
          "relu is "
              + check.type(RoleName.RELU).spelling()
              + "; legal: a number for scalar_relu, a pointer into fb for vector_relu, nothing for"
              + " the other modes");
    } else {
      check.require(
          !needs,
          DiagnosticCode.WRONG_OPERAND_COUNT,
          "pre_relu of mode " + mode.orElse("") + " needs the factor of negative values");
    }
    if (check.has(RoleName.CLIP)) {
      ElementType to = check.pointer(RoleName.DEST).element();
      check.require(
          check.type(RoleName.CLIP) instanceof ElementType element && element.bits() == to.bits(),
          DiagnosticCode.TYPE_MISMATCH,
          "clip is "
              + check.type(RoleName.CLIP).spelling()
              + ", but must be of the type of dest, "
              + to);
    }
  }

  private static void layout(Check check) {
    String layout = check.op().attributes().text(AttributeName.LAYOUT).orElse("nz2nd");
    boolean given = check.has(RoleName.LAYOUT_STRIDE);
    switch (layout) {
      case "nz2dn" -> {
        check.require(
            given, DiagnosticCode.WRONG_OPERAND_COUNT, "nz2dn(...) needs the source stride, 1");
        check.range(RoleName.LAYOUT_STRIDE, 1, 1);
      }
      case "nz2nz" -> {
        PointerType dest = check.pointer(RoleName.DEST);
        check.require(
            !given || dest.element() == F32,
            DiagnosticCode.TYPE_MISMATCH,
            "nz2nz(...) splits channels of f32 only, not " + dest.element().spelling());
        check.require(
            dest.space() != MemorySpace.UB || given || dest.element() == F32,
            DiagnosticCode.TYPE_MISMATCH,
            "nz2nz to ub is for f32 results, not "
                + dest.element().spelling()
                + "; legal: nz2nd, nz2dn(...), or nz2nz to gm and l1");
      }
      default ->
          check.require(
              !given,
              DiagnosticCode.WRONG_OPERAND_COUNT,
              layout + " takes no operand; nz2dn and nz2nz take one");
    }
    check.require(
        !check.op().attributes().has(AttributeName.PRESERVE_NAN)
            || check.op().attributes().text(AttributeName.SATURATION).orElse("").equals("sat"),
        DiagnosticCode.BAD_ATTRIBUTE,
        "preserve_nan stands with sat: sat(preserve_nan)");
  }

  private static void vectorCores(Check check) {
    boolean split = check.op().attributes().has(AttributeName.SPLIT);
    check.require(
        check.has(RoleName.SUBBLOCK) != split,
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "dst_mode(...) takes the number of a vector core, split_m or split_n");
    check.range(RoleName.SUBBLOCK, 0, 1);
    if (!split) {
      return;
    }
    String mode = check.op().attributes().text(AttributeName.SPLIT).orElse("");
    boolean plain =
        !check.has(RoleName.QUANT)
            && !check.op().attributes().has(AttributeName.RELU_MODE)
            && !check.has(RoleName.CLIP)
            && check.op().attributes().text(AttributeName.LAYOUT).orElse("nz2nd").equals("nz2nd");
    check.require(
        plain,
        DiagnosticCode.TILE_CONSTRAINT,
        mode + " copies only; legal beside it: nz2nd, without pre_quant, pre_relu and clip");
    boolean rows = mode.equals("split_m");
    long unit = rows ? 2 : 32;
    RoleName role = rows ? RoleName.M : RoleName.N;
    check
        .constant(role)
        .ifPresent(
            value ->
                check.require(
                    value % unit == 0,
                    DiagnosticCode.BAD_CONSTANT,
                    role + " is " + value + ", but " + mode + " needs a multiple of " + unit));
  }

  private static void atomics(Check check) {
    Optional<String> type = check.op().attributes().text(AttributeName.ATOMIC_TYPE);
    Optional<String> operation = check.op().attributes().text(AttributeName.ATOMIC_OP);
    check.require(
        type.isPresent() == operation.isPresent(),
        DiagnosticCode.BAD_ATTRIBUTE,
        "atomic(...) takes type and op");
    ElementType to = check.pointer(RoleName.DEST).element();
    if (type.isPresent()) {
      FixpipeRules.combined(check, to);
    }
    String own = to.isInteger() ? "s" + to.bits() : to.spelling();
    check.require(
        type.isEmpty() || type.get().equals(own),
        DiagnosticCode.TYPE_MISMATCH,
        "atomic type is "
            + type.orElse("")
            + ", but dest has "
            + to.spelling()
            + " elements; legal here: "
            + own);
  }
}
