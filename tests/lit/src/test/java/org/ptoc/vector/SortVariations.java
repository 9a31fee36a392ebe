package org.ptoc.vector;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.type.ElementType;

/** Kernels of the UB-to-UB helpers (spec/10, 10). */
final class SortVariations {
  private final OpDefinition op;
  private final List<Variation> all = new ArrayList<>();

  private SortVariations(OpDefinition op) {
    this.op = op;
  }

  static List<Variation> of(OpDefinition op) {
    SortVariations variations = new SortVariations(op);
    switch (op.form()) {
      case BIT_SORT -> LaneVariations.elements(op).forEach(variations::bitSort);
      case MERGE_SORT -> LaneVariations.elements(op).forEach(variations::merge);
      case MERGE_COUNTS -> variations.counts();
      case UB_CONFIGURED -> {
        for (ElementType type : LaneVariations.elements(op)) {
          if (op.name().contains("vsort32")) {
            variations.sort(type);
          } else {
            variations.transpose(type);
          }
        }
      }
      default -> throw new IllegalArgumentException(op.name());
    }
    return variations.all;
  }

  /**
   * The order of spec/10, 10 as a number: NaN by its sign below and above everything, zeros equal.
   */
  static double rank(ElementType type, long bits) {
    double value = LaneReferences.value(type, bits);
    boolean negative = (bits >>> type.bits() - 1 & 1) != 0;
    if (Double.isNaN(value)) {
      return negative ? -3 : 3;
    }
    if (Double.isInfinite(value)) {
      return negative ? -2 : 2;
    }
    return value == 0 ? 0 : value * 0x1p-130;
  }

  private static int[] order(ElementType type, byte[] source, int block) {
    return IntStream.range(0, 32)
        .boxed()
        .sorted(
            Comparator.comparingDouble(k -> -rank(type, Lanes.lane(source, type, 32 * block + k))))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Few different values, so that there are ties, and special ones. */
  private static byte[] ties(Slot slot, int position, int round, Samples samples) {
    if (!(slot instanceof Slot.Memory memory) || !memory.element().isFloat()) {
      return Probe.random(slot, position, round, samples);
    }
    ElementType type = memory.element();
    byte[] data = new byte[memory.bytes()];
    for (int i = 0; i < data.length / type.bytes(); i++) {
      boolean few = samples.random().nextInt(3) > 0;
      long bits =
          few ? FloatFormat.of(type).encode(samples.random().nextInt(7) - 3) : samples.lane(type);
      Lanes.setLane(data, type, i, bits);
    }
    return data;
  }

  private void bitSort(ElementType type) {
    int blocks = 3;
    bitSort("canon", type, type, ElementType.UI32, blocks, false);
    bitSort("canon ui32 records", type, ElementType.UI32, ElementType.UI32, blocks, false);
    bitSort("paren", type, type, ElementType.I32, blocks, true);
    bitSort("seed", type, type, type, blocks, false);
    bitSort("dynamic repeat", type, type, ElementType.UI32, 0, false);
  }

  private void bitSort(
      String form,
      ElementType type,
      ElementType records,
      ElementType indices,
      int blocks,
      boolean paren) {
    int most = 3;
    Slot.Memory source = new Slot.Memory(type, most * 32 * type.bytes());
    Slot.Memory index = new Slot.Memory(indices, most * 128);
    Slot.Memory dest = new Slot.Memory(records, most * 256);
    boolean dynamic = blocks == 0;
    Slot repeat =
        dynamic
            ? new Slot.Scalar(ElementType.I64)
            : new Slot.Constant(Integer.toString(blocks), "index");
    String types = dest.type() + ", " + source.type() + ", " + index.type() + ", index";
    String text =
        op.name()
            + " %r0, %a0, %a1, "
            + (dynamic ? "%count" : "%a2")
            + " : "
            + (paren ? "(" + types + ") -> ()" : types);
    if (dynamic) {
      text = "%count = arith.index_cast %a2 : i64 to index\n      " + text;
    }
    Probe.Reference reference =
        (in, out) -> {
          int count = dynamic ? (int) Lanes.get(in[2], 0, 8) : blocks;
          for (int b = 0; b < count; b++) {
            int[] order = order(type, in[0], b);
            for (int j = 0; j < 32; j++) {
              int k = 32 * b + order[j];
              int record = 8 * (32 * b + j);
              Lanes.put(out[0], record, 4, Lanes.lane(in[0], type, k));
              Lanes.put(out[0], record + 4, 4, Lanes.get(in[1], 4 * k, 4));
            }
          }
        };
    Probe probe =
        Probe.of(List.of(source, index, repeat), List.of(dest), text, reference).outside();
    Probe.Data data =
        (slot, position, round, samples) ->
            slot instanceof Slot.Scalar
                ? Probe.scalar(ElementType.I64, round % 4)
                : ties(slot, position, round, samples);
    all.add(Variation.of(op, form, type, probe.with(data)));
  }

  private static final int LIST = 24;

  private void merge(ElementType type) {
    for (String form : List.of("canon", "alias", "seed", "bare")) {
      all.add(Variation.of(op, form, type, merge(form, type, false)));
    }
    repeatedMerge(type);
  }

  /** Three repeats of four equal lists that lie behind each other. */
  private void repeatedMerge(ElementType type) {
    int records = 8;
    int group = 4 * records;
    Slot.Memory lists = new Slot.Memory(type, 3 * 8 * group);
    int step = 8 * records / type.bytes();
    StringBuilder text = new StringBuilder();
    for (int k = 1; k < 4; k++) {
      text.append("%n")
          .append(k)
          .append(" = arith.constant ")
          .append(k * step)
          .append(" : index\n      %l")
          .append(k)
          .append(" = pto.addptr %a0, %n")
          .append(k)
          .append(" : ")
          .append(lists.type())
          .append(" -> ")
          .append(lists.type())
          .append("\n      ");
    }
    String types = String.join(", ", java.util.Collections.nCopies(5, lists.type()));
    text.append("pto.vmrgsort4 %r0, %a0, %l1, %l2, %l3, %a1, %a2 : ")
        .append(types)
        .append(", i64, i64");
    Slot count = new Slot.Constant(Long.toString(records * 0x0001_0001_0001_0001L), "i64");
    Slot config = new Slot.Constant(Long.toString(0xF03), "i64");
    Probe.Reference reference =
        (in, out) -> {
          byte[] counts = Probe.scalar(ElementType.I64, records * 0x0001_0001_0001_0001L);
          byte[] word = Probe.scalar(ElementType.I64, 0xF01);
          for (int r = 0; r < 3; r++) {
            byte[][] part = new byte[6][];
            for (int k = 0; k < 4; k++) {
              int from = 8 * (r * group + k * records);
              part[k] = java.util.Arrays.copyOfRange(in[0], from, from + 8 * records);
            }
            part[4] = counts;
            part[5] = word;
            byte[] merged = new byte[8 * group];
            merge(type, part, new byte[][] {merged});
            System.arraycopy(merged, 0, out[0], 8 * r * group, merged.length);
          }
        };
    Probe probe =
        Probe.of(List.of(lists, count, config), List.of(lists), text.toString(), reference)
            .outside();
    all.add(Variation.of(op, "repeated", type, probe.with(SortVariations::ties)));
  }

  private void counts() {
    all.add(
        new Variation(
            op,
            "canon",
            "-",
            List.of(merge("canon", ElementType.F32, true), merge("canon", ElementType.F16, true))));
  }

  /** Lists of up to 24 records; counts, masks and the exhausted mode change with the round. */
  private static Probe merge(String form, ElementType type, boolean readsCounts) {
    Slot.Memory list = new Slot.Memory(type, 8 * LIST);
    Slot.Memory dest = new Slot.Memory(type, 8 * 4 * LIST);
    Slot.Scalar word = new Slot.Scalar(ElementType.I64);
    String types =
        dest.type()
            + ", "
            + String.join(", ", java.util.Collections.nCopies(4, list.type()))
            + ", i64, i64";
    String operands = " %r0, %a0, %a1, %a2, %a3, %a4, %a5 : ";
    String text =
        switch (form) {
          case "alias" -> "pto.vmrgsort" + operands + types;
          case "seed" ->
              "pto.vmrgsort4" + operands + dest.type() + ", " + list.type() + " x4, i64, i64";
          case "bare" -> "vmrgsort4" + operands + types;
          default -> "pto.vmrgsort4" + operands + types;
        };
    List<Slot> outputs = new ArrayList<>(List.of(dest));
    if (readsCounts) {
      text +=
          "\n"
              + "      pto.set_flag[\"PIPE_V\", \"PIPE_S\", \"EVENT_ID0\"]\n"
              + "      pto.wait_flag[\"PIPE_V\", \"PIPE_S\", \"EVENT_ID0\"]\n"
              + "      %r1, %r2, %r3, %r4 = pto.get_vms4_sr : i16, i16, i16, i16";
      for (int i = 0; i < 4; i++) {
        outputs.add(new Slot.Scalar(ElementType.I16));
      }
    }
    Probe.Data data =
        (slot, position, round, samples) -> {
          if (position == 4) {
            long counts = 0;
            for (int k = 0; k < 4; k++) {
              int count = round == 1 ? 1 : samples.random().nextInt(LIST + 1);
              counts |=
                  (long) (round == 2 && k > 0 ? 0 : Math.max(count, round > 4 ? 0 : 1)) << 16 * k;
            }
            return Probe.scalar(ElementType.I64, counts);
          }
          if (position == 5) {
            long mask = new long[] {0xF, 0xF, 0x3, 0x7, 0xF, 0x3, 0xF, 0x7}[round];
            return Probe.scalar(ElementType.I64, 1 | mask << 8 | (round % 2 == 1 ? 1L << 12 : 0));
          }
          return ties(slot, position, round, samples);
        };
    return Probe.of(
            List.of(list, list, list, list, word, word),
            outputs,
            text,
            (in, out) -> merge(type, in, out))
        .outside()
        .with(data);
  }

  private static void merge(ElementType type, byte[][] in, byte[][] out) {
    long counts = Lanes.get(in[4], 0, 8);
    long config = Lanes.get(in[5], 0, 8);
    boolean exhausted = (config >> 12 & 1) != 0;
    int[] next = new int[4];
    int[] count = new int[4];
    boolean stop = false;
    for (int k = 0; k < 4; k++) {
      count[k] = (config >> 8 + k & 1) != 0 ? (int) (counts >> 16 * k & 0xFFFF) : -1;
      stop |= exhausted && count[k] == 0;
    }
    for (int written = 0; !stop; written++) {
      int pick = -1;
      for (int k = 3; k >= 0; k--) {
        if (next[k] < count[k]
            && (pick < 0
                || rank(type, head(type, in[k], next[k]))
                    >= rank(type, head(type, in[pick], next[pick])))) {
          pick = k;
        }
      }
      if (pick < 0) {
        break;
      }
      System.arraycopy(in[pick], 8 * next[pick]++, out[0], 8 * written, 8);
      stop = exhausted && next[pick] == count[pick];
    }
    for (int k = 0; k < 4 && out.length > 1; k++) {
      Lanes.put(out[1 + k], 0, 2, next[k]);
    }
  }

  private static long head(ElementType type, byte[] list, int record) {
    return Lanes.get(list, 8 * record, type.bytes());
  }

  private void sort(ElementType type) {
    for (int repeat : new int[] {0, 3}) {
      Slot.Memory memory = new Slot.Memory(type, 3 * 32 * type.bytes());
      Slot config = new Slot.Constant(Long.toString((long) repeat << 56), "i64");
      String types = memory.type() + ", " + memory.type() + ", i64";
      Probe.Reference reference =
          (in, out) -> {
            for (int b = 0; b < Math.max(1, repeat); b++) {
              int[] order = order(type, in[0], b);
              for (int j = 0; j < 32; j++) {
                Lanes.setLane(out[0], type, 32 * b + j, Lanes.lane(in[0], type, 32 * b + order[j]));
              }
            }
          };
      configured(repeat, type, memory, config, types, reference);
    }
  }

  private void configured(
      int repeat,
      ElementType type,
      Slot.Memory memory,
      Slot config,
      String types,
      Probe.Reference reference) {
    String suffix = repeat == 0 ? "" : " repeated";
    String operands = " %r0, %a0, %a1";
    for (String form : List.of("canon", "bare")) {
      String text =
          form.equals("canon") ? op.name() + operands + " : " + types : op.shortName() + operands;
      Probe probe = Probe.of(List.of(memory, config), List.of(memory), text, reference).outside();
      all.add(Variation.of(op, form + suffix, type, probe.with(SortVariations::ties)));
    }
  }

  private void transpose(ElementType type) {
    for (int repeat : new int[] {0, 2}) {
      int sourceStride = repeat == 0 ? 0 : 2;
      int destinationStride = repeat == 0 ? 0 : 3;
      Slot.Memory memory = new Slot.Memory(type, 4 * 512);
      long word = (long) repeat << 56 | (long) destinationStride << 32 | (long) sourceStride << 40;
      Slot config = new Slot.Constant(Long.toString(word), "i64");
      Probe.Reference reference =
          (in, out) -> {
            for (int b = 0; b < Math.max(1, repeat); b++) {
              for (int i = 0; i < 256; i++) {
                long element = Lanes.lane(in[0], type, 256 * b * sourceStride + i);
                Lanes.setLane(
                    out[0], type, 256 * b * destinationStride + i % 16 * 16 + i / 16, element);
              }
            }
          };
      configured(
          repeat, type, memory, config, memory.type() + ", " + memory.type() + ", i64", reference);
    }
  }
}
