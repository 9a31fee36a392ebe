package org.ptoc.passes.codegen.select;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.passes.codegen.VirtualRegister;
import org.ptoc.passes.codegen.select.ValueMap.Binding;

/** Values that control flow hands on: registers that more than one place writes. */
final class CarriedValues {
  private final FunctionSelection selection;

  CarriedValues(FunctionSelection selection) {
    this.selection = selection;
  }

  /** The operands of the operation that ends a region. */
  static List<Value> yielded(Region region) {
    List<Operation> operations = region.operations();
    if (operations.isEmpty() || operations.getLast().definition().form() != OperationForm.YIELD) {
      return List.of();
    }
    return operations.getLast().operands();
  }

  /** Sets registers to values at once; constants are written last because nothing reads them. */
  void assign(List<VirtualRegister> targets, List<Value> values) {
    List<VirtualRegister> copied = new ArrayList<>();
    List<VirtualRegister> sources = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      if (selection.binding(values.get(i)) instanceof Binding.InRegister(VirtualRegister source)
          && source != targets.get(i)) {
        copied.add(targets.get(i));
        sources.add(source);
      }
    }
    selection.code().copies(copied, sources, selection.location());
    for (int i = 0; i < targets.size(); i++) {
      if (selection.binding(values.get(i)) instanceof Binding.Known known) {
        selection.code().setConstant(targets.get(i), known.image(), selection.location());
      }
    }
  }

  /**
   * Sets registers to the values of the next iteration. One that begins as a constant and goes on
   * as the same constant holds it already.
   */
  void assignNext(List<VirtualRegister> targets, List<Value> initial, List<Value> next) {
    List<VirtualRegister> changed = new ArrayList<>();
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      if (!isSameConstant(initial.get(i), next.get(i))) {
        changed.add(targets.get(i));
        values.add(next.get(i));
      }
    }
    assign(changed, values);
  }

  private boolean isSameConstant(Value first, Value second) {
    return selection.binding(first) instanceof Binding.Known one
        && selection.binding(second) instanceof Binding.Known other
        && one.image() == other.image();
  }

  /** New registers of the classes of values. */
  List<VirtualRegister> newRegisters(List<Value> values) {
    return values.stream().map(selection::newLike).toList();
  }

  /** Lets values be in registers. */
  void bindAll(List<Value> values, List<VirtualRegister> registers) {
    for (int i = 0; i < values.size(); i++) {
      selection.bind(values.get(i), registers.get(i));
    }
  }

  /** Lets results be what the sources are now. */
  void aliasAll(List<Value> results, List<Value> sources) {
    List<Binding> bindings = sources.stream().map(selection::binding).toList();
    for (int i = 0; i < results.size(); i++) {
      selection.bind(results.get(i), bindings.get(i));
    }
  }
}
