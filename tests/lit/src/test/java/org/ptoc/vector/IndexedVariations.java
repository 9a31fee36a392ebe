package org.ptoc.vector;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;

/** Kernels of gathers and scatters with masks and with lane counts. */
final class IndexedVariations {
  private static final int BYTES = 2048;

  private final OpDefinition op;
  private final List<Variation> all = new ArrayList<>();

  private IndexedVariations(OpDefinition op) {
    this.op = op;
  }

  static List<Variation> of(OpDefinition op) {
    IndexedVariations variations = new IndexedVariations(op);
    switch (op.types(Profile.A5)) {
      case TypeSet.Elements(var elements) ->
          elements.forEach(type -> variations.element(type, type));
      case TypeSet.Pairs(List<TypeSet.Pair> pairs) ->
          pairs.forEach(pair -> variations.element(pair.source(), pair.result()));
      default -> MemoryVariations.elements().forEach(variations::blocks);
    }
    return variations.all;
  }

  private static ElementType offsets(ElementType type, boolean unsigned) {
    int bits = Math.max(16, type.bits());
    return unsigned ? ElementType.UI8.withBits(bits) : ElementType.signless(bits);
  }

  /** Offsets inside the memory; the vector of offsets stands at {@code position}. */
  private static Probe.Data data(int position, int limit) {
    return (slot, at, round, samples) -> {
      if (at != position) {
        return slot instanceof Slot.Scalar
            ? Probe.scalar(ElementType.I64, round == 0 ? 0 : samples.random().nextInt(129))
            : Probe.random(slot, at, round, samples);
      }
      ElementType type = ((Slot.Vector) slot).element();
      byte[] vector = new byte[Lanes.VECTOR_BYTES];
      for (int i = 0; i < Lanes.count(type); i++) {
        Lanes.setLane(vector, type, i, samples.random().nextInt(limit));
      }
      return vector;
    };
  }

  private void element(ElementType memoryType, ElementType lanes) {
    for (boolean unsigned : new boolean[] {true, false}) {
      for (boolean counted : new boolean[] {false, true}) {
        if (counted && op.has(Trait.WORD_OFFSETS)) {
          continue;
        }
        String form = (counted ? "manual" : "canon") + (unsigned ? "" : " signless offsets");
        Slot.Vector offsets = Slot.Vector.of(offsets(memoryType, unsigned));
        Slot governing =
            counted ? new Slot.Scalar(ElementType.I64) : Slot.Mask.of(offsets.element());
        if (op.results().isEmpty()) {
          scatter(form, memoryType, offsets, governing);
        } else {
          gather(form, memoryType, lanes, offsets, governing);
        }
      }
    }
  }

  /** A lane count is an index, which is made from the scalar. */
  private static String governed(String text, Slot governing, int position) {
    if (!(governing instanceof Slot.Scalar)) {
      return text;
    }
    return "%count = arith.index_cast %a"
        + position
        + " : i64 to index\n      "
        + text.replace("%a" + position, "%count");
  }

  private static String type(Slot governing) {
    return governing instanceof Slot.Scalar ? "index" : governing.type();
  }

  private static boolean active(Slot governing, byte[] data, int lane, int bytes) {
    return governing instanceof Slot.Scalar
        ? lane < Lanes.get(data, 0, 8)
        : Lanes.active(data, lane, bytes);
  }

  private void gather(
      String form, ElementType memoryType, ElementType lanes, Slot.Vector offsets, Slot governing) {
    Slot.Memory memory = new Slot.Memory(memoryType, BYTES);
    Slot.Vector result = Slot.Vector.of(lanes);
    String text =
        "%r0 = "
            + op.name()
            + " %a0, %a1, %a2 : "
            + memory.type()
            + ", "
            + offsets.type()
            + ", "
            + type(governing)
            + " -> "
            + result.type();
    Probe.Reference reference =
        (in, out) -> {
          for (int i = 0; i < Lanes.count(lanes); i++) {
            if (active(governing, in[2], i, lanes.bytes())) {
              int at = (int) Lanes.lane(in[1], offsets.element(), i) * memoryType.bytes();
              Lanes.setLane(out[0], lanes, i, Lanes.get(in[0], at, memoryType.bytes()));
            }
          }
        };
    Probe probe =
        Probe.of(
            List.of(memory, offsets, governing),
            List.of(result),
            governed(text, governing, 2),
            reference);
    all.add(Variation.of(op, form, memoryType, probe.with(data(1, BYTES / memoryType.bytes()))));
  }

  private void scatter(String form, ElementType type, Slot.Vector offsets, Slot governing) {
    Slot.Memory memory = new Slot.Memory(type, BYTES);
    Slot.Vector value = Slot.Vector.of(type);
    String text =
        op.name()
            + " %a0, %r0, %a1, %a2 : "
            + value.type()
            + ", "
            + memory.type()
            + ", "
            + offsets.type()
            + ", "
            + type(governing);
    Probe.Reference reference =
        (in, out) -> {
          for (int i = 0; i < Lanes.count(offsets.element()); i++) {
            if (active(governing, in[2], i, offsets.element().bytes())) {
              int at = (int) Lanes.lane(in[1], offsets.element(), i) * type.bytes();
              Lanes.put(
                  out[0], at, type.bytes(), Lanes.lane(in[0], type, type.bytes() == 1 ? 2 * i : i));
            }
          }
        };
    Probe probe =
        Probe.of(
            List.of(value, offsets, governing),
            List.of(memory),
            governed(text, governing, 2),
            reference);
    all.add(Variation.of(op, form, type, probe.with(data(1, BYTES / type.bytes()))));
  }

  /** The first eight offsets are addresses of blocks. */
  private void blocks(ElementType type) {
    Slot.Memory memory = new Slot.Memory(type, BYTES);
    Slot.Vector offsets = Slot.Vector.of(ElementType.UI32);
    Slot.Vector result = Slot.Vector.of(type);
    for (boolean counted : new boolean[] {false, true}) {
      Slot governing = counted ? new Slot.Scalar(ElementType.I64) : new Slot.Mask(4);
      String text =
          "%r0 = "
              + op.name()
              + " %a0, %a1, %a2 : "
              + memory.type()
              + ", "
              + offsets.type()
              + ", "
              + type(governing)
              + " -> "
              + result.type();
      Probe.Reference reference =
          (in, out) -> {
            for (int k = 0; k < 8; k++) {
              if (active(governing, in[2], k, 4)) {
                System.arraycopy(
                    in[0], (int) Lanes.lane(in[1], ElementType.UI32, k), out[0], 32 * k, 32);
              }
            }
          };
      Probe.Data data =
          (slot, at, round, samples) -> {
            if (at == 1) {
              byte[] vector = new byte[Lanes.VECTOR_BYTES];
              for (int i = 0; i < 64; i++) {
                Lanes.put(vector, 4 * i, 4, 32L * samples.random().nextInt(BYTES / 32));
              }
              return vector;
            }
            return slot instanceof Slot.Scalar
                ? Probe.scalar(ElementType.I64, samples.random().nextInt(9))
                : Probe.random(slot, at, round, samples);
          };
      Probe probe =
          Probe.of(
              List.of(memory, offsets, governing),
              List.of(result),
              governed(text, governing, 2),
              reference);
      all.add(Variation.of(op, counted ? "manual" : "canon", type, probe.with(data)));
    }
  }
}
