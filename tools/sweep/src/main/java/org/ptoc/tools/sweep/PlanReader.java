package org.ptoc.tools.sweep;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.NearestName;
import org.ptoc.ir.isa.Profile;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads plans, YAML or JSON; an error has its line and what would be right. */
public final class PlanReader {
  /** Values of one variable at most. */
  private static final int MOST_VALUES = 100_000;

  private static final List<String> RANGE = List.of("from", "to", "step", "times");
  private static final List<String> LAUNCH = List.of("file", "kernel", "args", "grid", "blocks");
  private static final List<String> KERNEL = List.of("file", "functions", "args", "expect");

  private final PlanText text;
  private final List<Diagnostic> problems = new ArrayList<>();

  private PlanReader(PlanText text) {
    this.text = text;
  }

  /**
   * A plan, or what is wrong with it.
   *
   * @param plan empty exactly when there are problems
   */
  public record Outcome(Optional<Plan> plan, List<Diagnostic> problems) {
    public Outcome {
      problems = List.copyOf(problems);
    }
  }

  /**
   * Reads a plan.
   *
   * @param name how messages call the file
   * @param contents its text
   */
  public static Outcome read(String name, String contents) {
    PlanText text = new PlanText(name);
    PlanReader reader = new PlanReader(text);
    Optional<Node> root = text.compose(contents, reader.problems);
    Optional<Plan> plan = root.flatMap(reader::plan);
    return new Outcome(
        reader.problems.isEmpty() ? plan : Optional.empty(), List.copyOf(reader.problems));
  }

  private Optional<Plan> plan(Node root) {
    Map<String, Node> members = members(root, "a plan", PlanKey.spellings());
    boolean hasChain = members.containsKey(PlanKey.CHAIN.spelling());
    if (members.containsKey(PlanKey.KERNELS.spelling()) == hasChain) {
      problem(
          root,
          hasChain
              ? "a plan has kernels, for ptoc sweep, or a chain, for ptoc run, not both"
              : "the plan names no kernels; write kernels: [\"*.pto\"]");
      return Optional.empty();
    }
    PlanValues values = new PlanValues();
    members.forEach((key, node) -> read(PlanKey.bySpelling(key).orElseThrow(), node, values));
    values
        .fidelity()
        .filter(name -> values.variables().stream().noneMatch(each -> each.name().equals(name)))
        .ifPresent(
            name ->
                problem(
                    members.getOrDefault(PlanKey.FIDELITY.spelling(), root),
                    "fidelity names '" + name + "', which vary does not say"));
    return Optional.of(values.plan());
  }

  private void read(PlanKey key, Node node, PlanValues values) {
    switch (key) {
      case KERNELS -> {
        if (elements(node).isEmpty()) {
          problem(node, "the list of kernels is empty; write kernels: [\"*.pto\"]");
        }
        elements(node).forEach(each -> values.kernels().add(kernels(each)));
      }
      case BUFFERS -> values.buffers(pairs(node));
      case CHAIN -> {
        if (elements(node).isEmpty()) {
          problem(node, "the chain is empty; write chain: [{file: k.pto, args: [\"@x\"]}]");
        }
        elements(node).forEach(each -> values.chain().add(launch(each)));
      }
      case PROFILES -> values.profiles(profiles(node));
      case OPTIONS -> values.options(texts(node));
      case ARGS -> values.arguments(texts(node));
      case VARY -> variables(node, values);
      case SEEDS -> values.seeds(numbers(node, Integer.MIN_VALUE, Integer.MAX_VALUE));
      case BLOCKS -> values.blocks(numbers(node, 1, 65_535));
      case CHECKS -> values.checks(texts(node));
      case EXPECT -> values.expectations(pairs(node));
      case TOLERANCE -> values.tolerance(text(node));
      case REPEAT -> values.repeat((int) number(node, text(node), 1, 1_000));
      case LIMIT -> values.limit(number(node, text(node), 0, Long.MAX_VALUE));
      case FIDELITY -> values.fidelity(Optional.of(text(node)));
    }
  }

  private Plan.Kernels kernels(Node node) {
    if (node instanceof ScalarNode) {
      return new Plan.Kernels(
          text.place(node), file(node), List.of(), Optional.empty(), Optional.empty());
    }
    Map<String, Node> members = members(node, "a kernel", KERNEL);
    if (!members.containsKey("file")) {
      problem(node, "this kernel has no file");
    }
    return new Plan.Kernels(
        text.place(node),
        Optional.ofNullable(members.get("file")).map(this::file).orElse(""),
        Optional.ofNullable(members.get("functions"))
            .map(each -> texts(each).stream().map(PlanReader::withoutSign).toList())
            .orElse(List.of()),
        Optional.ofNullable(members.get("args")).map(this::texts),
        Optional.ofNullable(members.get("expect")).map(this::pairs));
  }

  private Plan.Chained launch(Node node) {
    Map<String, Node> members = members(node, "a launch", LAUNCH);
    if (!members.containsKey("file")) {
      problem(node, "this launch has no file");
    }
    Node blocks = members.get("blocks");
    return new Plan.Chained(
        Optional.ofNullable(members.get("file")).map(this::file).orElse(""),
        Optional.ofNullable(members.get("kernel")).map(each -> withoutSign(text(each))).orElse(""),
        Optional.ofNullable(members.get("args")).map(this::texts).orElse(List.of()),
        Optional.ofNullable(members.get("grid")).map(this::pairs).orElse(List.of()),
        blocks == null ? 0 : number(blocks, 1, 65_535));
  }

  private String file(Node node) {
    String name = text(node);
    if (name.isEmpty()) {
      problem(node, "the name of a file is empty");
    }
    return name;
  }

  private static String withoutSign(String name) {
    return name.startsWith("@") ? name.substring(1) : name;
  }

  private List<String> profiles(Node node) {
    List<String> spellings = new ArrayList<>();
    for (Node each : elements(node)) {
      Optional<Profile> profile = Profile.bySpelling(text(each));
      profile.ifPresentOrElse(
          known -> spellings.add(known.spelling()),
          () ->
              problem(
                  each,
                  "there is no profile '" + text(each) + "'; " + Profile.names(" and ") + " are"));
    }
    return spellings;
  }

  private void variables(Node node, PlanValues values) {
    for (NodeTuple tuple : tuples(node, "vary")) {
      String name = text(tuple.getKeyNode());
      boolean isName =
          !name.isEmpty()
              && name.chars().allMatch(c -> c < 128 && Character.isLetterOrDigit(c) || c == '_');
      if (!isName) {
        problem(tuple.getKeyNode(), "'" + name + "' is no name of letters, digits and _");
      } else if (values.variables().stream().anyMatch(each -> each.name().equals(name))) {
        problem(tuple.getKeyNode(), "'" + name + "' varies twice");
      }
      values
          .variables()
          .add(new Plan.Variable(text.place(tuple.getKeyNode()), name, list(tuple.getValueNode())));
    }
  }

  /** A value, a list of them, or a range. */
  private List<String> list(Node node) {
    List<String> list = node instanceof MappingNode ? range(node) : texts(node);
    if (list.isEmpty()) {
      problem(node, "there must be at least one value");
    }
    Set<String> known = new HashSet<>();
    for (String each : list) {
      if (!known.add(each)) {
        problem(node, "'" + each + "' stands here twice");
        return list;
      }
    }
    return list;
  }

  private List<String> range(Node node) {
    Map<String, Node> members = members(node, "a range", RANGE);
    if (!members.containsKey("from") || !members.containsKey("to")) {
      problem(node, "a range has from and to, and step or times");
      return List.of("0");
    }
    if (members.containsKey("step") && members.containsKey("times")) {
      problem(node, "a range has a step that is added or times that multiply, not both");
    }
    long from = number(members.get("from"), Long.MIN_VALUE / 4, Long.MAX_VALUE / 4);
    long to = number(members.get("to"), Long.MIN_VALUE / 4, Long.MAX_VALUE / 4);
    boolean multiplies = members.containsKey("times");
    long step =
        members.containsKey("times")
            ? number(members.get("times"), 2, 1_000_000)
            : members.containsKey("step") ? number(members.get("step"), 1, Long.MAX_VALUE / 4) : 1;
    if (from > to || multiplies && from < 1) {
      problem(node, "this range holds nothing; from is " + from + ", to is " + to);
      return List.of("0");
    }
    List<String> values = new ArrayList<>();
    for (long value = from; value <= to; value = multiplies ? value * step : value + step) {
      if (values.size() == MOST_VALUES) {
        problem(node, "this range holds more than " + MOST_VALUES + " values");
        break;
      }
      values.add(Long.toString(value));
    }
    return values;
  }

  private List<Long> numbers(Node node, long low, long high) {
    List<Long> numbers = new ArrayList<>();
    for (String each : list(node)) {
      numbers.add(number(node, each, low, high));
    }
    return numbers;
  }

  private long number(Node node, long low, long high) {
    return number(node, text(node), low, high);
  }

  private long number(Node node, String word, long low, long high) {
    try {
      long value = Long.parseLong(word.replace("_", ""));
      if (value >= low && value <= high) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the message.
    }
    String range = high == Long.MAX_VALUE ? "of at least " + low : "from " + low + " to " + high;
    problem(node, "'" + word + "' is no whole number " + range);
    return Math.max(low, 1);
  }

  /** {@code NAME: DATA} or {@code - NAME=DATA}. */
  private List<String> pairs(Node node) {
    if (!(node instanceof MappingNode)) {
      return texts(node);
    }
    List<String> pairs = new ArrayList<>();
    for (NodeTuple tuple : tuples(node, "expect")) {
      pairs.add(text(tuple.getKeyNode()) + "=" + text(tuple.getValueNode()));
    }
    return pairs;
  }

  private List<String> texts(Node node) {
    return elements(node).stream().map(this::text).toList();
  }

  /** The elements of a list, or a value alone. */
  private static List<Node> elements(Node node) {
    return node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
  }

  private String text(Node node) {
    if (node instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)) {
      return scalar.getValue();
    }
    problem(
        node,
        node instanceof ScalarNode
            ? "a value is missing here"
            : "a text or a number must stand here");
    return "";
  }

  /** What an object says by its keys, of which it has only known ones, once each. */
  private Map<String, Node> members(Node node, String what, List<String> keys) {
    Map<String, Node> members = new LinkedHashMap<>();
    for (NodeTuple tuple : tuples(node, what)) {
      String key = text(tuple.getKeyNode());
      if (!keys.contains(key)) {
        problem(
            tuple.getKeyNode(),
            what
                + " has no '"
                + key
                + "'"
                + NearestName.to(key, keys)
                    .map(near -> "; did you mean '" + near + "'?")
                    .orElse("; it has " + String.join(", ", keys)));
      } else if (members.putIfAbsent(key, tuple.getValueNode()) != null) {
        problem(tuple.getKeyNode(), "'" + key + "' stands here twice");
      }
    }
    return members;
  }

  private List<NodeTuple> tuples(Node node, String what) {
    if (node instanceof MappingNode mapping) {
      return mapping.getValue();
    }
    problem(node, what + " is written as KEY: VALUE, not as a list or a single value");
    return List.of();
  }

  private void problem(Node node, String message) {
    problem(text.place(node), message);
  }

  private void problem(Location place, String message) {
    problems.add(Diagnostic.of(DiagnosticCode.BAD_PLAN, place, message));
  }
}
