package org.ptoc.passes.generic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Cores;
import org.ptoc.ir.Function;
import org.ptoc.ir.Linkage;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.passes.tile.SharedTiles;

/**
 * Makes two functions of each that has work for both kinds of cores: one for the cube core and one
 * for the vector cores of a block (spec/70, 1.2). Sections say whose work they hold; outside of
 * them an operation belongs to the core that has its memory, a call to the core of the function
 * that it calls, and everything else to both.
 */
public final class CoreParts {
  private final Map<String, Function> functions = new HashMap<>();
  private final Map<String, Set<CoreKind>> needs = new HashMap<>();
  private final Map<String, Attributes> modules = new HashMap<>();

  private CoreParts() {}

  /** The module with a function for each core in place of functions for both. */
  public static Module split(Module module) {
    CoreParts parts = new CoreParts();
    parts.collect(module, Linkage.of(module));
    return parts.functions.keySet().stream().anyMatch(parts::isMixed)
        ? SharedTiles.place(parts.replaced(module))
        : module;
  }

  private void collect(Module module, Linkage linkage) {
    for (Function function : linkage.complete(module).functions()) {
      functions.putIfAbsent(function.name(), function);
      modules.putIfAbsent(function.name(), module.attributes());
    }
    module.modules().forEach(nested -> collect(nested, linkage));
  }

  private Module replaced(Module module) {
    List<Function> all =
        module.functions().stream()
            .flatMap(
                function ->
                    isMixed(function.name())
                        ? Stream.of(CoreKind.CUBE, CoreKind.VECTOR)
                            .map(kind -> part(function, kind))
                        : Stream.of(function))
            .toList();
    return new Module(
        module.name(),
        module.attributes(),
        all,
        module.modules().stream().map(this::replaced).toList(),
        module.location());
  }

  private boolean isMixed(String name) {
    return needs(name).size() == CoreKind.values().length;
  }

  /** The cores that a function has work for; none for scalar code, and in a cycle of calls. */
  private Set<CoreKind> needs(String name) {
    Set<CoreKind> known = needs.get(name);
    if (known != null) {
      return known;
    }
    needs.put(name, Set.of());
    Set<CoreKind> found = EnumSet.noneOf(CoreKind.class);
    Function function = functions.get(name);
    if (function != null) {
      Optional<CoreKind> named =
          Cores.named(function.attributes(), modules.getOrDefault(name, Attributes.EMPTY));
      named.ifPresent(found::add);
      if (named.isEmpty()) {
        function.body().ifPresent(body -> addNeeds(body, found));
      }
    }
    needs.put(name, found);
    return found;
  }

  private void addNeeds(Region region, Set<CoreKind> found) {
    for (Operation op : region.operations()) {
      found.addAll(owners(op));
      if (op.definition().form() != OperationForm.SECTION) {
        op.regions().forEach(inner -> addNeeds(inner, found));
      }
    }
  }

  /** The cores that an operation belongs to; none for what either can do. */
  private Set<CoreKind> owners(Operation op) {
    return switch (op.definition().form()) {
      case SECTION -> Set.of(Cores.ofSection(op));
      case CALL -> op.attributes().text(AttributeName.CALLEE).map(this::needs).orElse(Set.of());
      case VECSCOPE, STRICT_VECSCOPE -> Set.of(CoreKind.VECTOR);
      case RANK_NOTIFY, RANK_WAIT, RANK_TEST -> Set.of(CoreKind.VECTOR); // Cube cores by a section.
      default -> Cores.owner(op).map(Set::of).orElse(Set.of());
    };
  }

  private Function part(Function function, CoreKind kind) {
    Region body = function.body().orElseThrow();
    Region own = new Unused().removed(new Region(body.arguments(), operations(body, kind)));
    return new Function(
        nameOf(function.name(), kind),
        function.resultTypes(),
        function
            .attributes()
            .with(UnlistedAttribute.KERNEL_KIND, new Attribute.Text(kind.spelling())),
        Optional.of(own),
        function.location(),
        function.isPrivate());
  }

  private static String nameOf(String function, CoreKind kind) {
    return switch (kind) {
      case CUBE -> ObjectFile.nameOfCubePart(function);
      case VECTOR -> ObjectFile.nameOfVectorPart(function);
    };
  }

  private List<Operation> operations(Region region, CoreKind kind) {
    List<Operation> kept = new ArrayList<>();
    for (Operation op : region.operations()) {
      Set<CoreKind> owners = owners(op);
      if (!owners.isEmpty() && !owners.contains(kind)) {
        continue;
      }
      if (op.definition().form() == OperationForm.SECTION) {
        kept.addAll(op.region().operations());
      } else if (op.definition().form() == OperationForm.CALL && owners.size() > 1) {
        String callee = op.attributes().text(AttributeName.CALLEE).orElseThrow();
        kept.add(
            op.withAttributes(
                op.attributes()
                    .with(AttributeName.CALLEE, new Attribute.Text(nameOf(callee, kind)))));
      } else {
        kept.add(
            op.withRegions(
                op.regions().stream()
                    .map(inner -> new Region(inner.arguments(), operations(inner, kind)))
                    .toList()));
      }
    }
    return kept;
  }

  /** Removes names of memory and values that only the other core used. */
  private static final class Unused {
    private final Set<Value> used = Collections.newSetFromMap(new IdentityHashMap<>());

    Region removed(Region region) {
      List<Operation> kept = new ArrayList<>();
      for (Operation op : region.operations().reversed()) {
        if (!isName(op) || op.results().stream().anyMatch(used::contains)) {
          List<Region> regions = new ArrayList<>(op.regions().reversed());
          regions.replaceAll(this::removed);
          Operation swept = regions.isEmpty() ? op : op.withRegions(regions.reversed());
          used.addAll(swept.operands());
          kept.add(swept);
        }
      }
      return new Region(region.arguments(), kept.reversed());
    }

    private static boolean isName(Operation op) {
      OperationForm form = op.definition().form();
      return !op.results().isEmpty()
          && op.regions().isEmpty()
          && (form.effect().canGo()
              || form == OperationForm.ALLOC_TILE
              || form == OperationForm.ALLOC_MULTI_TILE);
    }
  }
}
