package org.ptoc.lit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.catalog.AttributeRule.Domain.Tokens;
import org.ptoc.ir.catalog.AttributeRule.Synonym;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.diagnostic.Severity;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.printer.Printer;
import org.ptoc.tools.isa.OperationExample;

/**
 * The examples of all operations in all spellings of docs/surface.md that depend on the operation:
 * each spelling is the same IR.
 */
class SpellingTest {
  private static final Pattern TILE =
      Pattern.compile("!pto\\.tile_buf<(\\w+), (\\d+)x(\\d+)x([!.\\w]+)(?:, ([^>]*))?>");

  /** Results, name, operands, dictionary, operand types and result types of an operation. */
  private static final Pattern LISTED =
      Pattern.compile(
          "\\s*(?:(%[%\\w, ]+) = )?(pto\\.[\\w.]+) (%(?:(?!] )[^:{])*?)( \\{.*\\})? : (.+?)(?: ->"
              + " (.+))?");

  private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*");

  private static Module parse(String text) {
    Diagnostics diagnostics = new Diagnostics();
    Optional<Module> module = FrontEnd.parse("example.pto", text, diagnostics);
    assertThat(diagnostics.all())
        .as(text)
        .noneMatch(diagnostic -> diagnostic.severity() == Severity.ERROR);
    return module.orElseThrow();
  }

  private static void same(String text, String generic) {
    assertThat(GenericText.of(parse(text))).as(text).isEqualTo(generic);
  }

  private static Stream<OperationExample> examples(OpDefinition op) {
    return Stream.of(Profile.values())
        .flatMap(profile -> OperationExample.of(op, profile).stream())
        .distinct();
  }

  @TestFactory
  Stream<DynamicTest> everySpellingIsTheSameIr() {
    return OpCatalog.all().stream()
        .filter(op -> examples(op).findAny().isPresent())
        .map(
            op ->
                DynamicTest.dynamicTest(
                    op.name(), () -> examples(op).forEach(example -> check(op, example))));
  }

  private static void check(OpDefinition op, OperationExample example) {
    String program = example.program();
    Module module = parse(program);
    String generic = GenericText.of(module);
    same(generic, generic);
    same(Printer.print(module), generic);
    same(
        program.lines().map(SpellingTest::withLocation).collect(Collectors.joining("\n")), generic);
    String keys = TILE.matcher(program).replaceAll(SpellingTest::keys);
    same(keys, generic);
    same(keys.replace("!pto.tile_buf<loc", "<loc"), generic);
    op.attributes().forEach(rule -> checkWords(op, rule, generic));
    if (op.isTileOperation()) {
      checkTileForms(op, example, module);
    } else if (!op.form().isLogical()) {
      checkListedForms(op, example);
    }
  }

  private static String withLocation(String line) {
    String text = line.strip();
    boolean isWhole = !text.startsWith("!") && !text.startsWith("}") && !text.matches(".*[{(:]|");
    return isWhole ? line + " loc(\"a.py\":1:2)" : line;
  }

  /** A compact tile type with its parameters as keys. */
  private static String keys(MatchResult type) {
    Map<String, String> keys = new TreeMap<>();
    if (type.group(5) != null) {
      for (String key : type.group(5).split(", ")) {
        keys.put(key.substring(0, key.indexOf('=')), key.substring(key.indexOf('=') + 1));
      }
    }
    String shape = type.group(2) + "x" + type.group(3);
    String[] valid = keys.getOrDefault("valid", shape).split("x");
    return "!pto.tile_buf<loc=%s, dtype=%s, rows=%s, cols=%s, v_row=%s, v_col=%s"
            .formatted(
                type.group(1), type.group(4), type.group(2), type.group(3), valid[0], valid[1])
        + ", blayout="
        + keys.getOrDefault("blayout", "row_major")
        + ", slayout="
        + keys.getOrDefault("slayout", "none_box")
        + ", fractal="
        + keys.getOrDefault("fractal", type.group(1).equals("acc") ? "1024" : "512")
        + ", pad="
        + keys.getOrDefault("pad", "0")
        + (keys.containsKey("compact") ? ", compact=" + keys.get("compact") + ">" : ">");
  }

  /** The words of an attribute, their synonyms and the names of the attribute. */
  private static void checkWords(OpDefinition op, AttributeRule rule, String generic) {
    if (!(rule.domain() instanceof Tokens tokens) || rule.required()) {
      return;
    }
    List<Synonym> words = new ArrayList<>(tokens.synonyms());
    tokens.tokens().forEach(token -> words.add(new Synonym(token, token)));
    for (Synonym word : words) {
      String quoted = rule.name() + " = \"" + word.token() + "\"";
      String same = GenericText.of(parse(withAttribute(op, rule, quoted, generic)));
      for (String name : Stream.concat(Stream.of(rule.name()), rule.aliases().stream()).toList()) {
        // One word in all spellings of words, all words in one.
        boolean all = word == words.getLast() && WORD.matcher(word.spelling()).matches();
        List<String> spellings =
            all ? List.of("\"%s\"", "%s", "#pto<kind %s>", "#pto.kind<%s>") : List.of("\"%s\"");
        for (String spelling : spellings) {
          String entry = name + " = " + spelling.formatted(word.spelling());
          same(withAttribute(op, rule, entry, generic), same);
        }
      }
    }
  }

  private static String withAttribute(
      OpDefinition op, AttributeRule rule, String entry, String generic) {
    String given = ", \"" + rule.name() + "\" = \"\\w*\"";
    return generic
        .lines()
        .map(
            line ->
                line.contains('"' + op.name() + "\"(")
                    ? line.replaceFirst(given, "").replaceFirst("<\\{", "<{" + entry + ", ")
                    : line)
        .collect(Collectors.joining("\n"))
        .replace(", }>", "}>");
  }

  /** The forms of an operation that is printed with its operands and their types in a row. */
  private static void checkListedForms(OpDefinition op, OperationExample example) {
    List<String> lines = new ArrayList<>(example.program().lines().toList());
    for (int i = example.first() - 1; i < example.last(); i++) {
      Matcher parts = LISTED.matcher(lines.get(i));
      if (parts.matches() && parts.group(2).equals(op.name())) {
        String plain = lines.remove(i);
        same(lines, i, plain, listedForms(op, parts));
        return;
      }
    }
  }

  private static List<String> listedForms(OpDefinition op, Matcher parts) {
    String results = Objects.requireNonNullElse(parts.group(1), "");
    String define = results.isEmpty() ? "" : results + " = ";
    String operands = parts.group(3);
    String attributes = Objects.requireNonNullElse(parts.group(4), "");
    String types = parts.group(5);
    String given = parts.group(6) == null ? "" : " -> " + parts.group(6);
    List<String> forms = new ArrayList<>();
    forms.add(define + op.shortName() + " " + operands + attributes + " : " + types + given);
    forms.add(define + op.name() + "(" + operands + ")" + attributes + " : " + types + given);
    boolean clauses = types.matches(".*, \\w+[ (].*");
    if (!clauses) {
      forms.add(define + op.name() + "(" + operands + " : " + types + ")" + attributes + given);
    }
    if (parts.group(6) != null) {
      String both = "(" + types + ") -> (" + parts.group(6) + ")";
      forms.add(define + op.name() + " " + operands + attributes + " : " + both);
      forms.add(
          op.name()
              + " "
              + operands
              + attributes
              + " outs("
              + results
              + " : "
              + parts.group(6)
              + ") : "
              + types);
    }
    if (results.isEmpty() && !clauses) {
      forms.add(op.name() + " ins(" + operands + " : " + types + ")" + attributes);
    } else if (!results.isEmpty() && op.scope() == Scope.VECSCOPE) {
      forms.add(op.shortName() + " " + results + ", " + operands + attributes + " : " + types);
    }
    return forms;
  }

  /** The example in the forms of a tile operation, also those that define the tiles they write. */
  private static void checkTileForms(OpDefinition op, OperationExample example, Module module) {
    Operation statement = find(op, example, module);
    List<Value> outputs = outputs(statement);
    if (outputs.isEmpty()) {
      return;
    }
    List<String> lines = new ArrayList<>(example.program().lines().toList());
    List<String> written = lines.subList(example.first() - 1, example.last());
    String plain = String.join("\n", written);
    written.clear();
    same(lines, example.first() - 1, plain, tileForms(statement));
    List<String> allocations = new ArrayList<>();
    for (Value output : outputs) {
      int at = allocation(lines, "%" + output.name());
      if (at < 0) {
        return;
      }
      allocations.add(lines.remove(at));
    }
    allocations.add(plain);
    String given = values(outputs) + " = ";
    List<String> forms = new ArrayList<>();
    forms.add(given + op.name() + functionType(statement));
    if (isAlike(statement)) {
      String one = " : " + outputs.getFirst().type().spelling();
      forms.add(given + op.shortName() + " " + operands(statement) + one);
      forms.add(op.shortName() + " " + allOperands(statement) + one);
    }
    same(lines, example.first() - 1 - outputs.size(), String.join("\n", allocations), forms);
  }

  /** The forms of spec/20, section 2, of an operation that writes tiles. */
  private static List<String> tileForms(Operation statement) {
    OpDefinition op = statement.definition();
    List<Value> sources = sources(statement);
    List<Value> outputs = outputs(statement);
    String type = types(outputs);
    String result = " -> " + (outputs.size() == 1 ? type : "(" + type + ")");
    String operands = values(sources);
    String types = sources.isEmpty() ? "" : " : " + types(sources);
    String attributes = attributes(statement);
    String all = " " + allOperands(statement);
    String outs = ") outs(" + values(outputs) + " : " + type + ")";
    List<String> forms = new ArrayList<>();
    forms.add(op.shortName() + " ins(" + operands + types + outs + attributes);
    forms.add(op.name() + " ins(" + operands + attributes + types + outs);
    forms.add(op.name() + " ins(" + operands + types + outs + attributes + result);
    forms.add(op.name() + " ins(" + operands + types + outs + result + attributes);
    forms.add(op.name() + all + attributes + " : (" + types(sources) + ")" + result);
    // Without an arrow nothing says which operands optional destinations are.
    boolean isPlain =
        statement.groups().getLast().isEmpty() || op.operands().getLast().arity() == Role.Arity.ONE;
    if (isPlain) {
      forms.add(op.shortName() + all + attributes + " : " + type + types.replace(" : ", ", "));
    }
    if (isPlain && isAlike(statement)) {
      forms.add(op.shortName() + all + attributes + " : " + outputs.getFirst().type().spelling());
    }
    return forms;
  }

  private static List<Value> sources(Operation statement) {
    return flat(statement.groups().subList(0, statement.definition().form().inputRoles()));
  }

  private static List<Value> outputs(Operation statement) {
    List<List<Value>> groups = statement.groups();
    return flat(groups.subList(statement.definition().form().inputRoles(), groups.size()));
  }

  private static boolean isAlike(Operation statement) {
    return statement.operands().stream().map(Value::type).distinct().count() == 1;
  }

  private static String allOperands(Operation statement) {
    return values(Stream.concat(outputs(statement).stream(), sources(statement).stream()).toList());
  }

  private static String operands(Operation statement) {
    return values(sources(statement)) + attributes(statement);
  }

  private static String functionType(Operation statement) {
    List<Value> outputs = outputs(statement);
    String type = types(outputs);
    return " "
        + operands(statement)
        + " : ("
        + types(sources(statement))
        + ") -> "
        + (outputs.size() == 1 ? type : "(" + type + ")");
  }

  private static String attributes(Operation statement) {
    return statement.attributes().isEmpty()
        ? ""
        : " " + GenericText.dictionary(statement.attributes());
  }

  /** All tile operations of the cases, those with optional operands too, in all their forms. */
  @TestFactory
  Stream<DynamicTest> casesInEveryForm() throws IOException {
    Path cases = Path.of("cases").toAbsolutePath();
    try (Stream<Path> files = Files.walk(cases)) {
      return files
          .filter(
              file -> file.toString().endsWith(".pto") && !file.startsWith(cases.resolve("errors")))
          .sorted()
          .toList()
          .stream()
          .map(
              file ->
                  DynamicTest.dynamicTest(
                      cases.relativize(file).toString(),
                      () -> checkCase(Files.readString(file, StandardCharsets.ISO_8859_1))));
    }
  }

  private static void checkCase(String text) {
    Diagnostics diagnostics = new Diagnostics();
    Optional<Module> given = FrontEnd.parse("case.pto", text, diagnostics);
    if (given.isEmpty() || diagnostics.hasErrors()) {
      return;
    }
    String printed = Printer.print(given.orElseThrow());
    Module module = parse(printed);
    String generic = GenericText.of(module);
    List<String> lines = printed.lines().toList();
    Map<Integer, List<String>> forms = new TreeMap<>();
    operations(module)
        .filter(op -> op.definition().isTileOperation() && !outputs(op).isEmpty())
        .forEach(op -> forms.put(op.location().line() - 1, tileForms(op)));
    int most = forms.values().stream().mapToInt(List::size).max().orElse(0);
    for (int form = 0; form < most; form++) {
      List<String> all = new ArrayList<>(lines);
      for (Map.Entry<Integer, List<String>> each : forms.entrySet()) {
        if (form < each.getValue().size()) {
          all.set(each.getKey(), each.getValue().get(form));
        }
      }
      same(String.join("\n", all), generic);
    }
  }

  private static Operation find(OpDefinition op, OperationExample example, Module module) {
    return operations(module)
        .filter(each -> each.definition() == op)
        .filter(each -> each.location().line() >= example.first())
        .findFirst()
        .orElseThrow();
  }

  private static Stream<Operation> operations(Module module) {
    return Stream.concat(Stream.of(module), module.modules().stream())
        .flatMap(each -> each.functions().stream())
        .flatMap(function -> function.body().stream())
        .flatMap(SpellingTest::operations);
  }

  private static Stream<Operation> operations(Region region) {
    return region.operations().stream()
        .flatMap(
            op ->
                Stream.concat(
                    Stream.of(op), op.regions().stream().flatMap(SpellingTest::operations)));
  }

  private static List<Value> flat(List<List<Value>> groups) {
    return groups.stream().flatMap(List::stream).toList();
  }

  private static String values(List<Value> values) {
    return values.stream().map(value -> "%" + value.name()).collect(Collectors.joining(", "));
  }

  private static String types(List<Value> values) {
    return values.stream().map(value -> value.type().spelling()).collect(Collectors.joining(", "));
  }

  /** The line that allocates a tile which has no address and no open extents; -1 without one. */
  private static int allocation(List<String> lines, String name) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).strip().startsWith(name + " = pto.alloc_tile : ")) {
        return i;
      }
    }
    return -1;
  }

  /** Each form in the place of a statement is what the statement is. */
  private static void same(List<String> lines, int at, String statement, List<String> forms) {
    String generic = GenericText.of(parse(with(lines, at, statement)));
    forms.forEach(form -> same(with(lines, at, form), generic));
  }

  private static String with(List<String> lines, int at, String statement) {
    List<String> all = new ArrayList<>(lines);
    all.add(at, statement);
    return String.join("\n", all);
  }

  /**
   * Those of casts say the direction, which {@code surface/addresses-as-numbers.pto} tests; those
   * that require an operand are in {@code cube/tile-forms.pto}.
   */
  @Test
  void otherNamesAreTheSameOperation() {
    OpCatalog.aliases()
        .forEach(
            (name, alias) ->
                examples(OpCatalog.get(alias.operation()))
                    .filter(example -> !alias.operation().equals(Op.CASTPTR.mnemonic()))
                    .filter(example -> alias.operand().isEmpty())
                    .forEach(
                        example -> {
                          String generic = GenericText.of(parse(example.program()));
                          String named =
                              generic.replace('"' + alias.operation() + "\"(", '"' + name + "\"(");
                          assertThat(named).isNotEqualTo(generic);
                          same(named, generic);
                        }));
  }
}
