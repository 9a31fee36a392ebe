package org.ptoc.emulator.timing;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.KernelImage;
import org.ptoc.emulator.ParameterKind;
import org.ptoc.emulator.SourceLine;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;

/** A program as a kernel with some buffers. */
record TimedKernel(Program program, int buffers) implements KernelImage {
  @Override
  public String name() {
    return "kernel";
  }

  @Override
  public Profile profile() {
    return program.profile();
  }

  @Override
  public long[] words() {
    return program.instructions().stream().mapToLong(Instruction::word).toArray();
  }

  @Override
  public List<ParameterKind> parameters() {
    return Collections.nCopies(buffers, ParameterKind.POINTER);
  }

  @Override
  public byte[] constants() {
    return new byte[0];
  }

  @Override
  public Optional<SourceLine> line(int word) {
    return Optional.empty();
  }
}
