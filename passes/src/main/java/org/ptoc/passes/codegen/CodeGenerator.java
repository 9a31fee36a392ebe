package org.ptoc.passes.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.ptoc.ir.Function;
import org.ptoc.ir.Value;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.codegen.allocate.Allocation;
import org.ptoc.passes.codegen.allocate.RegisterAllocator;
import org.ptoc.passes.codegen.emit.Emitter;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.codegen.emit.KernelParameter;
import org.ptoc.passes.codegen.select.FunctionLowering;

/** From a function of the IR to the words of a kernel. */
public final class CodeGenerator {
  /** Function attribute, an integer: highest byte of the unified buffer that is used, plus one. */
  public static final String UB_BYTES_ATTRIBUTE = "pto.ub_bytes";

  /** Function attribute, an integer: the lowest byte of LOCAL memory that variables take. */
  public static final String LOCAL_START_ATTRIBUTE = "pto.local_start";

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
                unifiedBufferBytes(function),
                localStart(function),
                diagnostics));
  }

  private static OptionalInt unifiedBufferBytes(Function function) {
    Optional<Long> known = function.attributes().integer(UB_BYTES_ATTRIBUTE);
    return known.isPresent() ? OptionalInt.of(known.get().intValue()) : OptionalInt.empty();
  }

  private static OptionalInt localStart(Function function) {
    Optional<Long> known = function.attributes().integer(LOCAL_START_ATTRIBUTE);
    return known.isPresent() ? OptionalInt.of(known.get().intValue()) : OptionalInt.empty();
  }

  private static List<KernelParameter> parameters(Function function) {
    List<KernelParameter> parameters = new ArrayList<>();
    for (Value parameter : function.parameters()) {
      boolean pointer = parameter.type() instanceof PointerType;
      DataType type =
          switch (parameter.type()) {
            case PointerType address -> dataType(address.element());
            case ElementType scalar -> dataType(scalar);
            default -> DataType.NONE;
          };
      parameters.add(new KernelParameter(parameter.name(), pointer, type));
    }
    return parameters;
  }

  /** The code of an element type (spec/40, 7.2); {@link DataType#NONE} when it has none. */
  public static DataType dataType(ElementType type) {
    return switch (type) {
      case I8, SI8 -> DataType.S8;
      case I16, SI16 -> DataType.S16;
      case I32, SI32 -> DataType.S32;
      case I64, SI64, INDEX -> DataType.S64;
      case UI8 -> DataType.U8;
      case UI16 -> DataType.U16;
      case UI32 -> DataType.U32;
      case UI64 -> DataType.U64;
      case F16 -> DataType.FP16;
      case BF16 -> DataType.BF16;
      case F32 -> DataType.FP32;
      case F8E4M3FN -> DataType.E4M3;
      case F8E5M2 -> DataType.E5M2;
      case HIF8 -> DataType.HIF8;
      default -> DataType.NONE;
    };
  }
}
