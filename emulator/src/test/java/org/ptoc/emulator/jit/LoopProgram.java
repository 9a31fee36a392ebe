package org.ptoc.emulator.jit;

import java.util.List;
import org.ptoc.emulator.TestKernel;
import org.ptoc.ir.isa.Program;

/** An A5 program of one loop with the words of a test, which runs as often as X4 tells. */
public final class LoopProgram {
  /** The {@code loop} word. */
  public static final int LOOP = 1;

  /** The first word of the body. */
  public static final int BODY = LOOP + 1;

  private LoopProgram() {}

  /** The program whose loop has these words, one in each string. */
  public static Program of(List<String> body) {
    return TestKernel.a5(
            "vf_begin %d\nloop 0, X4, %d\n%s\nvf_end\nend"
                .formatted(body.size() + 2, body.size(), String.join("\n", body)))
        .program();
  }
}
