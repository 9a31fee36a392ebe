package org.ptoc.tools.toolchain;

import org.ptoc.passes.codegen.emit.KernelCode;

/** What {@code compile -v} says about a kernel. */
final class Resources {
  private Resources() {}

  static String describe(KernelCode code) {
    KernelCode.ResourceUsage usage = code.usage();
    StringBuilder text = new StringBuilder("@").append(code.name()).append(": ");
    text.append(code.words().length).append(" words (").append(8L * code.words().length).append(" bytes), ");
    text.append("registers X ").append(usage.scalars());
    text.append(", V ").append(usage.vectors());
    text.append(", P ").append(usage.predicates());
    text.append(", AL ").append(usage.aligns());
    text.append(", spill slots X ").append(usage.scalarSlots());
    text.append(", V ").append(usage.vectorSlots());
    text.append(", P ").append(usage.predicateSlots());
    text.append(", AL ").append(usage.alignSlots());
    return text.append(", LOCAL ").append(usage.localBytes()).append(" bytes").toString();
  }
}
