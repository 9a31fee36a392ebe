package org.ptoc.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelImage;
import org.ptoc.emulator.LoadedKernel;
import org.ptoc.emulator.ParameterKind;
import org.ptoc.ir.isa.Assembler;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.ParsedLine;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.SourcePosition;

/** The words of a kernel with one pointer, from lines of assembly. */
final class Words {
  private final Profile profile;
  private final CoreKind core;
  private final List<Long> words = new ArrayList<>();

  private record Image(Profile profile, CoreKind core, long[] words) implements KernelImage {
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
      return new byte[0];
    }

    @Override
    public Optional<SourcePosition> line(int word) {
      return Optional.empty();
    }
  }

  Words(Profile profile, CoreKind core) {
    this.profile = profile;
    this.core = core;
  }

  void add(String line) {
    if (!(Assembler.parse(profile, line)
        instanceof ParsedLine.Assembled(Instruction instruction))) {
      throw new IllegalStateException(line);
    }
    words.add(instruction.word());
  }

  void constant(int register, long value) {
    add("movi X" + register + ", " + (int) value);
    add("movhi X" + register + ", X" + register + ", " + (int) (value >> 32));
  }

  LoadedKernel load(Engine engine) {
    long[] all = words.stream().mapToLong(Long::longValue).toArray();
    return switch (LoadedKernel.load(new Image(profile, core, all), engine)) {
      case LoadedKernel.Loaded(LoadedKernel kernel) -> kernel;
      case LoadedKernel.Faulty faulty -> throw new IllegalStateException(faulty.toString());
    };
  }
}
