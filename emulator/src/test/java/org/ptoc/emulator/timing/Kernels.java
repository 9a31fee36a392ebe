package org.ptoc.emulator.timing;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.emulator.timing.pipe.ProgramTimer;
import org.ptoc.emulator.timing.region.RegionTiming;
import org.ptoc.emulator.timing.trace.RegionTracker;
import org.ptoc.ir.isa.Assembler;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.DecodedProgram;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.ParsedLine;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;

/**
 * Programs from assembly text, one instruction per line; {@code const X1, 0x..} is a constant of
 * two words.
 */
public final class Kernels {
  private Kernels() {}

  public static Program program(Profile profile, String text) {
    return program(profile, CoreKind.VECTOR, text);
  }

  public static Program program(Profile profile, CoreKind core, String text) {
    List<Long> words = new ArrayList<>();
    for (String line : text.split("[;\n]")) {
      String code = line.strip();
      if (code.startsWith("const ")) {
        String[] parts = code.substring("const ".length()).split(", 0x");
        long value = Long.parseUnsignedLong(parts[1], 16);
        words.add(instruction(profile, "movi " + parts[0] + ", " + (int) value).word());
        String upper = "movhi " + parts[0] + ", " + parts[0] + ", " + (value >> 32);
        words.add(instruction(profile, upper).word());
      } else if (!code.isEmpty()) {
        words.add(instruction(profile, code).word());
      }
    }
    return switch (ProgramDecoder.decode(
        profile, core, words.stream().mapToLong(Long::longValue).toArray())) {
      case Program program -> program;
      case DecodedProgram.Faulty(var faults) -> throw new AssertionError(faults + "\n" + text);
    };
  }

  public static Instruction instruction(Profile profile, String line) {
    return switch (Assembler.parse(profile, line)) {
      case ParsedLine.Assembled(var instruction) -> instruction;
      case ParsedLine.SyntaxError error -> throw new AssertionError(line + ": " + error.message());
    };
  }

  /** A region with one loop over {@code body}; no memory ranges collide. */
  public static RegionTiming loop(String body, int iterations, TimingOptions options) {
    int words = body.strip().split("\n").length;
    String text =
        "movi X1, "
            + iterations
            + "\nvf_begin "
            + (words + 2)
            + "\nloop 0, X1, "
            + words
            + "\n"
            + body
            + "vf_end\nend\n";
    Program program = program(Profile.A5, text);
    RegionTracker tracker = new RegionTracker(program);
    tracker.begin(1);
    tracker.advance(2);
    tracker.loop(2, iterations);
    for (int iteration = 0; iteration < iterations; iteration++) {
      for (int word = 3; word < 3 + words; word++) {
        tracker.advance(word);
        tracker.microOperation(word, 0, 0);
      }
    }
    return ProgramTimer.of(program, options, List.of()).region(tracker.end(), 1, tracker.words());
  }

  /** A region with a loop over {@code body} inside a loop over rows. */
  public static RegionTiming nest(String body, int rows, int iterations, TimingOptions options) {
    int words = body.strip().split("\n").length;
    String text =
        "movi X1, 1\nvf_begin "
            + (words + 3)
            + "\nloop 0, X1, "
            + (words + 1)
            + "\nloop 1, X1, "
            + words
            + "\n"
            + body
            + "vf_end\nend\n";
    Program program = program(Profile.A5, text);
    RegionTracker tracker = new RegionTracker(program);
    tracker.begin(1);
    tracker.advance(2);
    tracker.loop(2, rows);
    for (int row = 0; row < rows; row++) {
      tracker.advance(3);
      tracker.loop(3, iterations);
      for (int iteration = 0; iteration < iterations; iteration++) {
        for (int word = 4; word < 4 + words; word++) {
          tracker.advance(word);
          tracker.microOperation(word, 0, 0);
        }
      }
    }
    return ProgramTimer.of(program, options, List.of()).region(tracker.end(), 1, tracker.words());
  }
}
