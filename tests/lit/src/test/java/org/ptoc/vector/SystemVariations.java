package org.ptoc.vector;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.type.ElementType;

/**
 * Kernels of pointers, scalar memory, control flow, synchronisation, queries and control registers
 * (spec/00, 4 and 5).
 */
final class SystemVariations {
  private final OpDefinition op;
  private final List<Variation> all = new ArrayList<>();

  private SystemVariations(OpDefinition op) {
    this.op = op;
  }

  static List<Variation> of(OpDefinition op) {
    SystemVariations variations = new SystemVariations(op);
    switch (op.form()) {
      case CAST_POINTER, ADD_POINTER, LOAD_SCALAR, STORE_SCALAR -> variations.pointers();
      case FLAG -> variations.flags();
      case BUFFER -> variations.buffers();
      case PIPE_BARRIER, MEMORY_BARRIER -> variations.barriers();
      case QUERY -> variations.query();
      case SET_CONTROL, GET_CONTROL -> variations.control();
      case SET_BIT -> variations.bits();
      case VECSCOPE, STRICT_VECSCOPE, SECTION -> variations.scopes();
      case FOR, YIELD, IF, WHILE, CONDITION, RETURN, CALL, UNREALIZED_CAST ->
          variations.structure();
      default -> throw new IllegalArgumentException(op.name());
    }
    return variations.all;
  }

  private void add(String form, String column, Probe... probes) {
    all.add(new Variation(op, form, column, List.of(probes)));
  }

  private static Probe.Reference copy(int bytes) {
    return (in, out) -> System.arraycopy(in[0], 0, out[0], 0, bytes);
  }

  /**
   * Loads an element through a moved and cast pointer and stores it the same way, in and outside a
   * vecscope.
   */
  private void pointers() {
    for (ElementType type : MemoryVariations.elements()) {
      Slot.Memory memory = new Slot.Memory(type, 64);
      String p = memory.type();
      String text =
          "%i = pto.castptr %a0 : "
              + p
              + " -> i64\n      %b = pto.castptr %i : i64 -> !pto.ptr<ui8, ub>"
              + "\n      %c = pto.castptr %b : !pto.ptr<ui8, ub> -> "
              + p
              + "\n      %d = pto.addptr %c, %a1 : "
              + p
              + " -> "
              + p
              + "\n      %v = pto.load_scalar %d[%a1] : "
              + p
              + " -> "
              + type.spelling()
              + "\n      %e = pto.addptr %r0, %a1 : <"
              + type.spelling()
              + ", ub> -> <"
              + type.spelling()
              + ", ub>\n      pto.store_scalar %v, %e[%a2] : "
              + p
              + ", "
              + type.spelling();
      List<Slot> inputs =
          List.of(memory, new Slot.Constant("2", "index"), new Slot.Constant("-1", "index"));
      Probe.Reference reference =
          (in, out) ->
              System.arraycopy(in[0], 4 * type.bytes(), out[0], type.bytes(), type.bytes());
      Probe probe = Probe.of(inputs, List.of(memory), text, reference);
      add("outside", type.spelling(), probe.outside());
      add("in vecscope", type.spelling(), probe);
    }
  }

  private static Probe copying(String before, String after) {
    Slot.Scalar word = new Slot.Scalar(ElementType.I64);
    String text = before + "%r0 = arith.addi %a0, %a1 : i64" + after;
    return Probe.of(List.of(word, new Slot.Constant("0", "i64")), List.of(word), text, copy(8))
        .outside();
  }

  private void flags() {
    boolean dynamic = op.name().endsWith("_dyn");
    String suffix = dynamic ? "_dyn" : "";
    String event = dynamic ? "%event" : "\"EVENT_ID3\"";
    String prefix = dynamic ? "%event = arith.addi %round, %c0 : index\n      " : "";
    for (String pipes :
        List.of(
            "\"PIPE_MTE2\", \"PIPE_V\"",
            "\"PIPE_V\", \"PIPE_S\"",
            "#pto.pipe<PIPE_V>, #pto.pipe<PIPE_MTE3>")) {
      String operands = "[" + pipes + ", " + event + "]\n      ";
      add(
          (dynamic ? "dynamic" : "canon") + (pipes.startsWith("#") ? " attribute" : " string"),
          pipes.replaceAll("[^A-Z0-9_ ]+|PIPE_", "").trim(),
          copying(
              prefix + "pto.set_flag" + suffix + operands + "pto.wait_flag" + suffix + operands,
              ""));
    }
  }

  private void buffers() {
    if (op.name().endsWith("_dyn")) {
      String operands = " \"PIPE_V\", %id, 0\n      ";
      add(
          "canon",
          "-",
          copying(
              "%id = arith.addi %round, %c0 : index\n      pto.get_buf_dyn"
                  + operands
                  + "pto.rls_buf_dyn"
                  + operands,
              ""));
      return;
    }
    add(
        "canon",
        "-",
        copying("pto.get_buf \"PIPE_V\", 31, 0\n      ", "\n      pto.rls_buf \"PIPE_V\", 31, 0"));
    add(
        "no mode",
        "-",
        copying("pto.get_buf \"PIPE_MTE2\", 0\n      ", "\n      pto.rls_buf \"PIPE_MTE2\", 0"));
    add(
        "mode 1",
        "-",
        copying(
            "pto.get_buf \"PIPE_MTE3\", 5, 1\n      ", "\n      pto.rls_buf \"PIPE_MTE3\", 5, 1"));
    add(
        "seed",
        "-",
        copying(
            "pto.get_buf \"PIPE_V\", %zero, %zero : i64, i64\n      ",
            "\n      pto.rls_buf \"PIPE_V\", %zero, %zero : i64, i64"));
  }

  private void barriers() {
    if (op.shortName().equals("mem_bar")) {
      List<String> kinds =
          List.of(
              "VV_ALL", "VST_VLD", "VLD_VST", "VST_VST", "VS_ALL", "VST_LD", "VLD_ST", "VST_ST",
              "SV_ALL", "ST_VLD", "LD_VST", "ST_VST", "SS_ALL", "ST_LD", "LD_ST", "ST_ST");
      for (String kind : kinds) {
        Slot.Memory memory = new Slot.Memory(ElementType.I32, 256);
        Slot.Vector vector = Slot.Vector.of(ElementType.I32);
        String text =
            "%m = pto.pset_b32 \"PAT_ALL\" : !pto.mask<b32>\n      pto.vsts %a0, %r0[%c0], %m : "
                + vector.type()
                + ", "
                + memory.type()
                + ", !pto.mask<b32>\n      pto.mem_bar \""
                + kind
                + "\"\n      %r1 = pto.vlds %r0[%c0] : "
                + memory.type()
                + " -> "
                + vector.type();
        Probe.Reference reference =
            (in, out) -> {
              System.arraycopy(in[0], 0, out[0], 0, 256);
              System.arraycopy(in[0], 0, out[1], 0, 256);
            };
        add(kind, "-", Probe.of(List.of(vector), List.of(memory, vector), text, reference));
      }
    } else if (op.shortName().equals("dsb")) {
      for (String kind : List.of("ALL", "DDR", "UB", "SEQ")) {
        add(kind, "-", copying("pto.dsb \"" + kind + "\"\n      ", ""));
      }
    } else {
      for (String pipe : List.of("PIPE_V", "PIPE_MTE2", "PIPE_MTE3", "PIPE_S", "PIPE_ALL")) {
        String operand =
            op.shortName().equals("barrier") ? "#pto.pipe<" + pipe + ">" : "\"" + pipe + "\"";
        add(pipe, "-", copying(op.name() + " " + operand + "\n      ", ""));
      }
    }
  }

  private void query() {
    long value = op.shortName().endsWith("num") ? 1 : 0;
    for (String signature : List.of("", " : i64")) {
      Probe.Reference reference = (in, out) -> Lanes.put(out[0], 0, 8, value);
      Probe probe =
          Probe.of(
              List.of(),
              List.of(new Slot.Scalar(ElementType.I64)),
              "%r0 = " + op.name() + signature,
              reference);
      add(signature.isEmpty() ? "canon" : "signature", "-", probe.outside(), probe);
    }
  }

  private void control() {
    Slot.Scalar word = new Slot.Scalar(ElementType.I64);
    String text = "pto.set_ctrl %a0 : i64\n      %r0 = pto.get_ctrl : i64";
    add("canon", "-", Probe.of(List.of(word), List.of(word), text, copy(8)).outside());
  }

  private void bits() {
    Slot.Scalar word = new Slot.Scalar(ElementType.I64);
    String text = "%r0 = " + op.name() + " %a0, %a1 : i64, i64 -> i64";
    Probe.Reference reference =
        (in, out) -> {
          long bit = 1L << Lanes.get(in[1], 0, 8);
          long value = Lanes.get(in[0], 0, 8);
          Lanes.put(out[0], 0, 8, op.shortName().endsWith("1") ? value | bit : value & ~bit);
        };
    Probe.Data data =
        (slot, position, round, samples) ->
            position == 0
                ? Probe.random(slot, position, round, samples)
                : Probe.scalar(ElementType.I64, samples.random().nextInt(64));
    add(
        "canon",
        "-",
        Probe.of(List.of(word, word), List.of(word), text, reference).outside().with(data));
  }

  // Regions.

  private static final Slot.Memory WORDS = new Slot.Memory(ElementType.I32, 256);
  private static final Slot.Vector VECTOR = Slot.Vector.of(ElementType.I32);

  private static String doubling(String source, String dest) {
    return "%m = pto.pset_b32 \"PAT_ALL\" : !pto.mask<b32>\n      %v = pto.vlds "
        + source
        + "[%z] : "
        + WORDS.type()
        + " -> "
        + VECTOR.type()
        + "\n      %w = pto.vadd %v, %v, %m : "
        + VECTOR.type()
        + ", "
        + VECTOR.type()
        + ", !pto.mask<b32> -> "
        + VECTOR.type()
        + "\n      pto.vsts %w, "
        + dest
        + "[%z], %m : "
        + VECTOR.type()
        + ", "
        + WORDS.type()
        + ", !pto.mask<b32>\n      ";
  }

  private static Probe doubles(String text) {
    Probe.Reference reference =
        (in, out) -> {
          for (int i = 0; i < 64; i++) {
            Lanes.put(out[0], 4 * i, 4, 2 * Lanes.get(in[0], 4 * i, 4));
          }
        };
    return Probe.of(List.of(WORDS), List.of(WORDS), text, reference).outside();
  }

  private void scopes() {
    String body = doubling("%a0", "%r0").replace("%z", "%c0");
    switch (op.form()) {
      case VECSCOPE -> add("canon", "-", doubles("pto.vecscope {\n      " + body + "}"));
      case SECTION -> {
        String text = "pto.vecscope {\n      " + body + "}\n      ";
        String cube =
            op.has(Trait.CUBE_CORE)
                ? "pto.section.cube {\n"
                    + "      pto.set_flag[\"PIPE_MTE1\", \"PIPE_M\", \"EVENT_ID0\"]\n"
                    + "      }\n"
                    + "      "
                : "";
        add("canon", "-", doubles(cube + "pto.section.vector {\n      " + text + "}"));
      }
      default ->
          add(
              "canon",
              "-",
              doubles(
                  "pto.strict_vecscope(%a0, %r0) {\n      ^bb0(%from: "
                      + WORDS.type()
                      + ", %into: "
                      + WORDS.type()
                      + "):\n      "
                      + "%z = arith.constant 0 : index\n      "
                      + doubling("%from", "%into")
                      + "} : ("
                      + WORDS.type()
                      + ", "
                      + WORDS.type()
                      + ") -> ()"));
    }
  }

  /** Programs whose structure is the operation; {@code ControlFlowTest} has the richer ones. */
  private void structure() {
    Slot.Scalar word = new Slot.Scalar(ElementType.I64);
    Probe.Reference identity = copy(8);
    String text =
        switch (op.form()) {
          case FOR, YIELD ->
              "%r0 = scf.for %i = %c0 to %rounds step %c1 iter_args(%s = %a0) -> (i64) {\n"
                  + "      %n = arith.addi %s, %zero : i64\n"
                  + "      scf.yield %n : i64\n"
                  + "      }";
          case IF ->
              "%c = arith.cmpi slt, %a0, %zero : i64\n"
                  + "      %r0 = scf.if %c -> (i64) {\n"
                  + "      scf.yield %a0 : i64\n"
                  + "      } else {\n"
                  + "      %n = arith.addi %a0, %zero : i64\n"
                  + "      scf.yield %n : i64\n"
                  + "      }";
          case WHILE, CONDITION ->
              "%r0, %last = scf.while (%s = %a0, %i = %c0) : (i64, index) -> (i64, index) {\n"
                  + "      %c = arith.cmpi slt, %i, %rounds : index\n"
                  + "      scf.condition(%c) %s, %i : i64, index\n"
                  + "      } do {\n"
                  + "      ^bb0(%t: i64, %j: index):\n"
                  + "      %k = arith.addi %j, %c1 : index\n"
                  + "      scf.yield %t, %k : i64, index\n"
                  + "      }";
          case UNREALIZED_CAST ->
              "%u = builtin.unrealized_conversion_cast %a0 : i64 to ui64\n"
                  + "      %r0 = builtin.unrealized_conversion_cast %u : ui64 to i64";
          case CALL -> "%r0 = func.call @same(%a0) : (i64) -> i64";
          default -> "%r0 = arith.addi %a0, %zero : i64";
        };
    add("canon", "-", Probe.of(List.of(word), List.of(word), text, identity).outside());
  }
}
