package org.ptoc.passes.codegen.select;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.codegen.InstructionSelector;
import org.ptoc.passes.codegen.MachineFunction;
import org.ptoc.passes.codegen.VirtualRegister;

/** Walks a function in order and selects instructions for its operations. */
public final class FunctionLowering {
  /** Arguments that arrive in registers (spec/40, 5.4). */
  public static final int REGISTER_ARGUMENTS = 16;

  private static final int ARGUMENT_BYTES = 8;

  private final FunctionSelection selection;
  private final List<InstructionSelector> selectors;
  private final StructureSelector structure;

  private FunctionLowering(Region body, FunctionSelection selection, InstructionSelector target) {
    this.selection = selection;
    this.structure = new StructureSelector(selection, body, this::selectBody);
    this.selectors =
        List.of(
            new MachineOpSelection(),
            new ScalarSelector(),
            new MemorySelector(),
            new SynchronizationSelector(),
            new PrintSelector(),
            new SpecialRegisterSelector(),
            target);
  }

  /**
   * The machine code of a function over virtual registers. What has no code is reported; then the
   * result is not complete.
   *
   * @param function a definition
   */
  public static MachineFunction lower(
      Function function,
      Profile profile,
      InstructionSelector target,
      CompileOptions options,
      Diagnostics diagnostics) {
    FunctionSelection selection = new FunctionSelection(profile, options, diagnostics);
    Region body = function.body().orElseThrow();
    FunctionLowering lowering = new FunctionLowering(body, selection, target);
    selection.at(function.location());
    lowering.defineParameters(body);
    lowering.selectBody(body);
    selection.emit(Mnemonic.END).append();
    return selection.code().finish();
  }

  private void defineParameters(Region body) {
    List<VirtualRegister> arguments = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    List<Value> parameters = body.arguments();
    for (int i = 0; i < parameters.size() && i < REGISTER_ARGUMENTS; i++) {
      if (structure.isUsed(parameters.get(i))) {
        arguments.add(selection.define(parameters.get(i)));
        numbers.add(i);
      }
    }
    selection.code().entry(arguments, numbers, selection.location());
    for (int i = REGISTER_ARGUMENTS; i < parameters.size(); i++) {
      if (structure.isUsed(parameters.get(i))) {
        selection
            .emit(Mnemonic.LDP)
            .reg(OperandRole.XD, selection.define(parameters.get(i)))
            .imm(OperandRole.IMM24, (long) ARGUMENT_BYTES * i)
            .imm(OperandRole.W, ScalarWidth.I64)
            .append();
      }
    }
  }

  private void selectBody(Region region) {
    for (Operation op : region.operations()) {
      selection.at(op.location());
      if (!isTerminator(op) && !structure.select(op) && !selectStraight(op)) {
        selection.report(
            DiagnosticCode.NOT_SUPPORTED,
            op.name()
                + " is not supported by this version for profile "
                + selection.profile().spelling());
      }
    }
  }

  /**
   * The operation around the region reads its terminator; the end of the function is a word of its
   * own.
   */
  private static boolean isTerminator(Operation op) {
    return op.definition().form().effect() == Effect.END;
  }

  private boolean selectStraight(Operation op) {
    for (InstructionSelector selector : selectors) {
      if (selector.select(op, selection)) {
        return true;
      }
    }
    return false;
  }
}
