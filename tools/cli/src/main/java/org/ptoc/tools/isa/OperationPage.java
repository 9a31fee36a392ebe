package org.ptoc.tools.isa;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.ProductOperand;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.toolchain.Toolchain;

/** What the catalogue says about an operation of the language. */
public final class OperationPage {
  private OperationPage() {}

  /**
   * The sections in the order in which they are read.
   *
   * @param profiles the profiles whose code and cycles are wanted
   * @param toolchain compiles the example
   */
  public static List<Section> of(OpDefinition op, List<Profile> profiles, Toolchain toolchain) {
    List<Section> sections = catalogue(op);
    Optional<OperationExample> shown = Optional.empty();
    for (Profile profile : profiles) {
      Optional<OperationExample> example = OperationExample.of(op, profile);
      if (example.isPresent() && !example.equals(shown)) {
        String name = "example" + (shown.isEmpty() ? "" : " " + profile.spelling());
        sections.add(
            new Section(
                name,
                ProductOperand.of(op.form(), RoleName.DST).isPresent()
                    ? example.get().program().lines().toList()
                    : example.get().statement()));
        shown = example;
      }
    }
    for (Profile profile : profiles) {
      Optional<ExampleCode> code = ExampleCode.of(op, profile, toolchain);
      code.flatMap(ExampleCode::kinds).ifPresent(sections::add);
      code.ifPresent(made -> sections.add(made.encoding()));
      if (code.isEmpty() && op.types(profile).exists()) {
        sections.add(
            Section.of(
                "code " + profile.spelling(),
                "none: there is no example that compiles by itself on this profile"));
      }
      code.flatMap(ExampleCode::cycles).ifPresent(sections::add);
    }
    return sections;
  }

  private static List<Section> catalogue(OpDefinition op) {
    List<Section> sections = new ArrayList<>();
    sections.add(Section.of("meaning", op.semantics()));
    sections.add(Section.of("level", Level.of(op).spelling()));
    boolean own = op.name().startsWith("pto.");
    sections.add(new Section("syntax", own ? SyntaxText.of(op) : List.of("as in MLIR")));
    roles("operands", op.form(), op.operands()).ifPresent(sections::add);
    roles("results", op.form(), op.results()).ifPresent(sections::add);
    if (!op.attributes().isEmpty()) {
      sections.add(
          new Section(
              "attributes", op.attributes().stream().map(OperationPage::attribute).toList()));
    }
    List<String> types = new ArrayList<>();
    for (Profile profile : Profile.values()) {
      types.add(profile.spelling() + ": " + types(op, profile));
    }
    sections.add(new Section("types", types));
    sections.add(
        Section.of(
            "place",
            switch (op.scope()) {
              case VECSCOPE -> "inside a vecscope";
              case OUTSIDE -> "outside vecscopes";
              case ANYWHERE -> "inside and outside vecscopes";
            }));
    sections.add(Section.of("reference", op.spec()));
    return sections;
  }

  /** Pairs are the two factors of a product, or a source and its result. */
  private static String types(OpDefinition op, Profile profile) {
    TypeSet types = op.types(profile);
    return switch (types) {
      case TypeSet.Absent() -> "not on this profile";
      case TypeSet.Untyped() -> "no element type, or any";
      case TypeSet.Elements _, TypeSet.Pairs _ ->
          types.describe(op.form().isAboutCube() ? " x " : " -> ");
    };
  }

  private static Optional<Section> roles(String name, OperationForm form, List<Role> roles) {
    List<String> lines = new ArrayList<>();
    for (Role role : roles) {
      lines.add(
          role.name()
              + ": "
              + switch (role.arity()) {
                case ONE -> role.kind().description();
                case OPTIONAL -> role.kind().description() + ", may be left out";
                case VARIADIC -> "any number, each " + role.kind().description();
              }
              + ProductOperand.of(form, role.name())
                  .map(place -> " in " + place.memory().tileLocation() + ", " + place.layout())
                  .orElse(""));
    }
    return lines.isEmpty() ? Optional.empty() : Optional.of(new Section(name, lines));
  }

  /** The values of an attribute under any of its names; empty for an operation without it. */
  public static Optional<String> attribute(OpDefinition op, String name) {
    return op.attributes().stream()
        .filter(rule -> rule.name().equals(name) || rule.aliases().contains(name))
        .findFirst()
        .map(OperationPage::attribute);
  }

  private static String attribute(AttributeRule rule) {
    StringBuilder text = new StringBuilder(rule.name()).append(": ");
    text.append(
        switch (rule.domain()) {
          case AttributeRule.Domain.Tokens tokens -> words(tokens.tokens());
          case AttributeRule.Domain.Flag() -> "true or false";
          case AttributeRule.Domain.Range(long least, long greatest) -> least + " to " + greatest;
          case AttributeRule.Domain.Anything() -> "any";
        });
    text.append(rule.required() ? "" : "; may be left out");
    return text.append(rule.aliases().isEmpty() ? "" : "; also called " + words(rule.aliases()))
        .toString();
  }

  private static String words(List<String> words) {
    StringJoiner text = new StringJoiner(", ");
    words.forEach(text::add);
    return text.toString();
  }
}
