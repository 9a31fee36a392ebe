package org.ptoc.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;

/**
 * Resolves functions that one module of a file declares and another one defines. Public definitions
 * are visible in the whole file, private ones in their own module.
 */
public final class Linkage {
  /** A definition with the module in which its calls are resolved. */
  private record Definition(Function function, Module module) {}

  private final Map<String, Definition> exported = new HashMap<>();

  /** The definitions of each module, also private ones. */
  private final Map<Module, Map<String, Function>> own = new IdentityHashMap<>();

  /** The functions that open pipes, each of which must know the other end (spec/70, 3.2). */
  private final List<Definition> ends = new ArrayList<>();

  private Linkage(Module file) {
    collect(file);
  }

  /** The definitions of a file. */
  public static Linkage of(Module file) {
    return new Linkage(file);
  }

  private void collect(Module module) {
    Map<String, Function> definitions = new HashMap<>();
    own.put(module, definitions);
    for (Function function : module.functions()) {
      if (function.body().isPresent()) {
        definitions.putIfAbsent(function.name(), function);
        if (opensPipe(function.body().get())) {
          ends.add(new Definition(function, module));
        }
        if (!function.isPrivate()) {
          exported.putIfAbsent(function.name(), new Definition(function, module));
        }
      }
    }
    module.modules().forEach(this::collect);
  }

  private static boolean opensPipe(Region region) {
    return region.walk().anyMatch(op -> op.definition().form() == OperationForm.OPEN_PIPE);
  }

  /** The definition that belongs to a declaration in any module of the file. */
  public Optional<Function> definition(String name) {
    return Optional.ofNullable(exported.get(name)).map(Definition::function);
  }

  /**
   * The module with all definitions of other modules that its calls reach, in place of their
   * declarations, and with the other ends of its pipes.
   */
  public Module complete(Module module) {
    return new Import(module).run();
  }

  /** Copies what one module lacks; a copy whose name is taken gets another one. */
  private final class Import {
    private final Module target;
    private final Map<String, Function> taken = new HashMap<>();
    private final Map<Function, String> names = new IdentityHashMap<>();
    private final Deque<Definition> open = new ArrayDeque<>();

    Import(Module target) {
      this.target = target;
      for (Function function : target.functions()) {
        if (function.body().isPresent() && taken.putIfAbsent(function.name(), function) == null) {
          names.put(function, function.name());
        }
      }
    }

    Module run() {
      for (Function function : target.functions()) {
        function.body().ifPresent(body -> renamed(body, target));
      }
      if (ends.stream().anyMatch(end -> end.module() == target)) {
        ends.stream().filter(end -> end.module() != target).forEach(this::name);
      }
      if (open.isEmpty()) {
        return target;
      }
      List<Function> copies = new ArrayList<>();
      while (!open.isEmpty()) {
        Definition next = open.pop();
        Function function = next.function();
        copies.add(
            new Function(
                Objects.requireNonNull(names.get(function)),
                function.resultTypes(),
                function.attributes(),
                function.body().map(body -> renamed(body, next.module())),
                function.location(),
                true));
      }
      List<Function> all =
          new ArrayList<>(
              target.functions().stream()
                  .filter(each -> each.body().isPresent() || !taken.containsKey(each.name()))
                  .toList());
      all.addAll(copies);
      return new Module(
          target.name(), target.attributes(), all, target.modules(), target.location());
    }

    /** A region of a module whose calls name what the target calls their callees. */
    private Region renamed(Region region, Module home) {
      UnaryOperator<Operation> one =
          op -> {
            Operation mapped =
                op.regions().isEmpty()
                    ? op
                    : op.withRegions(
                        op.regions().stream().map(inner -> renamed(inner, home)).toList());
            return op.definition().form() == OperationForm.CALL
                ? mapped.withAttributes(
                    mapped
                        .attributes()
                        .with(AttributeName.CALLEE, new Attribute.Symbol(callee(op, home))))
                : mapped;
          };
      return new Region(region.arguments(), region.operations().stream().map(one).toList());
    }

    private String callee(Operation call, Module home) {
      String name = call.attributes().text(AttributeName.CALLEE).orElse("");
      Optional<Definition> found =
          Optional.ofNullable(Objects.requireNonNull(own.get(home)).get(name))
              .map(each -> new Definition(each, home))
              .or(() -> Optional.ofNullable(exported.get(name)));
      return found.map(this::name).orElse(name);
    }

    /** The name in the target; the first question for it asks for a copy. */
    private String name(Definition definition) {
      String known = names.get(definition.function());
      if (known != null) {
        return known;
      }
      String name = definition.function().name();
      while (taken.putIfAbsent(name, definition.function()) != null) {
        name += "_";
      }
      names.put(definition.function(), name);
      open.add(definition);
      return name;
    }
  }
}
