package org.ptoc.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;

/** Kernels of the operations that treat every lane alike. */
final class LaneVariations {
  private LaneVariations() {}

  /** What an inactive lane becomes. */
  private enum Inactive {
    ZERO,
    FIRST,
    SECOND
  }

  static List<Variation> of(OpDefinition op) {
    List<Variation> all = new ArrayList<>();
    for (ElementType type : elements(op)) {
      Slot vector = Slot.Vector.of(type);
      Slot mask = Slot.Mask.of(type);
      switch (op.form()) {
        case UNARY -> forms(op, type, List.of(vector, mask), Inactive.ZERO, all);
        case MOVE -> {
          forms(op, type, List.of(vector, mask), Inactive.ZERO, all);
          unmasked(op, type, List.of(vector), all);
        }
        case BINARY, BITWISE -> forms(op, type, List.of(vector, vector, mask), Inactive.ZERO, all);
        case BINARY_OPTIONAL_MASK -> {
          forms(op, type, List.of(vector, vector, mask), Inactive.ZERO, all);
          unmasked(op, type, List.of(vector, vector), all);
        }
        case SHIFT -> {
          forms(op, type, List.of(vector, vector, mask), Inactive.ZERO, all);
          Slot counts = Slot.Vector.of(ElementType.SI8.withBits(type.bits()));
          add(op, "new", type, List.of(vector, counts, mask), Inactive.ZERO, all);
        }
        case VECTOR_SCALAR -> scalars(op, type, all);
        case SHIFT_SCALAR -> shiftScalars(op, type, all);
        case MULTIPLY_ACCUMULATE ->
            forms(op, type, List.of(vector, vector, vector, mask), Inactive.FIRST, all);
        case AXPY -> {
          Slot scalar = new Slot.Scalar(type);
          forms(op, type, List.of(vector, vector, scalar, mask), Inactive.SECOND, all);
          unmasked(op, type, List.of(vector, vector, scalar), all);
        }
        default -> throw new IllegalArgumentException(op.name());
      }
    }
    return all;
  }

  static Set<ElementType> elements(OpDefinition op) {
    return ((TypeSet.Elements) op.types(Profile.A5)).elements();
  }

  private static void scalars(OpDefinition op, ElementType type, List<Variation> all) {
    Slot vector = Slot.Vector.of(type);
    Slot mask = Slot.Mask.of(type);
    forms(op, type, List.of(vector, new Slot.Scalar(type), mask), Inactive.ZERO, all);
    if (type.isInteger() && type.kind() != ElementType.Kind.SIGNLESS) {
      Slot signless = new Slot.Scalar(ElementType.signless(type.bits()));
      add(op, "signless", type, List.of(vector, signless, mask), Inactive.ZERO, all);
    }
  }

  private static void shiftScalars(OpDefinition op, ElementType type, List<Variation> all) {
    Slot vector = Slot.Vector.of(type);
    Slot mask = Slot.Mask.of(type);
    forms(op, type, List.of(vector, new Slot.Scalar(ElementType.I16), mask), Inactive.ZERO, all);
    add(op, "manual", type, List.of(vector, new Slot.Scalar(type), mask), Inactive.ZERO, all);
  }

  private static void forms(
      OpDefinition op,
      ElementType type,
      List<Slot> inputs,
      Inactive inactive,
      List<Variation> all) {
    Spelling spelling = spelling(op, type, inputs);
    Probe.Reference reference = reference(op, type, inputs, inactive);
    List<Slot> results = List.of(Slot.Vector.of(type));
    Slot first = inputs.getFirst();
    all.add(
        Variation.of(op, "canon", type, Probe.of(inputs, results, spelling.canon(), reference)));
    all.add(
        Variation.of(op, "paren", type, Probe.of(inputs, results, spelling.paren(), reference)));
    all.add(
        Variation.of(
            op,
            "bare",
            type,
            Probe.of(inputs, results, spelling.bare(first.type()), reference),
            Probe.of(inputs, results, spelling.bare(""), reference)));
  }

  private static void unmasked(
      OpDefinition op, ElementType type, List<Slot> inputs, List<Variation> all) {
    add(op, "unmasked", type, inputs, Inactive.ZERO, all);
    Probe bare =
        Probe.of(
            inputs,
            List.of(Slot.Vector.of(type)),
            spelling(op, type, inputs).bare(inputs.getFirst().type()),
            reference(op, type, inputs, Inactive.ZERO));
    all.add(Variation.of(op, "bare unmasked", type, bare));
  }

  private static void add(
      OpDefinition op,
      String form,
      ElementType type,
      List<Slot> inputs,
      Inactive inactive,
      List<Variation> all) {
    String text = spelling(op, type, inputs).canon();
    Probe probe =
        Probe.of(
            inputs, List.of(Slot.Vector.of(type)), text, reference(op, type, inputs, inactive));
    all.add(Variation.of(op, form, type, probe));
  }

  private static Spelling spelling(OpDefinition op, ElementType type, List<Slot> inputs) {
    return spelling(op.name(), inputs, List.of(Slot.Vector.of(type)));
  }

  /** Operands in order, no tokens. */
  static Spelling spelling(String name, List<Slot> inputs, List<Slot> outputs) {
    List<String> items = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      items.add("%a" + i);
    }
    List<String> results = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      results.add("%r" + i);
    }
    List<String> types = inputs.stream().map(Slot::type).toList();
    return new Spelling(name, items, "", types, results, outputs.stream().map(Slot::type).toList());
  }

  private static Probe.Reference reference(
      OpDefinition op, ElementType type, List<Slot> inputs, Inactive inactive) {
    LaneReferences.Lane lane = LaneReferences.ALL.get(op.name());
    if (lane == null) {
      throw new AssertionError("no reference for " + op.name());
    }
    boolean masked = inputs.getLast() instanceof Slot.Mask;
    int operands = masked ? inputs.size() - 1 : inputs.size();
    return (in, out) -> {
      byte[] mask = masked ? in[operands] : Lanes.allTrue();
      long[] values = new long[operands];
      for (int i = 0; i < Lanes.count(type); i++) {
        for (int k = 0; k < operands; k++) {
          values[k] = operand(inputs.get(k), in[k], i);
        }
        long result =
            Lanes.active(mask, i, type.bytes())
                ? lane.of(type, values)
                : switch (inactive) {
                  case ZERO -> 0;
                  case FIRST -> values[0];
                  case SECOND -> values[1];
                };
        Lanes.setLane(out[0], type, i, result);
      }
    };
  }

  private static long operand(Slot slot, byte[] data, int lane) {
    return switch (slot) {
      case Slot.Vector vector -> Lanes.lane(data, vector.element(), lane);
      case Slot.Scalar scalar -> Lanes.get(data, 0, scalar.element().bytes());
      default -> throw new IllegalArgumentException(slot.toString());
    };
  }
}
