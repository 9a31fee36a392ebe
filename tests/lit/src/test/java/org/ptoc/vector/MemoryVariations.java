package org.ptoc.vector;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.type.ElementType;

/** Kernels of vector loads and stores with every distribution, offset form and updated base. */
final class MemoryVariations {
  private static final int BYTES = 1024;

  private final OpDefinition op;
  private final List<Variation> all = new ArrayList<>();

  private MemoryVariations(OpDefinition op) {
    this.op = op;
  }

  static List<ElementType> elements() {
    List<ElementType> types = new ArrayList<>();
    for (ElementType type : ElementType.values()) {
      if (type != ElementType.I1 && type != ElementType.INDEX) {
        types.add(type);
      }
    }
    return types;
  }

  static List<Variation> of(OpDefinition op) {
    MemoryVariations variations = new MemoryVariations(op);
    for (ElementType type : elements()) {
      switch (op.form()) {
        case LOAD -> variations.loads(type);
        case LOAD_DUAL -> variations.dualLoads(type);
        case STORE -> variations.stores(type);
        case STORE_DUAL -> variations.dualStores(type);
        case LOAD_BLOCKS -> variations.loadBlocks(type);
        case STORE_BLOCKS -> variations.storeBlocks(type);
        case VECTOR_BITCAST -> variations.bitcast(type);
        default -> throw new IllegalArgumentException(op.name());
      }
    }
    return variations.all;
  }

  /** How the address is written. */
  private enum Address {
    CONSTANT,
    REGISTER,
    UPDATED
  }

  /** A statement that uses {@code %off} in an address and, when updated, defines {@code %q}. */
  private interface Access {
    String text(Address address);
  }

  /**
   * The three address forms of one access.
   *
   * @param alignment of the address in bytes
   */
  private void add(
      String form,
      ElementType type,
      Slot.Memory memory,
      List<Slot> inputs,
      List<Slot> outputs,
      int alignment,
      Access access,
      AtOffset reference) {
    List<Probe> probes = new ArrayList<>();
    List<Probe> updated = new ArrayList<>();
    int unit = Math.max(1, alignment / type.bytes());
    boolean reads = inputs.contains(memory);
    String pointer = reads ? "%a" + inputs.indexOf(memory) : "%r" + outputs.indexOf(memory);
    int slots = inputs.size();
    for (Address address : Address.values()) {
      List<Slot> operands = new ArrayList<>(inputs);
      List<Slot> results = new ArrayList<>(outputs);
      String text;
      int constant = 3 * unit;
      if (address == Address.CONSTANT) {
        operands.add(new Slot.Constant(Integer.toString(constant), "index"));
        text = access.text(address).replace("%off", "%a" + slots);
      } else {
        operands.add(new Slot.Scalar(ElementType.I64));
        text =
            "%off = arith.index_cast %a" + slots + " : i64 to index\n      " + access.text(address);
      }
      if (address == Address.UPDATED) {
        results.add(new Slot.Scalar(ElementType.I64));
        text +=
            "\n      %qi = pto.castptr %q : "
                + memory.type()
                + " -> i64\n      %pi = pto.castptr "
                + pointer
                + " : "
                + memory.type()
                + " -> i64\n      %r"
                + outputs.size()
                + " = arith.subi %qi, %pi : i64";
      }
      Probe probe =
          Probe.of(
                  operands,
                  results,
                  text,
                  (in, out) -> {
                    long offset =
                        address == Address.CONSTANT ? constant : Lanes.get(in[slots], 0, 8);
                    long bytes = offset * type.bytes();
                    reference.apply(in, out, address == Address.UPDATED ? 0 : (int) bytes);
                    if (address == Address.UPDATED) {
                      Lanes.put(out[outputs.size()], 0, 8, bytes);
                    }
                  })
              .with(
                  (slot, position, round, samples) ->
                      position == slots && slot instanceof Slot.Scalar
                          ? Probe.scalar(
                              ElementType.I64,
                              (long) unit
                                  * samples.random().nextInt(1 + 256 / (unit * type.bytes())))
                          : Probe.random(slot, position, round, samples));
      (address == Address.UPDATED ? updated : probes).add(probe);
    }
    all.add(new Variation(op, form, type.spelling(), probes));
    all.add(new Variation(op, form + " updated", type.spelling(), updated));
  }

  private interface AtOffset {
    void apply(byte[][] in, byte[][] out, int at);
  }

  private static String results(String plain, Address address) {
    return address == Address.UPDATED ? plain + (plain.isEmpty() ? "%q" : ", %q") : plain;
  }

  private static String resultTypes(String plain, String pointer, Address address) {
    if (address == Address.UPDATED) {
      return " -> " + (plain.isEmpty() ? "" : plain + ", ") + pointer;
    }
    return plain.isEmpty() ? "" : " -> " + plain;
  }

  private void loads(ElementType type) {
    for (String dist :
        List.of(
            "",
            "NORM",
            "BRC_B8",
            "BRC_B16",
            "BRC_B32",
            "US_B8",
            "US_B16",
            "DS_B8",
            "DS_B16",
            "UNPK_B8",
            "UNPK_B16",
            "UNPK_B32",
            "UNPK4",
            "BRC_BLK",
            "E2B_B16",
            "E2B_B32")) {
      if (dist.equals("UNPK4") && type.bits() != 8) {
        continue;
      }
      Slot.Memory memory = new Slot.Memory(type, BYTES);
      Slot.Vector vector = Slot.Vector.of(type);
      String attributes = dist.isEmpty() ? "" : " {dist = \"" + dist + "\"}";
      add(
          dist.isEmpty() ? "canon" : dist,
          type,
          memory,
          List.of(memory),
          List.of(vector),
          alignment(dist),
          address ->
              results("%r0", address)
                  + " = "
                  + op.name()
                  + " %a0[%off]"
                  + attributes
                  + " : "
                  + memory.type()
                  + resultTypes(vector.type(), memory.type(), address),
          (in, out, at) -> load(dist.isEmpty() ? "NORM" : dist, in[0], at, out[0]));
    }
  }

  private static int alignment(String dist) {
    return switch (dist) {
      case "BRC_B8" -> 1;
      case "BRC_B16" -> 2;
      case "BRC_B32" -> 4;
      case "E2B_B16" -> 16;
      default -> 32;
    };
  }

  /** Table of spec/00, 4.8: where each result byte comes from; -1 is zero. */
  static void load(String dist, byte[] memory, int at, byte[] vector) {
    for (int k = 0; k < 256; k++) {
      int from =
          switch (dist) {
            case "NORM" -> k;
            case "BRC_B8" -> 0;
            case "BRC_B16" -> k % 2;
            case "BRC_B32" -> k % 4;
            case "US_B8" -> k / 2;
            case "US_B16" -> 2 * (k / 2 / 2) + k % 2;
            case "DS_B8" -> 2 * k;
            case "DS_B16" -> 4 * (k / 2) + k % 2;
            case "UNPK_B8" -> k % 2 == 0 ? k / 2 : -1;
            case "UNPK_B16" -> k % 4 < 2 ? 2 * (k / 4) + k % 4 : -1;
            case "UNPK_B32" -> k % 8 < 4 ? 4 * (k / 8) + k % 8 : -1;
            case "UNPK4" -> k % 4 == 0 ? k / 4 : -1;
            case "BRC_BLK" -> k % 32;
            case "E2B_B16" -> 2 * (k / 2 / 16) + k % 2;
            case "E2B_B32" -> 4 * (k / 4 / 8) + k % 4;
            default -> throw new IllegalArgumentException(dist);
          };
      vector[k] = from < 0 ? 0 : memory[at + from];
    }
  }

  private void dualLoads(ElementType type) {
    for (String dist : List.of("DINTLV_B8", "DINTLV_B16", "DINTLV_B32", "BDINTLV")) {
      Slot.Memory memory = new Slot.Memory(type, BYTES);
      Slot.Vector vector = Slot.Vector.of(type);
      add(
          dist,
          type,
          memory,
          List.of(memory),
          List.of(vector, vector),
          32,
          address ->
              results("%r0, %r1", address)
                  + " = "
                  + op.name()
                  + " %a0[%off], \""
                  + dist
                  + "\" : "
                  + memory.type()
                  + ", index"
                  + resultTypes(vector.type() + ", " + vector.type(), memory.type(), address),
          (in, out, at) -> {
            int unit = unit(dist);
            for (int k = 0; k < 512; k++) {
              out[k / unit % 2][k / (2 * unit) * unit + k % unit] = in[0][at + k];
            }
          });
    }
  }

  private static int unit(String dist) {
    return dist.endsWith("B8") ? 1 : dist.endsWith("B16") ? 2 : dist.endsWith("B32") ? 4 : 32;
  }

  private void stores(ElementType type) {
    for (String dist :
        List.of(
            "",
            "NORM_B8",
            "NORM_B16",
            "NORM_B32",
            "1PT_B8",
            "1PT_B16",
            "1PT_B32",
            "PK_B16",
            "PK_B32",
            "PK_B64",
            "PK4_B32")) {
      Slot.Memory memory = new Slot.Memory(type, BYTES);
      Slot.Vector vector = Slot.Vector.of(type);
      Slot.Mask mask =
          switch (dist) {
            case "PK_B16" -> new Slot.Mask(2);
            case "PK_B32", "PK_B64", "PK4_B32" -> new Slot.Mask(4);
            default -> Slot.Mask.of(type);
          };
      String attributes = dist.isEmpty() ? "" : " {dist = \"" + dist + "\"}";
      String effective = dist.isEmpty() ? "NORM_B" + Math.min(32, type.bits()) : dist;
      add(
          dist.isEmpty() ? "canon" : dist,
          type,
          memory,
          List.of(vector, mask),
          List.of(memory),
          dist.startsWith("1PT") ? unit(dist) : 32,
          address ->
              (address == Address.UPDATED ? "%q = " : "")
                  + op.name()
                  + " %a0, %r0[%off], %a1"
                  + attributes
                  + " : "
                  + vector.type()
                  + ", "
                  + memory.type()
                  + ", "
                  + mask.type()
                  + resultTypes("", memory.type(), address),
          (in, out, at) -> store(effective, in[0], in[1], out[0], at));
    }
  }

  /** Table of spec/00, 4.8. */
  private static void store(String dist, byte[] vector, byte[] mask, byte[] memory, int at) {
    switch (dist) {
      case "NORM_B8", "NORM_B16", "NORM_B32" ->
          units(unit(dist), unit(dist), vector, mask, memory, at);
      case "1PT_B8", "1PT_B16", "1PT_B32" -> System.arraycopy(vector, 0, memory, at, unit(dist));
      case "PK_B16" -> units(2, 1, vector, mask, memory, at);
      case "PK_B32" -> units(4, 2, vector, mask, memory, at);
      case "PK_B64" -> units(8, 4, vector, mask, memory, at);
      case "PK4_B32" -> units(4, 1, vector, mask, memory, at);
      default -> throw new IllegalArgumentException(dist);
    }
  }

  private static void units(int from, int kept, byte[] vector, byte[] mask, byte[] memory, int at) {
    for (int i = 0; i < 256 / from; i++) {
      if (Lanes.bit(mask, i * from)) {
        System.arraycopy(vector, i * from, memory, at + i * kept, kept);
      }
    }
  }

  private void dualStores(ElementType type) {
    for (String dist : List.of("INTLV_B8", "INTLV_B16", "INTLV_B32")) {
      Slot.Memory memory = new Slot.Memory(type, BYTES);
      Slot.Vector vector = Slot.Vector.of(type);
      Slot.Mask mask = Slot.Mask.of(type);
      add(
          dist,
          type,
          memory,
          List.of(vector, vector, mask),
          List.of(memory),
          32,
          address ->
              (address == Address.UPDATED ? "%q = " : "")
                  + op.name()
                  + " %a0, %a1, %r0[%off], \""
                  + dist
                  + "\", %a2 : "
                  + vector.type()
                  + ", "
                  + vector.type()
                  + ", "
                  + memory.type()
                  + ", index, "
                  + mask.type()
                  + resultTypes("", memory.type(), address),
          (in, out, at) -> {
            int unit = unit(dist);
            for (int k = 0; k < 512; k++) {
              out[0][at + k] = in[k / unit % 2][k / (2 * unit) * unit + k % unit];
            }
          });
    }
  }

  private static byte[] stride(Slot slot, int position, int round, Samples samples) {
    return slot instanceof Slot.Scalar
        ? Probe.scalar(ElementType.I16, round == 0 ? 1 : samples.random().nextInt(4))
        : Probe.random(slot, position, round, samples);
  }

  private void loadBlocks(ElementType type) {
    Slot.Memory memory = new Slot.Memory(type, BYTES);
    Slot.Vector vector = Slot.Vector.of(type);
    Slot.Scalar count = new Slot.Scalar(ElementType.I16);
    Slot.Mask mask = Slot.Mask.of(type);
    List<Slot> inputs = List.of(memory, count, count, mask);
    String types = memory.type() + ", i16, i16, " + mask.type();
    String head = op.name() + " %a0, %a1, %a2, %a3 : " + types + " -> " + vector.type();
    all.add(
        Variation.of(
            op,
            "canon",
            type,
            Probe.of(
                    inputs,
                    List.of(vector),
                    "%r0 = " + head,
                    (in, out) -> blocks(in[0], out[0], in[3], strides(in, 1), true))
                .with(MemoryVariations::stride)));
    all.add(
        Variation.of(
            op,
            "canon updated",
            type,
            Probe.of(
                    inputs,
                    List.of(vector, new Slot.Scalar(ElementType.I64)),
                    "%r0, %q = " + head + ", " + memory.type() + difference("%a0", memory, "%r1"),
                    (in, out) -> {
                      long[] strides = strides(in, 1);
                      blocks(in[0], out[0], in[3], new long[] {strides[0], 0}, true);
                      Lanes.put(out[1], 0, 8, 32 * strides[1]);
                    })
                .with(MemoryVariations::stride)));
  }

  private static String difference(String pointer, Slot.Memory memory, String result) {
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

  private static long[] strides(byte[][] in, int first) {
    return new long[] {Lanes.get(in[first], 0, 2), Lanes.get(in[first + 1], 0, 2)};
  }

  private static void blocks(byte[] from, byte[] to, byte[] mask, long[] strides, boolean load) {
    for (int block = 0; block < 8; block++) {
      int address = (int) (32 * (strides[1] + block * strides[0]));
      if (Lanes.bit(mask, 4 * block)) {
        System.arraycopy(from, load ? address : 32 * block, to, load ? 32 * block : address, 32);
      }
    }
  }

  private void storeBlocks(ElementType type) {
    Slot.Memory memory = new Slot.Memory(type, BYTES);
    Slot.Vector vector = Slot.Vector.of(type);
    Slot.Scalar count = new Slot.Scalar(ElementType.I16);
    Slot.Mask mask = Slot.Mask.of(type);
    List<Slot> inputs = List.of(vector, count, count, mask);
    String text =
        op.name()
            + " %a0, %r0, %a1, %a2, %a3 : "
            + vector.type()
            + ", "
            + memory.type()
            + ", i16, i16, "
            + mask.type();
    all.add(
        Variation.of(
            op,
            "canon",
            type,
            Probe.of(
                    inputs,
                    List.of(memory),
                    text,
                    (in, out) -> blocks(in[0], out[0], in[3], strides(in, 1), false))
                .with(MemoryVariations::stride)));
    all.add(
        Variation.of(
            op,
            "canon updated",
            type,
            Probe.of(
                    inputs,
                    List.of(memory, new Slot.Scalar(ElementType.I64)),
                    "%q = " + text + " -> " + memory.type() + difference("%r0", memory, "%r1"),
                    (in, out) -> {
                      long[] strides = strides(in, 1);
                      blocks(in[0], out[0], in[3], new long[] {strides[0], 0}, false);
                      Lanes.put(out[1], 0, 8, 32 * strides[1]);
                    })
                .with(MemoryVariations::stride)));
  }

  private void bitcast(ElementType type) {
    List<Probe> probes = new ArrayList<>();
    for (ElementType to : elements()) {
      List<Slot> inputs = List.of(Slot.Vector.of(type));
      List<Slot> outputs = List.of(Slot.Vector.of(to));
      String text = LaneVariations.spelling(op.name(), inputs, outputs).canon();
      probes.add(
          Probe.of(inputs, outputs, text, (in, out) -> System.arraycopy(in[0], 0, out[0], 0, 256)));
    }
    all.add(new Variation(op, "canon", type.spelling(), probes));
  }
}
