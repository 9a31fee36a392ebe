package org.ptoc.ir.printer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ptoc.ir.Block.gm;
import static org.ptoc.ir.Block.mask;
import static org.ptoc.ir.Block.ub;
import static org.ptoc.ir.Block.vector;
import static org.ptoc.ir.type.ElementType.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Block;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;

class PrinterTest {
  private final Block block = new Block();

  @Test
  void printsAKernelWithALoopInAVecscope() {
    Value source = new Value(gm(F32), "src");
    Value zero = named("c0", 0);
    Value step = named("c64", 64);
    Value buffer =
        block.op("pto.castptr", List.of(new Value(ub(F32), "buf")), block.i64(0)).result();
    Block body = new Block();
    Value iv = new Value(INDEX, "i");
    Value left = new Value(I32, "left");
    Operation tail =
        body.op("pto.plt_b32", List.of(new Value(mask(F32), "m"), new Value(I32, "left")), left);
    Value x = body.value("pto.vlds", vector(F32), buffer, iv);
    body.effect("pto.vsts", x, buffer, iv, tail.result(0));
    body.effect("scf.yield", List.of(tail.result(1)));
    Block scope = new Block();
    Value n = scope.constant(70, I32);
    scope
        .with(body.region(iv, left))
        .op("scf.for", Block.results(I32), zero, step, step, List.of(n));
    block.with(scope.region()).effect("pto.vecscope");
    Module module =
        new Module(
            "",
            Attributes.of(UnlistedAttribute.TARGET_ARCH, new Attribute.Text("a5"))
                .with(
                    UnlistedAttribute.KERNEL_KIND,
                    new Attribute.Enumerated("kernel_kind", "vector")),
            List.of(block.function("copy", source)),
            List.of(),
            Location.NONE);
    assertThat(Printer.print(module))
        .isEqualTo(
            """
            module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {
              func.func @copy(%src: !pto.ptr<f32>) attributes {pto.aicore} {
                %c0 = arith.constant 0 : index
                %c64 = arith.constant 64 : index
                %0 = arith.constant 0 : i64
                %buf = pto.castptr %0 : i64 -> !pto.ptr<f32, ub>
                pto.vecscope {
                  %1 = arith.constant 70 : i32
                  %2 = scf.for %i = %c0 to %c64 step %c64 iter_args(%left = %1) -> (i32) {
                    %m, %left_0 = pto.plt_b32 %left : i32 -> !pto.mask<b32>, i32
                    %3 = pto.vlds %buf[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
                    pto.vsts %3, %buf[%i], %m : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32>
                    scf.yield %left_0 : i32
                  }
                }
                return
              }
            }
            """);
  }

  private Value named(String name, long value) {
    return block
        .with(AttributeName.VALUE, new Attribute.Int(value, INDEX))
        .op("arith.constant", List.of(new Value(INDEX, name)))
        .result();
  }

  @Test
  void aFileIsItsFunctions() {
    Module module =
        new Module("", Attributes.EMPTY, List.of(block.function("k")), List.of(), Location.NONE);
    assertThat(Printer.print(module))
        .isEqualTo("func.func @k() attributes {pto.aicore} {\n  return\n}\n");
  }

  @Test
  void siblingScopesReuseNamesAndNestedScopesDoNot() {
    Value condition = new Value(I1, "c");
    Block then = new Block();
    then.with(AttributeName.VALUE, new Attribute.Int(1, I32))
        .op("arith.constant", List.of(new Value(I32, "x")));
    then.constant(2, I32);
    then.effect("scf.yield", List.of());
    Block otherwise = new Block();
    otherwise
        .with(AttributeName.VALUE, new Attribute.Int(3, I32))
        .op("arith.constant", List.of(new Value(I32, "x")));
    otherwise
        .with(AttributeName.VALUE, new Attribute.Int(4, I32))
        .op("arith.constant", List.of(new Value(I32, "c")));
    otherwise.constant(5, I32);
    otherwise.effect("scf.yield", List.of());
    block.with(then.region(), otherwise.region()).effect("scf.if", condition);
    assertThat(Printer.print(block.function("k", condition)))
        .isEqualTo(
            """
            func.func @k(%c: i1) attributes {pto.aicore} {
              scf.if %c {
                %x = arith.constant 1 : i32
                %0 = arith.constant 2 : i32
              } else {
                %x = arith.constant 3 : i32
                %c_0 = arith.constant 4 : i32
                %0 = arith.constant 5 : i32
              }
              return
            }
            """);
  }

  @Test
  void aWhileLoopNamesTheArgumentsOfBothRegions() {
    Value start = block.constant(3, I64);
    Block before = new Block();
    Value a = new Value(I64, "a");
    Value more = before.with(AttributeName.PREDICATE, "sgt").value("arith.cmpi", I1, a, a);
    before.effect("scf.condition", more, List.of(a));
    Block after = new Block();
    Value b = new Value(I64, "b");
    after.effect("scf.yield", List.of(b));
    block
        .with(before.region(a), after.region(b))
        .op("scf.while", List.of(new Value(I64, "r")), List.of(start));
    assertThat(Printer.print(block.function("k")))
        .contains(
            """
              %r = scf.while (%a = %0) : (i64) -> (i64) {
                %1 = arith.cmpi sgt, %a, %a : i64
                scf.condition(%1) %a : i64
              } do {
              ^bb0(%b: i64):
                scf.yield %b : i64
              }
            """);
  }

  @Test
  void floatConstantsAreShortestDecimalsOrPatterns() {
    assertThat(real(0x3F800000L, F32)).isEqualTo("1.0 : f32");
    assertThat(real(0x3DCCCCCDL, F32)).isEqualTo("0.1 : f32");
    assertThat(real(0x80000000L, F32)).isEqualTo("-0.0 : f32");
    assertThat(real(0x00000001L, F32)).isEqualTo("1.4e-45 : f32");
    assertThat(real(0x7F7FFFFFL, F32)).isEqualTo("3.4028235e38 : f32");
    assertThat(real(0xFFC00000L, F32)).isEqualTo("0xFFC00000 : f32");
    assertThat(real(0xFFFFFFFFFFC00000L, F32)).isEqualTo("0xFFC00000 : f32");
    assertThat(real(0x7C00L, F16)).isEqualTo("0x7C00 : f16");
    assertThat(real(0x3555L, F16)).isEqualTo("0.33325195 : f16");
    assertThat(real(0x3DCDL, BF16)).isEqualTo("0.100097656 : bf16");
  }

  private String real(long bits, org.ptoc.ir.type.ElementType type) {
    Operation op =
        new Block()
            .with(AttributeName.VALUE, new Attribute.Real(bits, type))
            .op("arith.constant", Block.results(type));
    return Printer.print(op).substring("%0 = arith.constant ".length());
  }

  @Test
  void scalarOperations() {
    Value a = new Value(I32, "a");
    Value b = new Value(I32, "b");
    Value c = new Value(I1, "c");
    assertPrints(block.op("arith.addi", Block.results(I32), a, b), "%0 = arith.addi %a, %b : i32");
    assertPrints(
        block.with(AttributeName.FLAGS, "overflow<nsw>").op("arith.addi", Block.results(I32), a, b),
        "%0 = arith.addi %a, %b overflow<nsw> : i32");
    assertPrints(
        block.op("arith.select", Block.results(I32), c, a, b),
        "%0 = arith.select %c, %a, %b : i32");
    assertPrints(
        block.op("arith.index_cast", Block.results(INDEX), a),
        "%0 = arith.index_cast %a : i32 to index");
    assertPrints(
        block.op("builtin.unrealized_conversion_cast", Block.results(UI32), List.of(a)),
        "%0 = builtin.unrealized_conversion_cast %a : i32 to ui32");
    assertPrints(
        block
            .with(AttributeName.CALLEE, new Attribute.Symbol("f"))
            .op("func.call", List.of(), List.of(a)),
        "func.call @f(%a) : (i32) -> ()");
    assertPrints(
        block
            .with(AttributeName.VALUE, new Attribute.Int(1, I1))
            .op("arith.constant", Block.results(I1)),
        "%0 = arith.constant true");
  }

  @Test
  void aLoopOverIntegersSaysItsType() {
    Value a = new Value(I32, "a");
    Block body = new Block();
    body.effect("scf.yield", List.of());
    assertPrints(
        block.with(body.region(new Value(I32, "i"))).effect("scf.for", a, a, a),
        "scf.for %i = %a to %a step %a : i32 {\n}");
  }

  @Test
  void vectorOperationsFollowTheirFormats() {
    Value v = new Value(vector(F32), "v");
    Value m = new Value(mask(F32), "m");
    Value s = new Value(F32, "s");
    assertPrints(
        block.op("pto.vadd", Block.results(vector(F32)), v, v, m),
        "%0 = pto.vadd %v, %v, %m : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> ->"
            + " !pto.vreg<64xf32>");
    assertPrints(
        block.op("pto.vaddc", Block.results(vector(I32), mask(I32)), v, v, m),
        "%0, %1 = pto.vaddc %v, %v, %m : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> ->"
            + " !pto.vreg<64xi32>, !pto.mask<b32>");
    assertPrints(
        block.with(AttributeName.MODE, "lt").op("pto.vcmps", Block.results(mask(F32)), v, s, m),
        "%0 = pto.vcmps %v, %s, %m, \"lt\" : !pto.vreg<64xf32>, f32, !pto.mask<b32> ->"
            + " !pto.mask<b32>");
    assertPrints(
        block
            .with(AttributeName.RND, "R")
            .with(AttributeName.PART, "EVEN")
            .op("pto.vcvt", Block.results(vector(F16)), v, m),
        "%0 = pto.vcvt %v, %m {rnd = \"R\", part = \"EVEN\"} : !pto.vreg<64xf32>, !pto.mask<b32> ->"
            + " !pto.vreg<128xf16>");
    assertPrints(
        block.op("pto.vexpdif", Block.results(vector(F32)), v, v),
        "%0 = pto.vexpdif %v, %v : !pto.vreg<64xf32>, !pto.vreg<64xf32> -> !pto.vreg<64xf32>");
    assertPrints(
        block
            .with(AttributeName.PART, "ODD")
            .op("pto.vexpdif", Block.results(vector(F32)), v, v, m),
        "%0 = pto.vexpdif %v, %v, %m, \"ODD\" : !pto.vreg<64xf32>, !pto.vreg<64xf32>,"
            + " !pto.mask<b32> -> !pto.vreg<64xf32>");
    assertPrints(
        block.with(AttributeName.PART, "LOWER").op("pto.vpack", Block.results(vector(UI16)), v),
        "%0 = pto.vpack %v, \"LOWER\" : !pto.vreg<64xf32> -> !pto.vreg<128xui16>");
    Value half = new Value(INDEX, "h");
    assertPrints(
        block.op("pto.vpack", Block.results(vector(UI16)), v, v, half),
        "%0 = pto.vpack %v, %v, %h : !pto.vreg<64xf32>, !pto.vreg<64xf32>, index ->"
            + " !pto.vreg<128xui16>");
    assertPrints(
        block.op("pto.vsunpack", Block.results(vector(I32)), new Value(vector(I16), "w"), half),
        "%0 = pto.vsunpack %w, %h : !pto.vreg<128xi16> -> !pto.vreg<64xi32>");
    assertPrints(
        block.with(AttributeName.PATTERN, "PAT_ALL").op("pto.pset_b32", Block.results(mask(F32))),
        "%0 = pto.pset_b32 \"PAT_ALL\" : !pto.mask<b32>");
    assertPrints(
        block.op("pto.init_align", Block.results(AlignType.ALIGN)),
        "%0 = pto.init_align : !pto.align");
    assertPrints(
        block.with(AttributeName.REGISTER, "AR").effect("pto.sprclr"), "pto.sprclr \"AR\"");
    Value p = new Value(ub(I8), "p");
    assertPrints(
        block.with(AttributeName.DIST, "NORM").effect("pto.psts", m, p, half),
        "pto.psts %m, %p[%h], \"NORM\" : !pto.mask<b32>, !pto.ptr<i8, ub>, index");
  }

  @Test
  void transfersListTheirClauses() {
    Value g = new Value(gm(F32), "g");
    Value u = new Value(ub(F32), "u");
    Value n = new Value(I64, "n");
    assertPrints(
        block.effect("pto.mte_gm_ub", g, u, n, n, n, n, n),
        "pto.mte_gm_ub %g, %u, %n, %n nburst(%n, %n, %n) : !pto.ptr<f32>, !pto.ptr<f32, ub>, i64,"
            + " i64, i64, i64, i64");
    assertPrints(
        block.effect(
            "pto.mte_gm_ub",
            g,
            u,
            n,
            n,
            n,
            n,
            n,
            List.of(n, n, n, n, n, n),
            new Value(F32, "z"),
            n,
            n),
        "pto.mte_gm_ub %g, %u, %n, %n nburst(%n, %n, %n) loop(%n, %n, %n) loop(%n, %n, %n) pad(%z,"
            + " %n, %n) : !pto.ptr<f32>, !pto.ptr<f32, ub>, i64, i64, i64, i64, i64, loop i64, i64,"
            + " i64, loop i64, i64, i64, pad f32, i64, i64");
    assertPrints(
        block.effect("pto.mte_ub_gm", u, g, n, n, n, n, n),
        "pto.mte_ub_gm %u, %g, %n nburst(%n, %n, %n) l2_cache_ctl(%n)"
            + " : !pto.ptr<f32, ub>, !pto.ptr<f32>, i64, i64, i64, i64, i64");
  }

  @Test
  void synchronisation() {
    block.with(AttributeName.SRC, "PIPE_MTE2").with(AttributeName.DST, "PIPE_V");
    assertPrints(
        block.with(AttributeName.EVENT, "EVENT_ID0").effect("pto.set_flag"),
        "pto.set_flag[\"PIPE_MTE2\", \"PIPE_V\", \"EVENT_ID0\"]");
    Value event = new Value(INDEX, "e");
    block.with(AttributeName.SRC, "PIPE_MTE2").with(AttributeName.DST, "PIPE_V");
    assertPrints(
        block.effect("pto.set_flag_dyn", event), "pto.set_flag_dyn[\"PIPE_MTE2\", \"PIPE_V\", %e]");
    assertPrints(
        block.with(AttributeName.PIPE, "PIPE_ALL").effect("pto.barrier"),
        "pto.barrier #pto.pipe<PIPE_ALL>");
    assertPrints(
        block
            .with(AttributeName.PIPE, "PIPE_V")
            .with(AttributeName.ID, 3)
            .with(AttributeName.MODE, 0)
            .effect("pto.get_buf"),
        "pto.get_buf \"PIPE_V\", 3, 0");
    assertPrints(
        block
            .with(AttributeName.PIPE, "PIPE_V")
            .effect("pto.get_buf", new Value(I64, "i"), new Value(I64, "j")),
        "pto.get_buf \"PIPE_V\", %i, %j : i64, i64");
    assertPrints(
        block
            .with(AttributeName.PIPE, "PIPE_V")
            .with(AttributeName.MODE, 0)
            .effect("pto.get_buf_dyn", event),
        "pto.get_buf_dyn \"PIPE_V\", %e, 0 : index");
    assertPrints(block.op("pto.get_block_idx", Block.results(I64)), "%0 = pto.get_block_idx");
    assertPrints(
        block.op("pto.get_vms4_sr", Block.results(I16, I16, I16, I16)),
        "%0, %1, %2, %3 = pto.get_vms4_sr : i16, i16, i16, i16");
  }

  @Test
  void viewsAndTiles() {
    Value p = new Value(gm(F32), "p");
    Value i = new Value(INDEX, "i");
    TensorViewType view = new TensorViewType(false, List.of(16L, 64L), F32);
    TensorViewType part = new TensorViewType(true, List.of(16L, 64L), F32);
    TileType type = TileType.plain(MemorySpace.UB, 16, 64, F32);
    Value t = new Value(type, "t");
    assertPrints(
        block.op(
            "pto.make_tensor_view", List.of(new Value(view, "v")), p, List.of(i, i), List.of(i, i)),
        "%v = pto.make_tensor_view %p, shape = [%i, %i], strides = [%i, %i] :"
            + " !pto.tensor_view<16x64xf32>");
    assertPrints(
        block.op(
            "pto.partition_view",
            List.of(new Value(part, "q")),
            new Value(view, "v"),
            List.of(i, i),
            List.of(i, i)),
        "%q = pto.partition_view %v, offsets = [%i, %i], sizes = [%i, %i] :"
            + " !pto.tensor_view<16x64xf32> -> !pto.partition_tensor_view<16x64xf32>");
    assertPrints(
        block.op("pto.alloc_tile", List.of(t)),
        "%t = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>");
    assertPrints(
        block.op(
            "pto.alloc_tile",
            List.of(new Value(type.withValid(-1, 64), "d")),
            new Value(I64, "a"),
            i),
        "%d = pto.alloc_tile addr = %a valid_row = %i : !pto.tile_buf<vec, 16x64xf32, valid=?x64>");
    assertPrints(
        block
            .with(
                AttributeName.SIZES,
                new Attribute.Array(List.of(new Attribute.Int(8, I64), new Attribute.Int(64, I64))))
            .op(
                "pto.subview",
                List.of(new Value(TileType.plain(MemorySpace.UB, 8, 64, F32), "s")),
                t,
                List.of(i, i)),
        "%s = pto.subview %t[%i, %i] sizes [8, 64] : !pto.tile_buf<vec, 16x64xf32> ->"
            + " !pto.tile_buf<vec, 8x64xf32>");
    assertPrints(
        block.effect("pto.tadd", t, t, t),
        "pto.tadd ins(%t, %t : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>)"
            + " outs(%t : !pto.tile_buf<vec, 16x64xf32>)");
    assertPrints(
        block.with(AttributeName.CMP_MODE, "lt").effect("pto.tcmp", t, t, t),
        "pto.tcmp ins(%t, %t {cmpMode = #pto<cmp lt>} : !pto.tile_buf<vec, 16x64xf32>,"
            + " !pto.tile_buf<vec, 16x64xf32>) outs(%t : !pto.tile_buf<vec, 16x64xf32>)");
    assertPrints(
        block.with(AttributeName.SRC1_COL, 8).effect("pto.trowexpanddiv", t, t, List.of(), t),
        "pto.trowexpanddiv ins(%t, %t : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec,"
            + " 16x64xf32>) outs(%t : !pto.tile_buf<vec, 16x64xf32>) {src1Col = 8 : i64}");
  }

  @Test
  void aStrictScopeNamesItsCaptures() {
    Value a = new Value(INDEX, "a");
    block.with(new Block().region(new Value(INDEX, "x")));
    assertPrints(
        block.effect("pto.strict_vecscope", List.of(a)),
        "pto.strict_vecscope(%a) {\n^bb0(%x: index):\n} : (index) -> ()");
  }

  @Test
  void stringsAndOddNamesAreQuoted() {
    Function function =
        new Function(
            "odd name",
            List.of(I32),
            Attributes.EMPTY
                .withNamed("say so", new Attribute.Text("a\"b\\c\n"))
                .withNamed("n", new Attribute.Int(7, I32)),
            java.util.Optional.empty(),
            Location.NONE);
    assertThat(Printer.print(function))
        .isEqualTo(
            "func.func private @\"odd name\"() -> (i32) attributes {\"say so\" = \"a\\\"b\\\\c\\n"
                + "\", n = 7 : i32}\n");
  }

  private static void assertPrints(Operation operation, String text) {
    assertThat(Printer.print(operation)).isEqualTo(text);
  }
}
