package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;

/**
 * A program of micro operations of the cube core: constants and pointers are made where they are
 * named, phases are ordered by barriers, arguments are buffers.
 */
final class MicroProgram {
  private final Profile profile;
  private final StringBuilder body = new StringBuilder();
  private final Set<Long> constants = new TreeSet<>();
  private final List<String> parameters = new ArrayList<>();
  private final List<Argument> arguments = new ArrayList<>();
  private int names;

  MicroProgram(Profile profile) {
    this.profile = profile;
  }

  /** The name of an {@code i64} constant. */
  String i(long value) {
    constants.add(value);
    return "%k" + (value < 0 ? "m" + -value : Long.toString(value));
  }

  /** A value together with its type as signatures list it. */
  record Pointer(String name, String type) {}

  /** A pointer to a byte of a memory. */
  Pointer at(String space, Dtype type, long address) {
    return at(space, type.spelling(), address);
  }

  Pointer at(String space, String type, long address) {
    String spelling = "!pto.ptr<" + type + ", " + space + ">";
    String name = "%p" + names++;
    add(name + " = pto.castptr " + i(address) + " : i64 -> " + spelling);
    return new Pointer(name, spelling);
  }

  /** A buffer in global memory. */
  Pointer buffer(Dtype type, byte[] contents) {
    return buffer(type.spelling(), contents);
  }

  Pointer buffer(String type, byte[] contents) {
    String spelling = "!pto.ptr<" + type + ">";
    String name = "%a" + parameters.size();
    parameters.add(name + ": " + spelling);
    arguments.add(new Argument.Buffer(contents));
    return new Pointer(name, spelling);
  }

  /** An {@code f32} or other float constant. */
  String real(Dtype type, double value) {
    String name = "%r" + names++;
    add(
        name
            + " = arith.constant 0x"
            + Long.toHexString(type.pattern(value)).toUpperCase(java.util.Locale.ROOT)
            + " : "
            + type.spelling());
    return name;
  }

  void add(String operation) {
    body.append("    ").append(operation).append('\n');
  }

  /** An operation whose operands are pointers and then {@code i64} values. */
  void add(String mnemonic, List<Pointer> pointers, String rest, int integers, String types) {
    StringBuilder text = new StringBuilder(mnemonic).append(' ');
    StringBuilder signature = new StringBuilder();
    for (Pointer pointer : pointers) {
      text.append(pointer.name).append(", ");
      signature.append(signature.isEmpty() ? "" : ", ").append(pointer.type);
    }
    signature.append(", i64".repeat(integers)).append(types);
    add(text + rest + " : " + signature);
  }

  /** All pipes are empty. */
  void phase() {
    add("pto.barrier #pto.pipe<PIPE_ALL>");
  }

  /** One run of bytes from global memory to L1. */
  void copy(Pointer from, Pointer to, int bytes) {
    String length = i(bytes);
    add(
        "pto.mte_gm_l1",
        List.of(from, to),
        length + " nburst(" + i(1) + ", " + length + ", " + length + ")",
        4,
        "");
  }

  /** Rows of a matrix in global memory become columns of boxes in L1. */
  void fractals(Pointer from, Pointer to, int rows, int columns, int bytes, int pitch) {
    fractals("nd2nz", from, to, rows, columns, columns * bytes, pitch);
  }

  /**
   * @param layout whether rows or columns lie together in global memory
   * @param stride bytes from one of these to the next
   */
  void fractals(
      String layout, Pointer from, Pointer to, int rows, int columns, int stride, int pitch) {
    add("%no" + names + " = arith.constant false");
    add(
        "pto.mte_gm_l1_frac "
            + from.name
            + ", "
            + to.name
            + ", "
            + layout
            + ", shape("
            + i(rows)
            + ", "
            + i(columns)
            + "), src_layout("
            + i(stride)
            + "), dst_group("
            + i(1)
            + ", "
            + i(1)
            + ", "
            + i(pitch)
            + ", "
            + i(0)
            + "), ctrl("
            + i(0)
            + ", %no"
            + names++
            + ") : "
            + from.type
            + ", "
            + to.type
            + ", "
            + layout
            + ", shape i64, i64, src_layout(i64), dst_group i64, i64, i64, i64, ctrl i64, i1");
  }

  String text() {
    StringBuilder text = new StringBuilder("module attributes {pto.kernel_kind =");
    text.append(" #pto.kernel_kind<cube>} {\n  func.func @k(");
    text.append(String.join(", ", parameters)).append(") {\n");
    for (long value : constants) {
      text.append("    ").append(i(value)).append(" = arith.constant ").append(value);
      text.append(" : i64\n");
    }
    return text.append(body).append("    return\n  }\n}\n").toString();
  }

  /** The buffers behind the run. */
  List<byte[]> run(byte fill) {
    String text = text();
    Toolchain.Compiled compiled = Toolchain.compile(text, "k", CompileOptions.defaults(), profile);
    assertThat(compiled.messages()).as(text).noneMatch(message -> message.startsWith("error"));
    RunResult result = Toolchain.run(compiled, arguments, fill);
    assertThat(result).as(text).isInstanceOf(RunResult.Completed.class);
    return ((RunResult.Completed) result).buffers();
  }
}
