package org.ptoc.vector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.vector.ReferenceExamples.Example;

/**
 * Examples of the operations of the cube core: one statement for each, and the definitions of the
 * values that it names. Element types and locations of tiles follow from the names.
 */
final class CubeExamples {
  private static final Pattern NAME = Pattern.compile("%\\w+");

  /** Values and their types; constants first. */
  private static final Map<String, Definition> DEFINITIONS = new LinkedHashMap<>();

  /**
   * A value.
   *
   * @param expression what defines it, without the type
   */
  private record Definition(String expression, String type) {
    String line(String name) {
      return name
          + " = "
          + expression
          + (expression.startsWith("pto.castptr") ? " -> " : " : ")
          + type;
    }
  }

  static {
    for (int constant : new int[] {0, 1, 2, 16, 32, 64, 256}) {
      constant("%c" + constant, constant, "i64");
    }
    constant("%pattern", 7, "i32");
    constant("%rows", 16, "index");
    constant("%columns", 32, "index");
    constant("%i0", 0, "index");
    constant("%i1", 1, "index");
    constant("%half", "5.000000e-01", "f32");
    constant("%most", "1.000000e+00", "f16");
    constant("%no", "false", "");
    constant("%product", 0x8000000010020010L, "i64");
    constant("%biased", 0x4000000010020010L, "i64");
    constant("%scaled", 0x8000000010040010L, "i64");
    constant("%scaled_biased", 0x4000000010040010L, "i64");
    constant("%extents", 0x0000001000100100L, "i64");
    constant("%plain", 0x0000080000000010L, "i64");
    constant("%to_f16", 0x0000080400000010L, "i64");
    constant("%both_once", 0x200001L, "i64");
    constant("%steps", 0x0000001000010001L, "i64");
    global("%g16", "f16");
    pointer("%l1", "f16, l1");
    pointer("%words", "i64, l1");
    pointer("%scales", "!pto.f8E8M0, l1");
    pointer("%halves", "!pto.f4E2M1x2, l1");
    pointer("%a", "f16, l0a");
    pointer("%b", "f16, l0b");
    pointer("%a8", "f8E4M3FN, l0a");
    pointer("%b8", "f8E5M2, l0b");
    pointer("%a4", "!pto.f4E2M1x2, l0a");
    pointer("%b4", "!pto.f4E2M1x2, l0b");
    pointer("%as", "!pto.f8E8M0, l0a");
    pointer("%bs", "!pto.f8E8M0, l0b");
    pointer("%acc", "f32, l0c");
    pointer("%bt", "f32, bt");
    pointer("%fb", "i64, fb");
    pointer("%ub", "f16, ub");
    pointer("%ub32", "f32, ub");
    tile("%lhs", "left, 16x32xf16, slayout=row_major");
    tile("%row", "left, 1x32xf16, slayout=row_major");
    tile("%lhs8", "left, 16x64xf8E4M3FN, slayout=row_major");
    tile("%row8", "left, 1x64xf8E4M3FN, slayout=row_major");
    tile("%rhs", "right, 32x32xf16, slayout=col_major");
    tile("%rhs8", "right, 64x32xf8E5M2, slayout=col_major");
    tile("%bias", "bias, 1x32xf32");
    tile("%ls", "scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32");
    tile("%rs", "scaling, 2x32x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32");
    tile("%parameters", "scaling, 1x32xi64");
    tile("%dst", "acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024");
    tile("%dst1", "acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024");
  }

  private CubeExamples() {}

  private static void constant(String name, Object value, String type) {
    String expression = "arith.constant " + value;
    DEFINITIONS.put(name, new Definition(expression, type));
  }

  private static void global(String name, String element) {
    DEFINITIONS.put(
        name, new Definition("pto.castptr %p : !pto.ptr<f32>", "!pto.ptr<" + element + ">"));
  }

  private static void pointer(String name, String type) {
    DEFINITIONS.put(name, new Definition("pto.castptr %c0 : i64", "!pto.ptr<" + type + ">"));
  }

  private static void tile(String name, String type) {
    DEFINITIONS.put(name, new Definition("pto.alloc_tile", "!pto.tile_buf<" + type + ">"));
  }

  /** The example of an operation; empty for operations that are not about the cube core. */
  static Optional<Example> of(OpDefinition op) {
    return statement(op.name().substring("pto.".length()))
        .map(operands -> program(op, op.name() + " " + operands));
  }

  /** The operands of the operation, with the types where they are not those of the values. */
  private static Optional<String> statement(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "tmatmul" -> ins("%lhs, %rhs", "%dst");
          case "tmatmul.acc" -> ins("%dst, %lhs, %rhs", "%dst");
          case "tmatmul.bias" -> ins("%lhs, %rhs, %bias", "%dst");
          case "tmatmul.mx" -> ins("%lhs8, %ls, %rhs8, %rs", "%dst");
          case "tmatmul.mx.acc" -> ins("%dst, %lhs8, %ls, %rhs8, %rs", "%dst");
          case "tmatmul.mx.bias" -> ins("%lhs8, %ls, %rhs8, %rs, %bias", "%dst");
          case "tgemv" -> ins("%row, %rhs", "%dst1");
          case "tgemv.acc" -> ins("%dst1, %row, %rhs", "%dst1");
          case "tgemv.bias" -> ins("%row, %rhs, %bias", "%dst1");
          case "tgemv.mx" -> ins("%row8, %ls, %rhs8, %rs", "%dst1");
          case "tgemv.mx.acc" -> ins("%dst1, %row8, %ls, %rhs8, %rs", "%dst1");
          case "tgemv.mx.bias" -> ins("%row8, %ls, %rhs8, %rs, %bias", "%dst1");
          case "tget_scale_addr" -> ins("%lhs8", "%ls");
          case "set_quant_scalar" -> "(%half : f32) {id = 0}";
          case "set_quant_vector" ->
              "(%parameters : " + DEFINITIONS.get("%parameters").type + ") {id = 0}";
          case "mte_gm_l1" -> typed("%g16, %l1, %c64 nburst(%c16, %c64, %c64)");
          case "mte_gm_l1_frac" ->
              "%g16, %l1, nd2nz, shape(%c16, %c32), src_layout(%c64), dst_group(%c1, %c1, %c16,"
                  + " %c0), ctrl(%c0, %no) : !pto.ptr<f16>, !pto.ptr<f16, l1>, nd2nz, shape i64,"
                  + " i64, src_layout i64, dst_group i64, i64, i64, i64, ctrl i64, i1";
          case "mte_l1_l0a" -> typed("%l1, %a, %c16, %c32");
          case "mte_l1_l0b" -> typed("%l1, %b, %c16, %c32");
          case "mte_l1_l0a_mx" -> typed("%scales, %as, %c16, %c64");
          case "mte_l1_l0b_mx" -> typed("%scales, %bs, %c64, %c16");
          case "mte_l1_bt" -> typed("%l1, %bt, %c1 nburst(%c1, %c0, %c0)");
          case "mte_l1_fb" -> typed("%words, %fb, %c1 nburst(%c1, %c0, %c0)");
          case "mte_l1_ub" -> typed("%l1, %ub, %c16 nburst(%c1, %c0, %c0)");
          case "mte_ub_l1" -> typed("%ub, %l1, %c16 nburst(%c1, %c0, %c0)");
          case "raw_fill_l1" ->
              "%l1, %c0, %pattern, %c2, %c1, %c1 {fill_word_bits = 16 : i64} : !pto.ptr<f16, l1>,"
                  + " i64, i32, i64, i64, i64";
          case "create_cbuf_matrix" -> typed("%l1, %most, %c2, %c1, %c1");
          case "mte_l0c_gm" ->
              typed(
                  "%acc, %g16, %c16, %c16, %c16, %c16, %c0, %c0, pre_quant(%half, mode ="
                      + " qf322f16_pre_scalar), pre_relu(mode = normal_relu), nz2nd");
          case "mte_l0c_l1" ->
              typed("%acc, %l1, %c16, %c16, %c16, %c16, pre_quant(%half, mode = f32_f16), nz2nz");
          case "mte_l0c_ub" -> typed("%acc, %ub32, %c16, %c16, %c16, %c16, dst_mode(%c0), nz2nd");
          case "copy_gm_to_cbuf" -> typed("%g16, %l1, %c16, %c64, %c64, %c64");
          case "copy_cbuf_to_ubuf" -> typed("%l1, %ub, %c0, %c1, %c16, %c0, %c0");
          case "copy_ubuf_to_cbuf" -> typed("%ub, %l1, %c0, %c1, %c16, %c0, %c0");
          case "load_cbuf_to_ca" -> typed("%l1, %a, %c0, %c0, %c1, %c2, %c1, %c1");
          case "load_cbuf_to_cb" -> typed("%l1, %b, %c0, %c0, %c1, %c2, %c1, %c1");
          case "load_cbuf_to_ca_s4" -> typed("%halves, %a4, %c0, %c0, %c1, %c2, %c1, %c1, %c0");
          case "load_cbuf_to_cb_s4" -> typed("%halves, %b4, %c0, %c0, %c1, %c2, %c1, %c1, %c0");
          case "load_cbuf_to_ca_mx" -> typed("%scales, %as, %c0, %c0, %c1, %c1, %c1, %c1");
          case "load_cbuf_to_cb_mx" -> typed("%scales, %bs, %c0, %c0, %c1, %c1, %c1, %c1");
          case "copy_cbuf_to_bt" -> typed("%l1, %bt, %c1, %c1, %c0, %c0");
          case "copy_cbuf_to_fbuf" -> typed("%words, %fb, %c1, %c1, %c0, %c0");
          case "copy_gm_to_cbuf_multi_nd2nz", "copy_gm_to_cbuf_multi_dn2nz" ->
              typed("%g16, %l1, %c0, %c64, %c0, %c16, %c32, %c0, %no");
          case "copy_matrix_cc_to_gm" ->
              "%acc, %p, %extents, %plain : !pto.ptr<f32, l0c>," + " !pto.ptr<f32>, i64, i64";
          case "copy_matrix_cc_to_cbuf" -> typed("%acc, %l1, %extents, %to_f16");
          case "copy_matrix_cc_to_ub" -> typed("%acc, %ub32, %extents, %plain");
          case "mad" -> typed("%a, %b, %acc, %c16, %c16, %c32 disable_gemv nosat");
          case "mad_acc" -> typed("%a, %b, %acc, %c16, %c16, %c32");
          case "mad_bias" -> typed("%a, %b, %acc, %bt, %c16, %c16, %c32");
          case "mad_mx", "mad_mx_acc" -> typed("%a8, %b8, %acc, %c16, %c16, %c64");
          case "mad_mx_bias" -> typed("%a8, %b8, %acc, %bt, %c16, %c16, %c64");
          case "mad_raw" -> typed("%a, %b, %acc, %product");
          case "mad_bias_raw" -> typed("%a, %b, %acc, %bt, %biased");
          case "mad_mx_raw" -> typed("%a8, %b8, %acc, %scaled");
          case "mad_mx_bias_raw" -> typed("%a8, %b8, %acc, %bt, %scaled_biased");
          case "set_mte2_nz_para" -> typed("%steps");
          case "set_loop_size_outtol1" -> typed("%both_once");
          case "set_loop3_para" -> typed("%c1, %c0");
          case "set_channel_para" -> typed("%c0, %c256");
          case "set_loop1_stride_outtol1",
              "set_loop2_stride_outtol1",
              "set_pad_val_outtol1",
              "set_quant_pre",
              "set_relu_alpha",
              "set_fix_clip_relu",
              "set_fpc",
              "set_store_atomic_cfg" ->
              typed("%c0");
          case "sethf32mode", "settf32mode" -> "{enable = true, mode = 1 : i32}";
          default -> null;
        });
  }

  private static String ins(String sources, String destination) {
    return "ins(" + typed(sources) + ") outs(" + typed(destination) + ")";
  }

  private static String typed(String operands) {
    StringJoiner types = new StringJoiner(", ", operands + " : ", "");
    Matcher names = NAME.matcher(operands);
    while (names.find()) {
      Definition definition = DEFINITIONS.get(names.group());
      types.add(definition.type.isEmpty() ? "i1" : definition.type);
    }
    return types.toString();
  }

  /** The statement in a kernel of its core; accumulators of tiles are stored. */
  private static Example program(OpDefinition op, String statement) {
    boolean product = statement.contains("outs(%dst");
    List<String> after = new ArrayList<>();
    if (product) {
      String tile = statement.contains("outs(%dst1") ? "%dst1" : "%dst";
      after.addAll(store(tile, tile.equals("%dst") ? "%rows" : "%i1"));
    }
    Set<String> needed = new LinkedHashSet<>();
    NAME.matcher(statement + after).results().forEach(name -> need(name.group(), needed));
    StringBuilder text = new StringBuilder("func.func @k(%p: !pto.ptr<f32>) attributes {pto.entry");
    boolean vector = op.name().endsWith("mte_ub_l1") || op.name().endsWith("copy_ubuf_to_cbuf");
    text.append(vector ? "" : ", pto.kernel_kind = #pto.kernel_kind<cube>").append("} {\n");
    DEFINITIONS.forEach(
        (name, definition) -> {
          if (needed.contains(name)) {
            text.append("  ").append(definition.line(name).replaceAll(" : $", "")).append('\n');
          }
        });
    text.append("  ").append(statement).append('\n');
    after.forEach(line -> text.append("  ").append(line).append('\n'));
    return new Example(statement, text.append("  return\n}\n").toString());
  }

  private static void need(String name, Set<String> needed) {
    Definition definition = DEFINITIONS.get(name);
    if (definition != null && needed.add(name)) {
      NAME.matcher(definition.expression).results().forEach(each -> need(each.group(), needed));
    }
  }

  private static List<String> store(String tile, String rows) {
    String shape = (rows.equals("%rows") ? "16" : "1") + "x32xf32>";
    String view = "!pto.tensor_view<" + shape;
    String part = "!pto.partition_tensor_view<" + shape;
    return List.of(
        "%out = pto.make_tensor_view %p, shape = ["
            + rows
            + ", %columns], strides = [%columns, %i1] : "
            + view,
        "%whole = pto.partition_view %out, offsets = [%i0, %i0], sizes = ["
            + rows
            + ", %columns] : "
            + view
            + " -> "
            + part,
        "pto.tstore ins("
            + tile
            + " : "
            + DEFINITIONS.get(tile).type
            + ") outs(%whole : "
            + part
            + ")");
  }
}
