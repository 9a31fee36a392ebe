package org.ptoc.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.tools.toolchain.TimedRun;

/**
 * One core of a timed run.
 *
 * @param run the run of all cores of its kind
 * @param index its number among them
 * @param number its number in the launch: the cores of a block follow each other, the cube core
 *     first
 * @param name {@code block 0 AIV1}, without a kind where all cores are of one
 */
record TimedCore(TimedRun run, int index, int number, String name) {
  /** All cores of a run by their numbers, also those beside it. */
  static List<TimedCore> of(TimedRun run) {
    List<TimedCore> cores = new ArrayList<>();
    int count = run.timing().blocks().size();
    int beside = run.cube().map(cube -> count / cube.timing().blocks().size()).orElse(0);
    for (int i = 0; i < count; i++) {
      cores.add(
          beside == 0
              ? new TimedCore(run, i, i, "block " + i)
              : new TimedCore(
                  run,
                  i,
                  i / beside * (1 + beside) + 1 + i % beside,
                  "block " + i / beside + " AIV" + i % beside));
    }
    run.cube()
        .ifPresent(
            cube -> {
              for (int i = 0; i < cube.timing().blocks().size(); i++) {
                cores.add(new TimedCore(cube, i, i * (1 + beside), "block " + i + " AIC"));
              }
            });
    cores.sort(Comparator.comparingInt(TimedCore::number));
    return cores;
  }

  /** The core whose time is the time of a run; the first one if there are several. */
  static TimedCore slowest(List<TimedCore> cores) {
    TimedCore slowest = cores.getFirst();
    for (TimedCore core : cores) {
      slowest = core.timing().cycles() > slowest.timing().cycles() ? core : slowest;
    }
    return slowest;
  }

  /** {@code AIC FIX}, the pipe alone where all cores are of one kind. */
  String lane(Pipe pipe) {
    String kind = name.substring(name.lastIndexOf(' ') + 1);
    return kind.startsWith("AI") ? kind + " " + pipe.spelling() : pipe.spelling();
  }

  /** The cores of the block of the slowest one; that alone where all cores are of one kind. */
  static List<TimedCore> ofSlowestBlock(TimedRun run) {
    List<TimedCore> cores = of(run);
    TimedCore slowest = slowest(cores);
    int cubes = run.cube().map(cube -> cube.timing().blocks().size()).orElse(cores.size());
    int ofBlock = cores.size() / cubes;
    int first = slowest.number / ofBlock * ofBlock;
    return cores.subList(first, first + ofBlock);
  }

  BlockTiming timing() {
    return run.timing().blocks().get(index);
  }
}
