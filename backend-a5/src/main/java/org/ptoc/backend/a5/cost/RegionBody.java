package org.ptoc.backend.a5.cost;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.ptoc.ir.cycles.IssueCost;

/**
 * The words of a vecscope.
 *
 * @param costs by the numbers of the words
 * @param values how many values there are
 * @param vectors the values that are vectors; the others are masks
 * @param count words, each once
 */
record RegionBody(
    List<RegionWord> words, List<IssueCost> costs, int values, BitSet vectors, int count) {

  /** The costs of the words, what they read, and the iterations of loops in their order. */
  List<Object> outline() {
    List<Object> outline = new ArrayList<>();
    outline(words, outline);
    return outline;
  }

  private void outline(List<RegionWord> block, List<Object> outline) {
    for (RegionWord word : block) {
      switch (word) {
        case RegionWord.Word one -> {
          outline.add(costs.get(one.kind()));
          for (int source : one.sources()) {
            outline.add(source);
          }
        }
        case RegionWord.Loop loop -> {
          outline.add(-1 - loop.iterations());
          outline(loop.body(), outline);
          outline.add(Long.MIN_VALUE);
        }
      }
    }
  }

  /** True if at most so many vectors and masks are live at once, so that none is spilled. */
  boolean fits(int mostVectors, int mostMasks) {
    Pressure pressure = new Pressure();
    pressure.walk(words);
    return pressure.mostVectors <= mostVectors && pressure.mostMasks <= mostMasks;
  }

  private final class Pressure {
    private int liveVectors;
    private int liveMasks;
    private int mostVectors;
    private int mostMasks;

    private void walk(List<RegionWord> block) {
      for (RegionWord word : block) {
        switch (word) {
          case RegionWord.Word one -> add(one.results(), 1);
          case RegionWord.Loop loop -> {
            int outerVectors = liveVectors;
            int outerMasks = liveMasks;
            add(loop.arguments(), 1);
            walk(loop.body());
            liveVectors = outerVectors;
            liveMasks = outerMasks;
            add(loop.results(), 1);
          }
        }
        add(word.lastUses(), -1);
      }
    }

    private void add(int[] changed, int by) {
      for (int value : changed) {
        if (vectors.get(value)) {
          liveVectors += by;
        } else {
          liveMasks += by;
        }
      }
      mostVectors = Math.max(mostVectors, liveVectors);
      mostMasks = Math.max(mostMasks, liveMasks);
    }
  }
}
