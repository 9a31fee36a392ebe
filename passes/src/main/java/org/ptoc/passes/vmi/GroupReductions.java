package org.ptoc.passes.vmi;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.catalog.NamedOperation;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.vmi.LogicalMask.Shape;

/** Sums and extrema of the groups of a vector (spec/80, 4.7 and 6.4). */
record GroupReductions(VectorCode code, MaskCode masks) {
  private static final int BLOCKS = 8;

  private static NamedOperation pairwise(Combining how) {
    return switch (how) {
      case SUM -> Op.VADD;
      case MAXIMUM -> Op.VMAX;
      default -> Op.VMIN;
    };
  }

  private static NamedOperation whole(Combining how) {
    return switch (how) {
      case SUM -> Op.VCADD;
      case MAXIMUM -> Op.VCMAX;
      default -> Op.VCMIN;
    };
  }

  private static NamedOperation blocks(Combining how) {
    return switch (how) {
      case SUM -> Op.VCGADD;
      case MAXIMUM -> Op.VCGMAX;
      default -> Op.VCGMIN;
    };
  }

  /** The value that changes no other, as bits. */
  static long identity(Combining how, ElementType element) {
    boolean largest = how == Combining.MINIMUM;
    if (how == Combining.SUM) {
      return 0;
    }
    return switch (element) {
      case F32 -> largest ? 0x7F80_0000L : 0xFF80_0000L;
      case F16 -> largest ? 0x7C00L : 0xFC00L;
      default -> {
        int bits = element.bits();
        long top = 1L << bits - 1;
        yield element.isSigned() ? largest ? top - 1 : top : largest ? 2 * top - 1 : 0;
      }
    };
  }

  /** True if groups of a size are reduced in a form: each part holds as many lanes of each. */
  static boolean takes(Form form, int size) {
    return form.stride() == 1 && size % form.parts() == 0;
  }

  /** One value for each group. */
  RegisterVector reduce(RegisterVector vector, int groups, LogicalMask mask, Combining how) {
    Form form = vector.form();
    boolean parts = !vector.isUniform() && takes(form, vector.lanes() / groups);
    RegisterVector source =
        filled(parts ? vector : new FormChange(code).to(vector, Form.CONTIGUOUS), mask, how);
    return contiguous(source.form().parts() > 1 ? combined(source, how) : source, groups, how);
  }

  /** The parts combined lane by lane: half or a quarter of the lanes, in groups as many. */
  private RegisterVector combined(RegisterVector vector, Combining how) {
    Form form = vector.form();
    int count = form.perPart(vector.element(), vector.lanes());
    List<Value> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Value> parts = new ArrayList<>();
      for (int part = 0; part < form.parts(); part++) {
        parts.add(vector.register(part * count + i));
      }
      while (parts.size() > 1) {
        List<Value> halves = new ArrayList<>();
        for (int j = 0; j < parts.size(); j += 2) {
          halves.add(code.apply(pairwise(how), parts.get(j), parts.get(j + 1)));
        }
        parts = halves;
      }
      all.add(parts.getFirst());
    }
    return RegisterVector.of(vector.element(), vector.lanes() / form.parts(), Form.CONTIGUOUS, all);
  }

  private RegisterVector contiguous(RegisterVector source, int groups, Combining how) {
    ElementType element = source.element();
    int size = source.lanes() / groups;
    int width = VectorCode.lanes(element.bits());
    int block = width / BLOCKS;
    if (size % width == 0 || groups == 1) {
      return wholeRegisters(source, groups, how);
    }
    if (Integer.bitCount(size) != 1) {
      return ranges(source, groups, how);
    }
    RegisterVector current = source;
    int left = size;
    while (left < block && left > 1) {
      current = halved(current, how);
      left /= 2;
    }
    if (left == 1) {
      return current;
    }
    while (left > block && current.registers().size() > 1) {
      current = halved(current, how);
      left /= 2;
    }
    List<Value> sums = new ArrayList<>();
    Value all = code.all(element.bits());
    for (Value register : current.registers()) {
      sums.add(code.masked(blocks(how), all, register));
    }
    int values = groups * (left / block);
    current = new Rearrangement(code, masks).packedGroups(element, sums, BLOCKS, values);
    for (left /= block; left > 1; left /= 2) {
      current = halved(current, how);
    }
    return current;
  }

  /** Inactive lanes and padding hold what changes nothing. */
  private RegisterVector filled(RegisterVector source, LogicalMask mask, Combining how) {
    ElementType element = source.element();
    Form form = source.isUniform() ? Form.CONTIGUOUS : source.form();
    int count = form.registers(element, source.lanes());
    int perPart = form.perPart(element, source.lanes());
    int width = VectorCode.lanes(element.bits());
    List<Value> active = masks.bounded(mask, new Shape(form.parts(), element.bits()));
    List<Value> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Value register = source.register(i);
      int last = i / perPart + form.parts() * ((i % perPart + 1) * width - 1);
      boolean isWhole = mask.isAll() && last < source.lanes();
      all.add(
          isWhole
              ? register
              : how == Combining.SUM
                  ? code.zeroed(register, active.get(i))
                  : code.select(
                      active.get(i), register, code.splat(element, identity(how, element))));
    }
    return RegisterVector.of(element, source.lanes(), form, all);
  }

  /** Adjacent lanes combined. */
  private RegisterVector halved(RegisterVector vector, Combining how) {
    List<RegisterVector> halves = new Rearrangement(code, masks).halves(vector);
    List<Value> all = new ArrayList<>();
    for (int i = 0; i < halves.get(0).registers().size(); i++) {
      all.add(code.apply(pairwise(how), halves.get(0).register(i), halves.get(1).register(i)));
    }
    return RegisterVector.of(vector.element(), vector.lanes() / 2, Form.CONTIGUOUS, all);
  }

  private RegisterVector wholeRegisters(RegisterVector vector, int groups, Combining how) {
    int each = vector.registers().size() / groups;
    return new Rearrangement(code, masks)
        .compact(
            vector.element(),
            groups,
            group -> {
              Value sum = vector.register(group * each);
              for (int i = 1; i < each; i++) {
                sum = code.apply(pairwise(how), sum, vector.register(group * each + i));
              }
              return reduced(sum, code.all(vector.element().bits()), how);
            });
  }

  /** The result of a register in lane 0; narrow sums are widened by the word and wrap here. */
  private Value reduced(Value register, Value mask, Combining how) {
    ElementType element = VectorCode.elementOf(register);
    boolean widens = how == Combining.SUM && element.isInteger() && element.bits() < 32;
    ElementType result = widens ? element.withBits(2 * element.bits()) : element;
    Value sum = code.builder().value(whole(how), VectorCode.type(result), register, mask);
    return code.cast(sum, element);
  }

  /** Groups that begin anywhere, each under the mask of its lanes. */
  private RegisterVector ranges(RegisterVector vector, int groups, Combining how) {
    int size = vector.lanes() / groups;
    return new Rearrangement(code, masks)
        .compact(vector.element(), groups, group -> range(vector, group * size, size, how));
  }

  /** Some lanes combined. */
  private Value range(RegisterVector vector, int first, int size, Combining how) {
    int bits = vector.element().bits();
    int width = VectorCode.lanes(bits);
    int last = first + size - 1;
    List<Value> parts = new ArrayList<>();
    for (int i = first / width; i <= last / width; i++) {
      BitSet own = new BitSet();
      own.set(Math.max(first - i * width, 0), Math.min(last + 1 - i * width, width));
      Value range =
          masks.registers(new LogicalMask.Constant(width, own), new Shape(1, bits)).getFirst();
      parts.add(reduced(vector.register(i), range, how));
    }
    Value value = parts.getFirst();
    for (Value part : parts.subList(1, parts.size())) {
      value = code.apply(pairwise(how), value, part);
    }
    return value;
  }
}
