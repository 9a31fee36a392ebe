package org.ptoc.vector;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.type.ElementType;

/** Kernels of unaligned streams and of predicate loads and stores. */
final class StreamVariations {
  private static final int BYTES = 1024;

  private final OpDefinition op;
  private final List<Variation> all = new ArrayList<>();

  private StreamVariations(OpDefinition op) {
    this.op = op;
  }

  static List<Variation> of(OpDefinition op) {
    StreamVariations variations = new StreamVariations(op);
    switch (op.form()) {
      case LOAD_ALIGN, LOAD_UNALIGNED -> MemoryVariations.elements().forEach(variations::load);
      case INIT_ALIGN, STORE_UNALIGNED, FLUSH_ALIGN ->
          MemoryVariations.elements().forEach(variations::store);
      case STORE_SQUEEZED, FLUSH_SQUEEZED, CLEAR_SPECIAL -> variations.squeezed();
      case STORE_SPECIAL -> variations.special();
      case MASK_STORE_UNALIGNED -> variations.masks();
      case MASK_LOAD, MASK_LOAD_IMMEDIATE -> variations.maskLoads();
      case MASK_STORE, MASK_STORE_IMMEDIATE -> variations.maskStores();
      default -> throw new IllegalArgumentException(op.name());
    }
    return variations.all;
  }

  private void add(String form, ElementType type, Probe probe) {
    all.add(Variation.of(op, form, type, probe));
  }

  private static Probe.Data scalars(int bound) {
    return (slot, position, round, samples) ->
        slot instanceof Slot.Scalar scalar
            ? Probe.scalar(scalar.element(), round == 0 ? 1 : samples.random().nextInt(bound))
            : Probe.random(slot, position, round, samples);
  }

  /** Two loads behind each other from an address of any element. */
  private void load(ElementType type) {
    Slot.Memory memory = new Slot.Memory(type, BYTES);
    Slot.Vector vector = Slot.Vector.of(type);
    String p = memory.type();
    String v = vector.type();
    String start =
        "%off = arith.index_cast %a1 : i64 to index\n      %p = pto.addptr %a0, %off : "
            + p
            + " -> "
            + p
            + "\n      %al = pto.vldas %p : "
            + p
            + " -> !pto.align\n      ";
    List<Slot> inputs = List.of(memory, new Slot.Scalar(ElementType.I64));
    Probe plain =
        Probe.of(
            inputs,
            List.of(vector),
            start
                + "%r0, %al2 = pto.vldus %p, %al : "
                + p
                + ", !pto.align -> "
                + v
                + ", !pto.align",
            (in, out) ->
                System.arraycopy(
                    in[0], (int) Lanes.get(in[1], 0, 8) * type.bytes(), out[0], 0, 256));
    add("canon", type, plain.with(scalars(256 / type.bytes())));
    Probe updated =
        Probe.of(
            List.of(memory, new Slot.Scalar(ElementType.I64), new Slot.Constant("5", "index")),
            List.of(vector, vector),
            start
                + "%r0, %al2, %q = pto.vldus %p, %al, %a2 : "
                + p
                + ", !pto.align, index -> "
                + v
                + ", !pto.align, "
                + p
                + "\n      %r1, %al3, %q2 = pto.vldus %q, %al2, %a2 : "
                + p
                + ", !pto.align, index -> "
                + v
                + ", !pto.align, "
                + p,
            (in, out) -> {
              int at = (int) Lanes.get(in[1], 0, 8) * type.bytes();
              System.arraycopy(in[0], at, out[0], 0, 256);
              System.arraycopy(in[0], at + 5 * type.bytes(), out[1], 0, 256);
            });
    add("canon updated", type, updated.with(scalars(256 / type.bytes())));
  }

  private void store(ElementType type) {
    Slot.Memory memory = new Slot.Memory(type, BYTES);
    Slot.Vector vector = Slot.Vector.of(type);
    String p = memory.type();
    String v = vector.type();
    String start =
        "%off = arith.index_cast %a2 : i64 to index\n      %p = pto.addptr %r0, %off : "
            + p
            + " -> "
            + p
            + "\n      %al = pto.init_align : !pto.align\n      ";
    List<Slot> inputs =
        List.of(vector, new Slot.Scalar(ElementType.I32), new Slot.Scalar(ElementType.I64));
    int bound = 1 + 256 / type.bytes();
    Probe.Reference once =
        (in, out) -> {
          int bytes = (int) Lanes.get(in[1], 0, 4) * type.bytes();
          System.arraycopy(in[0], 0, out[0], (int) Lanes.get(in[2], 0, 8) * type.bytes(), bytes);
        };
    String plain =
        start
            + "%al2 = pto.vstus %al, %a1, %a0, %p : !pto.align, i32, "
            + v
            + ", "
            + p
            + " -> !pto.align\n      pto.vstas %al2, %p, %a1 : !pto.align, "
            + p
            + ", i32";
    add("canon", type, Probe.of(inputs, List.of(memory), plain, once).with(scalars(bound)));
    List<Slot> chained = new ArrayList<>(inputs);
    chained.add(new Slot.Constant("0", "i32"));
    String append = " : !pto.align, i32, " + v + ", " + p + " -> !pto.align, " + p + "\n      ";
    String chain =
        start
            + "%al2, %q = pto.vstus %al, %a1, %a0, %p"
            + append
            + "%al3, %q2 = pto.vstus %al2, %a1, %a0, %q"
            + append
            + "%end = pto.vstas %al3, %q2, %a3 : !pto.align, "
            + p
            + ", i32 -> "
            + p
            + "\n      %ei = pto.castptr %end : "
            + p
            + " -> i64\n      %pi = pto.castptr %r0 : "
            + p
            + " -> i64\n      %r1 = arith.subi %ei, %pi : i64";
    Probe.Reference twice =
        (in, out) -> {
          int bytes = (int) Lanes.get(in[1], 0, 4) * type.bytes();
          int at = (int) Lanes.get(in[2], 0, 8) * type.bytes();
          System.arraycopy(in[0], 0, out[0], at, bytes);
          System.arraycopy(in[0], 0, out[0], at + bytes, bytes);
          Lanes.put(out[1], 0, 8, at + 2 * bytes);
        };
    Probe probe =
        Probe.of(chained, List.of(memory, new Slot.Scalar(ElementType.I64)), chain, twice);
    add("canon updated", type, probe.with(scalars(bound)));
    String other =
        chain
            .replace(
                "%end = pto.vstas %al3, %q2, %a3 : !pto.align, " + p + ", i32 -> " + p,
                "pto.vstar %al3, %q2 : !pto.align, " + p)
            .replace("%ei = pto.castptr %end", "%ei = pto.castptr %q2");
    add(
        "vstar end",
        type,
        Probe.of(
                chained,
                List.of(memory, new Slot.Scalar(ElementType.I64)),
                "pto.sprclr \"AR\"\n      " + other,
                twice)
            .with(scalars(bound)));
  }

  /** Two squeezed vectors behind each other (spec/00, 4.9). */
  private void squeezed() {
    for (ElementType type : LaneTypes.NUMBERS) {
      Slot.Memory memory = new Slot.Memory(type, BYTES);
      Slot.Vector vector = Slot.Vector.of(type);
      Slot.Mask mask = Slot.Mask.of(type);
      String p = memory.type();
      String v = vector.type();
      String squeeze = " = pto.vsqz %a0, %a1 : " + v + ", " + mask.type() + " -> " + v + "\n      ";
      String append = " : !pto.align, " + v + ", " + p + " -> !pto.align\n      ";
      for (boolean post : new boolean[] {true, false}) {
        String mode = post ? "\"POST_UPDATE\"" : "\"NO_POST_UPDATE\"";
        String text =
            "pto.sprclr \"AR\"\n      %al = pto.init_align : !pto.align\n      %s"
                + squeeze
                + "%al2 = pto.vstur %al, %s, %r0, "
                + mode
                + append
                + (post ? "%t" + squeeze + "%al3 = pto.vstur %al2, %t, %r0, " + mode + append : "")
                + "pto.vstar %al"
                + (post ? "3" : "2")
                + ", %r0 : !pto.align, "
                + p;
        Probe.Reference reference =
            (in, out) -> {
              byte[] kept = new byte[256];
              VectorReferences.squeeze(type).apply(in, new byte[][] {kept});
              int bytes = 0;
              for (int i = 0; i < Lanes.count(type); i++) {
                bytes += Lanes.active(in[1], i, type.bytes()) ? type.bytes() : 0;
              }
              System.arraycopy(kept, 0, out[0], 0, bytes);
              if (post) {
                System.arraycopy(kept, 0, out[0], bytes, bytes);
              }
            };
        add(
            post ? "canon" : "no post-update",
            type,
            Probe.of(List.of(vector, mask), List.of(memory), text, reference));
      }
    }
  }

  /** AR after one squeezed store. */
  private void special() {
    ElementType type = ElementType.I32;
    Slot.Memory memory = new Slot.Memory(type, BYTES);
    Slot.Memory counter = new Slot.Memory(ElementType.UI8, 64);
    Slot.Vector vector = Slot.Vector.of(type);
    Slot.Mask mask = Slot.Mask.of(type);
    boolean words = op.name().endsWith("sti");
    String text =
        "pto.sprclr \"AR\"\n"
            + "      %al = pto.init_align : !pto.align\n"
            + "      %s = pto.vsqz %a0, %a1 : "
            + vector.type()
            + ", "
            + mask.type()
            + " -> "
            + vector.type()
            + "\n      %al2 = pto.vstur %al, %s, %r0, \"POST_UPDATE\" : !pto.align, "
            + vector.type()
            + ", "
            + memory.type()
            + " -> !pto.align\n      pto.vstar %al2, %r0 : !pto.align, "
            + memory.type()
            + "\n      "
            + op.name()
            + " \"AR\", %r1[%a2] : "
            + counter.type()
            + ", i32";
    List<Slot> inputs = List.of(vector, mask, new Slot.Constant("8", "i32"));
    Probe.Reference reference =
        (in, out) -> {
          byte[] kept = new byte[256];
          VectorReferences.squeeze(type).apply(in, new byte[][] {kept});
          int bytes = 0;
          for (int i = 0; i < 64; i++) {
            bytes += Lanes.active(in[1], i, 4) ? 4 : 0;
          }
          System.arraycopy(kept, 0, out[0], 0, bytes);
          Lanes.put(out[1], words ? 32 : 8, 4, bytes);
        };
    all.add(
        new Variation(
            op,
            "canon",
            "-",
            List.of(Probe.of(inputs, List.of(memory, counter), text, reference))));
  }

  private void masks() {
    for (ElementType type :
        List.of(ElementType.UI16, ElementType.I16, ElementType.UI32, ElementType.I32)) {
      Slot.Memory memory = new Slot.Memory(type, 128);
      Slot.Mask mask = new Slot.Mask(type.bytes());
      String append =
          " : !pto.align, "
              + mask.type()
              + ", "
              + memory.type()
              + " -> !pto.align, "
              + memory.type()
              + "\n      ";
      String text =
          "%al = pto.init_align : !pto.align\n      %al2, %q = pto.pstu %al, %a0, %r0"
              + append
              + "%al3, %q2 = pto.pstu %al2, %a1, %q"
              + append
              + "pto.vstas %al3, %q2, %a2 : !pto.align, "
              + memory.type()
              + ", i32";
      Probe.Reference reference =
          (in, out) -> {
            int lanes = 256 / type.bytes();
            byte[] packed = new byte[2 * lanes / 8];
            for (int i = 0; i < 2 * lanes; i++) {
              Lanes.setBit(packed, i, Lanes.active(in[i / lanes], i % lanes, type.bytes()));
            }
            System.arraycopy(packed, 0, out[0], 0, packed.length);
          };
      Probe probe =
          Probe.of(
              List.of(mask, mask, new Slot.Constant("0", "i32")), List.of(memory), text, reference);
      all.add(new Variation(op, "canon " + type.spelling(), mask.granularity(), List.of(probe)));
    }
  }

  // Predicate loads and stores: offsets in bytes, or in units of the distribution (spec/00, 4.10).

  private static int unit(String dist) {
    return dist.equals("US") || dist.equals("PK") ? 16 : 32;
  }

  private void maskLoads() {
    boolean immediate = op.name().endsWith("i");
    for (int step : new int[] {1, 2, 4}) {
      for (String dist : List.of("NORM", "US", "DS")) {
        for (boolean updated : new boolean[] {false, true}) {
          Slot.Memory memory = new Slot.Memory(ElementType.UI16, 256);
          Slot.Mask mask = new Slot.Mask(step);
          int offset = immediate ? 3 : 3 * unit(dist);
          int bytes = 3 * unit(dist);
          String text =
              "%r0"
                  + (updated ? ", %q" : "")
                  + " = "
                  + op.name()
                  + " %a0[%a1], \""
                  + dist
                  + "\" : "
                  + memory.type()
                  + ", index -> "
                  + mask.type()
                  + (updated ? ", " + memory.type() + difference(memory, "%a0", "%r1") : "");
          List<Slot> inputs = List.of(memory, new Slot.Constant(Integer.toString(offset), "index"));
          List<Slot> outputs =
              updated ? List.of(mask, new Slot.Scalar(ElementType.I64)) : List.of(mask);
          Probe.Reference reference =
              (in, out) -> {
                int at = 8 * (updated ? 0 : bytes);
                for (int k = 0; k < 256; k++) {
                  int from = dist.equals("US") ? k / 2 : dist.equals("DS") ? 2 * k : k;
                  Lanes.setBit(out[0], k, Lanes.bit(in[0], at + from));
                }
                if (updated) {
                  Lanes.put(out[1], 0, 8, bytes);
                }
              };
          String form = dist + (updated ? " updated" : "");
          all.add(
              new Variation(
                  op,
                  form,
                  mask.granularity(),
                  List.of(Probe.of(inputs, outputs, text, reference))));
        }
      }
    }
  }

  private void maskStores() {
    boolean immediate = op.name().endsWith("i");
    for (int step : new int[] {1, 2, 4}) {
      for (String dist : List.of("NORM", "PK")) {
        for (boolean updated : new boolean[] {false, true}) {
          Slot.Memory memory = new Slot.Memory(ElementType.UI16, 256);
          Slot.Mask mask = new Slot.Mask(step);
          int offset = immediate ? 3 : 3 * unit(dist);
          int bytes = 3 * unit(dist);
          String text =
              (updated ? "%q = " : "")
                  + op.name()
                  + " %a0, %r0[%a1], \""
                  + dist
                  + "\" : "
                  + mask.type()
                  + ", "
                  + memory.type()
                  + ", index"
                  + (updated ? " -> " + memory.type() + difference(memory, "%r0", "%r1") : "");
          List<Slot> inputs = List.of(mask, new Slot.Constant(Integer.toString(offset), "index"));
          List<Slot> outputs =
              updated ? List.of(memory, new Slot.Scalar(ElementType.I64)) : List.of(memory);
          Probe.Reference reference =
              (in, out) -> {
                int at = 8 * (updated ? 0 : bytes);
                for (int k = 0; k < (dist.equals("PK") ? 128 : 256); k++) {
                  Lanes.setBit(out[0], at + k, Lanes.bit(in[0], dist.equals("PK") ? 2 * k : k));
                }
                if (updated) {
                  Lanes.put(out[1], 0, 8, bytes);
                }
              };
          String form = dist + (updated ? " updated" : "");
          all.add(
              new Variation(
                  op,
                  form,
                  mask.granularity(),
                  List.of(Probe.of(inputs, outputs, text, reference))));
        }
      }
    }
  }

  private static String difference(Slot.Memory memory, String pointer, String result) {
    return "\n      %qi = pto.castptr %q : "
        + memory.type()
        + " -> i64\n      %pi = pto.castptr "
        + pointer
        + " : "
        + memory.type()
        + " -> i64\n      "
        + result
        + " = arith.subi %qi, %pi : i64";
  }
}
