package org.ptoc.passes.codegen;

import java.util.OptionalLong;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;

/** What a selector sees while one operation is turned into instructions. */
public interface Selection {

  /** The register of a value; a constant is materialised. The register must not be written. */
  VirtualRegister use(Value value);

  /** A new register that holds {@code value} from now on; its class follows from the type. */
  VirtualRegister define(Value value);

  /** Lets {@code result} be {@code source} without code: equal bits under another type. */
  void alias(Value result, Value source);

  /** Lets {@code result} be a 64-bit constant. */
  void defineConstant(Value result, long value);

  /** The bits of a value that is known now: an integer sign-extended, a float as its pattern. */
  OptionalLong constant(Value value);

  /** The register of a 64-bit constant. */
  VirtualRegister constant(long value);

  /** A new scalar register for an intermediate result. */
  VirtualRegister scratch();

  /** Where instructions are appended. */
  CodeBuilder code();

  /**
   * Starts the instruction that an operation names in its row, else the one of its own name.
   *
   * @throws IllegalArgumentException when the target has none
   */
  InstructionBuilder emit(Operation operation);

  /** Starts an instruction at the place of the operation. */
  InstructionBuilder emit(Mnemonic mnemonic);

  /** Place of the operation. */
  Location location();

  Profile profile();

  CompileOptions options();

  /** Reports a diagnostic at the place of the operation. */
  void report(DiagnosticCode code, String message);
}
