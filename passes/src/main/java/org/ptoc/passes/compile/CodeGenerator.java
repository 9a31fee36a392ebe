package org.ptoc.passes.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Function;
import org.ptoc.ir.Value;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.codegen.InstructionSelector;
import org.ptoc.passes.codegen.InvariantMotion;
import org.ptoc.passes.codegen.MachineFunction;
import org.ptoc.passes.codegen.MemoryUse;
import org.ptoc.passes.codegen.allocate.Allocation;
import org.ptoc.passes.codegen.allocate.RegisterAllocator;
import org.ptoc.passes.codegen.emit.Emitter;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.codegen.emit.KernelParameter;
import org.ptoc.passes.codegen.select.FunctionLowering;

/** From a function of the IR to the words of a kernel. */
public final class CodeGenerator {
  private CodeGenerator() {}

  /**
   * Generates the code of a kernel.
   *
   * @param function a verified definition without tile operations and calls
   * @param target selects the operations that are not common to all targets
   * @return empty when an error was reported
   */
  public static Optional<KernelCode> generate(
      Function function,
      Profile profile,
      InstructionSelector target,
      CompileOptions options,
      Diagnostics diagnostics) {
    int errors = diagnostics.errorCount();
    MachineFunction code = FunctionLowering.lower(function, profile, target, options, diagnostics);
    if (diagnostics.errorCount() > errors) {
      return Optional.empty();
    }
    Optional<Allocation> allocation =
        RegisterAllocator.allocate(
            InvariantMotion.apply(code),
            options.has(CodeSwitch.FORBID_SPILLS),
            function.location(),
            diagnostics);
    return allocation.flatMap(
        allocated ->
            Emitter.emit(
                function.name(),
                parameters(function),
                allocated,
                profile,
                MemoryUse.unifiedBufferBytes(function),
                MemoryUse.localStart(function),
                diagnostics));
  }

  private static List<KernelParameter> parameters(Function function) {
    List<KernelParameter> parameters = new ArrayList<>();
    for (Value parameter : function.parameters()) {
      boolean pointer = parameter.type() instanceof PointerType;
      DataType type =
          switch (parameter.type()) {
            case PointerType address -> DataTypes.ofParameter(address.element());
            case ElementType scalar -> DataTypes.ofParameter(scalar);
            default -> DataType.NONE;
          };
      parameters.add(new KernelParameter(parameter.name(), pointer, type));
    }
    return parameters;
  }
}
