package org.ptoc.backend.a5.select;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.OperandRole;

/**
 * How the operations of one shape become one instruction: bindings of instruction roles to roles
 * and attributes of the operation.
 *
 * @param bindings what goes into each operand of the instruction
 */
record Pattern(List<Binding> bindings) {

  Pattern {
    bindings = List.copyOf(bindings);
  }

  /** What goes into one operand of an instruction. */
  sealed interface Binding {
    OperandRole field();

    /** The register of an operand role; an absent optional operand leaves the neutral value. */
    record Use(OperandRole field, RoleName role) implements Binding {}

    /** The register of a result; an absent optional result leaves the field alone. */
    record Define(OperandRole field, RoleName role) implements Binding {}

    /** A register that is read and written: operand role in, result role out. */
    record Update(OperandRole field, RoleName operand, RoleName result) implements Binding {}

    /** The data type code of the elements of an operand or result. */
    record Type(OperandRole field, RoleName role, boolean result) implements Binding {}

    /** The code of an attribute's token, or of the default token when it is absent. */
    record Token(OperandRole field, AttributeName attribute, String fallback) implements Binding {}

    /** A fixed code. */
    record Code(OperandRole field, long value) implements Binding {}
  }

  /**
   * Parses {@code binding ...} with {@code field=result} for results ({@code =field=role}), {@code
   * field=role} for operands, {@code +field=operand/result}, {@code dt<role}, {@code dt>result},
   * {@code field$attribute/default} and {@code field#number}.
   */
  static Pattern parse(String text) {
    List<Binding> bindings = new ArrayList<>();
    for (String word : text.split(" ")) {
      bindings.add(binding(word));
    }
    return new Pattern(bindings);
  }

  private static Binding binding(String word) {
    if (word.startsWith("=")) {
      int at = word.indexOf('=', 1);
      return new Binding.Define(
          OperandRole.of(word.substring(1, at)), RoleName.of(word.substring(at + 1)));
    }
    if (word.startsWith("+")) {
      int at = word.indexOf('=');
      int slash = word.indexOf('/');
      return new Binding.Update(
          OperandRole.of(word.substring(1, at)),
          RoleName.of(word.substring(at + 1, slash)),
          RoleName.of(word.substring(slash + 1)));
    }
    for (int i = 0; i < word.length(); i++) {
      String field = word.substring(0, i);
      String rest = word.substring(i + 1);
      switch (word.charAt(i)) {
        case '=' -> {
          return new Binding.Use(OperandRole.of(field), RoleName.of(rest));
        }
        case '<' -> {
          return new Binding.Type(OperandRole.of(field), RoleName.of(rest), false);
        }
        case '>' -> {
          return new Binding.Type(OperandRole.of(field), RoleName.of(rest), true);
        }
        case '#' -> {
          return new Binding.Code(OperandRole.of(field), Long.parseLong(rest));
        }
        case '$' -> {
          int slash = rest.indexOf('/');
          return new Binding.Token(
              OperandRole.of(field),
              AttributeName.of(slash < 0 ? rest : rest.substring(0, slash)),
              slash < 0 ? "" : rest.substring(slash + 1));
        }
        default -> {}
      }
    }
    throw new IllegalArgumentException("no binding: " + word);
  }
}
