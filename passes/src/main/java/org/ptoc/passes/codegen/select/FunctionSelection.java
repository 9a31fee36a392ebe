package org.ptoc.passes.codegen.select;

import java.util.OptionalLong;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.codegen.CodeBuilder;
import org.ptoc.passes.codegen.InstructionBuilder;
import org.ptoc.passes.codegen.Selection;
import org.ptoc.passes.codegen.VirtualRegister;
import org.ptoc.passes.codegen.select.ValueMap.Binding;

/** State of the selection of one function. */
final class FunctionSelection implements Selection {
  private final Profile profile;
  private final CompileOptions options;
  private final Diagnostics diagnostics;
  private final CodeBuilder code;
  private final ValueMap values = new ValueMap();
  private Location location = Location.NONE;

  FunctionSelection(Profile profile, CompileOptions options, Diagnostics diagnostics) {
    this.profile = profile;
    this.options = options;
    this.diagnostics = diagnostics;
    this.code = new CodeBuilder(InstructionTable.of(profile));
  }

  /** Sets the place of the following words. */
  void at(Location newLocation) {
    location = newLocation;
  }

  @Override
  public VirtualRegister use(Value value) {
    return switch (binding(value)) {
      case Binding.InRegister(VirtualRegister register) -> register;
      case Binding.Known known -> code.constant(known.image(), location);
    };
  }

  /** What a value is; a value that an earlier error left without code is zero. */
  Binding binding(Value value) {
    return values
        .get(value)
        .orElseGet(
            () -> {
              if (!diagnostics.hasErrors()) {
                throw new IllegalStateException("no code for " + value + " at " + location);
              }
              return new Binding.InRegister(code.newRegister(classOf(value.type())));
            });
  }

  @Override
  public VirtualRegister define(Value value) {
    VirtualRegister register = code.newRegister(classOf(value.type()));
    bind(value, register);
    return register;
  }

  void bind(Value value, VirtualRegister register) {
    values.put(value, new Binding.InRegister(register));
  }

  void bind(Value value, Binding binding) {
    values.put(value, binding);
  }

  private static RegisterClass classOf(Type type) {
    return switch (type) {
      case VectorRegisterType vector -> RegisterClass.V;
      case MaskType mask -> RegisterClass.P;
      case AlignType align -> RegisterClass.AL;
      case ElementType scalar -> RegisterClass.X;
      case PointerType pointer -> RegisterClass.X;
      default -> RegisterClass.X;
    };
  }

  VirtualRegister newLike(Value value) {
    return code.newRegister(classOf(value.type()));
  }

  @Override
  public void alias(Value result, Value source) {
    values.put(result, binding(source));
  }

  @Override
  public void defineConstant(Value result, long value) {
    values.put(result, ConstantImages.of(value, result.type()));
  }

  @Override
  public OptionalLong constant(Value value) {
    return values.get(value).orElse(null) instanceof Binding.Known known
        ? OptionalLong.of(known.bits())
        : OptionalLong.empty();
  }

  @Override
  public VirtualRegister constant(long value) {
    return code.constant(value, location);
  }

  @Override
  public VirtualRegister scratch() {
    return code.newScalar();
  }

  @Override
  public CodeBuilder code() {
    return code;
  }

  @Override
  public InstructionBuilder emit(Operation operation) {
    return code.emit(
        operation
            .definition()
            .instruction(code.table())
            .orElseThrow(
                () -> new IllegalArgumentException("no instruction for " + operation.name())),
        location);
  }

  @Override
  public InstructionBuilder emit(Mnemonic mnemonic) {
    return code.emit(mnemonic, location);
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public Profile profile() {
    return profile;
  }

  @Override
  public CompileOptions options() {
    return options;
  }

  @Override
  public void report(DiagnosticCode diagnostic, String message) {
    diagnostics.report(diagnostic, location, message);
  }
}
