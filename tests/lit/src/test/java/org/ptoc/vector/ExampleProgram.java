package org.ptoc.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;

/**
 * The shortest kernel around the statement of a {@link Probe}: operands out of UB, the statement,
 * results into UB.
 */
final class ExampleProgram {
  private static final Pattern DEFINITION =
      Pattern.compile(
          "\\s*(%[A-Za-z_0-9]+) ="
              + " (arith\\.constant|arith\\.index_cast|pto\\.castptr|pto\\.get_block_idx) .*");

  private final Probe probe;
  private final List<String> head = new ArrayList<>();
  private final List<String> body = new ArrayList<>();
  private final List<String> statement = new ArrayList<>();
  private final List<String> after = new ArrayList<>();
  private int base;

  private ExampleProgram(Probe probe) {
    this.probe = probe;
  }

  /** The statement as the reference shows it, without the indentation of the program. */
  static String statement(Probe probe) {
    return probe
        .statement()
        .stripIndent()
        .lines()
        .map(String::stripTrailing)
        .map(line -> line.replaceFirst("^ {6}", ""))
        .reduce((first, next) -> first + "\n" + next)
        .orElseThrow();
  }

  /** What becomes of masks that the statement makes. */
  enum MaskUse {
    STORED,
    OF_A_STORE,
    NONE
  }

  static String of(Probe probe, MaskUse masks) {
    return new ExampleProgram(probe).text(masks);
  }

  private String text(MaskUse masks) {
    for (String name : List.of("%c0", "%skip_a0", "%skip_r0")) {
      head.add(name + " = arith.constant 0 : index");
    }
    head.add("%c1 = arith.constant 1 : index");
    head.add("%rounds = arith.constant 4 : index");
    head.add("%block = pto.get_block_idx : i64");
    head.add("%round = arith.index_cast %block : i64 to index");
    head.add("%zero = arith.constant 0 : i64");
    head.add("%one = arith.constant 1 : i64");
    for (int i = 0; i < probe.inputs().size(); i++) {
      pointer(probe.inputs().get(i), "a" + i);
      read(i);
    }
    for (int i = 0; i < probe.outputs().size(); i++) {
      pointer(probe.outputs().get(i), "r" + i);
      write(probe.outputs().get(i), "r" + i, masks);
    }
    statement(probe).lines().forEach(statement::add);
    prune();
    return written();
  }

  /**
   * Words that configure an operation are constants of the first round; everything else comes out
   * of UB.
   */
  private void read(int input) {
    if (probe.inputs().get(input) instanceof Slot.Scalar(var element)
        && element == ElementType.I64
        && !isScalar()) {
      byte[] data = probe.data().of(probe.inputs().get(input), input, 0, new Samples(1));
      head.add("%a" + input + " = arith.constant " + Lanes.get(data, 0, 8) + " : i64");
    } else {
      Probe.read(probe.inputs().get(input), "a" + input, Profile.A2A3, body);
    }
  }

  private void write(Slot slot, String name, MaskUse masks) {
    if (slot instanceof Slot.Mask mask && masks != MaskUse.STORED) {
      if (masks == MaskUse.OF_A_STORE) {
        String element = mask.laneBytes() == 4 ? "f32" : "f16";
        String vector = "!pto.vreg<" + 256 / mask.laneBytes() + "x" + element + ">";
        String pointer = "!pto.ptr<" + element + ", ub>";
        head.add("%data_" + name + " = pto.castptr %at_" + name + " : i64 -> " + pointer);
        head.add("%value_" + name + " = arith.constant 1.0 : " + element);
        after.add("%all_" + name + " = pto.vbr %value_" + name + " : " + element + " -> " + vector);
        after.add(
            "pto.vsts %all_"
                + name
                + ", %data_"
                + name
                + "[%c0], %"
                + name
                + " : "
                + vector
                + ", "
                + pointer
                + ", "
                + slot.type());
      }
      return;
    }
    Probe.write(slot, name, after);
  }

  private boolean isScalar() {
    return probe.statement().contains("arith.");
  }

  private void pointer(Slot slot, String name) {
    switch (slot) {
      case Slot.Constant constant ->
          head.add("%" + name + " = arith.constant " + constant.value() + " : " + constant.type());
      case Slot.Memory memory -> pointer("%" + name, memory.type(), memory.bytes());
      case Slot.Vector vector ->
          pointer(
              "%p_" + name, "!pto.ptr<" + vector.element().spelling() + ", ub>", vector.bytes());
      case Slot.Mask mask -> pointer("%p_" + name, "!pto.ptr<ui8, ub>", mask.bytes());
      case Slot.Scalar scalar ->
          pointer(
              "%p_" + name, "!pto.ptr<" + scalar.element().spelling() + ", ub>", scalar.bytes());
    }
  }

  private void pointer(String name, String type, int bytes) {
    String at = name.replace("%p_", "%").replace("%", "%at_");
    head.add(at + " = arith.constant " + base + " : i64");
    head.add(name + " = pto.castptr " + at + " : i64 -> " + type);
    base += bytes;
  }

  /** Leaves out constants and pointers that nobody uses, last first. */
  private void prune() {
    for (int i = head.size() - 1; i >= 0; i--) {
      Matcher definition = DEFINITION.matcher(head.get(i));
      if (!definition.matches() || !isUsed(definition.group(1), i)) {
        head.remove(i);
      }
    }
  }

  private boolean isUsed(String name, int at) {
    List<String> rest = new ArrayList<>(head.subList(at + 1, head.size()));
    rest.addAll(body);
    rest.addAll(statement);
    rest.addAll(after);
    return Pattern.compile(Pattern.quote(name) + "\\b").matcher(String.join("\n", rest)).find();
  }

  private String written() {
    String element = isUsed("%in", -1) || isUsed("%out", -1) ? "ui8" : "f32";
    String parameter = isUsed("%out", -1) ? "%out" : "%in";
    StringBuilder text =
        new StringBuilder(
            "func.func @example("
                + parameter
                + ": !pto.ptr<"
                + element
                + ">) attributes {pto.entry, pto.aicore} {\n");
    lines(head, "  ", text);
    String indent = probe.inside() ? "    " : "  ";
    text.append(probe.inside() ? "  pto.vecscope {\n" : "");
    lines(body.stream().map(String::strip).toList(), indent, text);
    lines(statement, indent, text);
    lines(after.stream().map(String::strip).toList(), indent, text);
    text.append(probe.inside() ? "  }\n" : "").append("  return\n}\n");
    if (text.indexOf("@same") >= 0) {
      text.append("func.func private @same(%value: i64) -> i64 {\n  return %value : i64\n}\n");
    }
    return text.toString();
  }

  private static void lines(List<String> lines, String indent, StringBuilder text) {
    lines.forEach(line -> text.append(indent).append(line).append('\n'));
  }
}
