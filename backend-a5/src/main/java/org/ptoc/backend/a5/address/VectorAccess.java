package org.ptoc.backend.a5.address;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;

/**
 * A vector load or store at a base and an offset in elements (spec/00, 4.8) that does not update
 * its base yet.
 *
 * @param operation the load or store
 * @param baseRole name of the operand that holds the base
 */
record VectorAccess(Operation operation, RoleName baseRole) {

  /** Offsets that fit into the word (spec/40, 7.4); others would need a register. */
  private static final long LEAST_OFFSET = -512;

  private static final long GREATEST_OFFSET = 511;

  /** The operation as an access, if it is one. */
  static Optional<VectorAccess> of(Operation operation) {
    return switch (operation.definition().form()) {
      case LOAD, LOAD_DUAL -> plain(operation, RoleName.SOURCE);
      case STORE, STORE_DUAL -> plain(operation, RoleName.DEST);
      default -> Optional.empty();
    };
  }

  private static Optional<VectorAccess> plain(Operation operation, RoleName baseRole) {
    boolean updates = operation.results().size() == operation.definition().results().size();
    return updates ? Optional.empty() : Optional.of(new VectorAccess(operation, baseRole));
  }

  static boolean fits(long offset) {
    return offset >= LEAST_OFFSET && offset <= GREATEST_OFFSET;
  }

  Value base() {
    return operation.operand(baseRole);
  }

  Value offset() {
    return operation.operand(RoleName.OFFSET);
  }

  /** The interleaving store is the one word without a post-update form. */
  boolean canUpdate() {
    return operation.definition().form() != OperationForm.STORE_DUAL;
  }

  /** The access at another place. */
  Operation at(Value base, Value offset) {
    return operation.withGroups(groups(base, offset));
  }

  /** The access at {@code base} itself, which gives {@code base + step} as its last result. */
  Operation updating(Value base, Value step) {
    List<Value> results = new ArrayList<>(operation.results());
    results.add(new Value(base.type()));
    return Operation.create(
        operation.definition(),
        groups(base, step),
        results,
        operation.attributes(),
        operation.regions(),
        operation.location());
  }

  private List<List<Value>> groups(Value base, Value offset) {
    List<List<Value>> groups = new ArrayList<>(operation.groups());
    groups.set(operation.definition().operandIndex(baseRole), List.of(base));
    groups.set(operation.definition().operandIndex(RoleName.OFFSET), List.of(offset));
    return groups;
  }
}
