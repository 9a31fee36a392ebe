package org.ptoc.tools.cli;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.cli.InputFiles.InputFile;
import org.ptoc.tools.data.DataFiles;
import org.ptoc.tools.data.DataResult;
import org.ptoc.tools.data.Digests;
import org.ptoc.tools.sweep.Item;
import org.ptoc.tools.sweep.ItemCondition;
import org.ptoc.tools.sweep.ItemResult;
import org.ptoc.tools.sweep.ItemStatus;
import org.ptoc.tools.sweep.Plan;
import org.ptoc.tools.toolchain.ModuleSetting;
import org.ptoc.tools.toolchain.Toolchain;

/**
 * The items of a plan, in its order: by kernel, profile, options, variables of the text, function,
 * variables that are arguments, blocks, seed. What cannot run is an item with a problem.
 */
final class SweepItems {
  private static final int MOST_ITEMS = 1_000_000;
  private static final Pattern DEFINITION =
      Pattern.compile("func\\.func\\s+(?:public\\s+|private\\s+)?@");
  private static final Pattern PROFILE =
      Pattern.compile(
          Pattern.quote(ModuleSetting.PROFILE.attribute().spelling()) + "\\s*=\\s*\"([^\"]*)\"");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");

  private final Plan plan;
  private final Path directory;
  private final Toolchain toolchain;
  private final ItemCondition where;
  private final List<Item> items = new ArrayList<>();
  private final Set<String> keys = new HashSet<>();
  private final Set<String> used = new HashSet<>();
  private final Map<String, DataResult<String>> digests = new HashMap<>();
  private final Map<String, List<String>> functions = new HashMap<>();

  private SweepItems(Plan plan, Path directory, Toolchain toolchain, ItemCondition where) {
    this.plan = plan;
    this.directory = directory;
    this.toolchain = toolchain;
    this.where = where;
  }

  /**
   * @param directory where relative names of the plan begin
   * @param where which items are wanted
   */
  static List<Item> of(Plan plan, Path directory, Toolchain toolchain, ItemCondition where)
      throws CommandFailure {
    if (!plan.chain().isEmpty()) {
      throw CommandFailure.usage(
          "the plan has a chain, which ptoc run carries out", "ptoc sweep and tune take kernels");
    }
    SweepItems items = new SweepItems(plan, directory, toolchain, where);
    items.checkOptions();
    List<OfFile> files = new ArrayList<>();
    for (Plan.Kernels kernels : plan.kernels()) {
      files.addAll(items.files(kernels));
    }
    items.checkVariables();
    checkNumber(files);
    for (OfFile file : files) {
      file.add();
    }
    if (items.items.isEmpty()) {
      throw CommandFailure.usage("no item of the plan is wanted: --where holds for none");
    }
    return List.copyOf(items.items);
  }

  private void checkOptions() throws CommandFailure {
    for (String options : plan.options()) {
      List<String> words = new ArrayList<>(List.of("k.pto"));
      words.addAll(List.of(options.strip().split("\\s+")));
      words.remove("");
      try {
        var arguments = CommandRunner.parse(Commands.RUN, words);
        for (Option option : Option.given(arguments, Option.Trait.OF_PLAN)) {
          throw CommandFailure.usage(option + " is no option of a plan");
        }
        if (Options.parameters(arguments).size() > 1) {
          throw CommandFailure.usage("'" + Options.parameters(arguments).get(1) + "' is no option");
        }
        CodeOptions.request(arguments, CodeOptions.noReports());
      } catch (CommandFailure failure) {
        Diagnostic first = failure.diagnostics().getFirst();
        throw CommandFailure.of(
            DiagnosticCode.BAD_PLAN, "options '" + options + "' of the plan: " + first.message());
      }
    }
  }

  private void checkVariables() throws CommandFailure {
    for (Plan.Variable variable : plan.variables()) {
      if (!used.contains(variable.name())) {
        throw new CommandFailure(
            ExitStatus.USAGE,
            List.of(
                Diagnostic.of(
                    DiagnosticCode.BAD_PLAN,
                    variable.place(),
                    "no kernel has a parameter %"
                        + variable.name()
                        + " or ${"
                        + variable.name()
                        + "} in its text")));
      }
    }
  }

  /** Counts the items before any is made. {@code --where} applies afterwards. */
  private static void checkNumber(List<OfFile> files) throws CommandFailure {
    BigInteger number = BigInteger.ZERO;
    for (OfFile file : files) {
      number = number.add(file.number());
      if (number.compareTo(BigInteger.valueOf(MOST_ITEMS)) > 0) {
        throw tooMany(file.kernels);
      }
    }
  }

  private static CommandFailure tooMany(Plan.Kernels kernels) {
    return new CommandFailure(
        ExitStatus.USAGE,
        List.of(
            Diagnostic.of(
                DiagnosticCode.BAD_PLAN,
                kernels.place(),
                "the plan has more than " + MOST_ITEMS + " items")));
  }

  private List<OfFile> files(Plan.Kernels kernels) throws CommandFailure {
    InputFiles files;
    try {
      Path pattern = directory.resolve(Session.path(kernels.files()));
      files = InputFiles.of(List.of(pattern.toString()), Inputs.SOURCES);
    } catch (CommandFailure failure) {
      Diagnostic first = failure.diagnostics().getFirst();
      throw new CommandFailure(
          ExitStatus.USAGE,
          List.of(Diagnostic.of(DiagnosticCode.BAD_PLAN, kernels.place(), relative(first))));
    }
    return files.files().stream().map(file -> file(kernels, file)).toList();
  }

  private String relative(Diagnostic diagnostic) {
    return diagnostic.message().replace(directory + directory.getFileSystem().getSeparator(), "");
  }

  private OfFile file(Plan.Kernels kernels, InputFile file) {
    Path place = Path.of(file.name());
    String name = directory.relativize(place).toString().replace('\\', '/');
    Optional<Item.Problem> problem = Optional.empty();
    String text = "";
    switch (read(place)) {
      case DataResult.Value<String>(String contents) -> text = contents;
      case DataResult.Problem<String>(String message, var _) ->
          problem =
              Optional.of(
                  new Item.Problem(
                      ItemStatus.UNREADABLE,
                      SweepRunner.message(
                          DiagnosticCode.CANNOT_READ,
                          "",
                          message.replace(place.toString(), name))));
    }
    return new OfFile(kernels, name, text, problem);
  }

  /** Refuses pipes and devices: the items of a plan are listed without waiting for anyone. */
  private static DataResult<Path> regular(Path place) {
    return Files.exists(place) && !Files.isDirectory(place) && !Files.isRegularFile(place)
        ? DataResult.problem("cannot read " + place + ": it is not a regular file")
        : DataResult.of(place);
  }

  private static DataResult<String> read(Path place) {
    return regular(place)
        .then(file -> DataFiles.read(file, head -> Limit.SOURCE_BYTES.value()))
        .then(
            bytes -> {
              try {
                return DataResult.of(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
              } catch (CharacterCodingException e) {
                return DataResult.problem("cannot read " + place + ": it is no UTF-8 text");
              }
            });
  }

  /** The items of one file. */
  private final class OfFile {
    private final Plan.Kernels kernels;
    private final String name;
    private final String text;
    private final Optional<Item.Problem> problem;
    private final List<String> arguments;
    private final List<String> expectations;
    private final List<Plan.Variable> textual = new ArrayList<>();
    private final List<Plan.Variable> parameters = new ArrayList<>();

    /** SHA-256 of the text by the values of its variables. */
    private final Map<Map<String, String>, String> texts = new HashMap<>();

    OfFile(Plan.Kernels kernels, String name, String text, Optional<Item.Problem> problem) {
      this.kernels = kernels;
      this.name = name;
      this.text = text;
      this.problem = problem;
      this.arguments = kernels.arguments().orElse(plan.arguments());
      this.expectations = kernels.expectations().orElse(plan.expectations());
      for (Plan.Variable variable : plan.variables()) {
        String sign = "${" + variable.name() + "}";
        if (text.contains(sign)
            || arguments.stream().anyMatch(each -> each.contains(sign))
            || expectations.stream().anyMatch(each -> each.contains(sign))) {
          textual.add(variable);
        } else if (hasParameter(variable.name())) {
          parameters.add(variable);
        }
      }
      textual.forEach(variable -> used.add(variable.name()));
      parameters.forEach(variable -> used.add(variable.name()));
      if (text.isEmpty()) { // Nothing is known of a file that cannot be read.
        plan.variables().forEach(variable -> used.add(variable.name()));
      }
    }

    /** The profile that the text says; empty when it says none in the usual way. */
    private String stated() {
      Matcher matcher = PROFILE.matcher(text);
      return matcher.find()
          ? Profile.bySpelling(matcher.group(1)).map(Profile::spelling).orElse("")
          : "";
    }

    private boolean hasParameter(String variable) {
      return Pattern.compile("%" + Pattern.quote(variable) + "\\s*:").matcher(text).find();
    }

    /** The number of items if each text holds one kernel. */
    BigInteger number() {
      int functions = Math.max(1, kernels.functions().size());
      List<Integer> factors = new ArrayList<>(List.of(functions, plan.profiles().size()));
      factors.addAll(List.of(plan.options().size(), plan.blocks().size(), plan.seeds().size()));
      textual.forEach(variable -> factors.add(variable.values().size()));
      parameters.forEach(variable -> factors.add(variable.values().size()));
      return factors.stream()
          .map(each -> BigInteger.valueOf(each))
          .reduce(BigInteger.ONE, BigInteger::multiply);
    }

    void add() throws CommandFailure {
      for (String wanted : plan.profiles()) {
        String profile = wanted.isEmpty() ? stated() : wanted;
        for (String options : plan.options()) {
          for (Map<String, String> values : combinations(textual)) {
            String digest = texts.computeIfAbsent(values, each -> Item.digest(text, each));
            for (String function : functions(values)) {
              add(profile, options, values, digest, function);
            }
          }
        }
      }
    }

    private void add(
        String profile, String options, Map<String, String> values, String digest, String function)
        throws CommandFailure {
      for (Map<String, String> more : combinations(parameters)) {
        Map<String, String> variables = new TreeMap<>(values);
        variables.putAll(more);
        for (long blocks : plan.blocks()) {
          for (long seed : plan.seeds()) {
            Item.Identity identity =
                new Item.Identity(
                    name, function, profile, options.strip(), variables, seed, blocks);
            if (where.test(ItemCondition.fields(identity))) {
              add(identity, digest, more);
            }
          }
        }
      }
    }

    private void add(Item.Identity identity, String digest, Map<String, String> given)
        throws CommandFailure {
      List<String> values = new ArrayList<>();
      given.forEach((parameter, value) -> values.add(parameter + "=" + value));
      arguments.forEach(each -> values.add(substituted(each, identity.variables())));
      List<String> wanted =
          expectations.stream().map(each -> substituted(each, identity.variables())).toList();
      Map<String, String> files = new TreeMap<>();
      Optional<Item.Problem> found = problem.or(() -> unknownVariable(identity));
      for (List<String> texts : List.of(values, wanted)) {
        for (String value : texts) {
          Optional<String> file = DataNames.file(value);
          if (file.isPresent()) {
            DataResult<String> contents = digest(file.get());
            files.put(file.get(), contents instanceof DataResult.Value<String>(String d) ? d : "");
            found = found.or(() -> unreadable(contents));
          }
        }
      }
      Item.Setting setting =
          new Item.Setting(
              values, wanted, plan.tolerance(), plan.checks(), plan.repeat(), plan.limit(), files);
      Item item =
          Item.of(
              identity,
              text,
              digest,
              setting,
              directory.toString(),
              found.stream().toList(),
              Version.number());
      if (keys.add(item.key())) {
        items.add(item);
      }
      if (items.size() > MOST_ITEMS) {
        throw tooMany(kernels);
      }
    }

    private Optional<Item.Problem> unknownVariable(Item.Identity identity) {
      if (!text.contains("${")) {
        return Optional.empty();
      }
      Matcher matcher = VARIABLE.matcher(text);
      while (matcher.find()) {
        if (!identity.variables().containsKey(matcher.group(1))) {
          long line = 1 + text.substring(0, matcher.start()).chars().filter(c -> c == '\n').count();
          ItemResult.Message message =
              SweepRunner.message(
                  DiagnosticCode.BAD_PLAN,
                  name + ":" + line,
                  "the text has " + matcher.group() + ", and the plan does not vary it");
          return Optional.of(new Item.Problem(ItemStatus.REJECTED, message));
        }
      }
      return Optional.empty();
    }

    /** The kernels to run; one without a name for the only one of a text. */
    private List<String> functions(Map<String, String> values) {
      if (!kernels.functions().isEmpty()) {
        return kernels.functions();
      }
      Matcher definitions = DEFINITION.matcher(text);
      boolean several = definitions.find() && definitions.find();
      return several
          ? functions.computeIfAbsent(substituted(text, values), this::named)
          : List.of("");
    }

    /** Of a text that is wrong there is one item, which says so. */
    private List<String> named(String complete) {
      return toolchain
          .kernelNames(new Toolchain.Source(name, complete))
          .value()
          .filter(names -> names.size() > 1)
          .orElse(List.of(""));
    }
  }

  private static Optional<Item.Problem> unreadable(DataResult<String> digest) {
    return digest instanceof DataResult.Problem<String>(String message, var _)
        ? Optional.of(
            new Item.Problem(
                ItemStatus.UNREADABLE,
                SweepRunner.message(DiagnosticCode.CANNOT_READ, "", message)))
        : Optional.empty();
  }

  private DataResult<String> digest(String file) {
    return digests.computeIfAbsent(
        file,
        name -> {
          Path place = directory.resolve(name);
          DataResult<byte[]> bytes = regular(place).then(DataFiles::read);
          return bytes instanceof DataResult.Problem<byte[]>(String message, boolean tooLarge)
              ? new DataResult.Problem<>(message.replace(place.toString(), name), tooLarge)
              : bytes.then(all -> DataResult.of(Digests.of(all)));
        });
  }

  private static String substituted(String text, Map<String, String> variables) {
    return Item.substituted(text, variables);
  }

  /** All choices of a value for each variable; the last varies fastest. */
  private static List<Map<String, String>> combinations(List<Plan.Variable> variables) {
    List<Map<String, String>> all = List.of(Map.of());
    for (Plan.Variable variable : variables) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> before : all) {
        for (String value : variable.values()) {
          Map<String, String> one = new LinkedHashMap<>(before);
          one.put(variable.name(), value);
          longer.add(one);
        }
      }
      all = longer;
    }
    return all;
  }
}
