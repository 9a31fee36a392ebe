package org.ptoc.passes.codegen.allocate;

import java.util.Arrays;
import java.util.List;
import org.ptoc.passes.codegen.MachineFunction;
import org.ptoc.passes.codegen.MachineNode;
import org.ptoc.passes.codegen.VirtualRegister;

/**
 * Live ranges of all registers, one register after the other: from each block that reads the
 * register before writing it, back to the blocks that write it. The work is that of the ranges
 * found.
 */
final class Liveness {
  private final ControlFlow flow;
  private final LiveRange[] ranges;
  private final double[] weights;
  private final int[] definitions;

  private final int[] liveOutMark;
  private final int[] touchedMark;
  private int[] worklist = new int[16];
  private int[] passedThrough = new int[16];
  private int passedCount;

  Liveness(MachineFunction function, ControlFlow flow, RegisterGroups groups) {
    this.flow = flow;
    int count = function.registerCount();
    this.ranges = new LiveRange[count];
    this.weights = new double[count];
    this.definitions = new int[count];
    this.liveOutMark = new int[flow.blockCount()];
    this.touchedMark = new int[flow.blockCount()];
    Arrays.fill(liveOutMark, -1);
    Arrays.fill(touchedMark, -1);
    int[] ends = new int[count + 1];
    int[] occurrences = collect(function.nodes(), groups, ends);
    for (int id = 0; id < count; id++) {
      ranges[id] = range(id, occurrences, ends[id], ends[id + 1]);
    }
  }

  /** The range of a representative; empty for registers that nothing uses. */
  LiveRange range(int id) {
    return ranges[id];
  }

  /** Estimated number of executed reads and writes. */
  double weight(int id) {
    return weights[id];
  }

  /** Number of places that write the register. */
  int definitions(int id) {
    return definitions[id];
  }

  /** Records that two representatives with disjoint ranges became one. */
  void join(int winner, int loser) {
    ranges[winner] = ranges[winner].union(ranges[loser]);
    ranges[loser] = new LiveRange();
    weights[winner] += weights[loser];
    definitions[winner] += definitions[loser];
  }

  /**
   * Positions of all reads and writes, register after register, ascending; fills the bounds of each
   * register.
   */
  private int[] collect(List<MachineNode> nodes, RegisterGroups groups, int[] ends) {
    Collector collector = new Collector(groups);
    for (int i = 0; i < nodes.size(); i++) {
      collector.frequency = Math.pow(10, flow.depth(i));
      collector.position = 2 * i;
      nodes.get(i).reads(collector::accept);
      collector.position = 2 * i + 1;
      nodes.get(i).writes(collector::accept);
    }
    for (int k = 0; k < collector.size; k++) {
      ends[collector.ids[k] + 1]++;
    }
    for (int id = 1; id < ends.length; id++) {
      ends[id] += ends[id - 1];
    }
    int[] next = Arrays.copyOf(ends, ends.length);
    int[] sorted = new int[collector.size];
    for (int k = 0; k < collector.size; k++) {
      sorted[next[collector.ids[k]]++] = collector.positions[k];
    }
    return sorted;
  }

  private final class Collector {
    private final RegisterGroups groups;
    private int position;
    private double frequency;
    private int[] ids = new int[256];
    private int[] positions = new int[256];
    private int size;

    Collector(RegisterGroups groups) {
      this.groups = groups;
    }

    void accept(VirtualRegister register) {
      if (register.isConstant()) {
        return;
      }
      if (size == ids.length) {
        ids = Arrays.copyOf(ids, 2 * size);
        positions = Arrays.copyOf(positions, 2 * size);
      }
      int id = groups.representative(register.id());
      ids[size] = id;
      positions[size++] = position;
      weights[id] += frequency;
      definitions[id] += position & 1;
    }
  }

  private LiveRange range(int id, int[] occurrences, int begin, int end) {
    LiveRange range = new LiveRange();
    if (begin == end) {
      return range;
    }
    findLiveOut(id, occurrences, begin, end);
    Arrays.sort(passedThrough, 0, passedCount);
    int passed = 0;
    int from = begin;
    while (from < end) {
      int block = flow.blockOf(occurrences[from] >> 1);
      while (passed < passedCount && passedThrough[passed] < block) {
        appendWhole(range, passedThrough[passed++]);
      }
      int to = from;
      while (to < end && occurrences[to] < flow.end(block)) {
        to++;
      }
      appendLocal(range, occurrences, from, to, block, liveOutMark[block] == id);
      from = to;
    }
    while (passed < passedCount) {
      appendWhole(range, passedThrough[passed++]);
    }
    return range;
  }

  private void appendWhole(LiveRange range, int block) {
    range.append(flow.start(block), flow.end(block));
  }

  /** Marks the blocks at whose end the register is live, and lists those that do not mention it. */
  private void findLiveOut(int id, int[] occurrences, int begin, int end) {
    passedCount = 0;
    int pending = 0;
    int previous = -1;
    for (int k = begin; k < end; k++) {
      int block = flow.blockOf(occurrences[k] >> 1);
      if (block != previous) {
        previous = block;
        touchedMark[block] = id;
        if ((occurrences[k] & 1) == 0) {
          pending = push(pending, block);
        }
      }
    }
    while (pending > 0) {
      for (int predecessor : flow.predecessors(worklist[--pending])) {
        if (liveOutMark[predecessor] != id) {
          liveOutMark[predecessor] = id;
          if (touchedMark[predecessor] != id) {
            iteration(predecessor);
            pending = push(pending, predecessor);
          }
        }
      }
    }
  }

  private int push(int count, int block) {
    if (count == worklist.length) {
      worklist = Arrays.copyOf(worklist, 2 * count);
    }
    worklist[count] = block;
    return count + 1;
  }

  private void iteration(int block) {
    if (passedCount == passedThrough.length) {
      passedThrough = Arrays.copyOf(passedThrough, 2 * passedCount);
    }
    passedThrough[passedCount++] = block;
  }

  /** The part of the range in a block that mentions the register. */
  private void appendLocal(
      LiveRange range, int[] occurrences, int from, int to, int block, boolean liveOut) {
    int start = (occurrences[from] & 1) == 0 ? flow.start(block) : -1;
    int last = -1;
    for (int k = from; k < to; k++) {
      int position = occurrences[k];
      if ((position & 1) == 0) {
        last = position + 1;
      } else {
        if (start >= 0) {
          range.append(start, last);
        }
        start = position;
        last = position + 1;
      }
    }
    range.append(start, liveOut ? flow.end(block) : last);
  }
}
