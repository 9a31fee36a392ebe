package org.ptoc.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Emulator;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelImage;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.ParameterKind;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Assembler;
import org.ptoc.ir.isa.Disassembler;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.ParsedLine;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.SourcePosition;

/** Words of unknown origin as a kernel with one buffer. */
record WordProgram(Profile profile, long[] words) implements KernelImage {
  private static final long LIMIT = 5_000;
  private static final int BUFFER_BYTES = 4_096;

  /**
   * The words of {@code bytes}, little-endian, with an end behind them; bytes that fill no word are
   * left out.
   */
  static WordProgram of(Profile profile, byte[] bytes) {
    long[] words = new long[bytes.length / Long.BYTES + 1];
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .get(words, 0, words.length - 1);
    words[words.length - 1] = InstructionEncoder.of(profile, "end").word();
    return new WordProgram(profile, words);
  }

  /** Every legal word survives its own text; the program does the same in every engine. */
  void check() {
    for (long word : words) {
      if (InstructionDecoder.decode(profile, word) instanceof Instruction instruction) {
        String text = Disassembler.text(instruction);
        boolean same =
            Assembler.parse(profile, text) instanceof ParsedLine.Assembled(Instruction again)
                && again.word() == word;
        if (!same) {
          throw new AssertionError(
              "0x"
                  + Long.toHexString(word)
                  + " is `"
                  + text
                  + "`, which is assembled as something else");
        }
      }
    }
    String expected = outcome(Engine.INTERPRET);
    String actual = outcome(Engine.JIT);
    if (!actual.equals(expected)) {
      throw new AssertionError("interpreted: " + expected + ", compiled: " + actual);
    }
  }

  private String outcome(Engine engine) {
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int i = 0; i < buffer.length; i++) {
      buffer[i] = (byte) (i * 7);
    }
    RunResult result =
        Emulator.run(
            KernelLaunch.of(this, List.of(new Argument.Buffer(buffer)))
                .withInstructionLimit(LIMIT)
                .withEngine(engine));
    return switch (result) {
      case RunResult.Completed completed ->
          "completed "
              + completed.instructions()
              + " "
              + Arrays.hashCode(completed.buffers().getFirst());
      case RunResult.Trapped trapped ->
          "trapped " + trapped.trap() + " " + Arrays.hashCode(trapped.buffers().getFirst());
      case RunResult.LimitReached limit -> "limit reached";
      case RunResult.Rejected rejected -> "rejected " + rejected.faults();
      case RunResult.InvalidLaunch invalid -> throw new AssertionError(invalid.message());
    };
  }

  @Override
  public String name() {
    return "words";
  }

  @Override
  public List<ParameterKind> parameters() {
    return List.of(ParameterKind.POINTER);
  }

  @Override
  public byte[] constants() {
    return new byte[64];
  }

  @Override
  public Optional<SourcePosition> line(int word) {
    return Optional.empty();
  }
}
