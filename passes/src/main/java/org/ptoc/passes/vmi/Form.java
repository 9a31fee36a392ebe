package org.ptoc.passes.vmi;

import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;

/**
 * How the lanes of a logical vector lie in registers (spec/80, 5.1): lane i is in part {@code i mod
 * parts}, at position {@code i / parts} of it; each position is a carrier of {@code stride}
 * elements, of which the lowest is the lane.
 *
 * @param parts 1, 2 or 4; with several the form is called deinterleaved
 * @param stride 1, 2 or 4; the higher elements of a carrier are undefined
 */
record Form(int parts, int stride) {
  static final Form CONTIGUOUS = new Form(1, 1);

  static Form parts(int count) {
    return new Form(count, 1);
  }

  static Form strided(int stride) {
    return new Form(1, stride);
  }

  /** Width of a carrier. */
  int bits(ElementType element) {
    return element.bits() * stride;
  }

  /** Carriers of one register. */
  int carriers(ElementType element) {
    return VectorRegisterType.REGISTER_BITS / bits(element);
  }

  /** Registers of each part. */
  int perPart(ElementType element, int lanes) {
    return Math.ceilDiv(Math.ceilDiv(lanes, parts), carriers(element));
  }

  /** Registers of a vector. */
  int registers(ElementType element, int lanes) {
    return parts * perPart(element, lanes);
  }

  /** Where lanes lie, for remarks. */
  String description() {
    String where = parts == 1 ? "side by side" : "lane i in part i mod " + parts;
    return stride == 1 ? where : where + ", one in " + stride + " elements";
  }
}
