package org.ptoc.tools.isa;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.tools.json.Json;

/** A row of the op catalogue for programs. */
public final class OperationJson {
  private OperationJson() {}

  /** The members of the object of an operation, which the caller begins and ends. */
  public static void write(Json json, OpDefinition op) {
    json.field("name", op.name()).field("semantics", op.semantics());
    json.field("place", op.scope().name().toLowerCase(Locale.ROOT)).field("reference", op.spec());
    strings(json, "syntax", op.name().startsWith("pto.") ? SyntaxText.of(op) : List.of());
    roles(json, "operands", op.operands());
    roles(json, "results", op.results());
    attributes(json, op.attributes());
    json.key("types").beginObject();
    for (Profile profile : Profile.values()) {
      types(json, profile.spelling(), op.types(profile));
    }
    json.end();
  }

  private static void strings(Json json, String key, List<String> values) {
    json.key(key).beginArray();
    values.forEach(json::value);
    json.end();
  }

  private static void roles(Json json, String key, List<Role> roles) {
    json.key(key).beginArray();
    for (Role role : roles) {
      json.beginObject()
          .field("name", role.name().spelling())
          .field("kind", role.kind().description());
      json.field("arity", role.arity().name().toLowerCase(Locale.ROOT)).end();
    }
    json.end();
  }

  private static void attributes(Json json, List<AttributeRule> rules) {
    json.key("attributes").beginArray();
    for (AttributeRule rule : rules) {
      json.beginObject().field("name", rule.name()).key("required").value(rule.required());
      strings(json, "aliases", rule.aliases());
      switch (rule.domain()) {
        case AttributeRule.Domain.Tokens tokens -> strings(json, "tokens", tokens.tokens());
        case AttributeRule.Domain.Range(long least, long greatest) ->
            json.field("least", least).field("greatest", greatest);
        case AttributeRule.Domain.Flag() -> strings(json, "tokens", List.of("true", "false"));
        case AttributeRule.Domain.Anything() -> {}
      }
      json.end();
    }
    json.end();
  }

  /** Absent profiles have no member; operations without a list of types have an empty one. */
  private static void types(Json json, String profile, TypeSet types) {
    switch (types) {
      case TypeSet.Absent() -> {}
      case TypeSet.Untyped() -> strings(json, profile, List.of());
      case TypeSet.Elements(var elements) ->
          strings(
              json,
              profile,
              elements.stream().map(ElementType::spelling).collect(Collectors.toList()));
      case TypeSet.Pairs(var pairs) ->
          strings(
              json,
              profile,
              pairs.stream()
                  .map(pair -> pair.source().spelling() + " -> " + pair.result().spelling())
                  .toList());
    }
  }
}
