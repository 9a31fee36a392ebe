package org.ptoc.ir;

import java.util.List;
import java.util.Optional;

/**
 * A module of functions. A whole file is a module without a name; modules of the text are nested in
 * it.
 *
 * @param name symbol, empty when there is none
 * @param attributes attributes such as {@code pto.target_arch}
 * @param functions functions in source order
 * @param modules nested modules in source order
 * @param location place of the keyword
 */
public record Module(
    String name,
    Attributes attributes,
    List<Function> functions,
    List<Module> modules,
    Location location) {
  public Module {
    functions = List.copyOf(functions);
    modules = List.copyOf(modules);
  }

  /** Finds a function of this module, not of a nested one. */
  public Optional<Function> function(String functionName) {
    for (Function function : functions) {
      if (function.name().equals(functionName)) {
        return Optional.of(function);
      }
    }
    return Optional.empty();
  }

  /** The same module with other functions. */
  public Module withFunctions(List<Function> newFunctions) {
    return new Module(name, attributes, newFunctions, modules, location);
  }
}
