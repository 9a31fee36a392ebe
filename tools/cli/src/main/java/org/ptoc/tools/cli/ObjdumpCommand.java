package org.ptoc.tools.cli;

import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.ObjectReader;
import org.ptoc.ir.object.OpenEnds;
import org.ptoc.ir.object.SectionHeader;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.assembly.AssemblyWriter;
import org.ptoc.tools.assembly.SourceText;
import org.ptoc.tools.data.DataFormat;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc objdump}: what an object file holds, as a listing, as assembly text or as JSON. */
final class ObjdumpCommand implements Command {
  private static final Option DISASSEMBLE =
      Option.flag(
          "disassembly with the words as comments; 'ptoc asm' reads it back",
          "-d",
          "--disassemble");
  private static final Option KERNELS =
      Option.flag(
              "the kernels, their arguments and resources (default, with a listing)", "--kernels")
          .seldom();
  private static final Option SOURCE =
      Option.flag(
          "source lines between the words, where the source file can be read; also with -d, --json",
          "-S",
          "--source");
  private static final Option SECTION_HEADERS =
      Option.flag(
          "name, size, address, offset and type of each section", "--section-headers", "--headers");
  private static final Option KERNEL = Option.value("NAME", "only this kernel", "-k", "--kernel");
  private static final Option ASM = Option.flag("the same without the words", "--asm").seldom();
  private static final Option JSON = Option.flag("everything as one JSON object", "--json");
  private static final Option CFG =
      Option.value("FORMAT", "basic blocks of the kernels as a graph: dot, for Graphviz", "--cfg")
          .words(List.of("dot"));
  private static final Option OUTPUT =
      Option.value("FILE", "output (default: standard output)", "-o", "--output");

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(spec, "FILE", "1", "object file, - for standard input");
    Option.add(spec, DISASSEMBLE, KERNELS, SOURCE, SECTION_HEADERS, KERNEL, ASM, JSON, CFG);
    SourceReader.OPTION.addTo(spec);
    OUTPUT.addTo(spec);
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    String file = Options.parameters(arguments).getFirst();
    String output = OUTPUT.text(arguments).orElse("-");
    OutputFiles.check(List.of(file), List.of(output));
    byte[] bytes = session.read(file);
    ObjectFile object = ObjectInput.read(Session.displayName(file), bytes);
    Optional<SourceText> sources =
        SOURCE.isIn(arguments)
            ? Optional.of(new SourceText(SourceReader.of(arguments, session)))
            : Optional.empty();
    List<SectionHeader> sections =
        SECTION_HEADERS.isIn(arguments) ? ObjectReader.sections(bytes) : List.of();
    Optional<String> kernel = CodeOptions.kernel(arguments);
    if (kernel.isPresent()) {
      KernelObject only = ObjectKernelChoice.choose(object, kernel);
      object =
          new ObjectFile(
              object.profile(),
              object.producer(),
              object.sourceName(),
              object.sourceDigest(),
              List.of(only));
    }
    String text;
    if (CFG.isIn(arguments)) {
      CFG.word(arguments);
      text = graph(object);
    } else if (JSON.isIn(arguments)) {
      text = ObjectJson.write(object, sections, sources);
    } else if (ASM.isIn(arguments)) {
      text = sectionTable(sections) + AssemblyWriter.write(object, false, sources);
    } else if (DISASSEMBLE.isIn(arguments)) {
      text = sectionTable(sections) + AssemblyWriter.write(object, true, sources);
    } else if (!sections.isEmpty() && sources.isEmpty() && !KERNELS.isIn(arguments)) {
      text = sectionTable(sections);
    } else {
      boolean words = sources.isPresent();
      boolean kernels = KERNELS.isIn(arguments);
      text =
          sectionTable(sections)
              + new Listing(object, sources).write(kernels || !words, words || !kernels);
    }
    session.write(output, text);
    return ExitStatus.OK;
  }

  private static String graph(ObjectFile object) {
    StringBuilder text =
        new StringBuilder("digraph kernels {\n  node [shape=box, fontname=monospace];\n");
    object.kernels().forEach(kernel -> text.append(ControlFlowGraph.of(kernel, object.profile())));
    return text.append("}\n").toString();
  }

  /** The sections as comments of assembly text, so that a disassembly may follow. */
  private static String sectionTable(List<SectionHeader> sections) {
    if (sections.isEmpty()) {
      return "";
    }
    int width =
        sections.stream().mapToInt(each -> Printable.of(each.name()).length()).max().orElse(0);
    StringBuilder text = new StringBuilder("; sections, the null section left out" + "\n");
    String row = "; %3s %-" + Math.max(4, width) + "s %8s %16s %8s %-8s %s";
    text.append(
        String.format(Locale.ROOT, row, "idx", "name", "size", "address", "offset", "type", "")
                .stripTrailing()
            + "\n");
    for (int i = 0; i < sections.size(); i++) {
      SectionHeader each = sections.get(i);
      String line =
          String.format(
              Locale.ROOT,
              row,
              i + 1,
              Printable.of(each.name()),
              HexFormat.of().toHexDigits(each.bytes(), 8),
              HexFormat.of().toHexDigits(each.address()),
              HexFormat.of().toHexDigits(each.offset(), 8),
              each.type(),
              each.executed() ? "TEXT" : each.loaded() ? "DATA" : "");
      text.append(line.stripTrailing()).append('\n');
    }
    return text.append('\n').toString();
  }

  /** The listing for people. */
  private static final class Listing {
    private final ObjectFile object;
    private final Optional<SourceText> sources;
    private final StringBuilder text = new StringBuilder(4096);

    Listing(ObjectFile object, Optional<SourceText> sources) {
      this.object = object;
      this.sources = sources;
    }

    String write(boolean kernels, boolean words) {
      text.append("profile ")
          .append(object.profile().spelling())
          .append(", ISA ")
          .append(ObjectFile.ISA_MAJOR);
      text.append('.')
          .append(ObjectFile.ISA_MINOR)
          .append(", made by ")
          .append(Printable.of(object.producer()));
      text.append(" from ").append(Printable.of(object.sourceName())).append('\n');
      for (KernelObject kernel : object.kernels()) {
        text.append(
                switch (kernel.properties().role()) {
                  case KERNEL -> "\nkernel ";
                  case DEVICE -> "\ndevice function ";
                  case PART ->
                      kernel.open().isPresent() ? "\nunlinked part " : "\npart of a kernel ";
                })
            .append(Printable.of(kernel.name()))
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
      kernel.open().stream().flatMap(ends -> ends.symbols().stream()).forEach(this::symbol);
      kernel
          .checks()
          .ifPresent(
              checks ->
                  text.append("  checks in front of a run: ")
                      .append(checks.wordCount())
                      .append(" words\n"));
    }

    private void symbol(OpenEnds.Buffer each) {
      text.append("  symbol ").append(Printable.of(each.symbol()));
      if (each.address().isPresent()) {
        text.append(": ").append(each.bytes()).append(" bytes at ");
        text.append(each.address().getAsInt()).append('\n');
      } else {
        text.append(": in another file\n");
      }
    }

    private void words(KernelObject kernel) {
      SourcePosition last = SourcePosition.NONE;
      for (int i = 0; i < kernel.wordCount(); i++) {
        SourcePosition position = kernel.positions().get(i);
        if (sources.isPresent() && SourceText.isNews(last, position)) {
          text.append(sources.get().comment(position)).append('\n');
        }
        last = position;
        text.append("  ").append(HexFormat.of().toHexDigits(8L * i, 6)).append("  ");
        text.append(HexFormat.of().withUpperCase().toHexDigits(kernel.word(i))).append("  ");
        text.append(AssemblyWriter.instruction(object.profile(), kernel.word(i))).append('\n');
        int word = i;
        kernel.open().stream()
            .flatMap(ends -> ends.relocations(word))
            .forEach(
                each ->
                    text.append(" ".repeat(10)).append(Printable.of(each.toString())).append('\n'));
      }
    }
  }

  /** {@code x: pointer to f32 in X0, read}. */
  static String describe(KernelArgument argument) {
    String type = ArgumentBinder.format(argument).map(DataFormat::spelling).orElse("unknown type");
    StringBuilder text = new StringBuilder(Printable.of(argument.name()));
    text.append(argument.kind() == KernelArgument.Kind.GM_POINTER ? ": pointer to " : ": ")
        .append(type);
    if (argument.register() != KernelArgument.NO_REGISTER) {
      text.append(" in X").append(argument.register());
    }
    argument
        .launchValue()
        .ifPresent(value -> text.append(", ").append(value.spelling()).append(" of the launch"));
    text.append(argument.read() ? ", read" : "").append(argument.written() ? ", written" : "");
    return text.toString();
  }
}
