package org.ptoc.ir.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ptoc.ir.type.TileType.BaseLayout.COLUMN_MAJOR;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Block;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;

/**
 * The element types of every tile operation on both profiles, the wider list of each entry
 * (spec/20, 5 to 8).
 */
class TileTypeTableTest {
  private static final String TABLE =
      """
      pto.tadd     | binary | s16 s32 f16 f32        | @8 @16 @32 f16 bf16 f32
      pto.tsub     | binary | s16 s32 f16 f32        | @8 @16 @32 f16 bf16 f32
      pto.tmul     | binary | s16 s32 f16 f32        | @16 @32 f16 bf16 f32
      pto.tdiv     | binary | f16 f32                | @16 @32 f16 f32
      pto.tmax     | binary | s16 s32 f16 f32        | @8 @16 @32 f16 bf16 f32
      pto.tmin     | binary | s16 s32 f16 f32        | @8 @16 @32 f16 bf16 f32
      pto.trem     | scratch | s32 f32               | @16 @32 f16 f32
      pto.tfmod    | binary | f32 s16 s32 f16        | @16 @32 f16 f32
      pto.tprelu   | scratch | f16 f32               | f16 f32
      pto.tadds    | scalar | s16 s32 f16 f32        | @8 @16 @32 f16 bf16 f32
      pto.tsubs    | scalar | s16 s32 f16 f32        | @8 @16 @32 f16 bf16 f32
      pto.tmuls    | scalar | s16 s32 f16 f32        | s8 @16 @32 f16 bf16 f32
      pto.tdivs    | scalar | s16 s32 f16 f32        | s8 @16 @32 f16 f32
      pto.tmaxs    | scalar | s16 s32 f16 f32        | @8 @16 @32 f16 bf16 f32
      pto.tmins    | scalar | s16 s32 f16 f32        | @8 @16 @32 f16 bf16 f32
      pto.trems    | scalarScratch | s32 f32         | s16 s32 f16 f32
      pto.tfmods   | scalar | f32 s16 s32 f16        | s16 s32 f16 f32
      pto.tlrelu   | scalar | f16 f32                | f16 f32
      pto.texpands | splat  | s16 s32 f16 bf16 f32 s8 @16 @32 | @8 @16 @32 f16 bf16 f32
      pto.tabs     | unary  | f16 f32                | f16 f32 s8 s16 s32
      pto.tneg     | unary  | s16 s32 f16 f32        | s8 @16 @32 f16 bf16 f32
      pto.texp     | unary  | f16 f32                | f16 f32
      pto.tlog     | unary  | f16 f32                | f16 f32
      pto.tsqrt    | unary  | f16 f32                | f16 f32
      pto.trsqrt   | unaryScratch | f16 f32                | f16 f32
      pto.trecip   | unary  | f16 f32                | f16 f32 s16 s32
      pto.taddc    | three  | s16 s32 f16 f32        | @8 @16 @32 f16 bf16 f32
      pto.tsubc    | three  | s16 s32 f16 f32        | @8 @16 @32 f16 bf16 f32
      pto.taddsc   | threeScalar | s16 s32 f16 f32   | @8 @16 @32 f16 bf16 f32
      pto.tsubsc   | threeScalar | s16 s32 f16 f32   | @8 @16 @32 f16 bf16 f32
      pto.taddrelu | binary | s16 f16 f32            | -
      pto.taxpy    | scalar | f16 f32                | f16 f32
      pto.tpow     | optionalScratch | @8 @16 @32            | @8 @16 @32
      pto.tpows    | scalarOptionalScratch | @8 @16 @32      | @8 @16 @32
      pto.ttri     | diagonal | @16 @32 f16 f32      | @8 @16 @32 f16 bf16 f32
      pto.trelu    | unary  | s32 f16 f32            | s32 f16 f32
      pto.tnot     | unary  | @16 @8 @32             | @8 @16 @32
      pto.tand     | binary | @8 @16 @32             | @8 @16 @32
      pto.tor      | binary | @8 @16 @32             | @8 @16 @32
      pto.txor     | scratch | @8 @16 @32            | @8 @16 @32
      pto.tands    | scalar | @8 @16 @32             | @8 @16 @32
      pto.tors     | scalar | @8 @16 @32             | @8 @16 @32
      pto.txors    | scalarScratch | @8 @16 @32      | @8 @16 @32
      pto.tshl     | binary | @8 @16 @32             | @8 @16 @32
      pto.tshr     | binary | @8 @16 @32             | @8 @16 @32
      pto.tshls    | count  | @16 @32                | @8 @16 @32
      pto.tshrs    | count  | @16 @32                | @8 @16 @32
      pto.tcmp     | compare | s32 f16 f32           | @8 @16 @32 f16 bf16 f32
      pto.tcmps    | compares | @16 s32 f16 f32      | @8 @16 @32 f16 bf16 f32
      pto.tsel     | select | @16 @32 f16 bf16 f32   | @8 @16 @32 f16 bf16 f32
      pto.tsels    | selects | @16 @32 f16 f32       | @8 @16 @32 f16 f32
      pto.trowsum  | rows   | s16 s32 f16 f32        | s16 s32 f16 f32
      pto.trowprod | rows   | s16 s32 f16 f32        | s16 s32 f16 f32
      pto.trowmax  | rows   | s16 s32 f16 f32        | @8 @16 @32 f16 f32
      pto.trowmin  | rows   | s16 s32 f16 f32        | @8 @16 @32 f16 f32
      pto.trowargmax | rowIndices | f16 f32          | @16 @32 f16 f32
      pto.trowargmin | rowIndices | f16 f32          | @16 @32 f16 f32
      pto.tcolsum  | columns | s16 s32 f16 f32       | @8 @16 @32 f16 bf16 f32
      pto.tcolprod | columns | s16 s32 f16 f32       | @16 @32 f16 bf16 f32
      pto.tcolmax  | columns | s16 s32 f16 f32       | @8 @16 @32 f16 bf16 f32
      pto.tcolmin  | columns | s16 s32 f16 f32       | @8 @16 @32 f16 bf16 f32
      pto.tcolargmax | columnIndices | f16 f32 ui16 ui32 | @8 @16 @32 f16 f32
      pto.tcolargmin | columnIndices | f16 f32 ui16 ui32 | @8 @16 @32 f16 f32
      pto.trowexpand | expandRow | s16 s32 f16 f32 @8 bf16 | @8 @16 @32 f16 bf16 f32
      pto.tcolexpand | expandColumn | s16 s32 f16 f32 @8 bf16 | @8 @16 @32 f16 bf16 f32
      pto.trowexpandadd | rowCarrier | s16 s32 f16 f32 | @8 @16 @32 f16 bf16 f32
      pto.trowexpandsub | rowCarrier | s16 s32 f16 f32 | @8 @16 @32 f16 bf16 f32
      pto.trowexpandmul | rowCarrier | s16 s32 f16 f32 | @8 @16 @32 f16 bf16 f32
      pto.trowexpanddiv | rowCarrier | f16 f32         | @8 @16 @32 f16 bf16 f32
      pto.trowexpandmax | rowCarrier | s16 s32 f16 f32 | @8 @16 @32 f16 bf16 f32
      pto.trowexpandmin | rowCarrier | s16 s32 f16 f32 | @8 @16 @32 f16 bf16 f32
      pto.trowexpandexpdif | rowCarrier | f16 f32      | f16 f32
      pto.tcolexpandadd | columnCarrier | s16 s32 f16 f32 | @8 @16 @32 f16 bf16 f32
      pto.tcolexpandmul | columnCarrier | s16 s32 f16 f32 | @8 @16 @32 f16 bf16 f32
      pto.tcolexpanddiv | columnCarrier | f16 f32      | @8 @16 @32 f16 bf16 f32
      pto.tcolexpandexpdif | columnCarrier | f16 f32   | f16 f32
      pto.tpartadd | binary | s16 s32 f16 f32        | @8 @16 @32 f16 bf16 f32
      pto.tpartmul | binary | s16 s32 f16 f32        | @8 @16 @32 f16 bf16 f32
      pto.tpartmax | binary | s16 s32 f16 f32        | @8 @16 @32 f16 bf16 f32
      pto.tpartmin | binary | s16 s32 f16 f32        | @8 @16 @32 f16 bf16 f32
      pto.tfillpad | fill   | @8 @16 @32 f16 bf16 f32 | @8 @16 @32 f16 bf16 f32
      pto.tfillpad_expand | fill | @8 @16 @32 f16 bf16 f32 | @8 @16 @32 f16 bf16 f32
      pto.tsort32  | sort   | f16 f32                | f16 f32
      pto.tload    | load   | @8 @16 @32 @64 f16 bf16 f32 | @8 @16 @32 @64 f16 bf16 f32 f8E4M3FN f8E5M2 hif8 f8E8M0 f4E1M2x2 f4E2M1x2
      pto.tstore   | store  | @8 @16 @32 @64 f16 bf16 f32 | @8 @16 @32 @64 f16 bf16 f32 f8E4M3FN f8E5M2 hif8 f8E8M0 f4E1M2x2 f4E2M1x2
      pto.trandom  | random | -                      | @32
      pto.tci      | index  | @16 @32 f16 f32        | @16 @32
      """;

  /** What is left of a list without its brackets; the others stay as they are. */
  private static final String STRICT =
      """
      pto.tadd     | s16 s32 f16 f32 | s8 s16 s32 f16 bf16 f32
      pto.tsub     | s16 s32 f16 f32 | s8 s16 s32 f16 f32
      pto.tmul     | s16 s32 f16 f32 | s16 s32 f16 f32
      pto.tdiv     | f16 f32         | s16 s32 f16 f32
      pto.tmax     | s16 s32 f16 f32 | s8 s16 s32 f16 f32
      pto.tmin     | s16 s32 f16 f32 | s8 s16 s32 f16 bf16 f32
      pto.trem     | s32 f32         | s16 s32 f16 f32
      pto.tfmod    | f32             | s16 s32 f16 f32
      pto.tadds    | s16 s32 f16 f32 | s8 s16 s32 f16 bf16 f32
      pto.tsubs    | s16 s32 f16 f32 | s8 s16 s32 f16 bf16 f32
      pto.tmuls    | s16 s32 f16 f32 | s8 s16 s32 f16 bf16 f32
      pto.tdivs    | s16 s32 f16 f32 | s8 s16 s32 f16 f32
      pto.tmaxs    | s16 s32 f16 f32 | s8 s16 s32 f16 bf16 f32
      pto.tmins    | s16 s32 f16 f32 | s8 s16 s32 f16 bf16 f32
      pto.tfmods   | f32             | s16 s32 f16 f32
      pto.texpands | s16 s32 f16 bf16 f32 | s8 s16 s32 f16 bf16 f32
      pto.tabs     | f16 f32         | f16 f32
      pto.tneg     | s16 s32 f16 f32 | s8 s16 s32 f16 bf16 f32
      pto.trecip   | f16 f32         | f16 f32
      pto.tnot     | @16             | @8 @16 @32
      pto.tands    | @8 @16          | @8 @16 @32
      pto.tors     | @8 @16          | @8 @16 @32
      pto.txors    | @8 @16          | @8 @16 @32
      pto.trowmax  | s16 s32 f16 f32 | s16 s32 f16 f32
      pto.trowmin  | s16 s32 f16 f32 | s16 s32 f16 f32
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
      rows.add(new Row(cells[0], cells[1], cells[2], Profile.A2A3));
      rows.add(new Row(cells[0], cells[1], cells[3], Profile.A5));
    }
    return rows.stream();
  }

  /** The rows with the narrower lists where there are some. */
  static Stream<Row> strictRows() {
    Map<String, String[]> narrower = new HashMap<>();
    for (String line : STRICT.lines().toList()) {
      String[] cells = line.trim().split(" *\\| *");
      narrower.put(cells[0], cells);
    }
    return rows().map(row -> narrow(row, narrower.get(row.op())));
  }

  private static Row narrow(Row row, String[] cells) {
    return cells == null
        ? row
        : new Row(
            row.op(), row.form(), cells[row.profile() == Profile.A2A3 ? 1 : 2], row.profile());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void elementTypesAreThoseOfTheDocument(Row row) {
    check(row, VerifierOptions.defaults());
  }

  @ParameterizedTest
  @MethodSource("strictRows")
  void strictlyOnlyTheTypesOfAllLists(Row row) {
    check(row, new VerifierOptions(true, VerifierOptions.Placement.INFERRED, false, false));
  }

  private static void check(Row row, VerifierOptions options) {
    for (ElementType element : TypeNames.numbers()) {
      Subject subject = new Subject().on(row.profile()).under(options);
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

  private static TileType tile(int rows, int columns, ElementType element) {
    return TileType.plain(MemorySpace.UB, rows, columns, element);
  }

  private static TileType column(int rows, ElementType element) {
    TileType plain = tile(rows, 1, element);
    return new TileType(
        MemorySpace.UB,
        element,
        rows,
        1,
        rows,
        1,
        COLUMN_MAJOR,
        plain.boxLayout(),
        512,
        plain.padding(),
        plain.compact());
  }

  private static TileType padded(int rows, int columns, ElementType element) {
    TileType plain = tile(rows, columns, element);
    return new TileType(
        MemorySpace.UB,
        element,
        rows,
        columns,
        rows,
        columns,
        plain.baseLayout(),
        plain.boxLayout(),
        512,
        TileType.Padding.ZERO,
        plain.compact());
  }

  private static void build(Subject s, String op, String form, ElementType e) {
    Value t = s.v(tile(32, 64, e));
    Value d = s.v(tile(32, 64, e));
    Value scratch = s.v(tile(64, 256, e));
    Value scalar = s.v(e);
    Block block = s.block();
    Attribute equal = new Attribute.Enumerated("cmp", "eq");
    switch (form) {
      case "unary" -> block.effect(op, t, d);
      case "unaryScratch" -> block.effect(op, t, scratch, d);
      case "binary" -> block.effect(op, t, t, d);
      case "three" -> block.effect(op, t, t, t, d);
      case "threeScalar" -> block.effect(op, t, scalar, t, d);
      case "diagonal" -> block.effect(op, s.v(ElementType.I32), d);
      case "optionalScratch" -> block.effect(op, t, t, List.of(), d);
      case "scalarOptionalScratch" -> block.effect(op, t, scalar, List.of(), d);
      case "scratch" ->
          block.effect(
              op, t, t, op.equals("pto.tprelu") ? s.v(tile(64, 256, ElementType.UI8)) : scratch, d);
      case "scalar" -> block.effect(op, t, scalar, d);
      case "scalarScratch" -> block.effect(op, t, scalar, scratch, d);
      case "count" -> block.effect(op, t, s.v(ElementType.I16), d);
      case "splat" -> block.effect(op, scalar, d);
      case "compare" ->
          block
              .with(AttributeName.CMP_MODE, equal)
              .effect(op, t, t, s.v(tile(32, 64, ElementType.UI8)));
      case "compares" ->
          block
              .with(AttributeName.CMP_MODE, equal)
              .effect(op, t, scalar, s.v(tile(32, 64, ElementType.UI8)));
      case "select" ->
          block.effect(
              op, s.v(tile(32, 32, ElementType.I8)), t, t, s.v(tile(1, 64, ElementType.I32)), d);
      case "selects" -> block.effect(op, s.v(tile(32, 32, ElementType.I16)), t, scratch, scalar, d);
      case "rows" -> block.effect(op, t, scratch, s.v(column(32, e)));
      case "rowIndices" -> block.effect(op, t, scratch, s.v(column(32, ElementType.UI32)));
      case "columns" -> block.effect(op, t, List.of(), s.v(tile(1, 64, e)));
      case "columnIndices" -> block.effect(op, t, scratch, s.v(tile(1, 64, ElementType.I32)));
      case "expandRow" -> block.effect(op, s.v(column(32, e)), d);
      case "expandColumn" -> block.effect(op, s.v(tile(1, 64, e)), d);
      case "rowCarrier" -> block.effect(op, t, s.v(column(32, e)), List.of(), d);
      case "columnCarrier" -> block.effect(op, t, s.v(tile(1, 64, e)), List.of(), d);
      case "fill" -> block.effect(op, t, s.v(padded(32, 64, e)));
      case "sort" -> {
        int factor = 8 / e.bytes();
        block.effect(
            op, t, s.v(tile(32, 64, ElementType.UI32)), List.of(), s.v(tile(32, 64 * factor, e)));
      }
      case "load" -> block.effect(op, s.v(new TensorViewType(true, List.of(32L, 64L), e)), t);
      case "store" ->
          block.effect(
              op, t, List.of(), List.of(), s.v(new TensorViewType(true, List.of(32L, 64L), e)));
      case "random" -> {
        Value word = s.v(ElementType.I32);
        block.effect(op, word, word, word, word, word, word, d);
      }
      case "index" -> block.effect(op, scalar, List.of(), s.v(tile(1, 64, e)));
      default -> throw new IllegalArgumentException(form);
    }
  }
}
