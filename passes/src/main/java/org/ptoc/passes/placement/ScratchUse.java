package org.ptoc.passes.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.isa.Profile;

/**
 * The memory of UB that operations of a placed function take for intermediate results, one after
 * the other.
 *
 * @param address where it lies; empty when no gap between the tiles is as large
 * @param bytes of the operation that takes most, in whole blocks; 0 when none takes any
 * @param users the operations, in the order of the text
 */
public record ScratchUse(OptionalLong address, long bytes, List<User> users) {
  public ScratchUse {
    users = List.copyOf(users);
  }

  /** An operation and what it takes of it. */
  public record User(Operation operation, long bytes) {}

  public static ScratchUse of(Function placed, Placement.ScratchNeed need, Profile profile) {
    long bytes = UbScratch.reserve(placed, need);
    List<User> users = new ArrayList<>();
    placed.body().ifPresent(body -> collect(body, need, users));
    return new ScratchUse(
        bytes == 0 ? OptionalLong.empty() : UbScratch.locate(placed, bytes, profile), bytes, users);
  }

  private static void collect(Region region, Placement.ScratchNeed need, List<User> users) {
    for (Operation op : region.all()) {
      long bytes = need.bytes(op);
      if (bytes > 0) {
        users.add(new User(op, bytes));
      }
    }
  }
}
