package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.ptoc.frontend.syntax.EntrySyntax;
import org.ptoc.frontend.syntax.FileSyntax;
import org.ptoc.frontend.syntax.FunctionSyntax;
import org.ptoc.frontend.syntax.ModuleSyntax;
import org.ptoc.frontend.syntax.ParameterSyntax;
import org.ptoc.frontend.syntax.RegionSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.frontend.syntax.UnitSyntax;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Module;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.Type;

/** Makes IR of a syntax tree. */
public final class Binder {
  private static final BiConsumer<Location, Type> NONE = (place, type) -> {};

  private final List<Found> found = new ArrayList<>();

  private final BiConsumer<Location, Type> definitions;

  private Binder(BiConsumer<Location, Type> definitions) {
    this.definitions = definitions;
  }

  /**
   * A file as IR.
   *
   * @param module the file as a module without a name; incomplete when errors were found
   * @param found all independent errors and warnings
   */
  public record Bound(Module module, List<Found> found) {
    public Bound {
      found = List.copyOf(found);
    }
  }

  /**
   * What was found in a function. Its place does not tell the function: {@code loc(...)} may put it
   * into any text.
   *
   * @param function the function; empty outside of all functions
   */
  public record Found(Optional<String> function, Diagnostic diagnostic) {}

  /** Binds a file. All independent errors are reported in one run. */
  public static Bound bind(FileSyntax file) {
    return bind(file, NONE);
  }

  /**
   * As above.
   *
   * @param definitions receives the place and type of each value that is defined
   */
  public static Bound bind(FileSyntax file, BiConsumer<Location, Type> definitions) {
    Binder binder = new Binder(definitions);
    Module module = binder.module("", Attributes.EMPTY, file.units(), file.location());
    return new Bound(module, binder.found);
  }

  private Module module(
      String name, Attributes attributes, List<UnitSyntax> units, Location location) {
    List<Function> functions = new ArrayList<>();
    List<Module> modules = new ArrayList<>();
    Map<String, Location> symbols = new HashMap<>();
    for (UnitSyntax unit : units) {
      switch (unit) {
        case FunctionSyntax function -> {
          defineSymbol(symbols, function);
          bind(function).ifPresent(functions::add);
        }
        case ModuleSyntax nested ->
            modules.add(
                module(
                    nested.name().orElse(""),
                    free(nested.attributes(), Optional.empty()),
                    nested.units(),
                    nested.location()));
      }
    }
    return new Module(name, attributes, functions, modules, location);
  }

  private void defineSymbol(Map<String, Location> symbols, FunctionSyntax function) {
    Location earlier = symbols.putIfAbsent(function.name(), function.location());
    if (earlier != null && function.complete()) {
      Diagnostic again =
          Diagnostic.of(
              DiagnosticCode.REDEFINED_NAME,
              function.location(),
              "the function `@" + function.name() + "` is defined already",
              new Diagnostic.Note(earlier, "the first definition"));
      found.add(new Found(Optional.of(function.name()), again));
    }
  }

  private Attributes free(List<EntrySyntax> entries, Optional<String> function) {
    for (EntrySyntax entry : entries) {
      AttributeBinder.ofNobody(entry)
          .ifPresent(diagnostic -> found.add(new Found(function, diagnostic)));
    }
    try {
      return AttributeBinder.free(entries);
    } catch (Problem problem) {
      found.add(new Found(function, problem.diagnostic()));
      return Attributes.EMPTY;
    }
  }

  private Optional<Function> bind(FunctionSyntax function) {
    if (!function.complete()) {
      // Without its parameters, every use of one would be reported.
      return Optional.empty();
    }
    List<Type> results = new ArrayList<>();
    for (TypeSyntax result : function.results()) {
      results.add(result.type().orElse(ElementType.I64));
    }
    Optional<String> name = Optional.of(function.name());
    Attributes attributes = free(function.attributes(), name);
    function.parameters().stream()
        .flatMap(parameter -> parameter.attributes().stream())
        .forEach(entry -> found.add(new Found(name, AttributeBinder.ofParameter(entry))));
    Diagnostics inside = new Diagnostics();
    Body content = new Body(inside, definitions != NONE);
    Optional<Region> region = function.body().map(written -> body(function, content));
    content.reportDefinitions(definitions);
    inside.all().forEach(diagnostic -> found.add(new Found(name, diagnostic)));
    return Optional.of(
        new Function(
            function.name(),
            results,
            attributes,
            region,
            function.location(),
            function.isPrivate()));
  }

  private static Region body(FunctionSyntax function, Body body) {
    List<Value> parameters = new ArrayList<>();
    for (ParameterSyntax parameter : function.parameters()) {
      parameters.add(
          MemrefParameter.isKernels(function, parameter)
              ? MemrefParameter.bind(body, parameter)
              : parameter(body, parameter));
    }
    RegionSyntax written = function.body().orElseThrow();
    if (written.blocks().isEmpty()) {
      new RegionBinder(body).bind(written.statements());
    } else {
      BlockBinder.bind(
          body,
          written,
          function.results().stream().map(type -> type.type().orElse(ElementType.I64)).toList());
    }
    body.reportPendingTiles();
    Region region = new Region(parameters, body.operations());
    if (body.placeholders().isEmpty()) {
      return region;
    }
    body.placeholders().reportUnresolved(body);
    return body.placeholders().close(region);
  }

  private static Value parameter(Body body, ParameterSyntax syntax) {
    if (syntax.name().isEmpty()) {
      body.report(
          DiagnosticCode.SYNTAX,
          syntax.location(),
          "a parameter of a function with a body needs a name");
      return new Value(ElementType.I64);
    }
    String name = syntax.name().get().name();
    if (syntax.type().type().isEmpty()) {
      return body.defineUnknown(name, syntax.location()).value();
    }
    Value value = new Value(syntax.type().type().get(), name);
    body.define(name, value, syntax.location());
    return value;
  }
}
