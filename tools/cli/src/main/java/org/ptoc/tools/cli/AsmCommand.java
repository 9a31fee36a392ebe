package org.ptoc.tools.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.ObjectWriter;
import org.ptoc.ir.object.SourceDigest;
import org.ptoc.tools.assembly.AssemblyReader;
import org.ptoc.tools.toolchain.Toolchain;
import org.ptoc.tools.toolchain.Toolchain.Source;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc asm}: assembly text to an object file. */
final class AsmCommand implements Command {
  private static final Option OUTPUT =
      Option.value(
          "FILE",
          "output; - is standard output (default: the input's name with .o)",
          "-o",
          "--output");

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(spec, "FILE", "1", ".s file, - for standard input");
    OUTPUT.addTo(spec);
    SourceRoot.OPTION.addTo(spec);
    CodeOptions.PROFILE.addTo(spec);
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    String file = Options.parameters(arguments).getFirst();
    String output = OUTPUT.text(arguments).orElse(defaultOutput(file));
    OutputFiles.check(List.of(file), List.of(output));
    byte[] bytes = session.read(file);
    ObjectFile assembled = assemble(arguments, file, bytes, session);
    ObjectFile recorded = SourceRoot.of(arguments).record(assembled, Session.displayName(file));
    session.write(output, ObjectWriter.write(recorded), true);
    return ExitStatus.OK;
  }

  /** The object of an assembly text. */
  static ObjectFile assemble(ParseResult arguments, String file, byte[] bytes, Session session)
      throws CommandFailure {
    InputKind.expect(InputKind.ASSEMBLY, file, bytes);
    Source source = session.text(file, bytes);
    Diagnostics diagnostics = new Diagnostics();
    Optional<ObjectFile> object =
        AssemblyReader.read(
            source.name(),
            source.text(),
            Version.producer(),
            CodeOptions.profile(arguments),
            SourceDigest.of(source.text()),
            diagnostics);
    return session.accept(new Toolchain.Outcome<>(object, diagnostics.all(), ""));
  }

  private static String defaultOutput(String file) throws CommandFailure {
    Path path = Session.path(file).getFileName();
    if (file.equals("-") || path == null) {
      return "-";
    }
    String name = path.toString();
    return (name.endsWith(".s") ? name.substring(0, name.length() - 2) : name) + ".o";
  }
}
