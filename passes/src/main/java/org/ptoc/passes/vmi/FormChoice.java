package org.ptoc.passes.vmi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.LogicalVectorType;

/**
 * Chooses the form of each logical vector (spec/80, 5.6): those for which the number of
 * instructions is least, where those in loops count 16 times and a vector that several operations
 * need in another form is changed once. Values that depend on each other in great numbers stay
 * contiguous.
 */
final class FormChoice {
  private static final int MOST_VALUES = 1000;
  private static final int LOOP = 16;

  /** Instructions that depend on the forms of some vectors; {@code want} adds changes of form. */
  private record Term(List<Value> vectors, LongSupplier cost) {}

  /** A vector in another form, which costs once however often it is used. */
  private record Wanted(Value value, Form form) {}

  private final List<Term> terms = new ArrayList<>();
  private final List<Operation> operations = new ArrayList<>();
  private final List<Value> values = new ArrayList<>();
  private final Map<Value, Value> ties = new IdentityHashMap<>();
  private final Set<Value> uniform = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Value, Form> forms = new IdentityHashMap<>();
  private final Map<Wanted, Long> wanted = new HashMap<>();
  private final Alignment addresses;

  /** Changes of form of the chosen forms, and the instructions that each takes. */
  private final Map<Wanted, Long> changes = new LinkedHashMap<>();

  private FormChoice(Alignment addresses) {
    this.addresses = addresses;
  }

  /** The forms of the vectors that are not contiguous. */
  static Map<Value, Form> of(Function function, Alignment addresses) {
    FormChoice choice = chosen(function, addresses);
    Map<Value, Form> result = new IdentityHashMap<>();
    for (Value value : choice.values) {
      if (!choice.form(value).equals(Form.CONTIGUOUS)) {
        result.put(value, choice.form(value));
      }
    }
    return result;
  }

  private static FormChoice chosen(Function function, Alignment addresses) {
    FormChoice choice = new FormChoice(addresses);
    function.body().ifPresent(body -> choice.scan(body, 1));
    choice.chooseAll();
    return choice;
  }

  /** The form of each vector that an operation makes, and the changes of form that it takes. */
  static List<Diagnostic> remarks(Function function, Alignment addresses) {
    FormChoice choice = chosen(function, addresses);
    List<Diagnostic> remarks = new ArrayList<>();
    for (Operation op : choice.operations) {
      for (Value value : op.results()) {
        if (value.type() instanceof LogicalVectorType type) {
          remarks.add(
              Diagnostic.of(DiagnosticCode.VECTOR_FORM, op.location(), choice.remark(value, type)));
        }
      }
    }
    return remarks;
  }

  private String remark(Value value, LogicalVectorType type) {
    StringBuilder text = new StringBuilder("%").append(value.name()).append(' ');
    if (uniform.contains(value)) {
      return text.append("has the same number in all lanes: one register").toString();
    }
    int count = registers(type, form(value));
    text.append(count == 1 ? "fills one register" : "fills " + count + " registers");
    text.append(", ").append(form(value).description());
    changes.forEach(
        (change, cost) -> {
          if (change.value == value) {
            text.append("; also needed ")
                .append(change.form.description())
                .append(cost == 1 ? ": one instruction" : ": " + cost + " instructions");
          }
        });
    return text.toString();
  }

  /** Values whose forms depend on each other, and the costs of them. */
  private record Component(List<Value> values, List<Term> terms) {}

  private void chooseAll() {
    List<Term> chosen =
        terms.stream()
            .map(term -> new Term(variables(term.vectors), term.cost))
            .filter(term -> !term.vectors.isEmpty())
            .toList();
    Map<Value, Value> roots = new IdentityHashMap<>();
    for (Term term : chosen) {
      term.vectors.forEach(value -> roots.putIfAbsent(value, value));
      for (Value value : term.vectors) {
        roots.put(root(roots, value), root(roots, term.vectors.getFirst()));
      }
    }
    Map<Value, Component> components = new LinkedHashMap<>();
    for (Value value : values) {
      if (representative(value) == value && !uniform.contains(value)) {
        component(components, roots, value).values.add(value);
      }
    }
    Set<Value> preferring = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Operation op : operations) {
      if (prefersForms(op)) {
        variables(touched(op)).forEach(value -> preferring.add(root(roots, value)));
      }
    }
    for (Term term : chosen) {
      component(components, roots, term.vectors.getFirst()).terms.add(term);
    }
    components.forEach(
        (root, component) -> {
          if (component.values.size() <= MOST_VALUES && preferring.contains(root)) {
            choose(component);
          }
        });
  }

  private static Component component(
      Map<Value, Component> components, Map<Value, Value> roots, Value value) {
    return components.computeIfAbsent(
        root(roots, value), key -> new Component(new ArrayList<>(), new ArrayList<>()));
  }

  private static Value root(Map<Value, Value> roots, Value value) {
    Value parent = roots.getOrDefault(value, value);
    return parent == value ? value : root(roots, parent);
  }

  private List<Value> touched(Operation op) {
    List<Value> touched = new ArrayList<>(op.operands());
    touched.addAll(op.results());
    return touched;
  }

  private void term(List<Value> values, LongSupplier cost) {
    terms.add(new Term(values, cost));
  }

  /** The vectors among values whose forms are chosen. */
  private List<Value> variables(List<Value> values) {
    return values.stream()
        .filter(value -> value.type() instanceof LogicalVectorType && !uniform.contains(value))
        .map(this::representative)
        .distinct()
        .toList();
  }

  /** True for an operation that is less work in another form than side by side. */
  private static boolean prefersForms(Operation op) {
    return switch (op.definition().form()) {
      case LOGICAL_CONVERT, LOGICAL_REDUCE, LOGICAL_PAIR -> true;
      default -> false;
    };
  }

  private void scan(Region region, long weight) {
    region.arguments().forEach(this::add);
    for (Operation op : region.operations()) {
      operations.add(op);
      op.results().forEach(this::add);
      markUniform(op);
      boolean loops = op.definition().form().regionRule().isLoop();
      op.regions().forEach(inner -> scan(inner, loops ? weight * LOOP : weight));
      List<Value> results = op.results();
      switch (op.definition().form()) {
        case FOR -> {
          List<Value> carried = op.region().arguments().subList(1, results.size() + 1);
          for (int i = 0; i < results.size(); i++) {
            ties.put(carried.get(i), results.get(i));
          }
          pass(op.group(3), results, weight);
          pass(passedBy(op.region()), results, weight * LOOP);
        }
        case IF -> op.regions().forEach(inner -> pass(passedBy(inner), results, weight));
        case WHILE -> {
          Region before = op.regions().getFirst();
          Region after = op.regions().getLast();
          for (int i = 0; i < results.size(); i++) {
            ties.put(after.arguments().get(i), results.get(i));
          }
          pass(op.operands(), before.arguments(), weight);
          pass(passedBy(before), results, weight * LOOP);
          pass(passedBy(after), before.arguments(), weight * LOOP);
        }
        case YIELD, CONDITION -> {}
        default -> term(touched(op), () -> weight * cost(op, weight));
      }
    }
  }

  private static List<Value> passedBy(Region region) {
    return region.operations().getLast().groups().getLast();
  }

  /** Vectors take the forms of those that they are passed on as. */
  private void pass(List<Value> passed, List<Value> received, long weight) {
    for (int i = 0; i < Math.min(passed.size(), received.size()); i++) {
      Value value = passed.get(i);
      Value other = received.get(i);
      term(
          List.of(value, other),
          () -> {
            want(value, form(other), weight);
            return 0;
          });
    }
  }

  private void add(Value value) {
    if (value.type() instanceof LogicalVectorType) {
      values.add(value);
    }
  }

  private void markUniform(Operation op) {
    boolean constant =
        op.definition().form() == OperationForm.LOGICAL_BROADCAST
            && !(op.operandAt(0).type() instanceof LogicalVectorType);
    boolean loaded =
        op.definition().form() == OperationForm.LOGICAL_LOAD
            && op.attributes().text(AttributeName.DIST_MODE).filter("brc"::equals).isPresent()
            && !op.attributes().has(AttributeName.GROUP);
    if (constant || loaded) {
      uniform.addAll(op.results());
    }
  }

  private Value representative(Value value) {
    return ties.getOrDefault(value, value);
  }

  private Form form(Value value) {
    return forms.getOrDefault(representative(value), Form.CONTIGUOUS);
  }

  private static LogicalVectorType type(Value value) {
    return (LogicalVectorType) value.type();
  }

  /** The forms that suit a vector. */
  private static List<Form> choices(Value value) {
    LogicalVectorType type = type(value);
    int bits = type.element().bits();
    List<Form> all = new ArrayList<>(List.of(Form.CONTIGUOUS));
    int width = VectorCode.lanes(bits);
    if (type.lanes() > width) {
      all.add(Form.parts(2));
    }
    if (type.lanes() > 2 * width) {
      all.add(Form.parts(4));
    }
    if (bits <= 16) {
      all.add(Form.strided(2));
    }
    if (bits == 8) {
      all.add(Form.strided(4));
    }
    return all;
  }

  /** A vector that a term needs in another form, for each assignment of its scope how often. */
  private record Demand(int[] scope, long[] weights) {}

  /** A vector in the network: its number there and the forms that its values are. */
  private record Variable(int number, List<Form> forms) {}

  private void choose(Component component) {
    CostNetwork network = new CostNetwork();
    Map<Value, Variable> variables = new IdentityHashMap<>();
    for (Value value : component.values) {
      List<Form> choices = choices(value);
      variables.put(value, new Variable(network.variable(choices.size()), choices));
    }
    Map<Wanted, List<Demand>> demands = new LinkedHashMap<>();
    component.terms.forEach(term -> add(network, term, variables, demands));
    demands.forEach(
        (each, all) -> addChange(network, of(variables, representative(each.value)), each, all));
    int[] least = network.least();
    variables.forEach(
        (value, variable) -> forms.put(value, variable.forms.get(least[variable.number])));
    wanted.clear();
    for (Term term : component.terms) {
      var _ = term.cost.getAsLong();
    }
    wanted
        .keySet()
        .forEach(each -> changes.put(each, change(type(each.value), form(each.value), each.form)));
  }

  private static Variable of(Map<Value, Variable> variables, Value value) {
    return Optional.ofNullable(variables.get(value)).orElseThrow();
  }

  /** Adds the cost of a term for all forms of its vectors, and what it needs in other forms. */
  private void add(
      CostNetwork network,
      Term term,
      Map<Value, Variable> variables,
      Map<Wanted, List<Demand>> demands) {
    List<Variable> own = term.vectors.stream().map(value -> of(variables, value)).toList();
    int[] scope = own.stream().mapToInt(Variable::number).toArray();
    List<Map<Wanted, Long>> needs = new ArrayList<>();
    network.add(
        scope,
        assignment -> {
          for (int i = 0; i < assignment.length; i++) {
            forms.put(term.vectors.get(i), own.get(i).forms.get(assignment[i]));
          }
          wanted.clear();
          long cost = term.cost.getAsLong();
          needs.add(Map.copyOf(wanted));
          return cost;
        });
    Set<Wanted> all = new LinkedHashSet<>();
    needs.forEach(each -> all.addAll(each.keySet()));
    for (Wanted each : all) {
      long[] weights = needs.stream().mapToLong(need -> need.getOrDefault(each, 0L)).toArray();
      demands.computeIfAbsent(each, key -> new ArrayList<>()).add(new Demand(scope, weights));
    }
  }

  /** A change of form is paid once, as often as the term counts that needs it most often. */
  private static void addChange(
      CostNetwork network, Variable variable, Wanted wanted, List<Demand> demands) {
    long[] levels =
        LongStream.concat(
                LongStream.of(0),
                demands.stream().flatMapToLong(demand -> LongStream.of(demand.weights)))
            .distinct()
            .sorted()
            .toArray();
    int paid = network.variable(levels.length);
    network.add(
        new int[] {variable.number, paid},
        values ->
            levels[values[1]]
                * change(type(wanted.value), variable.forms.get(values[0]), wanted.form));
    for (Demand demand : demands) {
      int[] scope = Arrays.copyOf(demand.scope, demand.scope.length + 1);
      scope[demand.scope.length] = paid;
      int[] next = new int[1];
      network.add(
          scope,
          values ->
              demand.weights[next[0]++ / levels.length] > levels[values[demand.scope.length]]
                  ? CostNetwork.FORBIDDEN
                  : 0);
    }
  }

  private void want(Value value, Form form, long weight) {
    if (value.type() instanceof LogicalVectorType
        && !uniform.contains(value)
        && !form(value).equals(form)) {
      wanted.merge(new Wanted(value, form), weight, Math::max);
    }
  }

  private void wantAll(List<Value> all, Form form, long weight) {
    all.forEach(value -> want(value, form, weight));
  }

  private static int registers(LogicalVectorType type, Form form) {
    return form.registers(type.element(), type.lanes());
  }

  /** Instructions that change the form of a vector. */
  private static long change(LogicalVectorType type, Form from, Form to) {
    long cost = 0;
    Form current = from;
    while (!current.equals(to)) {
      Form next;
      if (current.stride() > to.stride() || current.stride() > 1 && current.parts() < to.parts()) {
        next = new Form(current.parts(), current.stride() / 2);
        cost += registers(type, current) + registers(type, current) / 2;
      } else if (current.parts() > to.parts()
          || current.parts() > 1 && current.stride() < to.stride()) {
        next = new Form(current.parts() / 2, current.stride());
        cost += Math.ceilDiv(registers(type, current), 2);
      } else if (current.parts() < to.parts()) {
        next = new Form(current.parts() * 2, current.stride());
        cost += Math.ceilDiv(registers(type, next), 2);
      } else {
        next = new Form(current.parts(), current.stride() * 2);
        cost += registers(type, next);
      }
      current = next;
    }
    return cost;
  }

  private long cost(Operation op, long weight) {
    return switch (op.definition().form()) {
      case LOGICAL_UNARY,
          LOGICAL_BINARY,
          LOGICAL_SHIFT,
          LOGICAL_SCALAR,
          LOGICAL_SHIFT_SCALAR,
          LOGICAL_MULTIPLY_ADD,
          LOGICAL_FUSED_MULTIPLY,
          LOGICAL_AXPY,
          LOGICAL_NOT,
          LOGICAL_BITWISE,
          LOGICAL_SELECT,
          SELECT_SCALAR -> {
        if (!(op.result(0).type() instanceof LogicalVectorType type)) {
          yield 0;
        }
        wantAll(op.operands(), form(op.result(0)), weight);
        yield registers(type, form(op.result(0)));
      }
      case LOGICAL_COMPARE, LOGICAL_COMPARE_SCALAR -> {
        Value first = op.operandAt(0);
        Form form = uniform.contains(first) ? form(op.operandAt(1)) : form(first);
        wantAll(op.operands(), form, weight);
        // Masks of other shapes take some instructions more.
        yield registers(type(first), form) + (form.equals(Form.CONTIGUOUS) ? 0 : 2);
      }
      case LOGICAL_CONVERT -> convert(op, weight);
      case LOGICAL_CAST -> cast(op, weight);
      case LOGICAL_LOAD -> load(op);
      case LOGICAL_STORE -> store(op, weight);
      case LOGICAL_REDUCE -> reduce(op, weight);
      case LOGICAL_BROADCAST -> broadcast(op, weight);
      case LOGICAL_PAIR -> pair(op, weight);
      default -> {
        wantAll(op.operands(), Form.CONTIGUOUS, weight);
        wantAll(op.results(), Form.CONTIGUOUS, weight);
        yield 0;
      }
    };
  }

  private long convert(Operation op, long weight) {
    LogicalVectorType from = type(op.operandAt(0));
    LogicalVectorType to = type(op.result(0));
    Form source = form(op.operandAt(0));
    Form result = form(op.result(0));
    if (uniform.contains(op.operandAt(0))) {
      return 1;
    }
    int before = from.element().bits();
    int after = to.element().bits();
    if (before == after) {
      return registers(to, source) + change(to, source, result);
    }
    if (Casts.isShort(from.lanes(), before, after)
        && source.equals(Form.CONTIGUOUS)
        && result.equals(Form.CONTIGUOUS)) {
      return 1L + Integer.numberOfTrailingZeros(Math.max(before, after) / Math.min(before, after));
    }
    if (before < after) {
      int ratio = after / before;
      int taken = Math.max(1, ratio / source.stride());
      Form natural = new Form(source.parts() * taken, Math.max(1, source.stride() / ratio));
      return registers(to, natural) + change(to, natural, result);
    }
    int ratio = before / after;
    if (from.element().isInteger() && to.element().isInteger()) {
      Form natural = new Form(source.parts(), source.stride() * ratio);
      return change(to, natural, result);
    }
    int joined = result.stride() > 1 ? Math.max(1, ratio / result.stride()) : ratio;
    Form needed = Form.parts(Math.min(4, joined * result.parts()));
    want(op.operandAt(0), needed, weight);
    Form natural = new Form(needed.parts() / joined, ratio / joined);
    return registers(from, needed)
        + (joined - 1L) * registers(to, natural)
        + change(to, natural, result);
  }

  private long cast(Operation op, long weight) {
    LogicalVectorType from = type(op.operandAt(0));
    LogicalVectorType to = type(op.result(0));
    if (from.element().bits() == to.element().bits()) {
      return change(to, form(op.operandAt(0)), form(op.result(0)));
    }
    want(op.operandAt(0), Form.CONTIGUOUS, weight);
    return change(to, Form.CONTIGUOUS, form(op.result(0)));
  }

  private long load(Operation op) {
    LogicalVectorType type = type(op.result(0));
    Form form = form(op.result(0));
    boolean plain =
        op.results().size() == 1
            && op.group(RoleName.MASK).isEmpty()
            && op.optional(RoleName.GROUP_STRIDE).isEmpty()
            && op.optional(RoleName.BLOCK_STRIDE).isEmpty()
            && addresses.isAligned(op.operand(RoleName.SOURCE), op.operand(RoleName.OFFSET), 0);
    boolean direct =
        plain
            && (form.parts() == 1 && type.lanes() % form.carriers(type.element()) == 0
                || form.equals(Form.parts(2))
                    && type.lanes() % (2 * form.carriers(type.element())) == 0);
    Form words =
        direct ? form : plain && form.equals(Form.parts(4)) ? pairs(type) : Form.CONTIGUOUS;
    int loaded = registers(type, words);
    return (words.parts() == 2 ? loaded / 2 : loaded) + change(type, words, form);
  }

  /** Four parts are made of two, if two can be loaded. */
  private static Form pairs(LogicalVectorType type) {
    return type.lanes() % (2 * VectorCode.lanes(type.element().bits())) == 0
        ? Form.parts(2)
        : Form.CONTIGUOUS;
  }

  private long store(Operation op, long weight) {
    Value value = op.operand(RoleName.VALUE);
    LogicalVectorType type = type(value);
    boolean plain =
        op.optional(RoleName.HIGH).isEmpty()
            && op.optional(RoleName.GROUP_STRIDE).isEmpty()
            && op.optional(RoleName.BLOCK_STRIDE).isEmpty();
    Form form = plain && !uniform.contains(value) ? form(value) : Form.CONTIGUOUS;
    boolean whole =
        op.group(RoleName.MASK).isEmpty()
            && type.lanes() % (2 * VectorCode.lanes(type.element().bits())) == 0;
    if (form.parts() > 1 && whole) {
      return change(type, form, Form.parts(2)) + registers(type, form) / 2;
    }
    if (form.parts() > 1 || !plain) {
      want(value, Form.CONTIGUOUS, weight);
      return registers(type, Form.CONTIGUOUS);
    }
    return registers(type, form);
  }

  private long reduce(Operation op, long weight) {
    Value input = op.operand(RoleName.INPUT);
    LogicalVectorType type = type(input);
    Form form = form(input);
    int groups = op.attributes().integer(AttributeName.GROUP).orElse(1L).intValue();
    want(op.result(0), Form.CONTIGUOUS, weight);
    if (!GroupReductions.takes(form, type.lanes() / groups)) {
      want(input, Form.CONTIGUOUS, weight);
      form = Form.CONTIGUOUS;
    }
    int left = registers(type, form) / form.parts();
    int size = type.lanes() / groups / form.parts();
    int block = VectorCode.lanes(type.element().bits()) / 8;
    long cost = (long) registers(type, form) - left;
    int width = 8 * block;
    if (size % width == 0 || groups == 1) {
      // Values in lane 0 of registers are put side by side.
      return cost + left + 2L * (groups - 1);
    }
    if (Integer.bitCount(size) != 1) {
      return cost + 3L * groups;
    }
    for (; size > block && left > 1; size /= 2) {
      cost += 2L * Math.ceilDiv(left, 2);
      left = Math.ceilDiv(left, 2);
    }
    for (; size < block; size *= 2) {
      cost += 2L * Math.ceilDiv(left, 2);
      left = Math.ceilDiv(left, 2);
    }
    return cost + left + 2L * (left - 1) + 2L * Integer.numberOfTrailingZeros(size / block);
  }

  private long broadcast(Operation op, long weight) {
    if (uniform.contains(op.result(0))) {
      return 0;
    }
    LogicalVectorType type = type(op.result(0));
    want(op.operandAt(0), Form.CONTIGUOUS, weight);
    int groups = op.attributes().integer(AttributeName.GROUP).orElse(1L).intValue();
    Form form = form(op.result(0));
    return Rearrangement.takes(form, type.lanes() / groups)
        ? registers(type, form) / form.parts()
        : registers(type, Form.CONTIGUOUS) + change(type, Form.CONTIGUOUS, form);
  }

  private long pair(Operation op, long weight) {
    LogicalVectorType type = type(op.result(0));
    wantAll(op.operands(), Form.CONTIGUOUS, weight);
    boolean free = Lowering.interleavesFreely(op);
    long cost = 0;
    for (Value result : op.results()) {
      cost +=
          free && form(result).equals(Form.parts(2))
              ? 0
              : registers(type, Form.CONTIGUOUS) + change(type, Form.CONTIGUOUS, form(result));
    }
    return cost;
  }
}
