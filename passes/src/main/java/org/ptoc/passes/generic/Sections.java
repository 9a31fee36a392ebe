package org.ptoc.passes.generic;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Cores;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;

/**
 * Puts the code of the vector cores in place of their sections, and removes those of the cube core:
 * the verifier has seen that nothing in them matters to the vector cores.
 */
public final class Sections implements Pass {

  @Override
  public String name() {
    return "sections";
  }

  @Override
  public Function run(Function function, PassContext context) {
    return function
        .body()
        .filter(body -> holds(body, true) || holds(body, false))
        .map(body -> function.withBody(flat(body)))
        .orElse(function);
  }

  /**
   * The cores that run a kernel: mixed with sections for both kinds and no kind stated (spec/00,
   * 1.6).
   */
  public static KernelProperties.Kind kind(Function function, Module module) {
    boolean stated =
        module.attributes().has(UnlistedAttribute.KERNEL_KIND)
            || function.attributes().has(UnlistedAttribute.KERNEL_KIND);
    boolean both =
        function.body().filter(body -> holds(body, true) && holds(body, false)).isPresent();
    if (both && !stated) {
      return KernelProperties.Kind.MIXED;
    }
    return switch (Cores.of(function, module.attributes())) {
      case CUBE -> KernelProperties.Kind.CUBE;
      case VECTOR -> KernelProperties.Kind.VECTOR;
    };
  }

  private static boolean holds(Region region, boolean cube) {
    return region.operations().stream()
        .anyMatch(
            operation ->
                operation.definition().form() == OperationForm.SECTION && isCube(operation) == cube
                    || operation.regions().stream().anyMatch(inner -> holds(inner, cube)));
  }

  private static boolean isCube(Operation operation) {
    return operation.definition().has(Trait.CUBE_CORE);
  }

  private static Region flat(Region region) {
    List<Operation> kept = new ArrayList<>();
    for (Operation operation : region.operations()) {
      if (operation.definition().form() == OperationForm.SECTION) {
        kept.addAll(isCube(operation) ? List.of() : flat(operation.region()).operations());
      } else if (operation.regions().isEmpty()) {
        kept.add(operation);
      } else {
        kept.add(operation.withRegions(operation.regions().stream().map(Sections::flat).toList()));
      }
    }
    return new Region(region.arguments(), kept);
  }
}
