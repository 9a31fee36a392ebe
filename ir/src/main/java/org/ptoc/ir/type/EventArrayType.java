package org.ptoc.ir.type;

/**
 * An array of event numbers, {@code !pto.eventid_array<4>} (spec/50, 2.8).
 *
 * @param count number of elements, at least 1
 */
public record EventArrayType(int count) implements Type {
  @Override
  public String spelling() {
    return "!pto.eventid_array<" + count + ">";
  }
}
