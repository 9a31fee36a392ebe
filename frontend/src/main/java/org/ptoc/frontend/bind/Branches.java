package org.ptoc.frontend.bind;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.RegionSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/**
 * The blocks of a function and where each of them always leads in the end. Blocks that branches
 * could repeat are rejected (spec/50, F15).
 */
final class Branches {
  static final String BRANCH = "cf.br";
  static final String CONDITIONAL = "cf.cond_br";
  static final String SWITCH = "cf.switch";

  /** The end of the function as a successor. */
  static final int EXIT = -1;

  private final List<RegionSyntax.Block> blocks = new ArrayList<>();
  private final Map<String, Integer> byLabel = new HashMap<>();
  private final List<int[]> successors = new ArrayList<>();

  /** The next block on every path from a block, or {@link #EXIT}. */
  private final int[] meeting;

  /** Position of each block in an order in which all branches lead to smaller numbers. */
  private final int[] order;

  private Branches(RegionSyntax region) throws Problem {
    add(new RegionSyntax.Block(region.location(), "", region.arguments(), region.statements()));
    for (RegionSyntax.Block block : region.blocks()) {
      add(block);
    }
    for (RegionSyntax.Block block : blocks) {
      successors.add(successors(block));
    }
    meeting = new int[blocks.size()];
    order = new int[blocks.size()];
    Arrays.fill(order, Integer.MAX_VALUE);
    sort();
  }

  /**
   * @throws Problem when a label is missing or given twice, or branches make a loop
   */
  static Branches of(RegionSyntax region) throws Problem {
    return new Branches(region);
  }

  /** True for an operation that leads to another block. */
  static boolean isBranch(StatementSyntax statement) {
    return statement instanceof StatementSyntax.Operation operation
        && Set.of(BRANCH, CONDITIONAL, SWITCH).contains(operation.name());
  }

  private void add(RegionSyntax.Block block) throws Problem {
    if (!block.label().isEmpty() && byLabel.put(block.label(), blocks.size()) != null) {
      throw new Problem(
          DiagnosticCode.REDEFINED_NAME,
          block.location(),
          "the block `^" + block.label() + "` is defined already");
    }
    blocks.add(block);
  }

  private int[] successors(RegionSyntax.Block block) throws Problem {
    Optional<StatementSyntax> last =
        block.statements().isEmpty() ? Optional.empty() : Optional.of(block.statements().getLast());
    List<Integer> targets = new ArrayList<>();
    if (last.isPresent()
        && isBranch(last.get())
        && last.get() instanceof StatementSyntax.Operation branch) {
      for (ItemSyntax item : branch.items()) {
        if (item instanceof ItemSyntax.Successor successor) {
          targets.add(target(successor));
        }
      }
    }
    return targets.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The number of the block that a branch names. */
  int target(ItemSyntax.Successor successor) throws Problem {
    Integer target = byLabel.get(successor.label());
    if (target == null) {
      throw new Problem(
          DiagnosticCode.UNDEFINED_VALUE,
          successor.location(),
          "no block of this function is called `^" + successor.label() + "`");
    }
    return target;
  }

  RegionSyntax.Block block(int number) {
    return blocks.get(number);
  }

  int count() {
    return blocks.size();
  }

  /** The block where all paths from a block meet, or {@link #EXIT}. */
  int meeting(int block) {
    return meeting[block];
  }

  /** Depth first: a block is finished when all blocks after it are. */
  private void sort() throws Problem {
    boolean[] active = new boolean[blocks.size()];
    int[] next = new int[blocks.size()];
    Deque<Integer> stack = new ArrayDeque<>();
    int finished = 0;
    stack.push(0);
    active[0] = true;
    while (!stack.isEmpty()) {
      int block = stack.peek();
      if (next[block] == successors.get(block).length) {
        stack.pop();
        active[block] = false;
        order[block] = finished++;
        meeting[block] = meetingOf(successors.get(block));
        continue;
      }
      int target = successors.get(block)[next[block]++];
      if (active[target]) {
        throw loop(blocks.get(block).statements().getLast().location(), target);
      }
      if (order[target] == Integer.MAX_VALUE) {
        active[target] = true;
        stack.push(target);
      }
    }
  }

  private Problem loop(Location location, int target) {
    return new Problem(
        DiagnosticCode.NOT_SUPPORTED,
        location,
        "this branch back to `^"
            + blocks.get(target).label()
            + "` makes a loop; write it as scf.for or scf.while");
  }

  /** The first block after all of some blocks: those nearer to the end have smaller numbers. */
  private int meetingOf(int[] from) {
    if (from.length == 0) {
      return EXIT;
    }
    int common = from[0];
    for (int i = 1; i < from.length; i++) {
      int other = from[i];
      while (common != other && common != EXIT && other != EXIT) {
        if (order[common] > order[other]) {
          common = meeting[common];
        } else {
          other = meeting[other];
        }
      }
      common = common == other ? common : EXIT;
    }
    return common;
  }
}
