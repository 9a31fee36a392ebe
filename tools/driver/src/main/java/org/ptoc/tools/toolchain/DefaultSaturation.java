package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.passes.tile.ConversionModes;

/**
 * Reports once for a file that conversions without a saturation mode mean something else to other
 * releases of the public assembler (design, section 8).
 */
final class DefaultSaturation {
  private DefaultSaturation() {}

  static void warn(List<KernelChoice.Kernel> kernels, Diagnostics diagnostics) {
    List<Operation> found = new ArrayList<>();
    for (KernelChoice.Kernel kernel : kernels) {
      if (!kernel.module().attributes().has(UnlistedAttribute.ASSUME_PTOAS)) {
        kernel.function().body().ifPresent(body -> collect(body, found));
      }
    }
    if (!found.isEmpty()) {
      diagnostics.report(
          DiagnosticCode.MISSING_CONVERSION_ATTRIBUTE,
          found.getFirst().location(),
          found.getFirst().name()
              + (found.size() > 1 ? " here and at " + (found.size() - 1) + " more places" : "")
              + ": no sat_mode: values beyond the range of the result do not saturate here, but do"
              + " in ptoas 0.63; write sat_mode, or choose with --assume-ptoas");
    }
  }

  private static void collect(Region region, List<Operation> found) {
    for (Operation op : region.all()) {
      if (ConversionModes.takesDefault(op)) {
        found.add(op);
      }
    }
  }
}
