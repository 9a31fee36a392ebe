package org.ptoc.passes.cube;

import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.TransferPlanner.Bursts;
import org.ptoc.passes.tile.TransferPlanner.Loop;

/** The outer loops of a transfer as loops of the scalar unit around rows. */
final class RowLoops {
  private RowLoops() {}

  /** Moves the rows of one word. */
  interface Emitter {
    void emit(CubeWords words, CubeTarget.Rows rows);
  }

  static void emit(CubeWords words, Bursts bursts, Emitter emitter) {
    level(
        words,
        bursts,
        bursts.loops().size() - 1,
        bursts.viewAddress(),
        bursts.tileAddress(),
        emitter);
  }

  private static void level(
      CubeWords words, Bursts bursts, int level, Value view, Value tile, Emitter emitter) {
    List<Loop> loops = bursts.loops();
    Loop loop = loops.get(level);
    if (level == 0) {
      emitter.emit(
          words,
          new CubeTarget.Rows(
              view, tile, bursts.length(), loop.count(), loop.viewStride(), loop.tileStride()));
      return;
    }
    IrBuilder builder = words.builder();
    builder.loop(
        builder.index(0),
        builder.cast(loop.count(), ElementType.INDEX),
        builder.index(1),
        (body, index) -> {
          Value number = body.cast(index, ElementType.I64);
          level(
              new CubeWords(body, words.target()),
              bursts,
              level - 1,
              body.add(view, body.mul(number, loop.viewStride())),
              body.add(tile, body.mul(number, body.i64(loop.tileStride()))),
              emitter);
        });
  }
}
