package org.ptoc.passes.pipe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Cores;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.HandleType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.passes.build.CarriedHandles;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;

/**
 * Writes pipes that are values as operations that name the number of a pipe, which alone are
 * lowered (spec/70, 3.1): pipes get numbers in the order of the text, entries that are declared are
 * the results of pops and allocations, and a function that takes a pipe becomes one for each pipe
 * that calls hand on; loops and branches may carry a pipe that is the same on every path. What
 * cannot be written so stays for the verifier.
 */
public final class PipeValues {
  private final Map<String, Function> functions = new HashMap<>();
  private final Map<String, Attributes> modules = new HashMap<>();

  /** Functions for the pipes of calls, by their name and those. */
  private final Map<String, Function> copies = new LinkedHashMap<>();

  private final Map<Function, Function> written = new IdentityHashMap<>();

  private PipeValues() {}

  /** The module without pipes that are values. */
  public static Module named(Module module) {
    if (!uses(module)) {
      return module;
    }
    PipeValues values = new PipeValues();
    values.collect(module);
    values.write(module);
    return values.replaced(module);
  }

  private static boolean uses(Module module) {
    return module.functions().stream()
            .anyMatch(each -> each.body().filter(PipeValues::uses).isPresent())
        || module.modules().stream().anyMatch(PipeValues::uses);
  }

  private static boolean uses(Region region) {
    return region.arguments().stream().anyMatch(PipeValues::isPipe)
        || region.operations().stream()
            .anyMatch(
                op ->
                    isOfValue(op.definition().form())
                        || op.regions().stream().anyMatch(PipeValues::uses));
  }

  private static boolean isPipe(Value value) {
    return value.type() == HandleType.PIPE;
  }

  private static boolean isOfValue(OperationForm form) {
    return form == OperationForm.DECLARE_ENTRY || numbered(form).isPresent();
  }

  /** The form of the operation that names the number of its pipe. */
  private static Optional<OperationForm> numbered(OperationForm form) {
    return switch (form) {
      case PIPE_VALUE_OPEN, PIPE_VALUE_OPEN_GLOBAL -> Optional.of(OperationForm.OPEN_PIPE);
      case PIPE_VALUE_PUSH -> Optional.of(OperationForm.PIPE_PUSH);
      case PIPE_VALUE_POP -> Optional.of(OperationForm.PIPE_POP);
      case PIPE_VALUE_FREE -> Optional.of(OperationForm.PIPE_FREE);
      case PIPE_VALUE_ALLOCATE -> Optional.of(OperationForm.PIPE_ALLOCATE);
      default -> Optional.empty();
    };
  }

  private void collect(Module module) {
    for (Function function : module.functions()) {
      functions.putIfAbsent(function.name(), function);
      modules.putIfAbsent(function.name(), module.attributes());
    }
    module.modules().forEach(this::collect);
  }

  private void write(Module module) {
    for (Function function : module.functions()) {
      if (function.parameters().stream().noneMatch(PipeValues::isPipe)) {
        written.put(function, written(function, Map.of()));
      }
    }
    module.modules().forEach(this::write);
  }

  private Function written(Function function, Map<Value, Long> numbers) {
    Attributes module = modules.getOrDefault(function.name(), Attributes.EMPTY);
    Function same = CarriedHandles.removed(function, PipeValues::isPipe, value -> false);
    return withoutUnused(new Writer(same, module, numbers).apply(same));
  }

  private Module replaced(Module module) {
    return new Module(
        module.name(),
        module.attributes(),
        module.functions().stream().flatMap(this::replacements).toList(),
        module.modules().stream().map(this::replaced).toList(),
        module.location());
  }

  private Stream<Function> replacements(Function function) {
    Function own = written.get(function);
    if (own != null) {
      return Stream.of(own);
    }
    List<Function> called =
        copies.entrySet().stream()
            .filter(each -> each.getKey().startsWith(function.name() + " "))
            .map(Map.Entry::getValue)
            .toList();
    return called.isEmpty() ? Stream.of(uncalled(function)) : called.stream();
  }

  /** A function that nothing calls keeps its parameters: only a caller can make them. */
  private Function uncalled(Function function) {
    Map<Value, Long> numbers = new IdentityHashMap<>();
    function.parameters().stream()
        .filter(PipeValues::isPipe)
        .forEach(pipe -> numbers.put(pipe, (long) numbers.size()));
    return written(function, numbers);
  }

  /** The function that a call with pipes reaches: one for each choice of them. */
  private Optional<String> copy(String name, List<Optional<Long>> pipes) {
    Function function = functions.get(name);
    if (function == null || function.body().isEmpty()) {
      return Optional.empty();
    }
    String key = name + " " + pipes;
    if (!copies.containsKey(key)) {
      long others = copies.keySet().stream().filter(other -> other.startsWith(name + " ")).count();
      String own = others == 0 ? name : name + "_pipe" + others;
      modules.putIfAbsent(own, modules.getOrDefault(name, Attributes.EMPTY));
      copies.put(key, named(function, own)); // In calls of itself, which are an error elsewhere.
      Map<Value, Value> renewed = new IdentityHashMap<>();
      Region body = others == 0 ? function.body().get() : renew(function.body().get(), renewed);
      Map<Value, Long> numbers = new IdentityHashMap<>();
      List<Value> parameters = new ArrayList<>();
      for (int i = 0; i < body.arguments().size(); i++) {
        Value parameter = body.arguments().get(i);
        if (isPipe(parameter)) {
          pipes.get(i).ifPresent(number -> numbers.put(parameter, number));
        } else {
          parameters.add(parameter);
        }
      }
      Function whole = named(function, own).withBody(new Region(parameters, body.operations()));
      copies.put(key, written(whole, numbers));
    }
    return Optional.of(Objects.requireNonNull(copies.get(key)).name());
  }

  private static Function named(Function function, String name) {
    return new Function(
        name,
        function.resultTypes(),
        function.attributes(),
        function.body(),
        function.location(),
        function.isPrivate());
  }

  private static Region renew(Region region, Map<Value, Value> renewed) {
    List<Value> arguments = renew(region.arguments(), renewed);
    List<Operation> operations = new ArrayList<>();
    for (Operation op : region.operations()) {
      Operation mapped = op.mapOperands(value -> renewed.getOrDefault(value, value));
      operations.add(
          Operation.create(
              op.definition(),
              mapped.groups(),
              renew(op.results(), renewed),
              op.attributes(),
              op.regions().stream().map(inner -> renew(inner, renewed)).toList(),
              op.location()));
    }
    return new Region(arguments, operations);
  }

  private static List<Value> renew(List<Value> values, Map<Value, Value> renewed) {
    return values.stream()
        .map(
            value -> {
              Value fresh = new Value(value.type(), value.name());
              renewed.put(value, fresh);
              return fresh;
            })
        .toList();
  }

  /** Declarations and pipes that nothing names any more are removed. */
  private static Function withoutUnused(Function function) {
    Set<Value> used = Collections.newSetFromMap(new IdentityHashMap<>());
    function.body().ifPresent(body -> use(body, used));
    return new Rewriter(function) {
      @Override
      protected boolean rewrite(Operation op, IrBuilder builder) {
        return switch (op.definition().form()) {
          case DECLARE_ENTRY, PIPE_VALUE_OPEN, PIPE_VALUE_OPEN_GLOBAL ->
              !used.contains(op.result());
          default -> false;
        };
      }
    }.apply(function);
  }

  private static void use(Region region, Set<Value> used) {
    for (Operation op : region.all()) {
      used.addAll(op.operands());
    }
  }

  /** Rewrites one function. */
  private final class Writer extends Rewriter {
    private final Map<Value, Long> pipes = new IdentityHashMap<>();
    private Map<Value, Value> places = new IdentityHashMap<>();
    private CoreKind core;
    private long next;

    Writer(Function function, Attributes module, Map<Value, Long> pipes) {
      super(function);
      this.core = Cores.of(function, module);
      this.pipes.putAll(pipes);
      function.body().ifPresent(body -> next = firstFree(body));
    }

    /** Numbers that the text gives to pipes are taken. */
    private static long firstFree(Region region) {
      return region
          .walk()
          .filter(op -> op.definition().form() == OperationForm.OPEN_PIPE)
          .mapToLong(op -> op.attributes().integer(AttributeName.ID).orElse(0L) + 1)
          .max()
          .orElse(0);
    }

    @Override
    protected boolean rewrite(Operation given, IrBuilder builder) {
      Operation op = given.mapOperands(value -> places.getOrDefault(value, value));
      OperationForm form = op.definition().form();
      if (!op.regions().isEmpty()) {
        nested(op, builder);
      } else if (form == OperationForm.CALL
          && op.operands().stream().anyMatch(PipeValues::isPipe)) {
        builder.append(call(op));
      } else if (form == OperationForm.PIPE_VALUE_OPEN
          || form == OperationForm.PIPE_VALUE_OPEN_GLOBAL) {
        open(op, builder);
        builder.append(op);
      } else if (numbered(form).isPresent() && pipes.containsKey(op.operand(RoleName.PIPE))) {
        entry(given, op, builder);
      } else {
        builder.append(op);
      }
      return true;
    }

    /** A place that a block gives a declared entry is its own: it may not run, or run again. */
    private void nested(Operation op, IrBuilder builder) {
      CoreKind around = core;
      core = op.definition().form() == OperationForm.SECTION ? Cores.ofSection(op) : core;
      List<Region> regions = new ArrayList<>();
      for (Region region : op.regions()) {
        Map<Value, Value> before = new IdentityHashMap<>(places);
        regions.add(rewriteRegion(region));
        places = before;
      }
      core = around;
      builder.append(op.withRegions(regions));
    }

    private Operation call(Operation op) {
      List<Optional<Long>> numbers =
          op.operands().stream().map(value -> Optional.ofNullable(pipes.get(value))).toList();
      Optional<String> callee =
          op.attributes().text(AttributeName.CALLEE).flatMap(name -> copy(name, numbers));
      return callee
          .map(
              name ->
                  op.withGroups(
                          List.of(op.operands().stream().filter(value -> !isPipe(value)).toList()))
                      .withAttributes(
                          op.attributes().with(AttributeName.CALLEE, new Attribute.Text(name))))
          .orElse(op);
    }

    /** The row for this core. */
    private OpDefinition row(OperationForm form) {
      Trait trait = core == CoreKind.CUBE ? Trait.CUBE_CORE : Trait.VECTOR_CORE;
      return OpCatalog.all().stream()
          .filter(each -> each.form() == form && each.has(trait))
          .findFirst()
          .orElseThrow();
    }

    private void create(
        OperationForm form,
        Map<RoleName, Value> operands,
        List<Value> results,
        Operation op,
        long id,
        IrBuilder builder) {
      OpDefinition row = row(form);
      List<List<Value>> groups = new ArrayList<>();
      for (Role role : row.form().operands()) {
        groups.add(Optional.ofNullable(operands.get(role.name())).stream().toList());
      }
      Attribute number = new Attribute.Int(id, ElementType.I64);
      builder.append(
          Operation.create(
              row,
              groups,
              results,
              op.attributes().with(AttributeName.ID, number),
              List.of(),
              op.location()));
    }

    private void open(Operation op, IrBuilder builder) {
      Map<RoleName, Value> operands = new HashMap<>();
      boolean global = op.definition().form() == OperationForm.PIPE_VALUE_OPEN_GLOBAL;
      if (global) {
        Value slots = op.operand(RoleName.GLOBAL);
        if (slots.type() instanceof PointerType) {
          operands.put(RoleName.GM_SLOT_BUFFER, slots);
        } else if (slots.type() instanceof TensorViewType) {
          operands.put(RoleName.GM_SLOT_TENSOR, slots);
        } else {
          return;
        }
      }
      boolean back =
          op.attributes().integer(AttributeName.DIR_MASK).filter(mask -> mask == 2).isPresent();
      op.group(RoleName.LOCAL)
          .forEach(
              value ->
                  operands.put(
                      back ? RoleName.V2C_CONSUMER_BUF : RoleName.C2V_CONSUMER_BUF, value));
      op.group(RoleName.PEER).forEach(value -> operands.put(RoleName.V2C_CONSUMER_BUF, value));
      pipes.put(op.result(), next);
      create(OperationForm.OPEN_PIPE, operands, List.of(), op, next, builder);
      next++;
    }

    private void entry(Operation given, Operation op, IrBuilder builder) {
      OperationForm form = numbered(op.definition().form()).orElseThrow();
      long id = Objects.requireNonNull(pipes.get(op.operand(RoleName.PIPE)));
      boolean gives = form == OperationForm.PIPE_PUSH || form == OperationForm.PIPE_FREE;
      if (gives) {
        Map<RoleName, Value> operands = new HashMap<>();
        op.group(RoleName.ENTRY).forEach(value -> operands.put(RoleName.ENTRY, value));
        create(form, operands, List.of(), op, id, builder);
      } else {
        Value declared = given.operand(RoleName.ENTRY);
        Value place = new Value(declared.type(), declared.name());
        places.put(declared, place);
        create(form, Map.of(), List.of(place), op, id, builder);
      }
    }
  }
}
