package org.ptoc.ir.verify;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.catalog.AttributeRule.Domain;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.catalog.UnsupportedFamily;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.EventArrayType;
import org.ptoc.ir.type.LocalArrayType;
import org.ptoc.ir.type.PlaceholderType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;

/**
 * What the catalogue row alone says: profile, roles and their kinds, attributes and their domains.
 */
final class SignatureRules {
  private SignatureRules() {}

  /** Checks everything; true when the rules of the shape may read operands and results by role. */
  static boolean check(Check check) {
    if (!exists(check)) {
      return false;
    }
    boolean attributes = attributes(check);
    boolean operands = operands(check);
    boolean results = results(check);
    return attributes && operands && results;
  }

  private static boolean exists(Check check) {
    Operation op = check.op();
    if (op.definition().types(check.profile()).exists()) {
      return true;
    }
    for (Profile other : Profile.values()) {
      if (op.definition().types(other).exists()) {
        check.error(
            DiagnosticCode.NOT_IN_PROFILE,
            "does not exist on " + check.profile().spelling() + ", only on " + other.spelling());
        return false;
      }
    }
    Optional<UnsupportedFamily> family = UnsupportedFamily.of(op.definition());
    if (family.isPresent()) {
      check.refuse(family.get());
    } else {
      check.error(
          DiagnosticCode.NOT_SUPPORTED,
          "not supported by this version (" + op.definition().semantics() + ")");
    }
    return false;
  }

  private static boolean operands(Check check) {
    Operation op = check.op();
    boolean good = true;
    List<Role> roles = op.definition().operands();
    for (int i = 0; i < roles.size(); i++) {
      Role role = roles.get(i);
      List<Value> group = op.group(i);
      good &= count(check, role, group.size());
      for (Value value : group) {
        good &= kind(check, role, value.type()) && staysHere(check, role, value.type());
      }
    }
    return good;
  }

  /** Arrays are memory of the scalar unit, not values that can be passed on (spec/50, 2.7). */
  private static boolean staysHere(Check check, Role role, Type type) {
    boolean array = type instanceof LocalArrayType || type instanceof EventArrayType;
    boolean own =
        switch (role.kind()) {
          case LOCAL_ARRAY, EVENT_ARRAY -> true;
          default -> false;
        };
    return !array
        || check.require(
            own,
            DiagnosticCode.TYPE_MISMATCH,
            "cannot hand on "
                + type.spelling()
                + " as "
                + role.name()
                + "; such arrays are not passed, returned, yielded or selected, only their elements"
                + " are");
  }

  private static boolean count(Check check, Role role, int count) {
    return switch (role.arity()) {
      case ONE ->
          check.require(
              count == 1,
              DiagnosticCode.WRONG_OPERAND_COUNT,
              "needs one " + role.name() + ", not " + count);
      case OPTIONAL ->
          check.require(
              count <= 1,
              DiagnosticCode.WRONG_OPERAND_COUNT,
              "takes one " + role.name() + ", not " + count);
      case VARIADIC -> true;
    };
  }

  private static boolean results(Check check) {
    Operation op = check.op();
    List<Role> roles = op.definition().results();
    int least = 0;
    int most = 0;
    for (Role role : roles) {
      least += role.arity() == Role.Arity.ONE ? 1 : 0;
      most = role.arity() == Role.Arity.VARIADIC ? Integer.MAX_VALUE : most + 1;
    }
    int count = op.results().size();
    if (count < least || count > most) {
      String expected = least == most ? Integer.toString(least) : least + " or " + most;
      check.error(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          "gives " + expected + " results, but " + count + " are named");
      return false;
    }
    boolean good = true;
    for (int i = 0; i < count; i++) {
      good &= kind(check, roles.get(Math.min(i, roles.size() - 1)), op.result(i).type());
    }
    return good;
  }

  private static boolean kind(Check check, Role role, Type type) {
    if (type instanceof PlaceholderType) {
      check.error(
          DiagnosticCode.UNRESOLVED_PLACEHOLDER,
          role.name()
              + " has the placeholder type "
              + type.spelling()
              + ", which nothing here resolves");
      return false;
    }
    if (!role.kind().accepts(type)) {
      boolean space = type instanceof PointerType && role.kind().isPointer();
      check.error(
          space ? DiagnosticCode.WRONG_MEMORY_SPACE : DiagnosticCode.TYPE_MISMATCH,
          role.name() + " is " + type.spelling() + ", but must be " + role.kind().description());
      return false;
    }
    return !(type instanceof VectorRegisterType vector) || wellFormed(check, role, vector);
  }

  /**
   * A vector fills a register; shorter ones exist around the fused conversions only (spec/10,
   * pto.vaddreluconv).
   */
  private static boolean wellFormed(Check check, Role role, VectorRegisterType vector) {
    if (vector.element() == ElementType.I1 || vector.element() == ElementType.INDEX) {
      check.typeError(role.name(), vector, "a vector of numbers");
      return false;
    }
    if (vector.isFull()) {
      return true;
    }
    int bits = vector.element().bits();
    boolean fits =
        vector.lanes() > 0 && (long) vector.lanes() * bits <= VectorRegisterType.REGISTER_BITS;
    if (fits && takesShortVectors(check.op().definition().form())) {
      return true;
    }
    if (!check.isFirstMisfit(vector)) {
      return false;
    }
    check.error(
        DiagnosticCode.TYPE_MISMATCH,
        role.name()
            + " is "
            + vector.spelling()
            + ", but a vector register of "
            + vector.element().spelling()
            + " has "
            + VectorRegisterType.REGISTER_BITS / bits
            + " lanes"
            + (fits ? "; shorter types are for fused conversions and their loads and stores" : ""));
    return false;
  }

  private static boolean takesShortVectors(OperationForm form) {
    return switch (form) {
      case FUSED_CONVERT, LOAD, STORE, FOR, IF, WHILE, YIELD, CONDITION, MACHINE -> true;
      default -> false;
    };
  }

  private static boolean attributes(Check check) {
    Operation op = check.op();
    boolean good = true;
    for (AttributeRule rule : op.definition().attributes()) {
      if (rule.required() && !op.attributes().has(rule.attribute())) {
        check.error(
            DiagnosticCode.BAD_ATTRIBUTE,
            "needs the attribute " + rule.name() + legal(rule.domain()));
        good = false;
      }
    }
    List<Attributes.Entry> entries = op.attributes().entries();
    for (Attributes.Entry entry : entries) {
      good &= attribute(check, entry);
    }
    if (entries.size() > 1) {
      Set<String> names = new HashSet<>();
      for (Attributes.Entry entry : entries) {
        good &=
            check.require(
                names.add(entry.name()),
                DiagnosticCode.BAD_ATTRIBUTE,
                "attribute " + entry.name() + " is given twice");
      }
    }
    return good;
  }

  private static boolean attribute(Check check, Attributes.Entry entry) {
    for (AttributeRule rule : check.op().definition().attributes()) {
      if (rule.name().equals(entry.name())) {
        return check.require(
            inDomain(rule.domain(), entry.value()),
            DiagnosticCode.BAD_ATTRIBUTE,
            "attribute "
                + entry.name()
                + " has the value "
                + describe(entry.value())
                + legal(rule.domain()));
      }
    }
    unknown(check, entry.name());
    return true;
  }

  /**
   * Attributes of other dialects are free, and machine instructions have their fields as
   * attributes.
   */
  private static void unknown(Check check, String name) {
    Operation op = check.op();
    if (name.indexOf('.') >= 0
        || op.definition().form() == OperationForm.MACHINE
        || !op.name().startsWith("pto.")) {
      return;
    }
    List<AttributeRule> rules = op.definition().attributes();
    String message =
        "has no attribute "
            + name
            + "; "
            + (rules.isEmpty()
                ? "it takes none"
                : "it takes "
                    + rules.stream().map(AttributeRule::name).collect(Collectors.joining(", ")));
    if (op.definition().scope() == Scope.VECSCOPE) {
      check.error(DiagnosticCode.BAD_ATTRIBUTE, message);
    } else {
      check.warning(DiagnosticCode.BAD_ATTRIBUTE, message);
    }
  }

  private static boolean inDomain(Domain domain, Attribute value) {
    return switch (domain) {
      case Domain.Tokens tokens ->
          switch (value) {
            case Attribute.Text text -> tokens.tokens().contains(text.value());
            case Attribute.Enumerated member -> tokens.tokens().contains(member.member());
            default -> false;
          };
      case Domain.Flag() -> value instanceof Attribute.Flag || value == Attribute.Unit.UNIT;
      case Domain.Range(long least, long greatest) ->
          value instanceof Attribute.Int number
              && number.value() >= least
              && number.value() <= greatest;
      case Domain.Anything() -> true;
    };
  }

  private static String legal(Domain domain) {
    return switch (domain) {
      case Domain.Tokens tokens -> "; legal: " + String.join(", ", tokens.tokens());
      case Domain.Flag() -> "; legal: true, false";
      case Domain.Range(long least, long greatest) -> "; legal: " + least + " to " + greatest;
      case Domain.Anything() -> "";
    };
  }

  private static String describe(Attribute value) {
    return switch (value) {
      case Attribute.Text text -> "\"" + text.value() + "\"";
      case Attribute.Enumerated member -> member.member();
      case Attribute.Int number -> Long.toString(number.value());
      case Attribute.Flag flag -> Boolean.toString(flag.value());
      default -> "of another kind";
    };
  }
}
