package org.ptoc.tools.cli;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.assembly.AssemblyWriter;
import org.ptoc.tools.data.DataFiles;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.data.DataResult;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc objdump}: what an object file holds, as a listing, as assembly text or as JSON. */
final class ObjdumpCommand implements Command {
  @Override
  public CommandSpec describe() {
    CommandSpec spec = CommandSpec.create();
    Options.parameters(spec, "FILE", "1", "object file, - for standard input");
    Options.flag(
        spec,
        "disassembly with the words as comments; 'ptoc asm' reads it back",
        "-d",
        "--disassemble");
    Options.flag(
        spec, "the kernels, their arguments and resources (default, with a listing)", "--kernels");
    Options.flag(
        spec, "source lines between the words, where the source file can be read", "--source");
    Options.value(spec, "NAME", "only this kernel", "-k", "--kernel");
    Options.flag(spec, "the same without the words", "--asm");
    Options.flag(spec, "everything as one JSON object", "--json");
    Options.words(
        spec,
        List.of("dot"),
        "FORMAT",
        "basic blocks of the kernels as a graph: dot, for Graphviz",
        "--cfg");
    Options.value(spec, "FILE", "output (default: standard output)", "-o", "--output");
    MessageOptions.describe(spec);
    return spec;
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    MessageOptions.apply(arguments, session);
    String file = Options.parameters(arguments).getFirst();
    ObjectFile object = ObjectInput.read(Session.displayName(file), session.read(file));
    Optional<String> kernel = Options.kernel(arguments);
    if (kernel.isPresent()) {
      KernelObject only = KernelChoice.choose(object, kernel);
      object =
          new ObjectFile(
              object.profile(),
              object.producer(),
              object.sourceName(),
              object.sourceDigest(),
              List.of(only));
    }
    String text;
    if (Options.has(arguments, "--cfg")) {
      Options.choice(arguments, "--cfg", List.of("dot"), "dot");
      text = graph(object);
    } else if (Options.has(arguments, "--json")) {
      text = ObjectJson.write(object);
    } else if (Options.has(arguments, "--asm")) {
      text = AssemblyWriter.write(object);
    } else if (Options.has(arguments, "-d")) {
      text = AssemblyWriter.writeWithWords(object);
    } else {
      boolean words = Options.has(arguments, "--source");
      boolean kernels = Options.has(arguments, "--kernels");
      text =
          new Listing(object, Options.has(arguments, "--source"))
              .write(kernels || !words, words || !kernels);
    }
    session.write(Options.text(arguments, "-o").orElse("-"), text);
    return ExitStatus.OK;
  }

  private static String graph(ObjectFile object) {
    StringBuilder text =
        new StringBuilder("digraph kernels {\n  node [shape=box, fontname=monospace];\n");
    object.kernels().forEach(kernel -> text.append(ControlFlowGraph.of(kernel, object.profile())));
    return text.append("}\n").toString();
  }

  /** The listing for people. */
  private static final class Listing {
    private final ObjectFile object;
    private final boolean withSource;
    private final StringBuilder text = new StringBuilder(4096);
    private Optional<String> sourceText = Optional.empty();
    private String sourceFile = "";

    Listing(ObjectFile object, boolean withSource) {
      this.object = object;
      this.withSource = withSource;
    }

    String write(boolean kernels, boolean words) {
      text.append("profile ")
          .append(object.profile().spelling())
          .append(", ISA ")
          .append(ObjectFile.ISA_MAJOR);
      text.append('.').append(ObjectFile.ISA_MINOR).append(", made by ").append(object.producer());
      text.append(" from ").append(object.sourceName()).append('\n');
      for (KernelObject kernel : object.kernels()) {
        text.append("\nkernel ")
            .append(kernel.name())
            .append(": ")
            .append(kernel.wordCount())
            .append(" words, ");
        text.append(8L * kernel.wordCount()).append(" bytes\n");
        if (kernels) {
          resources(kernel);
        }
        if (words) {
          words(kernel);
        }
      }
      return text.toString();
    }

    private void resources(KernelObject kernel) {
      KernelProperties properties = kernel.properties();
      if (properties.vectorCores() > 1) {
        text.append("  ")
            .append(properties.vectorCores())
            .append(" vector cores for each block, beside a cube core\n");
      }
      for (int i = 0; i < kernel.arguments().size(); i++) {
        KernelArgument argument = kernel.arguments().get(i);
        text.append("  argument ").append(i).append(": ").append(describe(argument)).append('\n');
      }
      text.append("  UB ");
      if (properties.unifiedBufferBytes().isPresent()) {
        text.append(properties.unifiedBufferBytes().getAsInt()).append(" bytes");
      } else {
        text.append("not known statically");
      }
      text.append(", LOCAL ").append(properties.localBytes()).append(" bytes, constants ");
      text.append(kernel.rodata().length).append(" bytes");
      text.append(properties.spills() ? ", spills" : "").append('\n');
      KernelProperties.RegisterUse use = properties.registers();
      text.append("  registers: ").append(use.x()).append(" X, ").append(use.v()).append(" V, ");
      text.append(use.p()).append(" P, ").append(use.al()).append(" AL\n");
    }

    private void words(KernelObject kernel) {
      SourcePosition last = SourcePosition.NONE;
      for (int i = 0; i < kernel.wordCount(); i++) {
        SourcePosition position = kernel.positions().get(i);
        if (withSource
            && position.isKnown()
            && (position.line() != last.line() || !position.file().equals(last.file()))) {
          sourceLine(position);
        }
        last = position;
        text.append("  ").append(HexFormat.of().toHexDigits(8L * i, 6)).append("  ");
        text.append(HexFormat.of().withUpperCase().toHexDigits(kernel.word(i))).append("  ");
        text.append(AssemblyWriter.instruction(object.profile(), kernel.word(i))).append('\n');
      }
    }

    private void sourceLine(SourcePosition position) {
      if (!position.file().equals(sourceFile)) {
        sourceFile = position.file();
        sourceText = readSource(position.file());
      }
      text.append("; ").append(position.file()).append(':').append(position.line());
      sourceText
          .flatMap(whole -> whole.lines().skip(position.line() - 1L).findFirst())
          .ifPresent(line -> text.append("  ").append(line.strip()));
      text.append('\n');
    }

    private static Optional<String> readSource(String file) {
      try {
        return DataFiles.read(Session.path(file)) instanceof DataResult.Value<byte[]>(byte[] bytes)
            ? Optional.of(new String(bytes, StandardCharsets.UTF_8))
            : Optional.empty();
      } catch (CommandFailure noName) {
        return Optional.empty();
      }
    }
  }

  /** {@code x: pointer to f32 in X0, read}. */
  static String describe(KernelArgument argument) {
    String type =
        DataFormat.byCode(argument.dataType()).map(DataFormat::spelling).orElse("unknown type");
    StringBuilder text = new StringBuilder(argument.name());
    text.append(argument.kind() == KernelArgument.Kind.GM_POINTER ? ": pointer to " : ": ")
        .append(type);
    if (argument.register() != KernelArgument.NO_REGISTER) {
      text.append(" in X").append(argument.register());
    }
    text.append(argument.read() ? ", read" : "").append(argument.written() ? ", written" : "");
    return text.toString();
  }
}
