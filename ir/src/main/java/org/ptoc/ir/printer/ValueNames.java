package org.ptoc.ir.printer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ptoc.ir.Value;

/** Gives every value a name that is unique in its own and all enclosing scopes. */
final class ValueNames {
  private final Map<Value, String> names = new HashMap<>();
  private final Set<String> used = new HashSet<>();
  private final Map<String, Integer> nextSuffix = new HashMap<>();
  private final List<String> stack = new ArrayList<>();
  private final List<Scope> scopes = new ArrayList<>();
  private int nextNumber;

  /** What to go back to when a scope ends: sibling scopes use the same names again. */
  private record Scope(int names, int number) {}

  void enter() {
    scopes.add(new Scope(stack.size(), nextNumber));
  }

  void leave() {
    Scope scope = scopes.removeLast();
    while (stack.size() > scope.names()) {
      String name = stack.removeLast();
      used.remove(name);
    }
    nextNumber = scope.number();
  }

  /** Names a value that is defined here. */
  String define(Value value) {
    String hint = clean(value.name());
    String name;
    if (hint.isEmpty()) {
      name = Integer.toString(nextNumber++);
    } else {
      name = unused(hint);
      used.add(name);
      stack.add(name);
    }
    names.put(value, name);
    return name;
  }

  /** The name of a value; one without definition is named as if it were defined here. */
  String of(Value value) {
    String name = names.get(value);
    return name != null ? name : define(value);
  }

  private String unused(String hint) {
    if (!used.contains(hint)) {
      return hint;
    }
    int suffix = nextSuffix.getOrDefault(hint, 0);
    while (used.contains(hint + "_" + suffix)) {
      suffix++;
    }
    nextSuffix.put(hint, suffix + 1);
    return hint + "_" + suffix;
  }

  /** The hint as a legal name; empty when it is missing or only a number. */
  private static String clean(String hint) {
    if (hint.isEmpty() || hint.charAt(0) >= '0' && hint.charAt(0) <= '9') {
      return "";
    }
    for (int i = 0; i < hint.length(); i++) {
      if (!isNameCharacter(hint.charAt(i))) {
        return replaceOthers(hint);
      }
    }
    return hint;
  }

  private static String replaceOthers(String hint) {
    StringBuilder cleaned = new StringBuilder(hint);
    for (int i = 0; i < cleaned.length(); i++) {
      if (!isNameCharacter(cleaned.charAt(i))) {
        cleaned.setCharAt(i, '_');
      }
    }
    return cleaned.toString();
  }

  private static boolean isNameCharacter(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '_'
        || c == '$'
        || c == '.'
        || c == '-';
  }
}
