package org.ptoc.ir.catalog;

import java.util.ArrayList;
import java.util.List;

/**
 * How an operation is written after its mnemonic: items, then the signature. Parsed from the small
 * format language of {@link OperationForm}; front end and printer walk the same elements.
 *
 * @param elements items in order
 * @param signature the entries after the colon, in order
 * @param resultsAfterColon true when result types stand directly after the colon, without an arrow
 */
public record Syntax(
    List<Element> elements, List<SignatureEntry> signature, boolean resultsAfterColon) {

  public Syntax {
    elements = List.copyOf(elements);
    signature = List.copyOf(signature);
  }

  /** One item of the operand list. */
  public sealed interface Element {
    /** {@code %value}, or several for a variadic role. */
    record Operand(RoleName role, boolean optional) implements Element {}

    /** {@code %base[%offset]}; the offset may be an integer literal. */
    record Indexed(RoleName base, RoleName offset) implements Element {}

    /**
     * An attribute in operand position: a string, number, word or enumeration.
     *
     * @param joined true when it is printed after a blank, without a comma: {@code +$name}
     * @param arguments the arguments in parentheses after its word: {@code sat(preserve_nan)}
     */
    record Positional(
        AttributeName attribute, boolean optional, boolean joined, List<ClauseArgument> arguments)
        implements Element {
      public Positional {
        arguments = List.copyOf(arguments);
      }

      public Positional(AttributeName attribute, boolean optional) {
        this(attribute, optional, false, List.of());
      }
    }

    /**
     * {@code keyword(%a, %b)}.
     *
     * @param inSignature true when the signature repeats the keyword before the types
     * @param joined true when it is printed without a comma before it
     */
    record Clause(
        String keyword,
        List<ClauseArgument> arguments,
        Repeat repeat,
        boolean inSignature,
        boolean joined)
        implements Element {
      public Clause {
        arguments = List.copyOf(arguments);
      }

      /** The roles of its operands, in order. */
      public List<RoleName> roles() {
        return ClauseArgument.roles(arguments);
      }
    }

    /** Clauses in any order. */
    record Unordered(List<Element.Clause> clauses) implements Element {
      public Unordered {
        clauses = List.copyOf(clauses);
      }
    }

    /** {@code keyword = %value} or, with {@code list}, {@code keyword = [%a, %b]}. */
    record Assignment(String keyword, RoleName role, boolean list, boolean optional)
        implements Element {}

    /** {@code keyword = value} of an attribute. */
    record AssignedAttribute(String keyword, AttributeName attribute) implements Element {}

    /** {@code ["PIPE_A", "PIPE_B", "EVENT_ID0"]}: attributes and operands in brackets. */
    record Bracket(List<Element> elements) implements Element {
      public Bracket {
        elements = List.copyOf(elements);
      }
    }
  }

  /**
   * An argument in the parentheses of a clause: {@code %a}, {@code word}, {@code key = %a} or
   * {@code key = word}.
   *
   * @param key the word before {@code =}, empty without one
   * @param name a role, or an attribute
   * @param isAttribute true for an attribute
   * @param count values of a role taken by one repetition; {@link #ALL} for all that are left
   */
  public record ClauseArgument(
      String key, String name, boolean isAttribute, int count, boolean optional) {
    /** Takes as many values as there are. */
    public static final int ALL = Integer.MAX_VALUE;

    /** The roles among arguments, in order. */
    public static List<RoleName> roles(List<ClauseArgument> arguments) {
      return arguments.stream().filter(a -> !a.isAttribute()).map(ClauseArgument::role).toList();
    }

    /** The role of an argument other than an attribute. */
    public RoleName role() {
      return RoleName.of(name);
    }

    /** The name of an argument that is an attribute. */
    public AttributeName attribute() {
      return AttributeName.of(name);
    }
  }

  /** How often a clause may occur. */
  public enum Repeat {
    ONCE,
    OPTIONAL,
    ANY
  }

  /** A part of the signature. */
  public sealed interface SignatureEntry {
    /** The types of a role's values. */
    record Types(RoleName role) implements SignatureEntry {}

    /** {@code keyword type, type} for each repetition of a clause. */
    record ClauseTypes(Element.Clause clause) implements SignatureEntry {}

    /** The word of an attribute again. */
    record Word(AttributeName attribute) implements SignatureEntry {}
  }

  /** Parses a format; {@code operands} gives the default when the text is empty. */
  static Syntax parse(String text, List<Role> operands) {
    return new FormatParser(text, operands).parse();
  }

  /** Reads the format language: see {@link OperationForm}. */
  private static final class FormatParser {
    private final String text;
    private final List<Role> operands;
    private int at;

    FormatParser(String text, List<Role> operands) {
      this.text = text;
      this.operands = operands;
    }

    Syntax parse() {
      List<Element> elements =
          text.isEmpty() || text.charAt(0) == ':' ? new ArrayList<>() : elements();
      if (text.isEmpty()) {
        for (Role role : operands) {
          elements.add(new Element.Operand(role.name(), role.arity() != Role.Arity.ONE));
        }
      }
      List<SignatureEntry> signature = new ArrayList<>();
      boolean results = false;
      if (peek() == ':') {
        at++;
        skipSpace();
        if (text.startsWith("results", at)) {
          results = true;
        } else {
          signature = signature(elements);
        }
      } else {
        defaultSignature(elements, signature);
      }
      return new Syntax(elements, signature, results);
    }

    private List<Element> elements() {
      List<Element> elements = new ArrayList<>();
      boolean joined = false;
      while (at < text.length() && ":]}".indexOf(peek()) < 0) {
        elements.add(element(joined));
        joined = !take(',');
        skipSpace();
      }
      return elements;
    }

    /**
     * @param joined true if no comma precedes it
     */
    private Element element(boolean joined) {
      char first = peek();
      if (first == '$' || first == '+') {
        boolean marked = take('+');
        expect('$');
        String name = word();
        List<ClauseArgument> arguments = take('(') ? arguments() : List.of();
        return new Element.Positional(AttributeName.of(name), take('?'), marked, arguments);
      }
      if (take('{')) {
        List<Element.Clause> clauses =
            elements().stream().map(element -> (Element.Clause) element).toList();
        expect('}');
        return new Element.Unordered(clauses);
      }
      if (first == '[') {
        at++;
        List<Element> inner = elements();
        expect(']');
        return new Element.Bracket(inner);
      }
      if (first == '@') {
        at++;
        return clause(word(), true, joined);
      }
      String name = word();
      if (take('[')) {
        RoleName offset = RoleName.of(word());
        expect(']');
        return new Element.Indexed(RoleName.of(name), offset);
      }
      if (peek() == '(') {
        return clause(name, false, joined);
      }
      if (take('=')) {
        if (take('$')) {
          return new Element.AssignedAttribute(name, AttributeName.of(word()));
        }
        boolean list = take('[');
        RoleName role = RoleName.of(word());
        if (list) {
          expect(']');
        }
        return new Element.Assignment(name, role, list, take('?'));
      }
      boolean optional = take('?') || take('*');
      return new Element.Operand(RoleName.of(name), optional);
    }

    private Element clause(String keyword, boolean inSignature, boolean joined) {
      expect('(');
      List<ClauseArgument> arguments = arguments();
      Repeat repeat = take('*') ? Repeat.ANY : take('?') ? Repeat.OPTIONAL : Repeat.ONCE;
      return new Element.Clause(keyword, arguments, repeat, inSignature, joined);
    }

    private List<ClauseArgument> arguments() {
      List<ClauseArgument> arguments = new ArrayList<>();
      while (!take(')')) {
        boolean attribute = take('$');
        String name = word();
        String key = "";
        if (take('=')) {
          key = name;
          attribute = take('$');
          name = word();
        }
        boolean all = take('*');
        int count = all ? ClauseArgument.ALL : take('#') ? text.charAt(at++) - '0' : 1;
        arguments.add(new ClauseArgument(key, name, attribute, count, all || take('?')));
        take(',');
        skipSpace();
      }
      return arguments;
    }

    private List<SignatureEntry> signature(List<Element> elements) {
      List<SignatureEntry> entries = new ArrayList<>();
      while (at < text.length()) {
        skipSpace();
        if (take('@')) {
          entries.add(new SignatureEntry.ClauseTypes(clauseOf(word(), elements)));
        } else if (take('$')) {
          entries.add(new SignatureEntry.Word(AttributeName.of(word())));
        } else {
          entries.add(new SignatureEntry.Types(RoleName.of(word())));
        }
        skipSpace();
        take(',');
      }
      return entries;
    }

    private static Element.Clause clauseOf(String keyword, List<Element> elements) {
      for (Element element : elements) {
        if (element instanceof Element.Clause clause && clause.keyword().equals(keyword)) {
          return clause;
        }
      }
      throw new IllegalArgumentException("no clause " + keyword);
    }

    private static void defaultSignature(List<Element> elements, List<SignatureEntry> signature) {
      for (Element element : elements) {
        switch (element) {
          case Element.Operand operand -> signature.add(new SignatureEntry.Types(operand.role()));
          case Element.Indexed indexed -> {
            signature.add(new SignatureEntry.Types(indexed.base()));
            signature.add(new SignatureEntry.Types(indexed.offset()));
          }
          case Element.Clause clause -> {
            if (clause.inSignature()) {
              signature.add(new SignatureEntry.ClauseTypes(clause));
            } else {
              types(clause.arguments(), signature);
            }
          }
          case Element.Unordered unordered ->
              unordered.clauses().forEach(clause -> types(clause.arguments(), signature));
          case Element.Assignment ignored -> {}
          case Element.AssignedAttribute ignored -> {}
          case Element.Positional positional -> types(positional.arguments(), signature);
          case Element.Bracket ignored -> {}
        }
      }
    }

    private static void types(List<ClauseArgument> arguments, List<SignatureEntry> signature) {
      for (RoleName role : ClauseArgument.roles(arguments)) {
        signature.add(new SignatureEntry.Types(role));
      }
    }

    private String word() {
      skipSpace();
      int start = at;
      while (at < text.length()
          && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
        at++;
      }
      if (start == at) {
        throw new IllegalArgumentException("bad format '" + text + "' at " + at);
      }
      return text.substring(start, at);
    }

    private char peek() {
      skipSpace();
      return at < text.length() ? text.charAt(at) : '\0';
    }

    private boolean take(char c) {
      skipSpace();
      if (at < text.length() && text.charAt(at) == c) {
        at++;
        return true;
      }
      return false;
    }

    private void expect(char c) {
      if (!take(c)) {
        throw new IllegalArgumentException(
            "bad format '" + text + "' at " + at + ": expected " + c);
      }
    }

    private void skipSpace() {
      while (at < text.length() && text.charAt(at) == ' ') {
        at++;
      }
    }
  }
}
