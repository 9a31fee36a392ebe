package org.ptoc.backend.a5.select;

import static org.ptoc.ir.catalog.OperationForm.*;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.catalog.OperationForm;

/**
 * The shapes that become exactly one instruction, one row each; the notation is that of {@link
 * Pattern#parse}.
 */
final class Patterns {
  private Patterns() {}

  private static final Map<OperationForm, String> TEXTS = texts();

  static Optional<Pattern> of(OperationForm form) {
    return Optional.ofNullable(TEXTS.get(form)).map(Pattern::parse);
  }

  private static Map<OperationForm, String> texts() {
    Map<OperationForm, String> rows = new EnumMap<>(OperationForm.class);
    rows.put(UNARY, "=vd=result va=input pg=mask dt<input");
    rows.put(MOVE, "=vd=result va=input pg=mask dt<input");
    rows.put(BINARY, "=vd=result va=lhs vb=rhs pg=mask dt<lhs");
    rows.put(BINARY_OPTIONAL_MASK, "=vd=result va=lhs vb=rhs pg=mask dt<lhs");
    rows.put(BITWISE, "=vd=result va=lhs vb=rhs pg=mask dt<lhs");
    rows.put(SHIFT, "=vd=result va=lhs vb=rhs pg=mask dt<lhs");
    rows.put(VECTOR_SCALAR, "=vd=result va=input xb=scalar pg=mask dt<input");
    rows.put(MULTIPLY_ACCUMULATE, "=vd=result va=lhs vb=rhs vc=acc pg=mask dt<lhs mrg#1");
    rows.put(AXPY, "=vd=result va=src0 vb=src1 xc=alpha pg=mask dt<src0 mrg#1");
    rows.put(WIDE_MULTIPLY, "=vd=low =vc=high va=lhs vb=rhs pg=mask dt<lhs");
    rows.put(COMPARE, "=pd=result va=src0 vb=src1 pg=seed dt<src0 cmp$mode");
    rows.put(COMPARE_SCALAR, "=pd=result va=src xb=scalar pg=seed dt<src cmp$mode");
    rows.put(TRUNCATE, "=vd=result va=input pg=mask dt<input rnd$rnd");
    rows.put(FUSED_CONVERT, "=vd=result va=lhs vb=rhs pg=mask dt<lhs dt2>result rnd#1 sat#1");
    rows.put(
        SCALE_CONVERT,
        "=vd=result va=input xb=scalar pg=mask dt<input dt2>result rnd$rnd part$part");
    rows.put(SELECT, "=vd=result va=src0 vb=src1 pg=mask dt<src0");
    rows.put(LANE_LOOKUP, "=vd=result va=src vb=idx dt<src");
    rows.put(INTERLEAVE, "=vd=low =vc=high va=lhs vb=rhs dt<lhs");
    rows.put(PACK, "=vd=result va=src dt<src dt2>result half$part/LOWER");
    rows.put(SQUEEZE, "=vd=result va=src pg=mask dt<src");
    rows.put(PREFIX_COUNT, "=vd=result va=src pg=mask dt<src");
    rows.put(REDUCE_SUM, "=vd=result va=input pg=mask dt<input dt2>result");
    rows.put(REDUCE, "=vd=result va=input pg=mask dt<input");
    rows.put(SPLAT, "=vd=result xb=value dt>result");
    rows.put(INDEX_VECTOR, "=vd=result xb=index dt>result order$order/ASC");

    rows.put(LOAD_ALIGN, "=al=align xb=source");
    rows.put(INIT_ALIGN, "=al=align");
    rows.put(STORE_SQUEEZED, "vd=value +al=align/align_out xb=dest dt<value post$mode");
    rows.put(GATHER, "=vd=result xb=source ve=offsets pg=mask dt<source");
    rows.put(SCATTER, "vd=value xb=dest ve=offsets pg=mask dt<value");

    rows.put(PATTERN_B8, "=pd=result gr#0 pat$pattern");
    rows.put(PATTERN_B16, "=pd=result gr#1 pat$pattern");
    rows.put(PATTERN_B32, "=pd=result gr#2 pat$pattern");
    rows.put(LESS_THAN_B8, "=pd=mask xb=scalar =xo=rest gr#0");
    rows.put(LESS_THAN_B16, "=pd=mask xb=scalar =xo=rest gr#1");
    rows.put(LESS_THAN_B32, "=pd=mask xb=scalar =xo=rest gr#2");
    rows.put(LOOP_BOUND_B8, "=pd=mask xb=loop xo=bound gr#0");
    rows.put(LOOP_BOUND_B16, "=pd=mask xb=loop xo=bound gr#1");
    rows.put(LOOP_BOUND_B32, "=pd=mask xb=loop xo=bound gr#2");
    rows.put(MASK_BINARY, "=pd=result pa=src0 pb=src1 pg=mask");
    rows.put(MASK_UNARY, "=pd=result pa=input pg=mask");
    rows.put(MASK_PACK, "=pd=result pa=input half$part");
    rows.put(MASK_UNPACK, "=pd=result pa=input half$part");
    rows.put(MASK_INTERLEAVE_B8, "=pd=low =pe=high pa=src0 pb=src1 gr#0");
    rows.put(MASK_INTERLEAVE_B16, "=pd=low =pe=high pa=src0 pb=src1 gr#1");
    rows.put(MASK_INTERLEAVE_B32, "=pd=low =pe=high pa=src0 pb=src1 gr#2");
    return rows;
  }
}
