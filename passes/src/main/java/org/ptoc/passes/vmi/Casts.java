package org.ptoc.passes.vmi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Conversions;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;

/** Conversions of logical vectors by the parts of words (spec/80, 4.8 and 6.3). */
record Casts(VectorCode code) {
  /**
   * What the text says about rounding.
   *
   * @param rounding a letter, empty without one
   * @param saturates true for {@code SAT}
   */
  record Modes(Optional<String> rounding, boolean saturates) {}

  private RegisterVector to(RegisterVector vector, Form form) {
    return new FormChange(code).to(vector, form);
  }

  /**
   * The vector with another element type.
   *
   * @param wanted the form that suits the uses; the result may have another one
   */
  RegisterVector convert(RegisterVector vector, ElementType element, Modes modes, Form wanted) {
    if (vector.isUniform()) {
      int ratio = Math.max(1, vector.element().bits() / element.bits());
      boolean integers = vector.element().isInteger() && element.isInteger();
      RegisterVector one =
          RegisterVector.of(
              vector.element(),
              VectorCode.lanes(ratio > 1 ? element.bits() : vector.element().bits()),
              integers ? Form.CONTIGUOUS : Form.parts(ratio),
              Collections.nCopies(ratio, vector.register(0)));
      RegisterVector result = convert(one, element, modes, Form.CONTIGUOUS);
      RegisterVector first = ratio > 1 ? to(result, Form.CONTIGUOUS) : result;
      return RegisterVector.uniform(element, vector.lanes(), first.register(0));
    }
    ElementType source = vector.element();
    if (source.isInteger() && element.isInteger()) {
      return source.bits() < element.bits()
          ? widened(vector, element, wanted)
          : narrowed(vector, element, modes.saturates());
    }
    ElementType from = source == ElementType.BF16X2 ? ElementType.BF16 : source;
    ElementType to = element == ElementType.BF16X2 ? ElementType.BF16 : element;
    Conversions.Pair pair = Conversions.find(from, to).orElseThrow();
    if (modes.rounding().filter(letter -> !pair.roundings().contains(letter)).isPresent()) {
      RegisterVector exact =
          convert(vector, ElementType.F32, new Modes(Optional.empty(), false), wanted);
      return convert(exact, element, modes, wanted);
    }
    return byWords(vector, element, from, to, attributes(pair, modes), wanted);
  }

  private static Attributes attributes(Conversions.Pair pair, Modes modes) {
    Attributes attributes = Attributes.EMPTY;
    if (!pair.roundings().isEmpty()) {
      boolean away = pair.result() == ElementType.HIF8; // H is A there (spec/80, 4.8).
      attributes =
          attributes.with(
              AttributeName.RND, new Attribute.Text(away ? "A" : modes.rounding().orElse("R")));
    }
    if (pair.saturates()) {
      attributes =
          attributes.with(
              AttributeName.SAT, new Attribute.Text(modes.saturates() ? "SAT" : "NOSAT"));
    }
    return attributes;
  }

  private RegisterVector byWords(
      RegisterVector vector,
      ElementType element,
      ElementType from,
      ElementType to,
      Attributes attributes,
      Form wanted) {
    int before = vector.element().bits();
    int after = element.bits();
    Form form = vector.form();
    if (isShort(vector.lanes(), before, after)
        && form.equals(Form.CONTIGUOUS)
        && wanted.equals(Form.CONTIGUOUS)) {
      int ratio = Math.max(before, after) / Math.min(before, after);
      return before < after
          ? wide(to(vector, Form.strided(ratio)), element, from, to, attributes, ratio)
          : to(
              narrow(vector, element, from, to, attributes, ratio, Form.strided(ratio)),
              Form.CONTIGUOUS);
    }
    if (before == after) {
      List<Value> all = new ArrayList<>();
      for (Value register : vector.registers()) {
        all.add(word(register, from, to, element, attributes, ""));
      }
      return RegisterVector.of(element, vector.lanes(), form, all);
    }
    return before < after
        ? wide(vector, element, from, to, attributes, after / before)
        : narrow(vector, element, from, to, attributes, before / after, wanted);
  }

  /**
   * True if one register holds all lanes in the wider type: carriers are then less work than parts.
   */
  static boolean isShort(int lanes, int before, int after) {
    return before != after && lanes <= VectorCode.lanes(Math.max(before, after));
  }

  private static String part(int number, int ratio) {
    return ratio == 2 ? number == 0 ? "EVEN" : "ODD" : "P" + number;
  }

  private Value word(
      Value register,
      ElementType from,
      ElementType to,
      ElementType result,
      Attributes attributes,
      String part) {
    Attributes all =
        part.isEmpty() ? attributes : attributes.with(AttributeName.PART, new Attribute.Text(part));
    Value source = code.cast(register, from);
    Value converted =
        code.builder()
            .createGrouped(
                Op.VCVT,
                List.of(List.of(source), List.of(code.all(from.bits()))),
                List.of(VectorCode.type(to)),
                all)
            .result();
    return code.cast(converted, result);
  }

  /** Each source register gives one register of each part; carriers give their lowest element. */
  private RegisterVector wide(
      RegisterVector vector,
      ElementType element,
      ElementType from,
      ElementType to,
      Attributes attributes,
      int ratio) {
    Form form = vector.form();
    int taken = Math.max(1, ratio / form.stride());
    int step = ratio / taken;
    RegisterVector source =
        form.stride() > ratio ? to(vector, new Form(form.parts(), ratio)) : vector;
    int stride = Math.max(1, source.form().stride() / ratio);
    Form result = new Form(form.parts() * taken, stride);
    int old = source.form().perPart(vector.element(), vector.lanes());
    int count = result.perPart(element, vector.lanes());
    List<Value> all = new ArrayList<>();
    for (int part = 0; part < result.parts(); part++) {
      int own = part % form.parts();
      int place = part / form.parts() * step;
      for (int i = 0; i < count; i++) {
        Value register = source.register(own * old + Math.min(i, old - 1));
        all.add(word(register, from, to, element, attributes, part(place, ratio)));
      }
    }
    return RegisterVector.of(element, vector.lanes(), result, all);
  }

  private RegisterVector narrow(
      RegisterVector vector,
      ElementType element,
      ElementType from,
      ElementType to,
      Attributes attributes,
      int ratio,
      Form wanted) {
    int joined = wanted.stride() > 1 ? Math.max(1, ratio / wanted.stride()) : ratio;
    Form form = new Form(Math.max(joined * wanted.parts(), joined), 1);
    RegisterVector source = to(vector, form.parts() > 4 ? Form.parts(4) : form);
    int parts = source.form().parts() / joined;
    int step = ratio / joined;
    Form result = new Form(parts, step);
    int old = source.form().perPart(vector.element(), vector.lanes());
    int count = result.perPart(element, vector.lanes());
    List<Value> all = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      for (int i = 0; i < count; i++) {
        List<Value> words = new ArrayList<>();
        for (int j = 0; j < joined; j++) {
          Value register = source.register((part + j * parts) * old + Math.min(i, old - 1));
          Value one = word(register, from, to, element, attributes, part(j * step, ratio));
          words.add(code.bits(one, element.bits()));
        }
        Value sum = words.stream().reduce(code::or).orElseThrow();
        all.add(code.cast(sum, element));
      }
    }
    return RegisterVector.of(element, vector.lanes(), result, all);
  }

  // Integers.

  private RegisterVector widened(RegisterVector vector, ElementType element, Form wanted) {
    ElementType source = vector.element();
    ElementType to =
        source.isSigned()
            ? ElementType.SI8.withBits(element.bits())
            : ElementType.UI8.withBits(element.bits());
    RegisterVector wide = byWords(vector, to, source, to, Attributes.EMPTY, wanted);
    return seenAs(wide, element);
  }

  private RegisterVector seenAs(RegisterVector vector, ElementType element) {
    return RegisterVector.of(
        element,
        vector.lanes(),
        vector.form(),
        vector.registers().stream().map(register -> code.cast(register, element)).toList());
  }

  /** The low bits are there already: each lane is the lowest element of its carrier. */
  private RegisterVector narrowed(RegisterVector vector, ElementType element, boolean saturates) {
    ElementType source = vector.element();
    RegisterVector bounded = saturates ? clamped(vector, element) : vector;
    int ratio = source.bits() / element.bits();
    Form form = new Form(bounded.form().parts(), bounded.form().stride() * ratio);
    return RegisterVector.of(
        element,
        vector.lanes(),
        form,
        bounded.registers().stream().map(register -> code.cast(register, element)).toList());
  }

  private RegisterVector clamped(RegisterVector vector, ElementType element) {
    ElementType source = vector.element();
    long top = 1L << element.bits() - 1;
    long least = element.isSigned() ? -top : 0;
    long greatest = element.isSigned() ? top - 1 : 2 * top - 1;
    List<Value> all = new ArrayList<>();
    for (Value register : vector.registers()) {
      Value low =
          source.isSigned() ? code.apply(Op.VMAXS, register, code.scalar(source, least)) : register;
      all.add(code.apply(Op.VMINS, low, code.scalar(source, greatest)));
    }
    return RegisterVector.of(source, vector.lanes(), vector.form(), all);
  }
}
