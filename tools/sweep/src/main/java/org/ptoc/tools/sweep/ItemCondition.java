package org.ptoc.tools.sweep;

import java.math.BigDecimal;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.ptoc.tools.data.DataResult;

/**
 * A condition on items or results: comparisons of a field with a value by {@code == != < <= > >=},
 * or {@code ~} for a pattern of file names, joined by {@code and}, {@code or}, {@code not} and
 * parentheses. Numbers are compared as numbers; a field that an item does not have equals nothing.
 */
public interface ItemCondition {
  /** True of everything. */
  ItemCondition ALL = fields -> true;

  /**
   * @param fields the value of a field by its name
   */
  boolean test(Function<String, Optional<String>> fields);

  /** The condition of a text. */
  static DataResult<ItemCondition> parse(String text) {
    return new Parser(text).parse();
  }

  /** The fields of an item: kernel, function, profile, options, seed, blocks, and variables. */
  static Function<String, Optional<String>> fields(Item.Identity identity) {
    return name ->
        switch (name) {
          case "kernel" -> Optional.of(identity.kernel());
          case "function" -> Optional.of(identity.function());
          case "profile" -> Optional.of(identity.profile());
          case "options" -> Optional.of(identity.options());
          case "seed" -> Optional.of(Long.toString(identity.seed()));
          case "blocks" -> Optional.of(Long.toString(identity.blocks()));
          default -> Optional.ofNullable(identity.variables().get(name));
        };
  }

  /** The fields of a result: of its item, and status, cycles, code. */
  static Function<String, Optional<String>> fields(ItemResult result) {
    return name ->
        switch (name) {
          case "status" -> Optional.of(result.status().word());
          case "cycles" -> result.cycles().map(String::valueOf);
          case "code" -> result.reason().map(ItemResult.Message::code);
          default -> fields(result.identity()).apply(name);
        };
  }

  /** How two values compare. */
  private static boolean compare(String operator, String left, String right) {
    int order =
        number(left)
            .flatMap(one -> number(right).map(one::compareTo))
            .orElseGet(() -> left.compareTo(right));
    return switch (operator) {
      case "==" -> order == 0;
      case "!=" -> order != 0;
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      default -> order >= 0;
    };
  }

  private static Optional<BigDecimal> number(String text) {
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(new BigDecimal(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Reads conditions; the words of the text are read ahead. */
  final class Parser {
    private static final int DEEPEST = 64;
    private static final Pattern WORD =
        Pattern.compile(
            "\\s*(==|!=|<=|>=|<|>|~|&&|\\|\\||!|\\(|\\)|'[^']*'|\"[^\"]*\"|[^\\s=!<>~&|()'\"]+)");

    private final String text;
    private final List<String> words = new ArrayList<>();
    private int at;
    private int depth;
    private Optional<String> problem = Optional.empty();

    private Parser(String text) {
      this.text = text;
    }

    private DataResult<ItemCondition> parse() {
      Matcher matcher = WORD.matcher(text.strip());
      int end = 0;
      while (matcher.find() && matcher.start() == end) {
        words.add(matcher.group(1));
        end = matcher.end();
      }
      if (end != text.strip().length()) {
        fail("'" + text.strip().substring(end) + "' cannot be read");
      }
      ItemCondition condition = any();
      if (at < words.size()) {
        fail("nothing is expected at '" + words.get(at) + "'");
      }
      return problem
          .<DataResult<ItemCondition>>map(
              reason ->
                  DataResult.problem(
                      "'"
                          + text
                          + "' is no condition: "
                          + reason
                          + "; write it as profile == a5 and rows >= 16"))
          .orElseGet(() -> DataResult.of(condition));
    }

    private ItemCondition any() {
      ItemCondition left = all();
      while (takes("or") || takes("||")) {
        ItemCondition before = left;
        ItemCondition right = all();
        left = fields -> before.test(fields) || right.test(fields);
      }
      return left;
    }

    private ItemCondition all() {
      ItemCondition left = one();
      while (takes("and") || takes("&&")) {
        ItemCondition before = left;
        ItemCondition right = one();
        left = fields -> before.test(fields) && right.test(fields);
      }
      return left;
    }

    private ItemCondition one() {
      if (++depth > DEEPEST) {
        fail("it nests too deep");
        return ALL;
      }
      ItemCondition condition;
      if (takes("not") || takes("!")) {
        ItemCondition inner = one();
        condition = fields -> !inner.test(fields);
      } else if (takes("(")) {
        condition = any();
        if (!takes(")")) {
          fail("a parenthesis is not closed");
        }
      } else {
        condition = comparison();
      }
      depth--;
      return condition;
    }

    private ItemCondition comparison() {
      String field = next();
      String operator = next();
      String value = next();
      if (!operator.matches("==|!=|<=?|>=?|~")) {
        fail("behind '" + field + "' stands no == != < <= > >= ~");
      }
      if (value.matches("[=!<>~&|()]+")) {
        fail("a value is missing behind '" + field + " " + operator + "'");
      }
      if (operator.equals("~")) {
        return pattern(field, value);
      }
      boolean isDifferent = operator.equals("!=");
      return fields ->
          fields.apply(field).map(each -> compare(operator, each, value)).orElse(isDifferent);
    }

    private ItemCondition pattern(String field, String value) {
      try {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + value);
        return fields -> fields.apply(field).map(each -> matches(matcher, each)).orElse(false);
      } catch (PatternSyntaxException e) {
        fail("'" + value + "' is no pattern");
        return ALL;
      }
    }

    private static boolean matches(PathMatcher matcher, String value) {
      try {
        return matcher.matches(Path.of(value));
      } catch (InvalidPathException e) {
        return false;
      }
    }

    private String next() {
      if (at >= words.size()) {
        fail("it ends too early");
        return "";
      }
      String word = words.get(at++);
      return word.startsWith("'") || word.startsWith("\"")
          ? word.substring(1, word.length() - 1)
          : word;
    }

    private boolean takes(String word) {
      boolean is = at < words.size() && words.get(at).equals(word);
      at += is ? 1 : 0;
      return is;
    }

    private void fail(String reason) {
      problem = problem.or(() -> Optional.of(reason));
    }
  }
}
