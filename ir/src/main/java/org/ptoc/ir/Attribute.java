package org.ptoc.ir;

import java.util.List;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.Type;

/** A compile-time constant attached to an operation, function or module (spec/00, 3.3). */
public sealed interface Attribute {

  /** Quoted text. */
  record Text(String value) implements Attribute {}

  /** {@code true} or {@code false}. */
  record Flag(boolean value) implements Attribute {}

  /** Presence alone carries the meaning. */
  enum Unit implements Attribute {
    UNIT
  }

  /**
   * An integer.
   *
   * @param value two's complement value, sign-extended to 64 bits
   * @param type type as written, {@code i64} when none was
   */
  record Int(long value, ElementType type) implements Attribute {}

  /**
   * A floating-point number as the bit pattern of its type.
   *
   * @param bits pattern in the low bits
   * @param type {@code f16}, {@code bf16} or {@code f32}
   */
  record Real(long bits, ElementType type) implements Attribute {}

  /**
   * A member of an enumeration: {@code #pto.pipe<PIPE_V>} or {@code #pto<cmp lt>}.
   *
   * @param kind enumeration, for example {@code pipe} or {@code cmp}
   * @param member member as written
   */
  record Enumerated(String kind, String member) implements Attribute {}

  /** A type. */
  record TypeValue(Type type) implements Attribute {}

  /** A list. */
  record Array(List<Attribute> elements) implements Attribute {
    public Array {
      elements = List.copyOf(elements);
    }
  }

  /** A nested dictionary. */
  record Dictionary(Attributes entries) implements Attribute {}

  /** A symbol, {@code @name}, with the number of {@code @tile(0x1000)} when there is one. */
  record Symbol(String name) implements Attribute {}
}
