package org.ptoc.emulator.cube;

/** In which order the terms of a product are added (spec/60, 2.6). Integers wrap in any order. */
public enum SumOrder {
  /** One after the other along k, each rounded: the reference of this project. */
  SEQUENTIAL("sequential"),
  /**
   * Those of 32 bytes of an operand exactly, the group then with one rounding. Devices add in
   * groups too, in an order that is not published: what changes with this one depends on the order.
   */
  TREE16("tree16");

  private final String spelling;

  SumOrder(String spelling) {
    this.spelling = spelling;
  }

  /** The name on the command line. */
  public String spelling() {
    return spelling;
  }
}
