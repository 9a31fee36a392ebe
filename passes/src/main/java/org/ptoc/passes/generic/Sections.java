package org.ptoc.passes.generic;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Cores;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;

/**
 * Replaces the sections of the vector cores by their code, and removes the sections of the cube
 * core: the verifier has checked that they do not affect the vector cores.
 */
public final class Sections implements Pass {

  @Override
  public String name() {
    return "sections";
  }

  @Override
  public Function run(Function function, PassContext context) {
    CoreKind kept =
        kind(function, context.module()) == KernelProperties.Kind.CUBE
            ? CoreKind.CUBE
            : CoreKind.VECTOR;
    return function
        .body()
        .filter(
            body ->
                Cores.hasSection(body, CoreKind.CUBE) || Cores.hasSection(body, CoreKind.VECTOR))
        .map(body -> function.withBody(flat(body, kept)))
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
        function
            .body()
            .filter(
                body ->
                    Cores.hasSection(body, CoreKind.CUBE)
                        && Cores.hasSection(body, CoreKind.VECTOR))
            .isPresent();
    if (both && !stated) {
      return KernelProperties.Kind.MIXED;
    }
    return switch (Cores.of(function, module.attributes())) {
      case CUBE -> KernelProperties.Kind.CUBE;
      case VECTOR -> KernelProperties.Kind.VECTOR;
    };
  }

  private static Region flat(Region region, CoreKind kind) {
    List<Operation> kept = new ArrayList<>();
    for (Operation operation : region.operations()) {
      if (operation.definition().form() == OperationForm.SECTION) {
        kept.addAll(
            Cores.ofSection(operation) == kind
                ? flat(operation.region(), kind).operations()
                : List.of());
      } else if (operation.regions().isEmpty()) {
        kept.add(operation);
      } else {
        kept.add(
            operation.withRegions(
                operation.regions().stream().map(inner -> flat(inner, kind)).toList()));
      }
    }
    return new Region(region.arguments(), kept);
  }
}
