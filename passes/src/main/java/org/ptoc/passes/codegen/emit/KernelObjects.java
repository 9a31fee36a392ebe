package org.ptoc.passes.codegen.emit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Location;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.SourcePosition;

/** Kernel code as the object file holds it. */
final class KernelObjects {
  private KernelObjects() {}

  static KernelObject of(KernelCode code) {
    KernelObject whole = plain(code).withPipes(code.pipes());
    return code.ends().isPresent()
        ? whole.withOpen(code.ends().map(ends -> ends.with(code.relocations())))
        : whole;
  }

  private static KernelObject plain(KernelCode code) {
    return new KernelObject(
        code.name(),
        code.words(),
        code.constants(),
        arguments(code),
        properties(code),
        positions(code),
        code.extents(),
        Optional.empty());
  }

  private static List<KernelArgument> arguments(KernelCode code) {
    List<KernelArgument> arguments = new ArrayList<>();
    for (KernelParameter parameter : code.arguments()) {
      KernelArgument.Kind kind =
          parameter.pointer() ? KernelArgument.Kind.GM_POINTER : KernelArgument.Kind.SCALAR;
      arguments.add(
          KernelArgument.atPosition(
              arguments.size(), parameter.name(), kind, parameter.type().code(), false, false));
    }
    return arguments;
  }

  private static KernelProperties properties(KernelCode code) {
    KernelCode.ResourceUsage usage = code.usage();
    return new KernelProperties(
        code.kind(),
        usage.buffers() > 0,
        usage.events() != 0,
        usage.slots() > 0,
        code.combinesInMemory(),
        usage.unifiedBufferBytes(),
        usage.localBytes(),
        0,
        new KernelProperties.RegisterUse(
            usage.scalars(), usage.vectors(), usage.predicates(), usage.aligns()),
        usage.buffers(),
        usage.events(),
        code.cubeMemory(),
        KernelProperties.Role.KERNEL);
  }

  private static List<SourcePosition> positions(KernelCode code) {
    List<SourcePosition> positions = new ArrayList<>(code.locations().size());
    SourcePosition last = SourcePosition.NONE;
    for (Location location : code.locations()) {
      last = position(location, last);
      positions.add(last);
    }
    return positions;
  }

  /**
   * Neighbouring words mostly have one place, which is then one object; a file name that an object
   * cannot hold is none.
   */
  private static SourcePosition position(Location location, SourcePosition last) {
    boolean sameFile = !location.file().isEmpty() && location.file().equals(last.file());
    if (!location.isKnown() || !sameFile && ObjectFile.problemOfName(location.file()).isPresent()) {
      return SourcePosition.NONE;
    }
    return sameFile && location.line() == last.line() && location.column() == last.column()
        ? last
        : new SourcePosition(location.file(), location.line(), location.column());
  }
}
