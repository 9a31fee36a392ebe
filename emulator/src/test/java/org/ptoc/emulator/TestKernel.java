package org.ptoc.emulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.isa.Assembler;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.ParsedLine;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.object.SourcePosition;

/**
 * A kernel from assembly text, one instruction per line; {@code const xN, value} expands to the
 * words of a constant.
 */
public record TestKernel(
    Profile profile, CoreKind core, long[] words, List<ParameterKind> parameters, byte[] constants)
    implements KernelImage {

  TestKernel(Profile profile, long[] words, List<ParameterKind> parameters, byte[] constants) {
    this(profile, CoreKind.VECTOR, words, parameters, constants);
  }

  public static TestKernel a5(String text, ParameterKind... parameters) {
    return of(Profile.A5, text, parameters);
  }

  static TestKernel a2a3(String text, ParameterKind... parameters) {
    return of(Profile.A2A3, text, parameters);
  }

  static TestKernel of(Profile profile, String text, ParameterKind... parameters) {
    return of(profile, CoreKind.VECTOR, text, parameters);
  }

  static TestKernel of(Profile profile, CoreKind core, String text, ParameterKind... parameters) {
    List<Long> words = new ArrayList<>();
    for (String line : text.split("\n")) {
      String code = line.strip();
      if (code.startsWith("const ")) {
        int comma = code.indexOf(',');
        String register = code.substring(6, comma).strip();
        long value = number(code.substring(comma + 1).strip());
        words.add(assemble(profile, "movi " + register + ", " + (int) value));
        words.add(
            assemble(profile, "movhi " + register + ", " + register + ", " + (int) (value >> 32)));
      } else if (!code.isEmpty() && !code.startsWith(";")) {
        words.add(assemble(profile, code));
      }
    }
    return new TestKernel(
        profile,
        core,
        words.stream().mapToLong(Long::longValue).toArray(),
        List.of(parameters),
        new byte[] {1, 2, 3, 4});
  }

  private static long number(String text) {
    return text.startsWith("0x")
        ? Long.parseUnsignedLong(text, 2, text.length(), 16)
        : Long.decode(text);
  }

  private static long assemble(Profile profile, String line) {
    return switch (Assembler.parse(profile, line)) {
      case ParsedLine.Assembled(var instruction) -> instruction.word();
      case ParsedLine.SyntaxError error -> throw new AssertionError(line + ": " + error.message());
    };
  }

  /** The decoded words. */
  public Program program() {
    if (ProgramDecoder.decode(profile, words) instanceof Program program) {
      return program;
    }
    throw new AssertionError("not a program");
  }

  @Override
  public String name() {
    return "kernel";
  }

  @Override
  public Optional<SourcePosition> line(int word) {
    return Optional.of(new SourcePosition("kernel.pto", word + 1, 3));
  }
}
