package org.ptoc.tools.assembly;

import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.ptoc.ir.isa.Disassembler;
import org.ptoc.ir.isa.IllegalWord;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.IndexedExtent;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.PipeRecord;
import org.ptoc.ir.object.SourcePosition;

/** Writes objects as assembly text that {@link AssemblyReader} turns into the same object. */
public final class AssemblyWriter {
  private static final int RODATA_BYTES_PER_LINE = 32;

  /** Where the comment with offset and bits of a word stands. */
  private static final int WORD_COLUMN = 52;

  private final StringBuilder text = new StringBuilder(4096);
  private final boolean withWords;
  private final Optional<SourceText> sources;

  private AssemblyWriter(boolean withWords, Optional<SourceText> sources) {
    this.withWords = withWords;
    this.sources = sources;
  }

  /** The text of an object. */
  public static String write(ObjectFile object) {
    return write(object, false, Optional.empty());
  }

  /**
   * The text of an object with comments.
   *
   * @param withWords true if the byte offset and the bits follow each word
   * @param sources where the source lines in front of the words come from; empty for none
   */
  public static String write(ObjectFile object, boolean withWords, Optional<SourceText> sources) {
    AssemblyWriter writer = new AssemblyWriter(withWords, sources);
    writer.text.append(".profile ").append(object.profile().spelling()).append('\n');
    writer
        .text
        .append(".isa ")
        .append(ObjectFile.ISA_MAJOR)
        .append('.')
        .append(ObjectFile.ISA_MINOR)
        .append('\n');
    writer.text.append(".producer ").append(Quoted.of(object.producer())).append('\n');
    writer.text.append(".source ").append(Quoted.of(object.sourceName()));
    writer
        .text
        .append(" 0x")
        .append(HexFormat.of().toHexDigits(object.sourceDigest().value()))
        .append('\n');
    for (KernelObject kernel : object.kernels()) {
      writer.kernel(".kernel ", kernel, object.profile());
    }
    for (KernelObject kernel : object.kernels()) {
      kernel.checks().ifPresent(checks -> writer.kernel(".checks ", checks, object.profile()));
    }
    return writer.text.toString();
  }

  /** The instruction that a word is, or its bits as {@code .word}. */
  public static String instruction(Profile profile, long word) {
    return switch (InstructionDecoder.decode(profile, word)) {
      case Instruction instruction -> Disassembler.text(instruction);
      case IllegalWord illegal -> ".word 0x" + HexFormat.of().toHexDigits(word);
    };
  }

  private void kernel(String directive, KernelObject kernel, Profile profile) {
    text.append('\n').append(directive).append(Quoted.of(kernel.name())).append('\n');
    properties(kernel.properties());
    for (KernelArgument argument : kernel.arguments()) {
      argument(argument);
    }
    for (IndexedExtent extent : kernel.extents()) {
      text.append(ExtentText.of(extent)).append('\n');
    }
    for (PipeRecord pipe : kernel.pipes()) {
      text.append(".pipe ").append(pipe.id()).append(' ').append(pipe.directions()).append(' ');
      text.append(pipe.slots()).append(' ').append(pipe.firstFlag());
      text.append(pipe.isWhole() ? " whole\n" : " split\n");
    }
    byte[] rodata = kernel.rodata();
    for (int at = 0; at < rodata.length; at += RODATA_BYTES_PER_LINE) {
      int end = Math.min(rodata.length, at + RODATA_BYTES_PER_LINE);
      text.append(".rodata ").append(HexFormat.of().formatHex(rodata, at, end)).append('\n');
    }
    for (int i = 0; i < kernel.wordCount(); i++) {
      SourcePosition position = kernel.positions().get(i);
      if (i == 0 || !position.equals(kernel.positions().get(i - 1))) {
        location(position);
      }
      SourcePosition last = i == 0 ? SourcePosition.NONE : kernel.positions().get(i - 1);
      if (sources.isPresent() && SourceText.isNews(last, position)) {
        text.append("  ").append(Quoted.plain(sources.get().comment(position))).append('\n');
      }
      int start = text.length();
      text.append("  ").append(instruction(profile, kernel.word(i)));
      if (withWords) {
        pad(start + WORD_COLUMN);
        text.append("; ").append(HexFormat.of().toHexDigits((long) Long.BYTES * i, 6)).append("  ");
        text.append(HexFormat.of().withUpperCase().toHexDigits(kernel.word(i)));
      }
      text.append('\n');
      int word = i;
      kernel.open().stream()
          .flatMap(ends -> ends.relocations(word))
          .forEach(each -> text.append("  // ").append(Quoted.plain(each.toString())).append('\n'));
    }
  }

  private void pad(int column) {
    do {
      text.append(' ');
    } while (text.length() < column);
  }

  private void properties(KernelProperties properties) {
    text.append(".kind ").append(properties.kind().name().toLowerCase(Locale.ROOT)).append('\n');
    text.append(".uses").append(properties.usesBuffers() ? " buffers" : "");
    text.append(properties.usesFlags() ? " flags" : "")
        .append(properties.spills() ? " spills" : "")
        .append(properties.combinesInMemory() ? " atomics" : "")
        .append('\n');
    text.append(
        switch (properties.role()) {
          case KERNEL -> "";
          case DEVICE -> ".device\n";
          case PART -> ".part\n";
        });
    if (properties.unifiedBufferBytes().isPresent()) {
      number("ub", properties.unifiedBufferBytes().getAsInt());
    }
    number("local", properties.localBytes());
    number("blocks", properties.blockCount());
    KernelProperties.RegisterUse use = properties.registers();
    text.append(".registers ").append(use.x()).append(' ').append(use.v()).append(' ');
    text.append(use.p()).append(' ').append(use.al()).append('\n');
    number("buffers", properties.bufferCount());
    number("events", properties.eventSet());
    KernelProperties.CubeMemoryUse cube = properties.cubeMemory();
    if (!cube.equals(KernelProperties.CubeMemoryUse.NONE)) {
      text.append(".cube_memory ").append(cube.l1Bytes()).append(' ').append(cube.l0aKib());
      text.append(' ').append(cube.l0bKib()).append(' ').append(cube.l0cKib()).append('\n');
    }
  }

  private void number(String directive, long value) {
    text.append('.').append(directive).append(' ').append(value).append('\n');
  }

  private void argument(KernelArgument argument) {
    boolean pointer = argument.kind() == KernelArgument.Kind.GM_POINTER;
    text.append(".argument ")
        .append(pointer ? "pointer " : "scalar ")
        .append(argument.dataType())
        .append(' ');
    text.append(argument.register())
        .append(argument.read() ? " read" : "")
        .append(argument.written() ? " write" : "");
    text.append(' ')
        .append(argument.parameterOffset())
        .append(argument.statedLaunchValue().map(value -> " " + value.spelling()).orElse(""))
        .append(' ')
        .append(Quoted.of(argument.name()))
        .append('\n');
  }

  private void location(SourcePosition position) {
    if (!position.isKnown()) {
      text.append(".loc none\n");
      return;
    }
    text.append(".loc ").append(Quoted.of(position.file())).append(' ').append(position.line());
    text.append(' ').append(position.column()).append('\n');
  }
}
