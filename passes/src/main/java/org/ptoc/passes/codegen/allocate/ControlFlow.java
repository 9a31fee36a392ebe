package org.ptoc.passes.codegen.allocate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ptoc.passes.codegen.MachineInstruction;
import org.ptoc.passes.codegen.MachineNode;

/** Basic blocks of linear code, their predecessors, and the loop depth of every node. */
final class ControlFlow {
  private static final int MAXIMUM_DEPTH = 8;

  private final int[] blockOfNode;
  private final int[] firstNode;
  private final int blockCount;
  private final int[][] predecessors;
  private final int[] depthOfNode;

  ControlFlow(List<MachineNode> nodes) {
    blockOfNode = new int[nodes.size()];
    int[] starts = new int[nodes.size() + 1];
    blockCount = findBlocks(nodes, starts);
    firstNode = Arrays.copyOf(starts, blockCount + 1);
    firstNode[blockCount] = nodes.size();
    predecessors = findPredecessors(nodes);
    depthOfNode = findDepths(nodes);
  }

  private int findBlocks(List<MachineNode> nodes, int[] starts) {
    int count = 0;
    boolean fresh = true;
    for (int i = 0; i < nodes.size(); i++) {
      MachineNode node = nodes.get(i);
      if (fresh || node instanceof MachineNode.Label) {
        starts[count++] = i;
        fresh = false;
      }
      blockOfNode[i] = count - 1;
      fresh =
          node instanceof MachineNode.Branch
              || node instanceof MachineNode.LoopBegin
              || node instanceof MachineNode.LoopEnd;
    }
    return count;
  }

  private int[][] findPredecessors(List<MachineNode> nodes) {
    Map<MachineNode.Label, Integer> labels = new IdentityHashMap<>();
    for (int block = 0; block < blockCount; block++) {
      if (nodes.get(firstNode[block]) instanceof MachineNode.Label label) {
        labels.put(label, block);
      }
    }
    List<List<Integer>> found = new ArrayList<>(blockCount + 1);
    for (int block = 0; block <= blockCount; block++) {
      found.add(new ArrayList<>(2));
    }
    Deque<Integer> openLoops = new ArrayDeque<>();
    for (int block = 0; block < blockCount; block++) {
      switch (nodes.get(firstNode[block + 1] - 1)) {
        case MachineNode.Branch branch -> {
          found.get(Objects.requireNonNull(labels.get(branch.target()))).add(block);
          if (branch.conditional()) {
            found.get(block + 1).add(block);
          }
        }
        case MachineNode.LoopBegin begin -> {
          openLoops.push(block);
          found.get(block + 1).add(block);
        }
        case MachineNode.LoopEnd end -> {
          int begin = openLoops.pop();
          found.get(block + 1).add(block);
          found.get(block + 1).add(begin);
          found.get(begin + 1).add(block);
        }
        case MachineInstruction _,
            MachineNode.Label _,
            MachineNode.LoadConstant _,
            MachineNode.Copies _,
            MachineNode.Entry _,
            MachineNode.RegionBegin _,
            MachineNode.RegionEnd _ ->
            found.get(block + 1).add(block);
      }
    }
    int[][] result = new int[blockCount][];
    for (int block = 0; block < blockCount; block++) {
      result[block] = found.get(block).stream().mapToInt(Integer::intValue).toArray();
    }
    return result;
  }

  private int[] findDepths(List<MachineNode> nodes) {
    int[] change = new int[nodes.size() + 1];
    Map<MachineNode.Label, Integer> labels = new IdentityHashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      switch (nodes.get(i)) {
        case MachineNode.LoopBegin begin -> change[i + 1]++;
        case MachineNode.LoopEnd end -> change[i]--;
        case MachineNode.Label label -> labels.put(label, i);
        case MachineNode.Branch branch -> {
          Integer target = labels.get(branch.target());
          if (target != null) {
            change[target]++;
            change[i + 1]--;
          }
        }
        case MachineInstruction _,
            MachineNode.LoadConstant _,
            MachineNode.Copies _,
            MachineNode.Entry _,
            MachineNode.RegionBegin _,
            MachineNode.RegionEnd _ -> {}
      }
    }
    int depth = 0;
    for (int i = 0; i < nodes.size(); i++) {
      depth += change[i];
      change[i] = Math.min(depth, MAXIMUM_DEPTH);
    }
    return change;
  }

  int blockCount() {
    return blockCount;
  }

  int blockOf(int node) {
    return blockOfNode[node];
  }

  /** First position of a block. */
  int start(int block) {
    return 2 * firstNode[block];
  }

  /** Position behind a block. */
  int end(int block) {
    return 2 * firstNode[block + 1];
  }

  int[] predecessors(int block) {
    return predecessors[block];
  }

  /** Number of loops around a node. */
  int depth(int node) {
    return depthOfNode[node];
  }
}
