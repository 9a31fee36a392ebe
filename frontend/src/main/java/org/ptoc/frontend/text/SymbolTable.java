package org.ptoc.frontend.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The names of a text: functions, modules, values, block labels and aliases, each with its
 * definition and all uses (spec/00, 3.2). Values belong to their region, the others but blocks to
 * the whole text.
 *
 * <p>The table follows the tokens, so that a text with errors has one too: what a broken statement
 * defines and uses is known as far as it is written.
 */
public final class SymbolTable {
  private final List<Symbol> symbols;
  private final TreeMap<Integer, Occurrence> byStart = new TreeMap<>();

  /** A token that means a name. */
  private record Occurrence(Symbol symbol, SourceToken token) {}

  private SymbolTable(List<Symbol> symbols) {
    this.symbols = symbols;
    for (Symbol symbol : symbols) {
      symbol
          .occurrences()
          .forEach(token -> byStart.put(token.start(), new Occurrence(symbol, token)));
    }
  }

  /**
   * @param tokens the tokens of a whole text
   * @param defined indices of value names that define their value although nothing in the grammar
   *     says so, as in {@code tadd %c, %a, %b} of the assembly form
   */
  public static SymbolTable of(List<SourceToken> tokens, Set<Integer> defined) {
    List<SourceToken> code =
        tokens.stream().filter(each -> each.kind() != SourceToken.Kind.COMMENT).toList();
    return new SymbolTable(new Builder(code, defined).build());
  }

  /** All names, in the order of their first occurrence. */
  public List<Symbol> all() {
    return symbols;
  }

  /** The name at an index, or the one that ends there. */
  public Optional<Symbol> at(int offset) {
    return occurrence(offset).map(Occurrence::symbol);
  }

  /** The token of the name at an index, or of the one that ends there. */
  public Optional<SourceToken> token(int offset) {
    return occurrence(offset).map(Occurrence::token);
  }

  private Optional<Occurrence> occurrence(int offset) {
    return Optional.ofNullable(byStart.floorEntry(offset))
        .map(Map.Entry::getValue)
        .filter(found -> offset <= found.token().end());
  }

  /** The names of a kind that may be used at an index, each once, the nearest first. */
  public List<Symbol> visible(Symbol.Kind kind, int offset) {
    Set<String> known = new HashSet<>();
    return symbols.stream()
        .filter(each -> each.kind() == kind && each.definition().isPresent())
        .filter(each -> each.from() <= offset && offset <= each.to())
        .sorted(Comparator.comparingInt(Symbol::from).reversed())
        .filter(each -> known.add(each.name()))
        .toList();
  }

  /** A name in the making. */
  private static final class Entry {
    private final Symbol.Kind kind;
    private final String name;
    private final int from;
    private Optional<SourceToken> definition = Optional.empty();
    private final List<SourceToken> occurrences = new ArrayList<>();
    private int to = Integer.MAX_VALUE;

    private Entry(Symbol.Kind kind, String name, int from) {
      this.kind = kind;
      this.name = name;
      this.from = from;
    }

    private Symbol symbol() {
      return new Symbol(kind, name, definition, occurrences, from, to);
    }
  }

  /** Names of one region, or of the whole text. */
  private static final class Scope {
    private final boolean isFunction;
    private final Map<String, Entry> names = new HashMap<>();

    /** All definitions, also those that others of the same name hide. */
    private final List<Entry> own = new ArrayList<>();

    private Scope(boolean isFunction) {
      this.isFunction = isFunction;
    }
  }

  private static final class Builder {
    private final List<SourceToken> tokens;
    private final Set<Integer> defined;
    private final List<Entry> entries = new ArrayList<>();
    private final Scope text = new Scope(false);
    private final Deque<Scope> scopes = new ArrayDeque<>();

    /** Names that a head defines for the region behind it. */
    private final List<SourceToken> pending = new ArrayList<>();

    private Builder(List<SourceToken> tokens, Set<Integer> defined) {
      this.tokens = tokens;
      this.defined = defined;
      scopes.push(text);
    }

    private List<Symbol> build() {
      int parameters = 0;
      boolean results = false;
      for (int i = 0; i < tokens.size(); i++) {
        SourceToken token = tokens.get(i);
        if (token.begins()) {
          results = token.kind() == SourceToken.Kind.VALUE;
        }
        switch (token.kind()) {
          case KEYWORD -> {
            if (token.is("func.func")) {
              leave(token.start(), true);
              scopes.push(new Scope(true));
              pending.clear();
            }
          }
          case REGION_OPEN -> {
            scopes.push(new Scope(false));
            pending.forEach(name -> define(Symbol.Kind.VALUE, name));
            pending.clear();
          }
          case REGION_CLOSE -> leave(token.start(), false);
          case PUNCTUATION -> {
            if (token.is("(")) {
              parameters = parameters > 0 || isParameterList(i) ? parameters + 1 : 0;
            } else if (token.is(")")) {
              parameters = Math.max(0, parameters - 1);
            } else if (token.is("=")) {
              results = false;
            }
          }
          case VALUE -> {
            if (results || parameters == 1 && next(i).equals(":")) {
              define(Symbol.Kind.VALUE, token);
            } else if (next(i).equals("=")) {
              pending.add(token);
            } else {
              use(Symbol.Kind.VALUE, token);
            }
          }
          case BLOCK -> {
            if (token.begins()) {
              define(Symbol.Kind.BLOCK, token);
            } else {
              use(Symbol.Kind.BLOCK, token);
            }
          }
          case SYMBOL -> symbol(i);
          case TYPE -> alias(Symbol.Kind.TYPE_ALIAS, token);
          case ATTRIBUTE -> alias(Symbol.Kind.ATTRIBUTE_ALIAS, token);
          case COMMENT, STRING, NUMBER, OPERATION, WORD, INVALID -> {}
        }
      }
      int length = tokens.isEmpty() ? 0 : tokens.getLast().end();
      leave(length, true);
      entries.removeIf(
          each ->
              each.definition.isEmpty()
                  && (each.kind == Symbol.Kind.TYPE_ALIAS
                      || each.kind == Symbol.Kind.ATTRIBUTE_ALIAS));
      return entries.stream().map(Entry::symbol).toList();
    }

    private String next(int index) {
      return index + 1 < tokens.size() ? tokens.get(index + 1).text() : "";
    }

    /** The parenthesis after the name of a function that is defined, or after a label. */
    private boolean isParameterList(int index) {
      if (index == 0) {
        return false;
      }
      SourceToken name = tokens.get(index - 1);
      return name.kind() == SourceToken.Kind.BLOCK && name.begins()
          || name.kind() == SourceToken.Kind.SYMBOL && isDefined(index - 1);
    }

    /** True for the symbol after the keyword of a function or module. */
    private boolean isDefined(int index) {
      if (index == 0) {
        return false;
      }
      SourceToken before = tokens.get(index - 1);
      return before.kind() == SourceToken.Kind.KEYWORD
          && (before.begins() || index > 1 && tokens.get(index - 2).is("func.func"));
    }

    private void symbol(int index) {
      SourceToken token = tokens.get(index);
      boolean isDefined = isDefined(index);
      Symbol.Kind kind =
          isDefined && !tokens.get(index - 1).is("func.func") && tokens.get(index - 1).begins()
              ? Symbol.Kind.MODULE
              : Symbol.Kind.FUNCTION;
      Entry entry = text.names.get("@" + name(token));
      if (entry == null) {
        entry = add(text, kind, token, 0);
      }
      entry.occurrences.add(token);
      if (isDefined && entry.definition.isEmpty()) {
        entry.definition = Optional.of(token);
      }
    }

    private void alias(Symbol.Kind kind, SourceToken token) {
      if (token.begins()) {
        Entry entry = add(text, kind, token, 0);
        entry.definition = Optional.of(token);
        entry.occurrences.add(token);
      } else if (token.text().indexOf('.') < 0
          && token.text().indexOf('<') < 0
          && token.text().charAt(0) == kind.sign()) {
        use(kind, token);
      }
    }

    /** The name without its sign, quotes and the number of a member. */
    private static String name(SourceToken token) {
      String text = token.text().substring(1);
      int member = token.kind() == SourceToken.Kind.VALUE ? text.indexOf('#') : -1;
      boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
      return quoted
          ? text.substring(1, text.length() - 1)
          : member < 0 ? text : text.substring(0, member);
    }

    private Entry add(Scope scope, Symbol.Kind kind, SourceToken token, int from) {
      Entry entry = new Entry(kind, name(token), from);
      scope.names.put(kind.sign() + entry.name, entry);
      scope.own.add(entry);
      entries.add(entry);
      return entry;
    }

    private void define(Symbol.Kind kind, SourceToken token) {
      Scope scope = scopes.element();
      Entry used = scope.names.get(kind.sign() + name(token));
      boolean forward = used != null && used.definition.isEmpty();
      Entry entry = forward && used != null ? used : add(scope, kind, token, token.start());
      entry.definition = Optional.of(token);
      entry.occurrences.add(token);
    }

    private void use(Symbol.Kind kind, SourceToken token) {
      String key = kind.sign() + name(token);
      for (Scope scope : scopes) {
        Entry entry = scope.names.get(key);
        if (entry != null) {
          entry.occurrences.add(token);
          return;
        }
      }
      // A label may follow its uses, and is in the region of them; other names are unknown.
      Scope scope = kind == Symbol.Kind.BLOCK ? scopes.element() : body();
      Entry entry = add(scope, kind, token, token.start());
      entry.occurrences.add(token);
      if (defined.contains(token.start())) {
        entry.definition = Optional.of(token);
      }
    }

    /** The scope of the body of the function, which may define a name after its use. */
    private Scope body() {
      Scope inner = scopes.element();
      for (Scope scope : scopes) {
        if (scope.isFunction) {
          return inner;
        }
        inner = scope;
      }
      return text;
    }

    /** Ends the innermost region, or all of a function; one body ends its function too. */
    private void leave(int offset, boolean all) {
      while (scopes.size() > 1) {
        Scope scope = scopes.pop();
        scope.own.forEach(entry -> entry.to = offset);
        if (!all && !scopes.element().isFunction) {
          return;
        }
      }
    }
  }
}
