package org.ptoc.vector;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;

/** Kernels of the vector register operations that are not the same function of every lane. */
final class VectorVariations {
  private final OpDefinition op;
  private final List<Variation> all = new ArrayList<>();

  private VectorVariations(OpDefinition op) {
    this.op = op;
  }

  static List<Variation> of(OpDefinition op) {
    VectorVariations variations = new VectorVariations(op);
    switch (op.types(Profile.A5)) {
      case TypeSet.Elements(var elements) -> elements.forEach(variations::element);
      case TypeSet.Pairs(List<TypeSet.Pair> pairs) -> pairs.forEach(variations::pair);
      default -> throw new IllegalArgumentException(op.name());
    }
    return variations.all;
  }

  private void element(ElementType type) {
    Slot vector = Slot.Vector.of(type);
    Slot mask = Slot.Mask.of(type);
    switch (op.form()) {
      case CARRY -> carry(type, List.of(vector, vector, mask));
      case CARRY_CHAIN -> carry(type, List.of(vector, vector, mask, mask));
      case WIDE_MULTIPLY ->
          canonAndParen(
              type,
              List.of(vector, vector, mask),
              List.of(vector, vector),
              "",
              List.of(),
              wide(type));
      case COMPARE -> compare(type, List.of(vector, vector, mask));
      case COMPARE_SCALAR -> {
        compare(type, List.of(vector, new Slot.Scalar(type), mask));
        if (type.isInteger() && type.kind() != ElementType.Kind.SIGNLESS) {
          compare(
              "signless",
              type,
              List.of(vector, new Slot.Scalar(ElementType.signless(type.bits())), mask));
        }
      }
      case EXP_DIFFERENCE -> expDifference(type);
      case TRUNCATE -> truncate(type);
      case SCALE_CONVERT -> scaleConvert();
      case SELECT ->
          forms(
              type, List.of(vector, vector, mask), List.of(vector), VectorReferences.select(type));
      case LANE_LOOKUP -> lookup(type);
      case INTERLEAVE -> {
        boolean split = op.name().contains("vdintlv");
        canonAndParen(
            type,
            List.of(vector, vector),
            List.of(vector, vector),
            "",
            List.of(),
            (in, out) ->
                VectorReferences.interleave(type.bytes(), in[0], in[1], split, out[0], out[1]));
      }
      case INTERLEAVE_HALF -> interleaveHalf(type);
      case SQUEEZE ->
          forms(type, List.of(vector, mask), List.of(vector), VectorReferences.squeeze(type));
      case PREFIX_COUNT -> prefixCount(type);
      case SLIDE -> slide(type);
      case REDUCE_SUM -> {
        boolean widens = type.isInteger() && type.bits() <= 16;
        ElementType result = widens ? type.withBits(2 * type.bits()) : type;
        forms(
            type,
            List.of(vector, mask),
            List.of(Slot.Vector.of(result)),
            VectorReferences.sum(type, result));
      }
      case REDUCE ->
          forms(
              type,
              List.of(vector, mask),
              List.of(vector),
              VectorReferences.reduction(op.shortName(), type));
      case EXTREMUM_WITH_MASK ->
          canonAndParen(
              type,
              List.of(vector, mask),
              List.of(vector, mask),
              "",
              List.of(),
              VectorReferences.extremumWithMask(op.name().endsWith("max"), type));
      case HISTOGRAM -> histogram(type);
      case SPLAT -> splat(type);
      case INDEX_VECTOR -> indexVector(type);
      case DUPLICATE -> duplicate(type);
      default -> throw new IllegalArgumentException(op.name());
    }
  }

  private void pair(TypeSet.Pair types) {
    switch (op.form()) {
      case FUSED_CONVERT -> fusedConvert(types);
      case PACK -> pack(types);
      case UNPACK -> unpack(types);
      default -> throw new IllegalArgumentException(op.name());
    }
  }

  // Spellings.

  private void add(String form, ElementType type, Probe... probes) {
    all.add(Variation.of(op, form, type, probes));
  }

  private Spelling spelling(
      List<Slot> inputs, List<Slot> outputs, String attributes, List<String> tokens) {
    Spelling plain = LaneVariations.spelling(op.name(), inputs, outputs);
    List<String> items = new ArrayList<>(plain.items());
    items.addAll(tokens);
    return new Spelling(
        plain.mnemonic(), items, attributes, plain.types(), plain.results(), plain.resultTypes());
  }

  private void canonAndParen(
      ElementType type,
      List<Slot> inputs,
      List<Slot> outputs,
      String attributes,
      List<String> tokens,
      Probe.Reference reference) {
    Spelling spelling = spelling(inputs, outputs, attributes, tokens);
    add("canon", type, Probe.of(inputs, outputs, spelling.canon(), reference));
    add("paren", type, Probe.of(inputs, outputs, spelling.paren(), reference));
  }

  private void forms(
      ElementType type, List<Slot> inputs, List<Slot> outputs, Probe.Reference reference) {
    canonAndParen(type, inputs, outputs, "", List.of(), reference);
    Spelling spelling = spelling(inputs, outputs, "", List.of());
    add(
        "bare",
        type,
        Probe.of(inputs, outputs, spelling.bare(inputs.getFirst().type()), reference),
        Probe.of(inputs, outputs, spelling.bare(""), reference));
  }

  // Families.

  private void carry(ElementType type, List<Slot> inputs) {
    List<Slot> outputs = List.of(Slot.Vector.of(type), Slot.Mask.of(type));
    boolean subtracts = op.name().contains("sub");
    forms(
        type, inputs, outputs, VectorReferences.carry(type, subtracts, inputs.size() == 4, false));
    if (subtracts) {
      Probe probe =
          Probe.of(
              inputs,
              outputs,
              spelling(inputs, outputs, "", List.of()).canon(),
              VectorReferences.carry(type, true, inputs.size() == 4, true));
      add("no_borrow", type, probe.with(CompileOptions.defaults().without(CodeSwitch.BORROW)));
    }
  }

  private static Probe.Reference wide(ElementType type) {
    return (in, out) -> {
      for (int i = 0; i < 64; i++) {
        if (Lanes.active(in[2], i, 4)) {
          long product =
              Lanes.integer(type, Lanes.lane(in[0], type, i))
                  * Lanes.integer(type, Lanes.lane(in[1], type, i));
          Lanes.setLane(out[0], type, i, product);
          Lanes.setLane(out[1], type, i, product >>> 32);
        }
      }
    };
  }

  private void compare(ElementType type, List<Slot> inputs) {
    compare("canon", type, inputs);
    compare("paren", type, inputs);
  }

  private void compare(String form, ElementType type, List<Slot> inputs) {
    List<Probe> probes = new ArrayList<>();
    for (String mode : List.of("eq", "ne", "lt", "le", "gt", "ge")) {
      List<Slot> outputs = List.of(Slot.Mask.of(type));
      Spelling spelling = spelling(inputs, outputs, "", List.of("\"" + mode + "\""));
      String text = form.equals("paren") ? spelling.paren() : spelling.canon();
      probes.add(
          Probe.of(
              inputs,
              outputs,
              text,
              VectorReferences.compare(type, mode, inputs.get(1) instanceof Slot.Scalar)));
    }
    add(form, type, probes.toArray(Probe[]::new));
  }

  private void expDifference(ElementType type) {
    Slot vector = Slot.Vector.of(type);
    List<Slot> plain = List.of(vector, vector);
    Probe.Reference seed = VectorReferences.expDifference(type, type, 0, false);
    Spelling text = spelling(plain, List.of(vector), "", List.of());
    add("seed", type, Probe.of(plain, List.of(vector), text.canon(), seed));
    add("alias", type, Probe.of(plain, List.of(vector), text.named("pto.vexpdiff").canon(), seed));
    add("paren", type, Probe.of(plain, List.of(vector), text.paren(), seed));
    add(
        "bare",
        type,
        Probe.of(plain, List.of(vector), text.bare(""), seed),
        Probe.of(plain, List.of(vector), text.bare(vector.type()), seed));
    List<Slot> masked = List.of(vector, vector, Slot.Mask.of(type));
    List<Slot> wide = List.of(Slot.Vector.of(ElementType.F32));
    List<Probe> parts = new ArrayList<>();
    List<Probe> aliases = new ArrayList<>();
    for (int part = 0; part < 2; part++) {
      Spelling spelling = spelling(masked, wide, "", List.of(part == 0 ? "\"EVEN\"" : "\"ODD\""));
      Probe.Reference reference = VectorReferences.expDifference(type, ElementType.F32, part, true);
      parts.add(Probe.of(masked, wide, spelling.canon(), reference));
      aliases.add(Probe.of(masked, wide, spelling.named("pto.vexpdiff").canon(), reference));
    }
    add("new", type, parts.toArray(Probe[]::new));
    add("alias-new", type, aliases.toArray(Probe[]::new));
  }

  private void truncate(ElementType type) {
    Slot vector = Slot.Vector.of(type);
    List<Slot> masked = List.of(vector, Slot.Mask.of(type));
    List<Probe> canon = new ArrayList<>();
    List<Probe> alias = new ArrayList<>();
    List<Probe> manual = new ArrayList<>();
    for (String mode : List.of("R", "A", "F", "C", "Z")) {
      Probe.Reference reference = VectorReferences.truncate(type, mode.charAt(0), true);
      canon.add(
          Probe.of(
              masked,
              List.of(vector),
              spelling(masked, List.of(vector), "", List.of('"' + mode + '"')).canon(),
              reference));
      alias.add(
          Probe.of(
              masked,
              List.of(vector),
              spelling(masked, List.of(vector), "", List.of(mode)).canon(),
              reference));
      alias.add(
          Probe.of(
              masked,
              List.of(vector),
              spelling(masked, List.of(vector), "", List.of("\"ROUND_" + mode + '"')).canon(),
              reference));
      manual.add(
          Probe.of(
              List.of(vector),
              List.of(vector),
              spelling(List.of(vector), List.of(vector), "", List.of("\"ROUND_" + mode + '"'))
                  .canon(),
              VectorReferences.truncate(type, mode.charAt(0), false)));
    }
    add("canon", type, canon.toArray(Probe[]::new));
    add("alias", type, alias.toArray(Probe[]::new));
    add("manual", type, manual.toArray(Probe[]::new));
  }

  private void scaleConvert() {
    List<Slot> inputs =
        List.of(
            Slot.Vector.of(ElementType.F32),
            new Slot.Scalar(ElementType.F32),
            Slot.Mask.of(ElementType.F32));
    List<Slot> outputs = List.of(Slot.Vector.of(ElementType.F16));
    Probe[] probes = new Probe[2];
    for (int part = 0; part < 2; part++) {
      String text =
          spelling(inputs, outputs, "", List.of("\"A\"", part == 0 ? "\"EVEN\"" : "\"ODD\""))
              .canon();
      probes[part] = Probe.of(inputs, outputs, text, VectorReferences.scaleConvert(part));
    }
    add("canon", ElementType.F32, probes);
  }

  private void lookup(ElementType type) {
    Slot vector = Slot.Vector.of(type);
    for (ElementType.Kind kind :
        List.of(ElementType.Kind.SIGNLESS, ElementType.Kind.SIGNED, ElementType.Kind.UNSIGNED)) {
      ElementType index =
          switch (kind) {
            case SIGNED -> ElementType.SI8.withBits(type.bits());
            case UNSIGNED -> ElementType.UI8.withBits(type.bits());
            default -> ElementType.signless(type.bits());
          };
      List<Slot> inputs = List.of(vector, Slot.Vector.of(index));
      Spelling spelling = spelling(inputs, List.of(vector), "", List.of());
      Probe.Reference reference = VectorReferences.lookup(type, index);
      if (kind == ElementType.Kind.SIGNLESS) {
        add("canon", type, Probe.of(inputs, List.of(vector), spelling.canon(), reference));
        add(
            "bare",
            type,
            Probe.of(inputs, List.of(vector), spelling.bare(vector.type()), reference));
      } else {
        add(
            kind == ElementType.Kind.SIGNED ? "signed index" : "unsigned index",
            type,
            Probe.of(inputs, List.of(vector), spelling.canon(), reference));
      }
    }
  }

  private void interleaveHalf(ElementType type) {
    Slot vector = Slot.Vector.of(type);
    boolean split = op.name().contains("vdintlv");
    Probe[] probes = new Probe[2];
    for (int half = 0; half < 2; half++) {
      boolean lower = half == 0;
      String text =
          spelling(
                  List.of(vector, vector),
                  List.of(vector),
                  "",
                  List.of(lower ? "\"LOWER\"" : "\"HIGHER\""))
              .canon();
      probes[half] =
          Probe.of(
              List.of(vector, vector),
              List.of(vector),
              text,
              (in, out) -> {
                byte[] other = new byte[Lanes.VECTOR_BYTES];
                VectorReferences.interleave(
                    type.bytes(),
                    in[0],
                    in[1],
                    split,
                    lower ? out[0] : other,
                    lower ? other : out[0]);
              });
    }
    add("canon", type, probes);
  }

  private void prefixCount(ElementType type) {
    Slot vector = Slot.Vector.of(type);
    Slot mask = Slot.Mask.of(type);
    Probe.Reference two = VectorReferences.prefixCount(type, 1);
    canonAndParen(type, List.of(vector, mask), List.of(vector), "", List.of(), two);
    Spelling alone = spelling(List.of(mask), List.of(vector), "", List.of());
    Probe.Reference one = VectorReferences.prefixCount(type, 0);
    add("manual", type, Probe.of(List.of(mask), List.of(vector), alone.canon(), one));
    if (type.kind() == ElementType.Kind.SIGNLESS) {
      add("bare", type, Probe.of(List.of(mask), List.of(vector), alone.bare(""), one));
    }
  }

  private void slide(ElementType type) {
    Slot vector = Slot.Vector.of(type);
    List<Slot> inputs = List.of(vector, vector, new Slot.Scalar(ElementType.I16));
    String text = spelling(inputs, List.of(vector), "", List.of()).canon();
    Probe probe = Probe.of(inputs, List.of(vector), text, VectorReferences.slide(type));
    int lanes = Lanes.count(type);
    add(
        "canon",
        type,
        probe.with(
            (slot, position, round, samples) ->
                position == 2
                    ? Probe.scalar(
                        ElementType.I16,
                        round == 0 ? 0 : round == 1 ? lanes : samples.random().nextInt(lanes))
                    : Probe.random(slot, position, round, samples)));
  }

  private void histogram(ElementType type) {
    Slot counts = Slot.Vector.of(type);
    for (int bin = 0; bin < 2; bin++) {
      List<Slot> inputs =
          List.of(
              counts,
              Slot.Vector.of(ElementType.UI8),
              Slot.Mask.of(ElementType.UI8),
              new Slot.Constant(Integer.toString(bin), "i32"));
      String text = spelling(inputs, List.of(counts), "", List.of()).canon();
      Probe.Reference reference =
          VectorReferences.histogram(op.name().equals("pto.chistv2"), 128 * bin);
      add("canon", type, Probe.of(inputs, List.of(counts), text, reference));
    }
  }

  private void splat(ElementType type) {
    Slot vector = Slot.Vector.of(type);
    canonAndParen(
        type,
        List.of(new Slot.Scalar(type)),
        List.of(vector),
        "",
        List.of(),
        VectorReferences.splat(type));
    if (type.isInteger() && type.kind() != ElementType.Kind.SIGNLESS) {
      List<Slot> signless = List.of(new Slot.Scalar(ElementType.signless(type.bits())));
      String text = spelling(signless, List.of(vector), "", List.of()).canon();
      add(
          "signless",
          type,
          Probe.of(signless, List.of(vector), text, VectorReferences.splat(type)));
    }
  }

  private void indexVector(ElementType type) {
    List<Slot> outputs = List.of(Slot.Vector.of(type));
    List<Slot> inputs = List.of(new Slot.Scalar(type));
    for (String order : List.of("", "ASC", "DESC")) {
      String attributes = order.isEmpty() ? "" : "{order = \"" + order + "\"}";
      String text = spelling(inputs, outputs, attributes, List.of()).canon();
      String form = order.isEmpty() ? "default" : order.equals("ASC") ? "canon" : "descending";
      add(
          form,
          type,
          Probe.of(inputs, outputs, text, VectorReferences.indices(type, order.equals("DESC"))));
    }
    if (type.isInteger() && type.kind() != ElementType.Kind.SIGNLESS) {
      List<Slot> signless = List.of(new Slot.Scalar(ElementType.signless(type.bits())));
      String text = spelling(signless, outputs, "{order = \"ASC\"}", List.of()).canon();
      add(
          "signless",
          type,
          Probe.of(signless, outputs, text, VectorReferences.indices(type, false)));
    }
  }

  private void duplicate(ElementType type) {
    Slot vector = Slot.Vector.of(type);
    Slot mask = Slot.Mask.of(type);
    List<Slot> scalar = List.of(new Slot.Scalar(type), mask);
    canonAndParen(
        type, scalar, List.of(vector), "", List.of(), VectorReferences.duplicate(type, 0));
    List<Slot> lane = List.of(vector, mask);
    String lowest = spelling(lane, List.of(vector), "{position = \"LOWEST\"}", List.of()).canon();
    String highest = spelling(lane, List.of(vector), "{position = \"HIGHEST\"}", List.of()).canon();
    String plain = spelling(lane, List.of(vector), "", List.of()).canon();
    add(
        "vector",
        type,
        Probe.of(lane, List.of(vector), lowest, VectorReferences.duplicate(type, 0)),
        Probe.of(lane, List.of(vector), plain, VectorReferences.duplicate(type, 0)),
        Probe.of(
            lane,
            List.of(vector),
            highest,
            VectorReferences.duplicate(type, Lanes.count(type) - 1)));
    if (type.isInteger() && type.kind() != ElementType.Kind.SIGNLESS) {
      List<Slot> signless = List.of(new Slot.Scalar(ElementType.signless(type.bits())), mask);
      String text = spelling(signless, List.of(vector), "", List.of()).canon();
      add(
          "signless",
          type,
          Probe.of(signless, List.of(vector), text, VectorReferences.duplicate(type, 0)));
    }
  }

  // Pairs of types.

  private void fusedConvert(TypeSet.Pair types) {
    int lanes = Math.min(Lanes.count(types.source()), Lanes.count(types.result()));
    fusedConvert("", types, Slot.Vector.of(types.source()), Slot.Vector.of(types.result()));
    if (types.source().bits() != types.result().bits()) {
      fusedConvert(
          " short",
          types,
          new Slot.Vector(types.source(), lanes),
          new Slot.Vector(types.result(), lanes));
    }
  }

  private void fusedConvert(
      String suffix, TypeSet.Pair types, Slot.Vector source, Slot.Vector result) {
    List<Slot> plain = List.of(source, source);
    List<Slot> masked = List.of(source, source, Slot.Mask.of(types.source()));
    List<Slot> outputs = List.of(result);
    boolean multiplies = op.name().contains("mul");
    Probe.Reference all = VectorReferences.fusedConvert(types, multiplies, false);
    Probe.Reference some = VectorReferences.fusedConvert(types, multiplies, true);
    Spelling text = spelling(masked, outputs, "", List.of());
    ElementType type = types.source();
    String pair = "-> " + types.result().spelling() + " ";
    add(
        pair + "seed" + suffix,
        type,
        Probe.of(plain, outputs, spelling(plain, outputs, "", List.of()).canon(), all));
    add(pair + "seed-masked" + suffix, type, Probe.of(masked, outputs, text.canon(), some));
    add(pair + "paren" + suffix, type, Probe.of(masked, outputs, text.paren(), some));
    add(pair + "bare" + suffix, type, Probe.of(masked, outputs, text.bare(source.type()), some));
  }

  private void pack(TypeSet.Pair types) {
    Slot source = Slot.Vector.of(types.source());
    List<Slot> outputs = List.of(Slot.Vector.of(types.result()));
    Probe[] probes = new Probe[2];
    for (int half = 0; half < 2; half++) {
      String token = half == 0 ? "\"LOWER\"" : "\"HIGHER\"";
      Spelling text = spelling(List.of(source), outputs, "", List.of(token));
      probes[half] =
          Probe.of(
              List.of(source), outputs, text.canon(), VectorReferences.pack(types, half, false));
    }
    add("canon", types.source(), probes);
    List<Slot> two = List.of(source, source, new Slot.Constant("0", "index"));
    String text = spelling(two, outputs, "", List.of()).canon();
    add(
        "manual",
        types.source(),
        Probe.of(two, outputs, text, VectorReferences.pack(types, 0, true)));
  }

  private void unpack(TypeSet.Pair types) {
    Slot source = Slot.Vector.of(types.source());
    List<Slot> outputs = List.of(Slot.Vector.of(types.result()));
    boolean signed = op.name().contains("vsunpack");
    List<Probe> canon = new ArrayList<>();
    List<Probe> alias = new ArrayList<>();
    List<Probe> bare = new ArrayList<>();
    for (int half = 0; half < 2; half++) {
      List<Slot> inputs = List.of(source, new Slot.Constant(Integer.toString(half), "index"));
      Spelling text = spelling(inputs, outputs, "", List.of());
      Probe.Reference reference = VectorReferences.unpack(types, half, signed);
      Spelling unlisted =
          new Spelling(
              text.mnemonic(),
              text.items(),
              "",
              List.of(source.type()),
              text.results(),
              text.resultTypes());
      canon.add(Probe.of(inputs, outputs, unlisted.canon(), reference));
      alias.add(Probe.of(inputs, outputs, text.canon(), reference));
      bare.add(Probe.of(inputs, outputs, text.bare(source.type()), reference));
    }
    String dynamic =
        "%part = arith.remsi %round, %two : index\n      "
            + "%r0 = "
            + op.name()
            + " %a0, %part : "
            + source.type()
            + " -> "
            + outputs.getFirst().type();
    List<Slot> inputs = List.of(source, new Slot.Constant("2", "index"));
    add("canon", types.source(), canon.toArray(Probe[]::new));
    add("alias", types.source(), alias.toArray(Probe[]::new));
    add("bare", types.source(), bare.toArray(Probe[]::new));
    int[] round = {0};
    add(
        "dynamic part",
        types.source(),
        Probe.of(
            inputs,
            outputs,
            dynamic.replace("%two", "%a1"),
            (in, out) -> VectorReferences.unpack(types, round[0]++ % 2, signed).apply(in, out)));
  }
}
