package org.ptoc.ir;

import java.util.List;

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
}
