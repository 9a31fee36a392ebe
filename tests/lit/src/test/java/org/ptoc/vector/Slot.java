package org.ptoc.vector;

import org.ptoc.ir.type.ElementType;

/** An operand or result of the operation under test. */
sealed interface Slot {
  /** The type in the text. */
  String type();

  /** Bytes that one round has in UB, a multiple of 32. */
  int bytes();

  /** A vector register; with fewer lanes than fill it, a short one. */
  record Vector(ElementType element, int lanes) implements Slot {
    static Vector of(ElementType element) {
      return new Vector(element, Lanes.count(element));
    }

    @Override
    public String type() {
      return "!pto.vreg<" + lanes + "x" + element.spelling() + ">";
    }

    @Override
    public int bytes() {
      return Lanes.VECTOR_BYTES;
    }
  }

  /** A mask whose lanes have so many bytes. */
  record Mask(int laneBytes) implements Slot {
    static Mask of(ElementType element) {
      return new Mask(Math.min(4, element.bytes()));
    }

    String granularity() {
      return "b" + 8 * laneBytes;
    }

    @Override
    public String type() {
      return "!pto.mask<" + granularity() + ">";
    }

    @Override
    public int bytes() {
      return Lanes.MASK_BYTES;
    }
  }

  /** A scalar. */
  record Scalar(ElementType element) implements Slot {
    @Override
    public String type() {
      return element.spelling();
    }

    @Override
    public int bytes() {
      return 32;
    }
  }

  /** A pointer to memory of UB that the operation reads or writes. */
  record Memory(ElementType element, int bytes) implements Slot {
    @Override
    public String type() {
      return "!pto.ptr<" + element.spelling() + ", ub>";
    }
  }

  /** A constant of the kernel: its name in the text stands for the operand. */
  record Constant(String value, String type) implements Slot {
    @Override
    public int bytes() {
      return 0;
    }
  }
}
