package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.ObjectWriter;
import org.ptoc.tools.toolchain.ObjectLinker;
import org.ptoc.tools.toolchain.Toolchain;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc link}: object files to one, with the parts of kernels of both kinds of cores. */
final class LinkCommand implements Command {
  private static final Option OUTPUT =
      Option.value("FILE", "output, - for standard output", "-o", "--output");

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(spec, "FILE", "1..*", "object files");
    OUTPUT.addTo(spec);
    CodeOptions.PAIR.addTo(spec);
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    List<String> files = Options.parameters(arguments);
    String output =
        OUTPUT
            .text(arguments)
            .orElseThrow(() -> CommandFailure.usage("link needs an output", "name it with -o"));
    OutputFiles.check(files, List.of(output));
    List<ObjectFile> objects = new ArrayList<>();
    for (String file : files) {
      objects.add(ObjectInput.read(Session.displayName(file), session.read(file)));
    }
    Diagnostics diagnostics = new Diagnostics();
    Optional<ObjectFile> linked =
        ObjectLinker.link(objects, CodeOptions.pairs(arguments), diagnostics);
    ObjectFile object = session.accept(new Toolchain.Outcome<>(linked, diagnostics.all(), ""));
    session.write(output, ObjectWriter.write(object), true);
    return ExitStatus.OK;
  }
}
