package org.ptoc.passes.vmi;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.vmi.LogicalMask.Shape;

/** Moves lanes between registers of contiguous vectors (spec/80, 4.9 and 6.5 to 6.7). */
record Rearrangement(VectorCode code, MaskCode masks) {
  private RegisterVector contiguous(RegisterVector vector) {
    return new FormChange(code).to(vector, Form.CONTIGUOUS);
  }

  private static int width(RegisterVector vector) {
    return VectorCode.lanes(vector.element().bits());
  }

  private static int count(ElementType element, int lanes) {
    return Form.CONTIGUOUS.registers(element, lanes);
  }

  /** One register of lanes from a lane on; behind the vector it is undefined. */
  Value window(RegisterVector vector, int first) {
    int width = width(vector);
    int registers = count(vector.element(), vector.lanes());
    Value low = vector.register(Math.min(first / width, registers - 1));
    Value high = vector.register(Math.min(first / width + 1, registers - 1));
    return code.slide(low, high, first % width);
  }

  /** Some lanes from a lane on. */
  RegisterVector slice(RegisterVector vector, int first, int lanes) {
    if (vector.isUniform()) {
      return RegisterVector.uniform(vector.element(), lanes, vector.register(0));
    }
    List<Value> all = new ArrayList<>();
    for (int i = 0; i < count(vector.element(), lanes); i++) {
      all.add(window(vector, first + i * width(vector)));
    }
    return RegisterVector.of(vector.element(), lanes, Form.CONTIGUOUS, all);
  }

  /** The lanes of one vector, then those of another. */
  RegisterVector joined(RegisterVector first, RegisterVector second) {
    int width = width(first);
    int lanes = first.lanes() + second.lanes();
    int filled = first.lanes() % width;
    int whole = first.lanes() / width;
    List<Value> all = new ArrayList<>();
    for (int i = 0; i < whole; i++) {
      all.add(first.register(i));
    }
    int others = count(second.element(), second.lanes());
    for (int i = whole; i < count(first.element(), lanes); i++) {
      int number = i - whole;
      if (filled == 0) {
        all.add(second.register(number));
        continue;
      }
      Value before =
          number == 0 ? first.register(whole) : second.register(Math.min(number, others) - 1);
      Value own = second.register(Math.min(number, others - 1));
      Value shifted =
          code.slide(second.register(Math.clamp(number - 1L, 0, others - 1)), own, width - filled);
      all.add(
          number == 0
              ? code.select(code.prefix(first.element().bits(), filled), before, shifted)
              : shifted);
    }
    return RegisterVector.of(first.element(), lanes, Form.CONTIGUOUS, all);
  }

  /** Lanes of two vectors in turn. */
  RegisterVector interleaved(RegisterVector first, RegisterVector second) {
    RegisterVector low = contiguous(first);
    RegisterVector high = contiguous(second);
    ElementType element = first.element();
    List<Value> all = new ArrayList<>();
    for (int i = 0; i < count(element, low.lanes()); i++) {
      all.addAll(interleave(Op.VINTLV, low.register(i), high.register(i)));
    }
    int lanes = 2 * low.lanes();
    return RegisterVector.of(
        element, lanes, Form.CONTIGUOUS, all.subList(0, count(element, lanes)));
  }

  /** Even and odd lanes. */
  List<RegisterVector> halves(RegisterVector vector) {
    RegisterVector whole = contiguous(vector);
    ElementType element = vector.element();
    int lanes = vector.lanes() / 2;
    if (whole.isUniform()) {
      RegisterVector half = RegisterVector.uniform(element, lanes, whole.register(0));
      return List.of(half, half);
    }
    List<Value> even = new ArrayList<>();
    List<Value> odd = new ArrayList<>();
    int registers = whole.registers().size();
    for (int i = 0; i < registers; i += 2) {
      List<Value> both =
          interleave(Op.VDINTLV, whole.register(i), whole.register(Math.min(i + 1, registers - 1)));
      even.add(both.get(0));
      odd.add(both.get(1));
    }
    return List.of(
        RegisterVector.of(element, lanes, Form.CONTIGUOUS, even),
        RegisterVector.of(element, lanes, Form.CONTIGUOUS, odd));
  }

  private List<Value> interleave(Op name, Value low, Value high) {
    ElementType element = VectorCode.elementOf(low);
    int bits = element.bits();
    return code.interleave(name, code.bits(low, bits), code.bits(high, bits)).stream()
        .map(register -> code.cast(register, element))
        .toList();
  }

  /** True if one register serves all parts of a form when values are broadcast to groups. */
  static boolean takes(Form form, int size) {
    return form.stride() == 1 && size % form.parts() == 0;
  }

  /**
   * Each lane of a compact vector in all lanes of its group, in a form where that is no more work.
   */
  RegisterVector broadcast(RegisterVector compact, int lanes, Form form) {
    if (compact.lanes() == 1 || form.parts() == 1 || !takes(form, lanes / compact.lanes())) {
      return broadcast(compact, lanes);
    }
    RegisterVector part = broadcast(compact, lanes / form.parts());
    int count = form.perPart(compact.element(), lanes);
    List<Value> all = new ArrayList<>();
    for (int i = 0; i < form.parts() * count; i++) {
      all.add(part.register(i % count));
    }
    return part.isUniform()
        ? RegisterVector.uniform(compact.element(), lanes, part.register(0))
        : RegisterVector.of(compact.element(), lanes, form, all);
  }

  /** Each lane of a compact vector in all lanes of its group. */
  RegisterVector broadcast(RegisterVector compact, int lanes) {
    RegisterVector source = contiguous(compact);
    ElementType element = source.element();
    int groups = source.lanes();
    if (source.isUniform() || groups == 1) {
      Value register = source.register(0);
      return RegisterVector.uniform(
          element, lanes, source.isUniform() ? register : code.duplicate(register));
    }
    int size = lanes / groups;
    if (size == 1) {
      return source;
    }
    int width = width(source);
    List<Value> all = new ArrayList<>();
    for (int first = 0; first < lanes; first += width) {
      int group = first / size;
      int last = Math.min(first + width, lanes) - 1;
      if (last / size == group) {
        all.add(code.lane(source.register(group / width), group % width));
        continue;
      }
      Value index = masks.quotient(element.bits(), first, size);
      Value moved = added(index, group % width, element.bits());
      Value low = code.lookup(source.register(group / width), moved);
      if (last / size / width == group / width) {
        all.add(low);
      } else {
        int boundary = (group / width + 1) * width * size - first;
        Value high = code.lookup(source.register(group / width + 1), moved);
        all.add(code.select(code.prefix(element.bits(), boundary), low, high));
      }
    }
    return RegisterVector.of(element, lanes, Form.CONTIGUOUS, all);
  }

  private Value added(Value index, int number, int bits) {
    return number == 0
        ? index
        : code.apply(Op.VADDS, index, code.scalar(VectorCode.unsigned(bits), number));
  }

  /**
   * Lane 0 of each register, side by side.
   *
   * @param values makes the registers, each when it is needed, so that few are live
   */
  RegisterVector compact(ElementType element, int count, IntFunction<Value> values) {
    if (count == 1) {
      return RegisterVector.of(element, 1, Form.CONTIGUOUS, List.of(values.apply(0)));
    }
    int width = VectorCode.lanes(element.bits());
    List<Value> all = new ArrayList<>();
    for (int first = 0; first < count; first += width) {
      int end = Math.min(first + width, count);
      Value register = code.duplicate(values.apply(end - 1));
      for (int i = end - 2; i >= first; i--) {
        Value next = i == first ? values.apply(i) : code.duplicate(values.apply(i));
        register = code.select(code.prefix(element.bits(), i - first + 1L), next, register);
      }
      all.add(register);
    }
    return RegisterVector.of(element, count, Form.CONTIGUOUS, all);
  }

  /** The first lanes of each register, side by side; they divide a register. */
  RegisterVector packedGroups(ElementType element, List<Value> registers, int each, int lanes) {
    int width = VectorCode.lanes(element.bits());
    int perRegister = width / each;
    List<Value> all = new ArrayList<>();
    for (int first = 0; first < registers.size(); first += perRegister) {
      int end = Math.min(first + perRegister, registers.size());
      Value register = registers.get(first);
      for (int i = first + 1; i < end; i++) {
        int at = (i - first) * each;
        Value moved = code.slide(registers.get(i), registers.get(i), width - at);
        register = code.select(code.prefix(element.bits(), at), register, moved);
      }
      all.add(register);
    }
    return RegisterVector.of(element, lanes, Form.CONTIGUOUS, all);
  }

  /** Lane i of the result is the lane of the source that an index of its width names. */
  RegisterVector lookup(RegisterVector vector, RegisterVector indices) {
    RegisterVector source = contiguous(vector);
    RegisterVector numbers = contiguous(indices);
    ElementType element = vector.element();
    int bits = element.bits();
    if (source.isUniform()) {
      return source;
    }
    List<Value> all = new ArrayList<>();
    int width = width(source);
    for (int i = 0; i < count(element, vector.lanes()); i++) {
      Value index = code.bits(numbers.register(i), bits);
      Value found = code.lookup(source.register(0), index);
      if (bits > 8) {
        for (int other = 1; other < source.registers().size(); other++) {
          Value here =
              code.compareScalar(
                  "ge",
                  index,
                  code.scalar(VectorCode.unsigned(bits), (long) other * width),
                  code.all(bits));
          found = code.select(here, code.lookup(source.register(other), index), found);
        }
      }
      all.add(found);
    }
    return RegisterVector.of(element, vector.lanes(), Form.CONTIGUOUS, all);
  }

  /** Lane i of the result is lane {@code source(i)} of a vector, by constants. */
  RegisterVector permuted(RegisterVector vector, int lanes, IntUnaryOperator source) {
    RegisterVector from = contiguous(vector);
    ElementType element = vector.element();
    if (from.isUniform()) {
      return RegisterVector.uniform(element, lanes, from.register(0));
    }
    int width = width(from);
    List<Value> all = new ArrayList<>();
    for (int first = 0; first < lanes; first += width) {
      all.add(permuted(from, first, Math.min(width, lanes - first), source));
    }
    return RegisterVector.of(element, lanes, Form.CONTIGUOUS, all);
  }

  private Value permuted(RegisterVector from, int first, int lanes, IntUnaryOperator source) {
    int width = width(from);
    int bits = from.element().bits();
    List<long[]> runs = new ArrayList<>();
    for (int i = 0; i < lanes; i++) {
      long number = source.applyAsInt(first + i);
      boolean goesOn = !runs.isEmpty() && runs.getLast()[0] + i - runs.getLast()[2] == number;
      if (!goesOn) {
        runs.add(new long[] {number, 0, i});
      }
    }
    if (runs.size() == 1 && runs.getFirst()[0] % width == 0) {
      return from.register((int) runs.getFirst()[0] / width);
    }
    // Runs from the last to the first, so that each is written under a prefix.
    Value index = run(runs.getLast(), bits);
    for (int i = runs.size() - 2; i >= 0; i--) {
      index = code.select(code.prefix(bits, runs.get(i + 1)[2]), run(runs.get(i), bits), index);
    }
    List<Value> results = new ArrayList<>();
    for (int register = 0; register < from.registers().size(); register++) {
      BitSet own = new BitSet();
      for (int i = 0; i < lanes; i++) {
        own.set(i, source.applyAsInt(first + i) / width == register);
      }
      if (!own.isEmpty()) {
        Value found = code.lookup(from.register(register), index);
        Shape shape = new Shape(1, bits);
        results.add(
            results.isEmpty()
                ? found
                : code.select(
                    masks.registers(new LogicalMask.Constant(width, own), shape).getFirst(),
                    found,
                    results.getLast()));
      }
    }
    return results.getLast();
  }

  /** Ascending numbers that begin with a number at a lane. */
  private Value run(long[] run, int bits) {
    return code.ramp(bits, run[0] - run[2]);
  }

  /** Active lanes at the front, 0 behind them. */
  RegisterVector compressed(RegisterVector vector, LogicalMask mask) {
    RegisterVector source = contiguous(vector);
    ElementType element = vector.element();
    int bits = element.bits();
    List<Value> active = masks.bounded(mask, new Shape(1, bits));
    if (active.size() == 1) {
      Value plain = code.bits(source.register(0), bits);
      Value squeezed = code.builder().value(Op.VSQZ, plain.type(), plain, active.getFirst());
      return RegisterVector.of(
          element, vector.lanes(), Form.CONTIGUOUS, List.of(code.cast(squeezed, element)));
    }
    // The position of each source lane decides; wide lanes hold all positions.
    int wide = Math.max(16, bits);
    RegisterVector carriers = bits == 8 ? new FormChange(code).to(source, Form.strided(2)) : source;
    Shape shape = new Shape(1, wide);
    List<Value> chosen = masks.bounded(mask, shape);
    ElementType number = VectorCode.unsigned(wide);
    int width = VectorCode.lanes(wide);
    List<Value> results = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      results.add(code.splat(number, 0));
    }
    Value before = code.splat(number, 0);
    for (int i = 0; i < chosen.size(); i++) {
      Value plain = code.bits(carriers.register(i), wide);
      Value squeezed = code.builder().value(Op.VSQZ, plain.type(), plain, chosen.get(i));
      Value counted = total(chosen.get(i), wide);
      for (int target = 0; target < chosen.size(); target++) {
        Value position = code.apply(Op.VSUB, code.ramp(wide, (long) target * width), before);
        Value inside = code.compare("lt", position, counted, code.all(wide));
        results.set(
            target, code.select(inside, code.lookup(squeezed, position), results.get(target)));
      }
      before = code.apply(Op.VADD, before, counted);
    }
    RegisterVector all =
        RegisterVector.of(
            element,
            vector.lanes(),
            bits == 8 ? Form.strided(2) : Form.CONTIGUOUS,
            results.stream().map(register -> code.cast(register, element)).toList());
    return contiguous(all);
  }

  /** The number of active lanes in every lane. */
  private Value total(Value mask, int bits) {
    ElementType element = VectorCode.unsigned(bits);
    Value ones = code.splat(element, 1);
    Value sum =
        code.builder()
            .value(
                Op.VCADD, VectorCode.type(VectorCode.unsigned(Math.min(32, 2 * bits))), ones, mask);
    return code.duplicate(code.cast(sum, element));
  }

  /** The number of active lanes before each lane. */
  RegisterVector prefixCounts(LogicalMask mask, ElementType element) {
    int bits = element.bits();
    ElementType counted = ElementType.SI8.withBits(bits);
    List<Value> active = masks.bounded(mask, new Shape(1, bits));
    Value before = code.splat(VectorCode.unsigned(bits), 0);
    List<Value> all = new ArrayList<>();
    for (int i = 0; i < active.size(); i++) {
      Value zero = code.splat(counted, 0);
      Value own =
          code.bits(
              code.builder().value(Op.VUSQZ, VectorCode.type(counted), zero, active.get(i)), bits);
      all.add(code.cast(i == 0 ? own : code.apply(Op.VADD, own, before), element));
      if (i + 1 < active.size()) {
        Value total = total(active.get(i), bits);
        before = i == 0 ? total : code.apply(Op.VADD, before, total);
      }
    }
    return RegisterVector.of(element, mask.lanes(), Form.CONTIGUOUS, all);
  }
}
