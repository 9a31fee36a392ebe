package org.ptoc.lit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The text of a directive as a regular expression: plain text, {@code {{regex}}}, {@code
 * [[NAME:regex]]}, which binds a variable, and {@code [[NAME]]}, which uses it.
 *
 * @param regex its group {@code gN} is what is bound to the N-th of {@code names}
 * @param names the variables that a match binds
 */
record CheckPattern(Pattern regex, List<String> names) {
  private static final String NAME = "\\$?[A-Za-z_][A-Za-z_0-9]*";
  private static final Pattern USE = Pattern.compile(NAME);
  private static final Pattern DEFINITION = Pattern.compile("(" + NAME + "):(.*)");

  /**
   * @throws IllegalArgumentException for an unbound variable or brackets that do not end
   */
  static CheckPattern of(CheckLine check, Map<String, String> bindings) {
    if (check.precise()) {
      return new CheckPattern(Pattern.compile(Pattern.quote(check.text())), List.of());
    }
    try {
      return new Builder(squeeze(check.text()), bindings).build();
    } catch (IllegalArgumentException problem) {
      throw new IllegalArgumentException(
          "line " + check.line() + ": " + problem.getMessage(), problem);
    }
  }

  /** {@code text} with one blank for each run of white space and none around it. */
  static String squeeze(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  private static final class Builder {
    private final String text;
    private final Map<String, String> bindings;
    private final StringBuilder regex = new StringBuilder();
    private final List<String> names = new ArrayList<>();
    private int at;

    Builder(String text, Map<String, String> bindings) {
      this.text = text;
      this.bindings = bindings;
    }

    CheckPattern build() {
      while (at < text.length()) {
        if (text.startsWith("{{", at)) {
          int end = endOfRegex();
          regex.append("(?:").append(text, at + 2, end).append(')');
          at = end + 2;
        } else if (text.startsWith("[[", at) && !text.startsWith("[[[", at)) {
          int end = endOfVariable();
          variable(text.substring(at + 2, end));
          at = end + 2;
        } else {
          regex.append(Pattern.quote(text.substring(at, at + 1)));
          at++;
        }
      }
      return new CheckPattern(Pattern.compile(regex.toString()), List.copyOf(names));
    }

    /** Where the last two of a run of closing braces begin: <code>{{a{2}}}</code> is one regex. */
    private int endOfRegex() {
      int end = text.indexOf("}}", at + 2);
      if (end < 0) {
        throw new IllegalArgumentException("{{ without }}");
      }
      while (text.startsWith("}}", end + 1)) {
        end++;
      }
      return end;
    }

    /** Where {@code ]]} begins that closes no bracket of the variable's own regular expression. */
    private int endOfVariable() {
      int depth = 0;
      for (int i = at + 2; i < text.length(); i++) {
        char c = text.charAt(i);
        if (depth == 0 && text.startsWith("]]", i)) {
          return i;
        }
        if (c == '\\') {
          i++;
        } else if (c == '[') {
          depth++;
        } else if (c == ']') {
          depth--;
        }
      }
      throw new IllegalArgumentException("[[ without ]]");
    }

    private void variable(String content) {
      var definition = DEFINITION.matcher(content);
      if (definition.matches()) {
        regex
            .append("(?<g")
            .append(names.size())
            .append('>')
            .append(definition.group(2))
            .append(')');
        names.add(definition.group(1));
      } else if (!USE.matcher(content).matches()) {
        throw new IllegalArgumentException("no variable: [[" + content + "]]");
      } else if (names.contains(content)) {
        regex.append("\\k<g").append(names.lastIndexOf(content)).append('>');
      } else if (bindings.containsKey(content)) {
        regex.append(Pattern.quote(bindings.get(content)));
      } else {
        throw new IllegalArgumentException("the variable " + content + " is not bound");
      }
    }
  }
}
