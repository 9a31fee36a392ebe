package org.ptoc.vector;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.type.ElementType;

/**
 * Kernels of data movement (spec/00, 4.3 and 4.4): rows, loops, padding, gaps and loop registers.
 */
final class TransferVariations {
  private static final int BYTES = 2048;

  private final OpDefinition op;
  private final List<Variation> all = new ArrayList<>();

  private TransferVariations(OpDefinition op) {
    this.op = op;
  }

  static List<Variation> of(OpDefinition op) {
    TransferVariations variations = new TransferVariations(op);
    switch (op.form()) {
      case TRANSFER_IN -> variations.in();
      case TRANSFER_OUT -> variations.out();
      case TRANSFER_WITHIN -> variations.within();
      default -> variations.older();
    }
    return variations.all;
  }

  /** Rows, or a loop around what stands before it in the list. */
  private record Level(int count, int source, int destination) {
    String operands(Numbers numbers) {
      return "("
          + numbers.of(count)
          + ", "
          + numbers.of(source)
          + ", "
          + numbers.of(destination)
          + ")";
    }
  }

  /** Constants of the statement as operands. */
  private static final class Numbers {
    private final List<Slot> slots = new ArrayList<>();
    private final List<Long> values = new ArrayList<>();
    private final int first;
    private final boolean dynamic;

    /** Dynamic ones come from memory, so that the compiler cannot fold them into the words. */
    Numbers(int first, boolean dynamic) {
      this.first = first;
      this.dynamic = dynamic;
    }

    Numbers(int first) {
      this(first, false);
    }

    String of(long value) {
      if (!dynamic) {
        return of(Long.toString(value), "i64");
      }
      slots.add(new Slot.Scalar(ElementType.I64));
      values.add(value);
      return "%a" + (first + slots.size() - 1);
    }

    byte[] data(Slot slot, int position, int round, Samples samples) {
      return dynamic && slot instanceof Slot.Scalar
          ? Probe.scalar(ElementType.I64, values.get(position - first))
          : Probe.random(slot, position, round, samples);
    }

    String of(String value, String type) {
      slots.add(new Slot.Constant(value, type));
      return "%a" + (first + slots.size() - 1);
    }
  }

  /**
   * The first operand of a round as the kernel's input buffer has it, and some room behind the
   * input.
   */
  private static String global(ElementType type, String more) {
    String pointer = "!pto.ptr<" + type.spelling() + ", gm>";
    return "%g = pto.castptr %in : !pto.ptr<ui8, gm> -> "
        + pointer
        + "\n      %gp = pto.addptr %g, %skip_a0 : "
        + pointer
        + " -> "
        + pointer
        + "\n      "
        + more;
  }

  private interface Row {
    void copy(int from, int to);
  }

  private static void walk(List<Level> levels, int level, int from, int to, Row row) {
    if (level < 0) {
      row.copy(from, to);
      return;
    }
    for (int i = 0; i < levels.get(level).count(); i++) {
      walk(
          levels,
          level - 1,
          from + i * levels.get(level).source(),
          to + i * levels.get(level).destination(),
          row);
    }
  }

  private static final List<List<Level>> NESTS =
      List.of(
          List.of(new Level(1, 0, 0)),
          List.of(new Level(4, 40, 64)),
          List.of(new Level(2, 40, 64), new Level(3, 100, 192)),
          List.of(new Level(2, 40, 64), new Level(2, 100, 128), new Level(2, 300, 512)),
          List.of(
              new Level(2, 36, 64),
              new Level(2, 100, 128),
              new Level(2, 300, 256),
              new Level(2, 700, 512)),
          List.of(new Level(0, 0, 0)));

  private static String suffix(int loops) {
    return loops < 0 ? "no rows" : loops == 0 ? "rows" : loops + (loops == 1 ? " loop" : " loops");
  }

  private void in() {
    for (ElementType type : MemoryVariations.elements()) {
      for (List<Level> levels : NESTS) {
        if (type.bytes() > 4 && levels.size() > 3) {
          continue;
        }
        String form = levels.getFirst().count() == 0 ? "no rows" : suffix(levels.size() - 1);
        in(form, type, levels, 0, 0, false, false);
        in(form + " dynamic", type, levels, 0, 0, false, true);
      }
    }
    for (ElementType type :
        List.of(
            ElementType.I8,
            ElementType.I16,
            ElementType.I32,
            ElementType.F16,
            ElementType.BF16,
            ElementType.F32)) {
      List<Level> levels = List.of(new Level(3, 40, 128), new Level(2, 160, 512));
      in("pad", type, levels, 0, 0, true, false);
      in("pad counts", type, levels, 4 / type.bytes(), 8 / type.bytes(), true, false);
    }
  }

  private void in(
      String form,
      ElementType type,
      List<Level> levels,
      int left,
      int right,
      boolean pad,
      boolean dynamic) {
    int length = 36 / type.bytes() * type.bytes();
    Slot.Memory memory = new Slot.Memory(type, BYTES);
    Numbers numbers = new Numbers(1, dynamic);
    StringBuilder text =
        new StringBuilder(
            "pto.mte_gm_ub %gp, %r0, %zero, "
                + numbers.of(length)
                + " nburst"
                + levels.getFirst().operands(numbers));
    StringBuilder types =
        new StringBuilder(
            "!pto.ptr<"
                + type.spelling()
                + ", gm>, "
                + memory.type()
                + ", i64, i64, i64, i64, i64");
    for (Level loop : levels.subList(1, levels.size())) {
      text.append(" loop").append(loop.operands(numbers));
      types.append(", loop i64, i64, i64");
    }
    String literal = type.isFloat() ? "1.5" : "7";
    if (pad) {
      text.append(" pad(").append(numbers.of(literal, type.spelling()));
      types.append(", pad ").append(type.spelling());
      if (left + right > 0) {
        text.append(", ").append(numbers.of(left)).append(", ").append(numbers.of(right));
        types.append(", i64, i64");
      }
      text.append(")");
    }
    long fill = pad && type.isFloat() ? FloatFormat.of(type).encode(1.5) : 7;
    Probe.Reference reference =
        (in, out) ->
            walk(
                levels,
                levels.size() - 1,
                0,
                0,
                (from, to) -> row(in[0], out[0], from, to, length, left, right, pad, fill, type));
    add(form, type, memory, numbers, global(type, text + " : " + types), reference);
  }

  private static void row(
      byte[] in,
      byte[] out,
      int from,
      int to,
      int length,
      int left,
      int right,
      boolean pad,
      long fill,
      ElementType type) {
    int before = left * type.bytes();
    if (pad) {
      int end = (before + length + right * type.bytes() + 31) / 32 * 32;
      for (int k = 0; k < end; k += type.bytes()) {
        Lanes.put(out, to + k, type.bytes(), fill);
      }
    }
    System.arraycopy(in, from, out, to + before, length);
  }

  private void add(
      String form,
      ElementType type,
      Slot.Memory memory,
      Numbers numbers,
      String text,
      Probe.Reference reference) {
    List<Slot> inputs = new ArrayList<>(List.of(memory));
    inputs.addAll(numbers.slots);
    all.add(
        Variation.of(
            op,
            form,
            type,
            Probe.of(inputs, List.of(memory), text, reference).outside().with(numbers::data)));
  }

  /** Out to the room of the input buffer that the round has, then back as one piece. */
  private void out() {
    for (ElementType type : MemoryVariations.elements()) {
      for (List<Level> nest : NESTS) {
        List<Level> levels =
            nest.stream()
                .map(level -> new Level(level.count(), level.destination(), level.source()))
                .toList();
        if (type.bytes() > 4 && levels.size() > 3) {
          continue;
        }
        String form = levels.getFirst().count() == 0 ? "no rows" : suffix(levels.size() - 1);
        out(form, type, levels, false, false);
        out(form + " dynamic", type, levels, false, true);
      }
      out("cache", type, List.of(new Level(2, 64, 40)), true, false);
    }
  }

  private void out(
      String form, ElementType type, List<Level> levels, boolean cache, boolean dynamic) {
    int length = 36 / type.bytes() * type.bytes();
    Slot.Memory memory = new Slot.Memory(type, BYTES);
    Numbers numbers = new Numbers(1, dynamic);
    String gm = "!pto.ptr<" + type.spelling() + ", gm>";
    StringBuilder text =
        new StringBuilder(
            "pto.mte_ub_gm %a0, %gp, "
                + numbers.of(length)
                + " nburst"
                + levels.getFirst().operands(numbers));
    StringBuilder types = new StringBuilder(memory.type() + ", " + gm + ", i64, i64, i64, i64");
    if (cache) {
      text.append(" l2_cache_ctl(").append(numbers.of(3)).append(")");
      types.append(", i64");
    }
    for (Level loop : levels.subList(1, levels.size())) {
      text.append(" loop").append(loop.operands(numbers));
      types.append(", loop i64, i64, i64");
    }
    String back =
        "\n      pto.barrier #pto.pipe<PIPE_ALL>\n      pto.mte_gm_ub %gp, %r0, %zero, "
            + numbers.of(BYTES)
            + " nburst(%one, %zero, %zero) : "
            + gm
            + ", "
            + memory.type()
            + ", i64, i64, i64, i64, i64";
    Probe.Reference reference =
        (in, out) -> {
          System.arraycopy(in[0], 0, out[0], 0, BYTES);
          walk(
              levels,
              levels.size() - 1,
              0,
              0,
              (from, to) -> System.arraycopy(in[0], from, out[0], to, length));
        };
    add(form, type, memory, numbers, global(type, text + " : " + types + back), reference);
  }

  /** Lengths in blocks; the last operands are gaps. */
  private void within() {
    for (ElementType type : MemoryVariations.elements()) {
      Slot.Memory memory = new Slot.Memory(type, BYTES);
      Numbers numbers = new Numbers(1);
      String text =
          "pto.mte_ub_ub %a0, %r0, "
              + numbers.of(3)
              + " nburst("
              + numbers.of(4)
              + ", "
              + numbers.of(2)
              + ", "
              + numbers.of(1)
              + ") : "
              + memory.type()
              + ", "
              + memory.type()
              + ", i64, i64, i64, i64";
      Probe.Reference reference =
          (in, out) -> {
            for (int row = 0; row < 4; row++) {
              System.arraycopy(in[0], row * 5 * 32, out[0], row * 4 * 32, 96);
            }
          };
      add("canon", type, memory, numbers, text, reference);
    }
  }

  /**
   * In by loop registers and padding, out by loop registers, and back; all operations of the older
   * forms take part.
   */
  private void older() {
    ElementType type = ElementType.I32;
    Slot.Memory memory = new Slot.Memory(type, BYTES);
    Numbers numbers = new Numbers(1);
    String gm = "!pto.ptr<i32, gm>";
    String pair = " : i64, i64\n      ";
    String in =
        "pto.set_mov_pad_val "
            + numbers.of("9", "i32")
            + " : i32\n      pto.set_loop_size_outtoub "
            + numbers.of(2)
            + ", "
            + numbers.of(3)
            + pair
            + "pto.set_loop1_stride_outtoub "
            + numbers.of(100)
            + ", "
            + numbers.of(128)
            + pair
            + "pto.set_loop2_stride_outtoub "
            + numbers.of(400)
            + ", "
            + numbers.of(512)
            + pair
            + "%on = arith.constant true\n      pto.copy_gm_to_ubuf %gp, %r0, %zero, "
            + numbers.of(2)
            + ", "
            + numbers.of(20)
            + ", "
            + numbers.of(1)
            + ", "
            + numbers.of(1)
            + ", %on, %zero, "
            + numbers.of(40)
            + ", "
            + numbers.of(64)
            + " : "
            + gm
            + ", "
            + memory.type()
            + ", i64, i64, i64, i64, i64, i1, i64, i64, i64\n"
            + "      pto.barrier #pto.pipe<PIPE_ALL>\n"
            + "      ";
    String out =
        "pto.set_loop_size_ubtoout "
            + numbers.of(2)
            + ", "
            + numbers.of(2)
            + pair
            + "pto.set_loop1_stride_ubtoout "
            + numbers.of(90)
            + ", "
            + numbers.of(128)
            + pair
            + "pto.set_loop2_stride_ubtoout "
            + numbers.of(300)
            + ", "
            + numbers.of(512)
            + pair
            + "pto.copy_ubuf_to_gm %r0, %gp, %zero, "
            + numbers.of(2)
            + ", "
            + numbers.of(24)
            + ", %zero, "
            + numbers.of(30)
            + ", "
            + numbers.of(64)
            + " : "
            + memory.type()
            + ", "
            + gm
            + ", i64, i64, i64, i64, i64, i64\n      pto.barrier #pto.pipe<PIPE_ALL>\n      "
            + "pto.set_loop_size_outtoub %one, %one"
            + pair
            + "pto.set_loop_size_ubtoout %one, %one"
            + pair
            + "pto.mte_gm_ub %gp, %r0, %zero, "
            + numbers.of(BYTES)
            + " nburst(%one, %zero, %zero) : "
            + gm
            + ", "
            + memory.type()
            + ", i64, i64, i64, i64, i64";
    Probe.Reference reference =
        (source, result) -> {
          byte[] staged = new byte[BYTES];
          java.util.Arrays.fill(staged, (byte) 0xA5);
          List<Level> inner =
              List.of(new Level(2, 40, 64), new Level(3, 100, 128), new Level(2, 400, 512));
          walk(
              inner,
              2,
              0,
              0,
              (from, to) -> row(source[0], staged, from, to, 20, 1, 1, true, 9, type));
          System.arraycopy(source[0], 0, result[0], 0, BYTES);
          List<Level> outer =
              List.of(new Level(2, 64, 30), new Level(2, 128, 90), new Level(2, 512, 300));
          walk(outer, 2, 0, 0, (from, to) -> System.arraycopy(staged, from, result[0], to, 24));
        };
    add("canon", type, memory, numbers, global(type, in + out), reference);
  }
}
