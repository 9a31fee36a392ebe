package org.ptoc.backend.a5.cost;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.cycles.ConstantTable;
import org.ptoc.ir.cycles.IssueCost;
import org.ptoc.ir.cycles.IssueSlot;
import org.ptoc.ir.cycles.MicroOperationTables;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.codegen.DataTypes;

/** The costs of the words that operations become, each looked up once. */
final class WordCosts {
  private static final ConstantTable CYCLES = MicroOperationTables.calibrated();

  /** A copy of a vector register. */
  static final IssueCost COPY =
      cost(InstructionTable.of(Profile.A5).get(Mnemonic.VMOV), DataType.U8, DataType.NONE)
          .orElseThrow();

  private record Key(String name, boolean fromLane, DataType type, DataType result) {}

  private final Map<Key, Optional<IssueCost>> known = new HashMap<>();

  /** The costs of a word of the vector pipe; empty for work of the scalar unit. */
  Optional<IssueCost> of(Operation op) {
    boolean fromLane =
        op.definition() == Op.VDUP.definition()
            && op.operandAt(0).type() instanceof VectorRegisterType;
    DataType read = type(op.operands());
    DataType written = type(op.results());
    DataType type = read == DataType.NONE ? written : read;
    DataType result = written == type ? DataType.NONE : written;
    return known.computeIfAbsent(
        new Key(op.name(), fromLane, type, result), key -> find(op, fromLane, type, result));
  }

  private static Optional<IssueCost> find(
      Operation op, boolean fromLane, DataType type, DataType result) {
    InstructionTable table = InstructionTable.of(Profile.A5);
    return (fromLane ? Optional.of(table.get(Mnemonic.VDUPL)) : op.definition().instruction(table))
        .filter(row -> row.pipe() == Pipe.V)
        .flatMap(row -> cost(row, type, result))
        .filter(cost -> cost.slot() != IssueSlot.NONE && cost.slot() != IssueSlot.MEMORY_BARRIER);
  }

  private static Optional<IssueCost> cost(
      InstructionDefinition row, DataType type, DataType result) {
    return CYCLES.find(row, type, result, type).map(found -> IssueCost.of(row, type, found));
  }

  private static DataType type(List<Value> values) {
    for (Value value : values) {
      if (value.type() instanceof VectorRegisterType vector) {
        return DataTypes.ofParameter(vector.element());
      }
      if (value.type() instanceof PointerType pointer) {
        return DataTypes.ofParameter(pointer.element());
      }
    }
    return DataType.NONE;
  }
}
