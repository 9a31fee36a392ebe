package org.ptoc.ir.catalog;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.isa.InstructionDefinition;

/** All operations of the IR by name; the one list of mnemonics. */
public final class OpCatalog {
  private static final OpCatalog INSTANCE = new OpCatalog();

  private final Map<String, OpDefinition> byName = new LinkedHashMap<>(512);
  private final Map<String, Alias> aliases = aliasTable();

  private static Map<String, Alias> aliasTable() {
    Map<String, Alias> table = new HashMap<>();
    VmiRows.OLDER.forEach((name, row) -> table.put(name, new Alias(row, Optional.empty())));
    table.putAll(
        Map.ofEntries(
            other("pto.load", "pto.load_scalar"),
            other("pto.store", "pto.store_scalar"),
            other("pto.ptrtoint", "pto.castptr"),
            other("pto.inttoptr", "pto.castptr"),
            other("pto.vexpdiff", "pto.vexpdif"),
            other("pto.vmrgsort", "pto.vmrgsort4"),
            other("pto.tmatmul_acc", "pto.tmatmul.acc"),
            other("pto.tmatmul_bias", "pto.tmatmul.bias"),
            other("pto.tmatmul_mx", "pto.tmatmul.mx"),
            other("pto.tmatmul_mx_acc", "pto.tmatmul.mx.acc"),
            other("pto.tmatmul_mx_bias", "pto.tmatmul.mx.bias"),
            other("pto.tgemv_acc", "pto.tgemv.acc"),
            other("pto.tgemv_bias", "pto.tgemv.bias"),
            other("pto.tgemv_mx", "pto.tgemv.mx"),
            other("pto.tgemv_mx_acc", "pto.tgemv.mx.acc"),
            other("pto.tgemv_mx_bias", "pto.tgemv.mx.bias"),
            scaled("pto.tstore_fp", "pto.tstore"),
            scaled("pto.tmov.fp", "pto.tmov"),
            scaled("pto.tmov_fp", "pto.tmov"),
            scaled("pto.textract_fp", "pto.textract"),
            scaled("pto.tinsert_fp", "pto.tinsert"),
            other("return", "func.return"),
            other("call", "func.call")));
    return Map.copyOf(table);
  }

  /**
   * Another name of an operation.
   *
   * @param operation name of the row
   * @param operand optional operand of the operation that the name requires
   */
  public record Alias(String operation, Optional<RoleName> operand) {}

  private OpCatalog() {
    add(Arithmetic.rows());
    add(ScalarRows.rows());
    add(MachineRows.rows());
    add(VectorRows.rows());
    add(VectorMemoryRows.rows());
    add(PredicateRows.rows());
    add(TileRows.rows());
    add(CubeRows.rows());
    add(VmiRows.rows());
    add(MultiCoreRows.rows());
    for (Op name : Op.values()) {
      if (!byName.containsKey(name.mnemonic())) {
        throw new IllegalStateException("no row for " + name.mnemonic());
      }
    }
  }

  private static Map.Entry<String, Alias> other(String name, String operation) {
    return Map.entry(name, new Alias(operation, Optional.empty()));
  }

  /** The form of an operation with a vector of scale factors (spec/60, section 2). */
  private static Map.Entry<String, Alias> scaled(String name, String operation) {
    return Map.entry(name, new Alias(operation, Optional.of(RoleName.FP)));
  }

  private void add(List<OpDefinition> rows) {
    for (OpDefinition definition : rows) {
      if (byName.put(definition.name(), definition) != null) {
        throw new IllegalStateException("two rows for " + definition.name());
      }
    }
  }

  /** Finds an operation by its name or an alias of it. */
  public static Optional<OpDefinition> find(String name) {
    OpDefinition definition = INSTANCE.byName.get(name);
    return definition != null
        ? Optional.of(definition)
        : alias(name).map(alias -> INSTANCE.byName.get(alias.operation()));
  }

  /** Finds the alias with a name, which differs from the name of its row. */
  public static Optional<Alias> alias(String name) {
    return Optional.ofNullable(INSTANCE.aliases.get(name));
  }

  /** Other names that operations are found by. */
  public static Map<String, Alias> aliases() {
    return INSTANCE.aliases;
  }

  /**
   * The vector operation that becomes an instruction.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static OpDefinition vectorOperation(InstructionDefinition instruction) {
    return get("pto." + instruction.mnemonic());
  }

  /**
   * The operation on registers that computes in each lane what an operation on logical vectors
   * computes: that of the same name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static OpDefinition laneOperation(OpDefinition logical) {
    return get(logical.name().replace("pto.vmi.", "pto."));
  }

  /**
   * The operation of a name that the toolchain itself uses.
   *
   * @throws IllegalArgumentException when there is no such row
   */
  public static OpDefinition get(String name) {
    return find(name).orElseThrow(() -> new IllegalArgumentException("no catalogue row " + name));
  }

  /** All rows, in the order of the tables. */
  public static Collection<OpDefinition> all() {
    return INSTANCE.byName.values();
  }

  static OpDefinition row(
      String name,
      OperationForm form,
      ProfileTypes types,
      Scope scope,
      String semantics,
      String spec,
      AttributeRule... attributes) {
    return new OpDefinition(name, form, types, scope, List.of(attributes), semantics, spec);
  }

  static OpDefinition vector(
      String name,
      OperationForm form,
      ProfileTypes types,
      String semantics,
      String spec,
      AttributeRule... attributes) {
    return row(name, form, types, Scope.VECSCOPE, semantics, spec, attributes);
  }

  static OpDefinition tile(
      String name,
      OperationForm form,
      ProfileTypes types,
      String semantics,
      String spec,
      AttributeRule... attributes) {
    return row(name, form, types, Scope.OUTSIDE, semantics, spec, attributes);
  }

  static OpDefinition scalar(
      String name, OperationForm form, String semantics, AttributeRule... attributes) {
    return row(name, form, TypeSet.UNTYPED, Scope.ANYWHERE, semantics, "00#5", attributes);
  }

  static OpDefinition unsupported(String name, String semantics, String spec) {
    return row(name, OperationForm.UNSUPPORTED, TypeSet.ABSENT, Scope.ANYWHERE, semantics, spec);
  }
}
