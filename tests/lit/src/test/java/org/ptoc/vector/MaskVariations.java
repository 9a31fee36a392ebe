package org.ptoc.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.type.ElementType;

/** Kernels of the predicate operations. */
final class MaskVariations {
  private final OpDefinition op;
  private final List<Variation> all = new ArrayList<>();

  private MaskVariations(OpDefinition op) {
    this.op = op;
  }

  static List<Variation> of(OpDefinition op) {
    MaskVariations variations = new MaskVariations(op);
    switch (op.form()) {
      case PATTERN_B8 -> variations.patterns(1);
      case PATTERN_B16 -> variations.patterns(2);
      case PATTERN_B32 -> variations.patterns(4);
      case LESS_THAN_B8 -> variations.lessThan(1);
      case LESS_THAN_B16 -> variations.lessThan(2);
      case LESS_THAN_B32 -> variations.lessThan(4);
      case LOOP_BOUND_B8 -> variations.loopBound(1);
      case LOOP_BOUND_B16 -> variations.loopBound(2);
      case LOOP_BOUND_B32 -> variations.loopBound(4);
      case MASK_INTERLEAVE_B8 -> variations.interleave(1);
      case MASK_INTERLEAVE_B16 -> variations.interleave(2);
      case MASK_INTERLEAVE_B32 -> variations.interleave(4);
      default -> {
        for (int step : new int[] {1, 2, 4}) {
          variations.granular(step);
        }
      }
    }
    return variations.all;
  }

  private void granular(int step) {
    Slot mask = new Slot.Mask(step);
    switch (op.form()) {
      case MASK_BINARY ->
          canonAndParen(step, List.of(mask, mask, mask), List.of(mask), logic(op.shortName()));
      case MASK_UNARY ->
          canonAndParen(
              step,
              List.of(mask, mask),
              List.of(mask),
              bits(bit -> bit, (in, bit) -> !Lanes.bit(in[0], bit) && Lanes.bit(in[1], bit)));
      case MASK_PACK -> halves(step, step / 2, MaskVariations::pack);
      case MASK_UNPACK -> halves(step, step * 2, MaskVariations::unpack);
      case MASK_BITCAST -> {
        List<Probe> probes = new ArrayList<>();
        for (int to : new int[] {1, 2, 4}) {
          List<Slot> result = List.of(new Slot.Mask(to));
          probes.add(
              Probe.of(
                  List.of(mask),
                  result,
                  spelling(List.of(mask), result, List.of()).canon(),
                  bits(bit -> bit, (in, bit) -> Lanes.bit(in[0], bit))));
        }
        add("canon", step, probes);
      }
      default -> throw new IllegalArgumentException(op.name());
    }
  }

  // Spellings.

  private Spelling spelling(List<Slot> inputs, List<Slot> outputs, List<String> tokens) {
    Spelling plain = LaneVariations.spelling(op.name(), inputs, outputs);
    List<String> items = new ArrayList<>(plain.items());
    items.addAll(tokens);
    return new Spelling(
        plain.mnemonic(), items, "", plain.types(), plain.results(), plain.resultTypes());
  }

  private void add(String form, int step, List<Probe> probes) {
    all.add(new Variation(op, form, "b" + 8 * step, probes));
  }

  private void canonAndParen(
      int step, List<Slot> inputs, List<Slot> outputs, Probe.Reference reference) {
    Spelling spelling = spelling(inputs, outputs, List.of());
    add("canon", step, List.of(Probe.of(inputs, outputs, spelling.canon(), reference)));
    add("paren", step, List.of(Probe.of(inputs, outputs, spelling.paren(), reference)));
  }

  // Generation.

  private void patterns(int step) {
    List<Slot> outputs = List.of(new Slot.Mask(step));
    List<Probe> canon = new ArrayList<>();
    List<Probe> destination = new ArrayList<>();
    int lanes = Lanes.VECTOR_BYTES / step;
    for (String token : "ALL VL1 VL2 VL3 VL4 VL8 VL16 VL32 VL64 VL128 M3 M4 H Q ALLF".split(" ")) {
      IntPredicate active = pattern(token, lanes);
      Probe.Reference reference = (in, out) -> lanes(out[0], step, active);
      String text = "\"PAT_" + token + "\"";
      canon.add(
          Probe.of(
              List.of(), outputs, spelling(List.of(), outputs, List.of(text)).canon(), reference));
      destination.add(
          Probe.of(
              List.of(),
              outputs,
              op.name() + " " + text + " outs(%r0 : " + outputs.getFirst().type() + ")",
              reference));
    }
    add("canon", step, canon);
    if (op.name().contains("pset")) {
      add("dps", step, destination);
    }
  }

  private static IntPredicate pattern(String token, int lanes) {
    return switch (token) {
      case "ALL" -> lane -> true;
      case "ALLF" -> lane -> false;
      case "M3" -> lane -> lane % 3 == 0;
      case "M4" -> lane -> lane % 4 == 0;
      case "H" -> lane -> lane < lanes / 2;
      case "Q" -> lane -> lane < lanes / 4;
      default -> {
        int count = Integer.parseInt(token.substring(2));
        yield lane -> lane < count;
      }
    };
  }

  private static void lanes(byte[] mask, int step, IntPredicate active) {
    for (int i = 0; i < Lanes.VECTOR_BYTES / step; i++) {
      Lanes.setBit(mask, i * step, active.test(i));
    }
  }

  private void lessThan(int step) {
    List<Slot> inputs = List.of(new Slot.Scalar(ElementType.I32));
    List<Slot> outputs = List.of(new Slot.Mask(step), new Slot.Scalar(ElementType.I32));
    int lanes = Lanes.VECTOR_BYTES / step;
    Probe.Reference reference =
        (in, out) -> {
          long count = Lanes.get(in[0], 0, 4);
          lanes(out[0], step, lane -> lane < count);
          Lanes.put(out[1], 0, 4, count < lanes ? 0 : count - lanes);
        };
    Probe.Data counts =
        (slot, position, round, samples) ->
            Probe.scalar(
                ElementType.I32,
                switch (round) {
                  case 0 -> 0;
                  case 1 -> lanes;
                  case 2 -> -1;
                  case 3 -> 1000;
                  default -> samples.random().nextInt(lanes + 1);
                });
    Spelling spelling = spelling(inputs, outputs, List.of());
    add(
        "canon",
        step,
        List.of(Probe.of(inputs, outputs, spelling.canon(), reference).with(counts)));
    add(
        "paren",
        step,
        List.of(Probe.of(inputs, outputs, spelling.paren(), reference).with(counts)));
  }

  private void loopBound(int step) {
    List<Slot> inputs = List.of(new Slot.Scalar(ElementType.I16), new Slot.Scalar(ElementType.I32));
    List<Slot> outputs = List.of(new Slot.Mask(step));
    int lanes = Lanes.VECTOR_BYTES / step;
    Probe.Reference reference =
        (in, out) -> {
          long first = Lanes.get(in[0], 0, 2) * lanes;
          long bound = Lanes.get(in[1], 0, 4);
          lanes(out[0], step, lane -> lane + first < bound);
        };
    Probe.Data data =
        (slot, position, round, samples) ->
            position == 0
                ? Probe.scalar(ElementType.I16, round == 1 ? 0xFFFF : round)
                : Probe.scalar(
                    ElementType.I32, round == 2 ? -1 : samples.random().nextInt(10 * lanes));
    add(
        "canon",
        step,
        List.of(
            Probe.of(inputs, outputs, spelling(inputs, outputs, List.of()).canon(), reference)
                .with(data)));
  }

  // Logic and movement.

  private interface BitRule {
    boolean of(byte[][] in, int bit);
  }

  private static Probe.Reference bits(java.util.function.IntUnaryOperator place, BitRule rule) {
    return (in, out) -> {
      for (int bit = 0; bit < 256; bit++) {
        Lanes.setBit(out[0], place.applyAsInt(bit), rule.of(in, bit));
      }
    };
  }

  private static Probe.Reference logic(String name) {
    return bits(
        bit -> bit,
        (in, bit) -> {
          boolean a = Lanes.bit(in[0], bit);
          boolean b = Lanes.bit(in[1], bit);
          boolean m = Lanes.bit(in[2], bit);
          return switch (name) {
            case "pand" -> a && b && m;
            case "por" -> (a || b) && m;
            case "pxor" -> a != b && m;
            case "psel" -> m ? a : b;
            default -> throw new IllegalArgumentException(name);
          };
        });
  }

  private interface HalfMove {
    void of(byte[] from, byte[] to, int offset);
  }

  private static void pack(byte[] from, byte[] to, int offset) {
    for (int j = 0; j < 128; j++) {
      Lanes.setBit(to, offset + j, Lanes.bit(from, 2 * j));
    }
  }

  private static void unpack(byte[] from, byte[] to, int offset) {
    for (int j = 0; j < 128; j++) {
      Lanes.setBit(to, 2 * j, Lanes.bit(from, offset + j));
    }
  }

  private void halves(int step, int other, HalfMove move) {
    List<Probe> probes = new ArrayList<>();
    for (int result : other < 1 || other > 4 ? new int[] {step} : new int[] {step, other}) {
      for (int half = 0; half < 2; half++) {
        List<Slot> inputs = List.of(new Slot.Mask(step));
        List<Slot> outputs = List.of(new Slot.Mask(result));
        int offset = 128 * half;
        String text =
            spelling(inputs, outputs, List.of(half == 0 ? "\"LOWER\"" : "\"HIGHER\"")).canon();
        probes.add(Probe.of(inputs, outputs, text, (in, out) -> move.of(in[0], out[0], offset)));
      }
    }
    add("canon", step, probes);
  }

  private void interleave(int step) {
    Slot mask = new Slot.Mask(step);
    boolean split = op.name().contains("pdintlv");
    canonAndParen(
        step,
        List.of(mask, mask),
        List.of(mask, mask),
        (in, out) -> {
          int lanes = 256 / step;
          for (int i = 0; i < 2 * lanes; i++) {
            int from = split ? i : i % 2 == 0 ? i / 2 : lanes + i / 2;
            int to = split ? i % 2 == 0 ? i / 2 : lanes + i / 2 : i;
            for (int k = 0; k < step; k++) {
              Lanes.setBit(
                  out[to / lanes],
                  to % lanes * step + k,
                  Lanes.bit(in[from / lanes], from % lanes * step + k));
            }
          }
        });
  }
}
