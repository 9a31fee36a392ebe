package org.ptoc.tools.toolchain;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Cores;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.object.ObjectFile;

/**
 * Two functions, one for the cube core and one for the vector cores, as the parts of one kernel
 * (spec/70, 8.1).
 *
 * @param name the kernel
 * @param one the name of a function
 * @param other the name of the other function
 */
public record KernelPair(String name, String one, String other) {
  private record Found(Function function, Module module) {
    CoreKind kind() {
      return Cores.of(function, module.attributes());
    }
  }

  /**
   * The module with the functions of pairs under the names of parts, also where text names them.
   */
  static Module apply(List<KernelPair> pairs, Module module, Diagnostics diagnostics) {
    Map<String, String> names = new HashMap<>();
    for (KernelPair pair : pairs) {
      Optional<Found> first = pair.find(pair.one, module, diagnostics);
      Optional<Found> second = pair.find(pair.other, module, diagnostics);
      if (first.isPresent() && second.isPresent()) {
        if (first.get().kind() == second.get().kind()) {
          diagnostics.report(
              DiagnosticCode.UNKNOWN_KERNEL,
              second.get().function.location(),
              "the functions of --pair "
                  + pair
                  + " are both of kind "
                  + first.get().kind().spelling()
                  + "; legal: one of kind cube, one of kind vector");
        } else {
          boolean isCube = first.get().kind() == CoreKind.CUBE;
          names.put(isCube ? pair.one : pair.other, ObjectFile.nameOfCubePart(pair.name));
          names.put(isCube ? pair.other : pair.one, ObjectFile.nameOfVectorPart(pair.name));
        }
      }
    }
    return names.isEmpty() ? module : renamed(module, names);
  }

  private Optional<Found> find(String function, Module module, Diagnostics diagnostics) {
    Optional<Found> found = all(module).filter(each -> is(each, function)).findFirst();
    if (found.isEmpty()) {
      diagnostics.report(
          DiagnosticCode.UNKNOWN_KERNEL,
          Location.NONE,
          "there is no function @" + function + " for --pair " + this);
    }
    return found;
  }

  private static boolean is(Found found, String name) {
    return found.function.name().equals(name) && found.function.body().isPresent();
  }

  private static Stream<Found> all(Module module) {
    return Stream.concat(
        module.functions().stream().map(function -> new Found(function, module)),
        module.modules().stream().flatMap(KernelPair::all));
  }

  private static Module renamed(Module module, Map<String, String> names) {
    return new Module(
        module.name(),
        module.attributes(),
        module.functions().stream().map(function -> renamed(function, names)).toList(),
        module.modules().stream().map(inner -> renamed(inner, names)).toList(),
        module.location());
  }

  private static Function renamed(Function function, Map<String, String> names) {
    return new Function(
        names.getOrDefault(function.name(), function.name()),
        function.resultTypes(),
        function.attributes(),
        function.body().map(body -> renamed(body, names)),
        function.location(),
        function.isPrivate());
  }

  private static Region renamed(Region region, Map<String, String> names) {
    UnaryOperator<Operation> one =
        op -> {
          Operation mapped = op;
          for (AttributeName attribute : List.of(AttributeName.CALLEE, AttributeName.PEER_FUNC)) {
            Optional<String> named = op.attributes().text(attribute);
            if (named.isPresent() && names.containsKey(named.get())) {
              Attribute text = new Attribute.Text(names.getOrDefault(named.get(), ""));
              mapped = mapped.withAttributes(mapped.attributes().with(attribute, text));
            }
          }
          return mapped.regions().isEmpty()
              ? mapped
              : mapped.withRegions(
                  mapped.regions().stream().map(inner -> renamed(inner, names)).toList());
        };
    return new Region(region.arguments(), region.operations().stream().map(one).toList());
  }

  @Override
  public String toString() {
    return name + "=" + one + "," + other;
  }
}
