package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ptoc.frontend.syntax.AttributeSyntax;
import org.ptoc.frontend.syntax.EntrySyntax;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.catalog.AttributeRule.Domain;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.diagnostic.NearestName;
import org.ptoc.ir.type.ElementType;

/**
 * Attributes of the text as attributes of the IR, checked against the rules of the catalogue row.
 */
final class AttributeBinder {
  /** Most alternatives that a fix offers. */
  private static final int SHOWN_TOKENS = 4;

  /** Hints of optimizers, which change no result (spec/50, 1.4). */
  private static final Set<String> HINTS = Set.of("candidates", "coalesce");

  /** The attributes of modules and functions that are read. */
  private static final List<String> READ =
      Arrays.stream(UnlistedAttribute.values())
          .filter(UnlistedAttribute::isStated)
          .map(UnlistedAttribute::spelling)
          .toList();

  private AttributeBinder() {}

  /** True for a key with a dialect that is neither read here nor known as a hint. */
  static boolean isForeign(String key) {
    return key.indexOf('.') >= 0
        && !key.startsWith("pto.fusion.")
        && !key.equals("pto.inferred_layout");
  }

  /** A warning about an attribute of a module or function that nothing here reads. */
  static Optional<Diagnostic> ofNobody(EntrySyntax entry) {
    return READ.contains(entry.key())
        ? Optional.empty()
        : Optional.of(ignored(entry, "", NearestName.to(entry.key(), READ)));
  }

  /** A warning about an attribute of a parameter; attributes of parameters are never read. */
  static Diagnostic ofParameter(EntrySyntax entry) {
    return ignored(entry, " of a parameter", Optional.empty());
  }

  /**
   * A warning about an attribute of an operation with regions that its row does not have; {@link
   * Body#emit} warns of those with a dialect.
   */
  static Optional<Diagnostic> ofNobody(OpDefinition definition, EntrySyntax entry) {
    String key = entry.key();
    if (key.indexOf('.') >= 0 || HINTS.contains(key) || declared(definition, key).isPresent()) {
      return Optional.empty();
    }
    String known =
        definition.attributes().stream()
            .map(rule -> "`" + rule.name() + "`")
            .collect(Collectors.joining(", "));
    return Optional.of(
        unknown(
            definition,
            entry,
            " of `"
                + definition.name()
                + "`"
                + (known.isEmpty() ? ", which has none" : ", which has " + known),
            meant(definition, entry)));
  }

  /** The attribute that another name means: a name like it, or the only one with such a word. */
  private static Optional<String> meant(OpDefinition definition, EntrySyntax entry) {
    List<String> names = definition.attributes().stream().map(AttributeRule::name).toList();
    return NearestName.meant(entry.key(), names)
        .or(
            () -> {
              List<String> takers =
                  definition.attributes().stream()
                      .filter(rule -> rule.domain() instanceof Domain.Tokens && takes(rule, entry))
                      .map(AttributeRule::name)
                      .toList();
              return takers.size() == 1 ? Optional.of(takers.getFirst()) : Optional.empty();
            });
  }

  /** True if an entry has the name of an attribute, or one that means it. */
  static boolean isFor(OpDefinition definition, String attribute, EntrySyntax entry) {
    return declared(definition, entry.key())
        .map(AttributeRule::name)
        .or(() -> meant(definition, entry))
        .filter(attribute::equals)
        .isPresent();
  }

  private static boolean takes(AttributeRule rule, EntrySyntax entry) {
    try {
      checked(rule, value(entry), entry.location());
      return true;
    } catch (Problem none) {
      return false;
    }
  }

  /** An attribute changes what a tile operation means, so that none of them is omitted. */
  private static Diagnostic unknown(
      OpDefinition definition, EntrySyntax entry, String owner, Optional<String> near) {
    return definition.form().isTile()
        ? unknown(DiagnosticCode.BAD_ATTRIBUTE, "no such attribute", entry, owner, near)
        : ignored(entry, owner, near);
  }

  private static Diagnostic ignored(EntrySyntax entry, String owner, Optional<String> near) {
    return unknown(
        DiagnosticCode.IGNORED_ATTRIBUTE, "unknown attribute ignored", entry, owner, near);
  }

  private static Diagnostic unknown(
      DiagnosticCode code, String problem, EntrySyntax entry, String owner, Optional<String> near) {
    Diagnostic found =
        Diagnostic.of(
            code,
            entry.location(),
            problem
                + ": `"
                + entry.key()
                + "`"
                + owner
                + near.map(right -> "; did you mean `" + right + "`?").orElse(""));
    return near.map(right -> found.withFix(new Fix.Replace(entry.location(), entry.key(), right)))
        .orElse(found);
  }

  /** Attributes of modules and functions, which no catalogue row describes. */
  static Attributes free(List<EntrySyntax> entries) throws Problem {
    Attributes attributes = Attributes.EMPTY;
    for (EntrySyntax entry : entries) {
      attributes = add(attributes, entry.key(), value(entry), entry.location());
    }
    return attributes;
  }

  /**
   * The dictionary of an operation added to the attributes among its operands. A name that the
   * operation does not have is omitted, with a warning; if a required attribute is missing too, one
   * error reports both.
   */
  static Attributes checked(
      Body body, OpDefinition definition, Attributes positional, List<EntrySyntax> entries)
      throws Problem {
    Attributes attributes = positional;
    List<EntrySyntax> unknown = new ArrayList<>();
    for (EntrySyntax entry : entries) {
      // Names with a dialect belong to other tools and are kept. The verifier, which knows the
      // profile, compares the fields of a machine instruction with its row.
      if (entry.key().indexOf('.') >= 0 || definition.form() == OperationForm.MACHINE) {
        attributes = add(attributes, entry.key(), value(entry), entry.location());
        continue;
      }
      Optional<AttributeRule> rule = declared(definition, entry.key());
      if (rule.isPresent()) {
        Attribute value = checked(rule.get(), entry);
        attributes = add(attributes, rule.get().name(), value, entry.location());
      } else {
        unknown.add(entry);
      }
    }
    for (EntrySyntax entry : unknown) {
      Optional<Diagnostic> found = ofNobody(definition, entry);
      if (found.isPresent()) {
        requireAll(definition, attributes, entry.key(), found.get());
        body.report(found.get());
      }
    }
    return attributes;
  }

  /** Fails with the fix of an unknown name when that name leaves a required one missing. */
  private static void requireAll(
      OpDefinition definition, Attributes attributes, String key, Diagnostic unknown)
      throws Problem {
    Optional<AttributeRule> lacking = lacking(definition, attributes);
    if (lacking.isPresent()) {
      throw with(
          bad(
              unknown.location(),
              needs(definition, lacking.get()) + "; it has no attribute `" + key + "`"),
          unknown.fixes());
    }
  }

  private static Optional<AttributeRule> lacking(OpDefinition definition, Attributes attributes) {
    return definition.attributes().stream()
        .filter(rule -> rule.required() && !attributes.has(rule.attribute()))
        .findFirst();
  }

  private static String needs(OpDefinition definition, AttributeRule rule) {
    return "`" + definition.name() + "` needs the attribute `" + rule.name() + "`" + domain(rule);
  }

  private static Optional<AttributeRule> declared(OpDefinition definition, String key) {
    return definition.attributes().stream()
        .filter(rule -> rule.name().equals(key) || rule.aliases().contains(key))
        .findFirst();
  }

  private static Attribute checked(AttributeRule rule, EntrySyntax entry) throws Problem {
    Attribute value = value(entry);
    try {
      return checked(rule, value, entry.location());
    } catch (Problem problem) {
      throw with(problem, entry.value().map(written -> tokens(rule, written)).orElse(List.of()));
    }
  }

  private static Problem with(Problem problem, List<Fix> fixes) {
    Problem answered = problem;
    for (Fix fix : fixes) {
      answered = answered.with(fix);
    }
    return answered;
  }

  /** The token that a wrong one probably means, written like the wrong one. */
  private static List<Fix> tokens(AttributeRule rule, AttributeSyntax written) {
    return switch (written) {
      case AttributeSyntax.Text text -> tokens(rule, text.location(), text.value(), "\"", "\"");
      case AttributeSyntax.Word word -> tokens(rule, word.location(), word.word(), "", "");
      case AttributeSyntax.Reference reference -> members(rule, reference);
      default -> List.of();
    };
  }

  /** Fixes as {@code #pto.cmp<lt>} or {@code #pto<cmp lt>}, whichever spelling the text has. */
  private static List<Fix> members(AttributeRule rule, AttributeSyntax.Reference written) {
    String kind = "#" + written.kind();
    List<Fix> fixes =
        new ArrayList<>(tokens(rule, written.location(), written.member(), kind + "<", ">"));
    String split = kind.replaceFirst("\\.", "<") + " ";
    fixes.addAll(tokens(rule, written.location(), written.member(), split, ">"));
    return fixes;
  }

  private static List<Fix> tokens(AttributeRule rule, ItemSyntax written) {
    return switch (written) {
      case ItemSyntax.Text text -> tokens(rule, text.location(), text.value(), "\"", "\"");
      case ItemSyntax.Word word -> tokens(rule, word.location(), word.word(), "", "");
      case ItemSyntax.Quoted quoted -> tokens(rule, quoted.location(), quoted.word(), "<", ">");
      case ItemSyntax.Reference reference -> tokens(rule, reference.attribute());
      default -> List.of();
    };
  }

  private static List<Fix> tokens(
      AttributeRule rule, Location location, String word, String before, String after) {
    return rule.domain() instanceof Domain.Tokens tokens
        ? NearestName.meant(word, tokens.tokens()).stream()
            .<Fix>map(
                near -> new Fix.Replace(location, before + word + after, before + near + after))
            .toList()
        : List.of();
  }

  /** An attribute in operand position as the rule wants it. */
  static Attribute checked(AttributeRule rule, Attribute value, ItemSyntax written) throws Problem {
    try {
      return checked(rule, value, written.location());
    } catch (Problem problem) {
      throw with(problem, tokens(rule, written));
    }
  }

  /** Fails when an attribute that the row requires is missing. */
  static void requireAll(OpDefinition definition, Attributes attributes, Location location)
      throws Problem {
    Optional<AttributeRule> lacking = lacking(definition, attributes);
    if (lacking.isPresent()) {
      List<Fix> fixes = new ArrayList<>();
      for (String token : fewTokens(lacking.get())) {
        fixes.add(new Fix.AddAttribute(location, lacking.get().name(), "\"" + token + "\""));
      }
      throw with(bad(location, needs(definition, lacking.get())), fixes);
    }
  }

  /** All legal values if a message can list them; empty if there are too many. */
  private static List<String> fewTokens(AttributeRule rule) {
    return rule.domain() instanceof Domain.Tokens tokens && tokens.tokens().size() <= SHOWN_TOKENS
        ? tokens.tokens()
        : List.of();
  }

  static Attributes add(Attributes attributes, String name, Attribute value, Location location)
      throws Problem {
    if (attributes.named(name).isPresent()) {
      throw bad(location, "the attribute `" + name + "` is given twice");
    }
    List<Attributes.Entry> entries = new ArrayList<>(attributes.entries());
    entries.add(new Attributes.Entry(name, value));
    return new Attributes(entries);
  }

  /** The rule of an attribute that a format names. */
  static AttributeRule rule(OpDefinition definition, String name, Location location)
      throws Problem {
    return declared(definition, name)
        .orElseThrow(
            () -> bad(location, "`" + definition.name() + "` has no attribute `" + name + "`"));
  }

  /** An attribute in operand position; empty when the item cannot be one. */
  static Optional<Attribute> positional(ItemSyntax item) throws Problem {
    return switch (item) {
      case ItemSyntax.Text text -> Optional.of(new Attribute.Text(text.value()));
      case ItemSyntax.Word word -> Optional.of(new Attribute.Text(word.word()));
      case ItemSyntax.Quoted quoted -> Optional.of(new Attribute.Text(quoted.word()));
      case ItemSyntax.TypeName type ->
          type.type().type().map(named -> new Attribute.Text(named.spelling()));
      case ItemSyntax.Number number ->
          Optional.of(number(number.text(), Optional.empty(), number.location()));
      case ItemSyntax.Reference reference when reference.assigned().isEmpty() ->
          Optional.of(convert(reference.attribute()));
      default -> Optional.empty();
    };
  }

  /** The value as the rule wants it, with the canonical spelling of a token. */
  static Attribute checked(AttributeRule rule, Attribute value, Location location) throws Problem {
    return switch (rule.domain()) {
      case Domain.Tokens tokens -> token(rule, tokens, value, location);
      case Domain.Flag() -> flag(rule, value, location);
      case Domain.Range range -> {
        if (value instanceof Attribute.Int number
            && number.value() >= range.least()
            && number.value() <= range.greatest()) {
          yield value;
        }
        throw bad(location, "the attribute `" + rule.name() + "` is" + domain(rule));
      }
      case Domain.Anything() -> value;
    };
  }

  private static Attribute token(
      AttributeRule rule, Domain.Tokens tokens, Attribute value, Location location) throws Problem {
    String text =
        switch (value) {
          case Attribute.Text written -> written.value();
          case Attribute.Enumerated member -> member.member();
          case Attribute.Flag flag -> flag.value() ? "true" : "false";
          case Attribute.TypeValue type -> type.type().spelling();
          case Attribute.Int number -> Long.toString(number.value());
          default -> "";
        };
    return tokens
        .canonical(text)
        .map(Attribute.Text::new)
        .orElseThrow(
            () ->
                bad(
                    location,
                    "the attribute `"
                        + rule.name()
                        + "` is"
                        + domain(rule)
                        + ", not `"
                        + text
                        + "`"));
  }

  private static Attribute flag(AttributeRule rule, Attribute value, Location location)
      throws Problem {
    return switch (value) {
      case Attribute.Flag flag -> flag;
      case Attribute.Unit unit -> new Attribute.Flag(true);
      case Attribute.Text word when word.value().equals(rule.name()) -> new Attribute.Flag(true);
      default -> throw bad(location, "the attribute `" + rule.name() + "` is `true` or `false`");
    };
  }

  private static String domain(AttributeRule rule) {
    return switch (rule.domain()) {
      case Domain.Tokens tokens -> " one of " + String.join(", ", tokens.tokens());
      case Domain.Flag() -> " `true` or `false`";
      case Domain.Range range -> " a number from " + range.least() + " to " + range.greatest();
      case Domain.Anything() -> "";
    };
  }

  private static Attribute value(EntrySyntax entry) throws Problem {
    return entry.value().isPresent() ? convert(entry.value().get()) : Attribute.Unit.UNIT;
  }

  private static Attribute convert(AttributeSyntax syntax) throws Problem {
    return switch (syntax) {
      case AttributeSyntax.Text text -> new Attribute.Text(text.value());
      case AttributeSyntax.Number number ->
          number(number.text(), number.type().flatMap(type -> type.type()), number.location());
      case AttributeSyntax.Word word ->
          switch (word.word()) {
            case "true" -> new Attribute.Flag(true);
            case "false" -> new Attribute.Flag(false);
            case "unit" -> Attribute.Unit.UNIT;
            default -> new Attribute.Text(word.word());
          };
      case AttributeSyntax.Symbol symbol -> new Attribute.Symbol(symbol.name());
      case AttributeSyntax.TypeValue value -> type(value);
      case AttributeSyntax.Sequence sequence -> {
        List<Attribute> values = new ArrayList<>();
        for (AttributeSyntax value : sequence.values()) {
          values.add(convert(value));
        }
        yield new Attribute.Array(values);
      }
      case AttributeSyntax.Dictionary dictionary ->
          new Attribute.Dictionary(free(dictionary.entries()));
      case AttributeSyntax.Place place -> throw bad(place.location(), "a place is no attribute");
      case AttributeSyntax.Reference reference -> enumerated(reference);
    };
  }

  private static Attribute type(AttributeSyntax.TypeValue value) {
    // A wrong type is reported already; the file is rejected whatever value is used here.
    return value.type().type().<Attribute>map(Attribute.TypeValue::new).orElse(Attribute.Unit.UNIT);
  }

  private static Attribute enumerated(AttributeSyntax.Reference reference) throws Problem {
    if (reference.member().isEmpty()) {
      throw new Problem(
          DiagnosticCode.UNDEFINED_ALIAS,
          reference.location(),
          "the attribute alias `#" + reference.kind() + "` is not defined");
    }
    String kind = reference.kind();
    return new Attribute.Enumerated(
        kind.startsWith("pto.") ? kind.substring(4) : kind, reference.member());
  }

  private static Attribute number(
      String text, Optional<org.ptoc.ir.type.Type> type, Location location) throws Problem {
    boolean fraction = !text.contains("0x") && (text.indexOf('.') >= 0 || text.indexOf('e') >= 0);
    ElementType element =
        type.isPresent() && type.get() instanceof ElementType written
            ? written
            : fraction ? ElementType.F32 : ElementType.I64;
    return Literals.constant(text, element, location);
  }

  private static Problem bad(Location location, String message) {
    return new Problem(DiagnosticCode.BAD_ATTRIBUTE, location, message);
  }
}
