package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Location;
import org.ptoc.ir.Value;
import org.ptoc.ir.diagnostic.NearestName;

/** The value names that are visible in a region. */
final class Names {
  /**
   * The value that a name is bound to.
   *
   * @param definition where it was defined
   * @param known false when the definition was wrong: nothing that follows from it is reported
   */
  record Binding(Value value, Location definition, boolean known) {}

  private final Optional<Names> outer;
  private final Map<String, Binding> bindings = new HashMap<>();

  /** Results of the whole function that were given no name, less the names that missed one. */
  private int nameless;

  /** Names of the whole function for which the nearest one is still looked for. */
  private int suggestions = NearestName.MOST_SEARCHES;

  Names() {
    this.outer = Optional.empty();
  }

  /** Names of a region inside another. */
  Names(Names outer) {
    this.outer = Optional.of(outer);
  }

  Optional<Binding> find(String name) {
    Names scope = this;
    while (true) {
      Binding binding = scope.bindings.get(name);
      if (binding != null || scope.outer.isEmpty()) {
        return Optional.ofNullable(binding);
      }
      scope = scope.outer.get();
    }
  }

  /** All names that can be used here, names of the innermost region first. */
  List<String> visible() {
    List<String> names = new ArrayList<>();
    for (Optional<Names> scope = Optional.of(this); scope.isPresent(); scope = scope.get().outer) {
      scope.get().bindings.keySet().stream().sorted().forEach(names::add);
    }
    return names;
  }

  /** The definition of a name in this very region. */
  Optional<Binding> own(String name) {
    return Optional.ofNullable(bindings.get(name));
  }

  /** Defines or redefines a name in this region. */
  void put(String name, Binding binding) {
    bindings.put(name, binding);
  }

  /** Defines a name in the outermost region, so that it is found in all of them. */
  void putOutermost(String name, Binding binding) {
    outermost().bindings.put(name, binding);
  }

  /** Remembers results that should have names and have none, which is reported. */
  void addNameless(int results) {
    outermost().nameless += results;
  }

  /** True when an undefined name is that of a nameless result, as far as one can tell. */
  boolean takeNameless() {
    Names scope = outermost();
    boolean any = scope.nameless > 0;
    scope.nameless -= any ? 1 : 0;
    return any;
  }

  /** True while it is worth the time to look for what an undefined name was meant to be. */
  boolean takeSuggestion() {
    return outermost().suggestions-- > 0;
  }

  private Names outermost() {
    Names scope = this;
    while (scope.outer.isPresent()) {
      scope = scope.outer.get();
    }
    return scope;
  }

  /** Redefines a name in the region that defines it. */
  void replace(String name, Binding binding) {
    Names scope = this;
    while (!scope.bindings.containsKey(name) && scope.outer.isPresent()) {
      scope = scope.outer.get();
    }
    scope.bindings.put(name, binding);
  }
}
