package org.ptoc.passes.tile;

import java.util.HashSet;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;

/**
 * Gives a tile that {@code pto.treshape ... outs(%b)} turns into a view of another one a new name
 * from there on (spec/20, 2.1): before that it has memory of its own, or that of an earlier source.
 * Behind this pass each destination of a reshape is an allocation that nothing has used before and
 * nothing reshapes again, which is what the form with a result is read as.
 */
public final class ReshapedTiles implements Pass {
  @Override
  public String name() {
    return "reshaped-tiles";
  }

  @Override
  public Function run(Function function, PassContext context) {
    Set<Value> rebound = new HashSet<>();
    function.body().ifPresent(body -> find(body, new HashSet<>(), rebound));
    return rebound.isEmpty() ? function : new TileBindings(function, rebound, context).apply();
  }

  /** Collects the destinations that are more than new names. */
  private static void find(Region region, Set<Value> touched, Set<Value> rebound) {
    Set<Value> own = new HashSet<>();
    for (Operation op : region.operations()) {
      OperationForm form = op.definition().form();
      if (form == OperationForm.ALLOC_TILE) {
        own.add(op.result());
      }
      if (form == OperationForm.RESHAPE_TILE) {
        Value destination = op.operand(RoleName.DST);
        boolean isNew = own.contains(destination) && !touched.contains(destination);
        if (!isNew || op.operand(RoleName.SRC) == destination) {
          rebound.add(destination);
        }
      }
      if (!isAboutExtents(form)) {
        touched.addAll(op.operands());
      }
      op.regions().forEach(inner -> find(inner, touched, rebound));
    }
  }

  /** True if operations of a form leave the data of tiles alone. */
  static boolean isAboutExtents(OperationForm form) {
    return form == OperationForm.GET_VALID
        || form == OperationForm.VALID_EXTENT
        || form == OperationForm.SET_VALID;
  }
}
