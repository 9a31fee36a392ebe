package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.frontend.syntax.EntrySyntax;
import org.ptoc.frontend.syntax.FileSyntax;
import org.ptoc.frontend.syntax.FunctionSyntax;
import org.ptoc.frontend.syntax.ModuleSyntax;
import org.ptoc.frontend.syntax.ParameterSyntax;
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
  private final Diagnostics diagnostics;

  private Binder(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /**
   * Binds a file. All independent errors are reported in one run.
   *
   * @return the file as a module without a name; incomplete when errors were reported
   */
  public static Module bind(FileSyntax file, Diagnostics diagnostics) {
    return new Binder(diagnostics).module("", Attributes.EMPTY, file.units(), file.location());
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
                    free(nested.attributes()),
                    nested.units(),
                    nested.location()));
      }
    }
    return new Module(name, attributes, functions, modules, location);
  }

  private void defineSymbol(Map<String, Location> symbols, FunctionSyntax function) {
    Location earlier = symbols.putIfAbsent(function.name(), function.location());
    if (earlier != null && function.complete()) {
      diagnostics.report(
          DiagnosticCode.REDEFINED_NAME,
          function.location(),
          "the function `@" + function.name() + "` is defined already",
          new Diagnostic.Note(earlier, "the first definition"));
    }
  }

  private Attributes free(List<EntrySyntax> entries) {
    try {
      return AttributeBinder.free(entries);
    } catch (Problem problem) {
      diagnostics.add(problem.diagnostic());
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
    Attributes attributes = free(function.attributes());
    Optional<Region> region = function.body().map(body -> body(function));
    return Optional.of(
        new Function(function.name(), results, attributes, region, function.location()));
  }

  private Region body(FunctionSyntax function) {
    Body body = new Body(diagnostics);
    List<Value> parameters = new ArrayList<>();
    for (ParameterSyntax parameter : function.parameters()) {
      parameters.add(parameter(body, parameter));
    }
    new RegionBinder(body).bind(function.body().orElseThrow().statements());
    body.reportPendingTiles();
    Region region = new Region(parameters, body.operations());
    if (body.placeholders().isEmpty()) {
      return region;
    }
    body.placeholders().reportUnresolved(body);
    return body.placeholders().close(region);
  }

  private Value parameter(Body body, ParameterSyntax syntax) {
    if (syntax.name().isEmpty()) {
      diagnostics.report(
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
