package org.ptoc.vector;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.catalog.Conversions;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;

/** Kernels of {@code vcvt}: every pair with every rounding, saturation and part that it takes. */
final class ConvertVariations {
  private ConvertVariations() {}

  private record Choice(String rounding, String saturation, String part) {
    String dictionary(
        String rnd, String prefix, Map<String, String> saturations, String partPrefix) {
      List<String> entries = new ArrayList<>();
      if (!rounding.isEmpty()) {
        entries.add(rnd + " = \"" + prefix + rounding + "\"");
      }
      if (!saturation.isEmpty()) {
        entries.add("sat = \"" + saturations.getOrDefault(saturation, saturation) + "\"");
      }
      if (!part.isEmpty()) {
        entries.add("part = \"" + partPrefix + part + "\"");
      }
      return entries.isEmpty() ? "" : "{" + String.join(", ", entries) + "}";
    }

    String canon() {
      return dictionary("rnd", "", Map.of(), "");
    }

    String legacy() {
      return dictionary(
          "round_mode", "ROUND_", Map.of("SAT", "RS_ENABLE", "NOSAT", "RS_DISABLE"), "PART_");
    }

    char mode() {
      return rounding.isEmpty() ? 'R' : rounding.charAt(0);
    }
  }

  static List<Variation> of(OpDefinition op) {
    Map<String, List<Probe>> cells = new HashMap<>();
    List<Variation> all = new ArrayList<>();
    for (TypeSet.Pair types : ((TypeSet.Pairs) op.types(Profile.A5)).pairs()) {
      Conversions.Pair pair = Conversions.find(types.source(), types.result()).orElseThrow();
      List<Choice> choices = choices(pair);
      boolean spelledSo = pair.source() == types.source() && pair.result() == types.result();
      String column = types.source().spelling();
      for (Choice choice : spelledSo ? choices : choices.subList(0, 1)) {
        cells
            .computeIfAbsent("canon\t" + column, key -> new ArrayList<>())
            .add(probe(op, types, choice, false, false));
      }
      Choice first = choices.getLast();
      cells
          .computeIfAbsent("alias\t" + column, key -> new ArrayList<>())
          .add(probe(op, types, first, true, false));
      cells
          .computeIfAbsent("manual\t" + column, key -> new ArrayList<>())
          .add(probe(op, types, first, true, true));
    }
    cells.forEach(
        (key, probes) ->
            all.add(
                new Variation(
                    op,
                    key.substring(0, key.indexOf('\t')),
                    key.substring(key.indexOf('\t') + 1),
                    probes)));
    return all;
  }

  private static List<Choice> choices(Conversions.Pair pair) {
    List<String> roundings =
        pair.roundings().isEmpty() ? List.of("") : List.of(pair.roundings().split(""));
    List<String> saturations = pair.saturates() ? List.of("SAT", "NOSAT") : List.of("");
    List<String> parts =
        switch (pair.part()) {
          case NONE -> List.of("");
          case EVEN_ODD -> List.of("EVEN", "ODD");
          case P0_TO_P3 -> List.of("P0", "P1", "P2", "P3");
        };
    List<Choice> choices = new ArrayList<>();
    for (String rounding : roundings) {
      for (String saturation : saturations) {
        for (String part : parts) {
          choices.add(new Choice(rounding, saturation, part));
        }
      }
    }
    return choices;
  }

  private static Probe probe(
      OpDefinition op, TypeSet.Pair types, Choice choice, boolean legacy, boolean unmasked) {
    List<Slot> inputs = new ArrayList<>(List.of(Slot.Vector.of(types.source())));
    if (!unmasked) {
      inputs.add(Slot.Mask.of(types.source()));
    }
    List<Slot> outputs = List.of(Slot.Vector.of(types.result()));
    Spelling plain = LaneVariations.spelling(op.name(), inputs, outputs);
    Spelling spelling =
        new Spelling(
            plain.mnemonic(),
            plain.items(),
            legacy ? choice.legacy() : choice.canon(),
            plain.types(),
            plain.results(),
            plain.resultTypes());
    Probe probe = Probe.of(inputs, outputs, spelling.canon(), reference(types, choice, unmasked));
    return probe;
  }

  private static Probe.Reference reference(TypeSet.Pair types, Choice choice, boolean unmasked) {
    ElementType from = types.source();
    ElementType to = types.result();
    int part = choice.part().isEmpty() ? 0 : "EVEN ODD P0 P1 P2 P3".indexOf(choice.part());
    int offset =
        switch (part) {
          case 0, 9 -> 0;
          case 5, 12 -> 1;
          case 15 -> 2;
          default -> 3;
        };
    boolean saturate = choice.saturation().equals("SAT");
    if (from.kind() == ElementType.Kind.PACKED || to.kind() == ElementType.Kind.PACKED) {
      return (in, out) ->
          pairs(from, to, choice, offset, unmasked ? Lanes.allTrue() : in[1], in[0], out[0]);
    }
    return (in, out) -> {
      byte[] mask = unmasked ? Lanes.allTrue() : in[1];
      int widen = Math.max(1, to.bits() / from.bits());
      int narrow = Math.max(1, from.bits() / to.bits());
      int lanes = Math.min(Lanes.count(from), Lanes.count(to));
      for (int i = 0; i < lanes; i++) {
        int source = widen > 1 ? widen * i + offset : i;
        int target = narrow > 1 ? narrow * i + offset : i;
        if (Lanes.active(mask, source, from.bytes())) {
          long bits = Lanes.lane(in[0], from, source);
          Lanes.setLane(
              out[0], to, target, Conversion.convert(from, to, bits, choice.mode(), saturate));
        }
      }
    };
  }

  /** Two lanes of bf16 and the halves of one byte in four, the first in the low half. */
  private static void pairs(
      ElementType from,
      ElementType to,
      Choice choice,
      int offset,
      byte[] mask,
      byte[] source,
      byte[] result) {
    for (int lane = 0; lane < 128; lane++) {
      int place = lane / 2 * 4 + offset;
      int shift = lane % 2 * 4;
      if (from == ElementType.BF16 && Lanes.active(mask, lane, 2)) {
        double value = LaneReferences.value(from, Lanes.lane(source, from, lane));
        int bits = SmallFloats.pattern(to, value, choice.mode(), true);
        result[place] |= (byte) (bits << shift);
      } else if (from != ElementType.BF16 && Lanes.active(mask, place, 1)) {
        double value = SmallFloats.value(from, source[place] >> shift & 0xF);
        Lanes.setLane(result, to, lane, FloatFormat.of(to).encode(value));
      }
    }
  }
}
