package org.ptoc.ir.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ptoc.ir.Block.mask;
import static org.ptoc.ir.Block.ub;
import static org.ptoc.ir.Block.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ptoc.ir.Block;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.VectorRegisterType;

/**
 * The element types of every vector operation on both profiles (spec/10 and spec/11, types_a5 and
 * types_a2a3). Operations that A2/A3 emulates have the types of A5.
 */
class VectorTypeTableTest {
  private static final String TABLE =
      """
      pto.vadd     | binary   | @8 @16 @32 @64 f16 bf16 f32 | f16 f32 s16 s32
      pto.vsub     | binary   | @8 @16 @32 @64 f16 bf16 f32 | f16 f32 s16 s32
      pto.vmul     | binary   | @16 @32 f16 bf16 f32        | f16 f32 s16 s32
      pto.vdiv     | binary   | s16 s32 f16 f32             | f16 f32
      pto.vmax     | binary   | @8 @16 @32 f16 bf16 f32     | f16 f32 s16 s32
      pto.vmin     | binary   | @8 @16 @32 f16 bf16 f32     | f16 f32 s16 s32
      pto.vand     | binary   | @8 @16 @32 @64 f16 bf16 f32 f8E4M3FN f8E5M2 hif8 f4E1M2x2 f4E2M1x2 | @8 @16 @32 @64 f16 bf16 f32
      pto.vor      | binary   | @8 @16 @32 @64 f16 bf16 f32 f8E4M3FN f8E5M2 hif8 f4E1M2x2 f4E2M1x2 | @8 @16 @32 @64 f16 bf16 f32
      pto.vxor     | binary   | @8 @16 @32 @64 f16 bf16 f32 f8E4M3FN f8E5M2 hif8 f4E1M2x2 f4E2M1x2 | @8 @16 @32 @64 f16 bf16 f32
      pto.vshl     | binary   | @8 @16 @32                  | @16 @32
      pto.vshr     | binary   | @8 @16 @32                  | @16 @32
      pto.vprelu   | binary   | f16 f32                     | f16 f32
      pto.vaddrelu | binary   | f16 f32                     | f16 f32 s16
      pto.vsubrelu | binary   | f16 f32                     | f16 f32 s16
      pto.vaddc    | carry    | @32                         | @32
      pto.vsubc    | carry    | @32                         | @32
      pto.vaddcs   | chain    | @32                         | @32
      pto.vsubcs   | chain    | @32                         | @32
      pto.vlrelu   | scalar   | f16 f32                     | f16 f32
      pto.vadds    | scalar   | @8 @16 @32 f16 bf16 f32     | f16 f32 s16 s32
      pto.vmuls    | scalar   | @16 @32 f16 bf16 f32        | f16 f32 s16 s32
      pto.vmaxs    | scalar   | @8 @16 @32 f16 bf16 f32     | f16 f32 s16 s32
      pto.vmins    | scalar   | @8 @16 @32 f16 bf16 f32     | f16 f32 s16 s32
      pto.vshls    | count    | @8 @16 @32                  | @16 @32
      pto.vshrs    | count    | @8 @16 @32                  | @16 @32
      pto.vexpdif  | plain    | f16 f32                     | f16 f32
      pto.vaxpy    | axpy     | f16 f32                     | f16 f32
      pto.vmull    | wide     | @32                         | @32
      pto.vmula    | ternary  | f16 bf16 f32 @16 @32        | f16 f32
      pto.vci      | splat    | @8 @16 @32 f16 f32          | f16 f32 s16 s32
      pto.vbr      | splat    | @8 @16 @32 f16 bf16 f32     | @8 @16 @32 f16 bf16 f32
      pto.vdup     | duplicate | @8 @16 @32 f16 bf16 f32    | f16 bf16 f32 @16 @32
      pto.vabs     | unary    | @8 @16 @32 f16 f32          | f16 f32 s16
      pto.vneg     | unary    | @8 @16 @32 f16 bf16 f32     | f16 f32 s16 s32
      pto.vexp     | unary    | f16 f32                     | f16 f32
      pto.vln      | unary    | f16 f32                     | f16 f32
      pto.vsqrt    | unary    | f16 f32                     | f16 f32
      pto.vrelu    | unary    | s32 f16 f32                 | s32 f16 f32
      pto.vnot     | unary    | @8 @16 @32                  | @8 @16 @32
      pto.vcmax    | unary    | @8 @16 @32 f16 f32          | f16 f32 s16
      pto.vcmin    | unary    | @8 @16 @32 f16 f32          | f16 f32 s16
      pto.vcadd    | sum      | @8 @16 @32 f16 f32          | f16 f32
      pto.vcgadd   | unary    | @8 @16 @32 f16 f32          | f16 f32
      pto.vcgmax   | unary    | @8 @16 @32 f16 f32          | f16 f32
      pto.vcgmin   | unary    | @8 @16 @32 f16 f32          | f16 f32
      pto.vcpadd   | unary    | f16 f32                     | f16 f32
      pto.vsqz     | unary    | @8 @16 @32 f16 bf16 f32     | -
      pto.vusqz    | unary    | s8 s16 s32                  | -
      pto.vtrc     | truncate | f16 bf16 f32                | f32
      pto.vcmp     | compare  | @8 @16 @32 f16 bf16 f32     | f16 f32 s16 s32
      pto.vcmps    | compares | @8 @16 @32 f16 bf16 f32     | f16 f32 s16 s32
      pto.vsel     | binary   | @8 @16 @32 @64 f16 bf16 f32 | @16 @32 f16 bf16 f32
      pto.vselr    | lookup   | @8 @16 @32 f16 bf16 f32     | -
      pto.vintlv   | interleave | width8 width16 width32    | -
      pto.vdintlv  | interleave | width8 width16 width32    | -
      pto.vintlvv2 | half     | width8 width16 width32      | -
      pto.vdintlvv2 | half    | width8 width16 width32      | -
      pto.vgather2_bc | gather | @32 f32                    | -
      pto.vscatter | scatter  | width8 width16 width32      | @16 @32 f16 bf16 f32
      """;

  record Row(String op, String form, String types, Profile profile) {
    @Override
    public String toString() {
      return op + " on " + profile.spelling();
    }
  }

  static Stream<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (String line : TABLE.lines().toList()) {
      String[] cells = line.trim().split(" *\\| *");
      rows.add(new Row(cells[0], cells[1], cells[2], Profile.A5));
      rows.add(new Row(cells[0], cells[1], cells[3], Profile.A2A3));
    }
    return rows.stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void elementTypesAreThoseOfTheDocuments(Row row) {
    for (ElementType element : TypeNames.numbers()) {
      Subject subject = Subject.inVecscope().on(row.profile());
      build(subject, row.op(), row.form(), element);
      List<Diagnostic> findings = subject.findings();
      if (TypeNames.parse(row.types()).contains(element)) {
        assertThat(findings).as(element.spelling()).isEmpty();
      } else {
        assertThat(findings)
            .as(element.spelling())
            .extracting(Diagnostic::code)
            .contains(
                row.types().equals("-")
                    ? DiagnosticCode.NOT_IN_PROFILE
                    : DiagnosticCode.ILLEGAL_ELEMENT_TYPE);
      }
    }
  }

  private static void build(Subject s, String op, String form, ElementType e) {
    VectorRegisterType type = vector(e);
    Value v = s.v(type);
    Value m = s.v(mask(e));
    Value scalar = s.v(e);
    Block block = s.block();
    switch (form) {
      case "unary" -> block.op(op, Block.results(type), v, m);
      case "binary" -> block.op(op, Block.results(type), v, v, m);
      case "scalar" -> block.op(op, Block.results(type), v, scalar, m);
      case "count" -> block.op(op, Block.results(type), v, s.v(ElementType.I16), m);
      case "plain" -> block.op(op, Block.results(type), v, v);
      case "axpy" -> block.op(op, Block.results(type), v, v, scalar, m);
      case "wide" -> block.op(op, Block.results(type, type), v, v, m);
      case "ternary" -> block.op(op, Block.results(type), v, v, v, m);
      case "carry" -> block.op(op, Block.results(type, MaskType.B32), v, v, s.v(MaskType.B32));
      case "chain" ->
          block.op(
              op, Block.results(type, MaskType.B32), v, v, s.v(MaskType.B32), s.v(MaskType.B32));
      case "splat" -> block.op(op, Block.results(type), scalar);
      case "duplicate" -> block.op(op, Block.results(type), scalar, m);
      case "sum" -> {
        boolean widens = e.isInteger() && e.bits() < 32;
        block.op(op, Block.results(widens ? vector(e.withBits(2 * e.bits())) : type), v, m);
      }
      case "truncate" -> block.with(AttributeName.RND, "Z").op(op, Block.results(type), v, m);
      case "compare" ->
          block.with(AttributeName.MODE, "lt").op(op, Block.results(mask(e)), v, v, m);
      case "compares" ->
          block.with(AttributeName.MODE, "lt").op(op, Block.results(mask(e)), v, scalar, m);
      case "lookup" ->
          block.op(op, Block.results(type), v, s.v(vector(ElementType.signless(e.bits()))));
      case "interleave" -> block.op(op, Block.results(type, type), v, v);
      case "half" -> block.with(AttributeName.PART, "LOWER").op(op, Block.results(type), v, v);
      case "gather" ->
          block.op(
              op,
              Block.results(type),
              s.v(ub(e)),
              s.v(vector(ElementType.UI32)),
              s.v(MaskType.B32));
      case "scatter" -> {
        boolean word = e.bits() == 32;
        Value offsets = s.v(vector(word ? ElementType.UI32 : ElementType.UI16));
        block.effect(op, v, s.v(ub(e)), offsets, s.v(word ? MaskType.B32 : MaskType.B16));
      }
      default -> throw new IllegalArgumentException(form);
    }
  }

  private static final Map<String, String> PAIRS_A5 =
      Map.of(
          "pto.vpack", "s32->ui16 ui32->ui16 s16->ui8 ui16->ui8",
          "pto.vsunpack", "s8->s16 ui8->ui16 s16->s32 ui16->ui32",
          "pto.vzunpack", "s8->s16 ui8->ui16 s16->s32 ui16->ui32",
          "pto.vaddreluconv", "f32->f16 f16->s8 s16->s8 f16->f32",
          "pto.vmulconv", "f16->s8 f16->ui8");
  private static final Map<String, String> PAIRS_A2A3 =
      Map.of("pto.vaddreluconv", "f32->f16 f16->s8 s16->s8", "pto.vmulconv", "f16->s8 f16->ui8");

  record PairRow(String op, Profile profile) {}

  static Stream<PairRow> pairRows() {
    return PAIRS_A5.keySet().stream()
        .flatMap(op -> Stream.of(new PairRow(op, Profile.A5), new PairRow(op, Profile.A2A3)));
  }

  @ParameterizedTest
  @MethodSource("pairRows")
  void pairsAreThoseOfTheDocuments(PairRow row) {
    String list = (row.profile() == Profile.A5 ? PAIRS_A5 : PAIRS_A2A3).get(row.op());
    Set<List<ElementType>> legal = list == null ? Set.of() : TypeNames.pairs(list);
    for (ElementType from : TypeNames.numbers()) {
      for (ElementType to : TypeNames.numbers()) {
        Subject subject = Subject.inVecscope().on(row.profile());
        buildPair(subject, row.op(), from, to);
        boolean accepted = subject.findings().isEmpty();
        assertThat(accepted)
            .as("%s %s -> %s on %s", row.op(), from, to, row.profile())
            .isEqualTo(legal.contains(List.of(from, to)));
      }
    }
  }

  private static void buildPair(Subject s, String op, ElementType from, ElementType to) {
    Value v = s.v(vector(from));
    Block block = s.block();
    switch (op) {
      case "pto.vpack" ->
          block.with(AttributeName.PART, "LOWER").op(op, Block.results(vector(to)), v);
      case "pto.vsunpack", "pto.vzunpack" ->
          block.op(op, Block.results(vector(to)), v, s.constant(0, ElementType.INDEX));
      default -> block.op(op, Block.results(vector(to)), v, v);
    }
  }
}
