package org.ptoc.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.catalog.NamedAttribute;

/** Named attributes in the order in which they were written. */
public record Attributes(List<Entry> entries) {
  public static final Attributes EMPTY = new Attributes(List.of());

  /** One name with its value. */
  public record Entry(String name, Attribute value) {}

  public Attributes {
    entries = List.copyOf(entries);
  }

  /** One attribute. */
  public static Attributes of(NamedAttribute name, Attribute value) {
    return EMPTY.with(name, value);
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The value of an attribute, when it is there. */
  public Optional<Attribute> get(NamedAttribute name) {
    return named(name.spelling());
  }

  /** The value of an attribute by a name that a text or a table gives. */
  public Optional<Attribute> named(String name) {
    for (Entry entry : entries) {
      if (entry.name().equals(name)) {
        return Optional.of(entry.value());
      }
    }
    return Optional.empty();
  }

  public boolean has(NamedAttribute name) {
    return get(name).isPresent();
  }

  /** The text of a string or enumeration attribute, when it is there. */
  public Optional<String> text(NamedAttribute name) {
    return get(name)
        .flatMap(
            value ->
                switch (value) {
                  case Attribute.Text text -> Optional.of(text.value());
                  case Attribute.Enumerated member -> Optional.of(member.member());
                  case Attribute.Symbol symbol -> Optional.of(symbol.name());
                  default -> Optional.empty();
                });
  }

  /** The value of an integer attribute, when it is there. */
  public Optional<Long> integer(NamedAttribute name) {
    return get(name)
        .flatMap(
            value ->
                value instanceof Attribute.Int number
                    ? Optional.of(number.value())
                    : Optional.empty());
  }

  /** True when a boolean attribute is there and true, or a unit attribute is there. */
  public boolean flag(NamedAttribute name) {
    return flagNamed(name.spelling());
  }

  /** The same by a name that a text or a table gives. */
  public boolean flagNamed(String name) {
    return named(name)
        .filter(v -> v instanceof Attribute.Flag f ? f.value() : v == Attribute.Unit.UNIT)
        .isPresent();
  }

  /** These attributes with one added, or replaced in place. */
  public Attributes with(NamedAttribute name, Attribute value) {
    return withNamed(name.spelling(), value);
  }

  /** The same by a name that a text or a table gives. */
  public Attributes withNamed(String name, Attribute value) {
    List<Entry> changed = new ArrayList<>(entries);
    Entry entry = new Entry(name, value);
    for (int i = 0; i < changed.size(); i++) {
      if (changed.get(i).name().equals(name)) {
        changed.set(i, entry);
        return new Attributes(changed);
      }
    }
    changed.add(entry);
    return new Attributes(changed);
  }

  /** These attributes without one. */
  public Attributes without(NamedAttribute name) {
    return new Attributes(
        entries.stream().filter(entry -> !entry.name().equals(name.spelling())).toList());
  }
}
