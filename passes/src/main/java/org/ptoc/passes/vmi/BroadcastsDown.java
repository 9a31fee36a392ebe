package org.ptoc.passes.vmi;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.type.LogicalVectorType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;

/**
 * Computes on the compact values what is computed on their broadcast to groups, where all lanes of
 * a group are equal, and broadcasts the result (spec/80, 6.8).
 */
final class BroadcastsDown extends Rewriter {
  private final Map<Value, Operation> broadcasts = new IdentityHashMap<>();

  BroadcastsDown(Function function) {
    super(function);
  }

  @Override
  protected boolean rewrite(Operation op, IrBuilder builder) {
    OperationForm form = op.definition().form();
    if (form == OperationForm.LOGICAL_BROADCAST
        && op.operandAt(0).type() instanceof LogicalVectorType) {
      broadcasts.put(op.result(), op);
      return false;
    }
    boolean oneVector =
        (form == OperationForm.LOGICAL_CONVERT || form == OperationForm.LOGICAL_UNARY)
            && op.operandCount() == 1;
    if (!oneVector) {
      return false;
    }
    Operation broadcast = broadcasts.get(op.operandAt(0));
    if (broadcast == null) {
      return false;
    }
    LogicalVectorType type = (LogicalVectorType) op.result().type();
    int groups = ((LogicalVectorType) broadcast.operandAt(0).type()).lanes();
    Value compact =
        builder
            .createGrouped(
                op.definition(),
                List.of(List.of(broadcast.operandAt(0))),
                List.of(new LogicalVectorType(groups, type.element())),
                op.attributes())
            .result();
    Operation result =
        builder.createGrouped(
            broadcast.definition(),
            List.of(List.of(compact)),
            List.of(type),
            broadcast.attributes());
    broadcasts.put(result.result(), result);
    replace(op.result(), result.result());
    return true;
  }
}
