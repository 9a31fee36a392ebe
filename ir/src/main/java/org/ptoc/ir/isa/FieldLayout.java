package org.ptoc.ir.isa;

import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

/**
 * Reads a dense layout {@code name width name width ...}, lowest bits first; a negative width is a
 * signed field.
 */
final class FieldLayout {
  private FieldLayout() {}

  static List<BitField> parse(List<BitField> head, String layout) {
    List<BitField> fields = new ArrayList<>(head);
    int lsb = 0;
    for (BitField field : head) {
      lsb += field.width();
    }
    StringTokenizer tokens = new StringTokenizer(layout);
    while (tokens.hasMoreTokens()) {
      String name = tokens.nextToken();
      int width = Integer.parseInt(tokens.nextToken());
      fields.add(new BitField(name, lsb, Math.abs(width), width < 0));
      lsb += Math.abs(width);
    }
    if (lsb != 64) {
      throw new IllegalStateException("layout covers " + lsb + " bits: " + layout);
    }
    return List.copyOf(fields);
  }
}
