package org.ptoc.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Named attributes in the order in which they were written. */
public record Attributes(List<Entry> entries) {
  public static final Attributes EMPTY = new Attributes(List.of());

  /** One name with its value. */
  public record Entry(String name, Attribute value) {}

  public Attributes {
    entries = List.copyOf(entries);
  }

  public static Attributes of(String name, Attribute value) {
    return new Attributes(List.of(new Entry(name, value)));
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  public Optional<Attribute> get(String name) {
    for (Entry entry : entries) {
      if (entry.name().equals(name)) {
        return Optional.of(entry.value());
      }
    }
    return Optional.empty();
  }

  public boolean has(String name) {
    return get(name).isPresent();
  }

  /** The text of a string or enumeration attribute, when it is there. */
  public Optional<String> text(String name) {
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
  public Optional<Long> integer(String name) {
    return get(name)
        .flatMap(
            value ->
                value instanceof Attribute.Int number
                    ? Optional.of(number.value())
                    : Optional.empty());
  }

  /** True when a boolean attribute is there and true, or a unit attribute is there. */
  public boolean flag(String name) {
    return get(name)
        .filter(v -> v instanceof Attribute.Flag f ? f.value() : v == Attribute.Unit.UNIT)
        .isPresent();
  }

  /** These attributes with one added, or replaced in place. */
  public Attributes with(String name, Attribute value) {
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
  public Attributes without(String name) {
    return new Attributes(entries.stream().filter(entry -> !entry.name().equals(name)).toList());
  }
}
