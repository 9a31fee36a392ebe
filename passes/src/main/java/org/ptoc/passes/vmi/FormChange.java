package org.ptoc.passes.vmi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;

/** Changes between the forms of a vector (spec/80, 5.4). */
record FormChange(VectorCode code) {

  /** The vector in a form. */
  RegisterVector to(RegisterVector vector, Form form) {
    if (vector.isUniform() || vector.form().equals(form)) {
      return vector;
    }
    RegisterVector current = vector;
    while (current.form().stride() > form.stride()
        || current.form().stride() > 1 && current.form().parts() < form.parts()) {
      current = packed(current);
    }
    while (current.form().parts() > form.parts()
        || current.form().parts() > 1 && current.form().stride() < form.stride()) {
      current = joined(current);
    }
    while (current.form().parts() < form.parts()) {
      current = dealt(current);
    }
    while (current.form().stride() < form.stride()) {
      current = spread(current);
    }
    return current;
  }

  /** One element a carrier in half the width. */
  private RegisterVector packed(RegisterVector vector) {
    int bits = vector.form().bits(vector.element());
    Form form = new Form(vector.form().parts(), vector.form().stride() / 2);
    List<Value> all = new ArrayList<>();
    int old = vector.form().perPart(vector.element(), vector.lanes());
    for (int part = 0; part < form.parts(); part++) {
      for (int i = 0; i < old; i += 2) {
        Value low = code.bits(vector.register(part * old + i), bits);
        Optional<Value> high =
            i + 1 < old
                ? Optional.of(code.bits(vector.register(part * old + i + 1), bits))
                : Optional.empty();
        all.add(code.cast(code.pack(low, high), vector.element()));
      }
    }
    return RegisterVector.of(vector.element(), vector.lanes(), form, all);
  }

  /** Carriers of twice the width, with zeros above the elements. */
  private RegisterVector spread(RegisterVector vector) {
    int bits = vector.form().bits(vector.element());
    Form form = new Form(vector.form().parts(), vector.form().stride() * 2);
    List<Value> all = new ArrayList<>();
    int old = vector.form().perPart(vector.element(), vector.lanes());
    int count = form.perPart(vector.element(), vector.lanes());
    for (int part = 0; part < form.parts(); part++) {
      for (int i = 0; i < count; i++) {
        Value source = code.bits(vector.register(part * old + i / 2), bits);
        all.add(code.cast(code.unpack(source, i % 2), vector.element()));
      }
    }
    return RegisterVector.of(vector.element(), vector.lanes(), form, all);
  }

  /** Half as many parts. */
  private RegisterVector joined(RegisterVector vector) {
    Form form = new Form(vector.form().parts() / 2, vector.form().stride());
    int bits = vector.form().bits(vector.element());
    int old = vector.form().perPart(vector.element(), vector.lanes());
    int count = form.perPart(vector.element(), vector.lanes());
    List<Value> all = new ArrayList<>();
    for (int part = 0; part < form.parts(); part++) {
      List<Value> own = new ArrayList<>();
      for (int i = 0; i < old; i++) {
        own.addAll(
            interleaved(
                Op.VINTLV,
                vector.register(part * old + i),
                vector.register((part + form.parts()) * old + i),
                bits,
                vector.element()));
      }
      all.addAll(own.subList(0, count));
    }
    return RegisterVector.of(vector.element(), vector.lanes(), form, all);
  }

  /** Twice as many parts. */
  private RegisterVector dealt(RegisterVector vector) {
    Form form = new Form(vector.form().parts() * 2, vector.form().stride());
    int bits = vector.form().bits(vector.element());
    int old = vector.form().perPart(vector.element(), vector.lanes());
    List<List<Value>> parts = new ArrayList<>();
    for (int i = 0; i < form.parts(); i++) {
      parts.add(new ArrayList<>());
    }
    for (int part = 0; part < vector.form().parts(); part++) {
      for (int i = 0; i < old; i += 2) {
        Value low = vector.register(part * old + i);
        Value high = i + 1 < old ? vector.register(part * old + i + 1) : low;
        List<Value> both = interleaved(Op.VDINTLV, low, high, bits, vector.element());
        parts.get(part).add(both.get(0));
        parts.get(part + vector.form().parts()).add(both.get(1));
      }
    }
    return RegisterVector.of(
        vector.element(), vector.lanes(), form, parts.stream().flatMap(List::stream).toList());
  }

  private List<Value> interleaved(Op name, Value low, Value high, int bits, ElementType element) {
    return code.interleave(name, code.bits(low, bits), code.bits(high, bits)).stream()
        .map(register -> code.cast(register, element))
        .toList();
  }
}
