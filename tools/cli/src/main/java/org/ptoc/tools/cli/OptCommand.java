package org.ptoc.tools.cli;

import java.util.List;
import org.ptoc.tools.toolchain.Toolchain;
import org.ptoc.tools.toolchain.Toolchain.Source;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc opt}: the IR after chosen passes. */
final class OptCommand implements Command {
  private static final Option PASS =
      Option.values(
              "NAME[,NAME]", "passes to run, in order, or all; none prints the parsed IR", "--pass")
          .words(() -> PassOptions.names().iterator());
  private static final Option LIST_PASSES =
      Option.flag("list the passes in the order of a compilation", "--list-passes");
  private static final Option OUTPUT =
      Option.value("FILE", "output (default: standard output)", "-o", "--output");

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(spec, "FILE", "0..1", ".pto file, - for standard input");
    Option.add(spec, PASS, LIST_PASSES, OUTPUT);
    CodeOptions.describe(spec);
    PassOptions.describe(spec);
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    List<String> known = session.toolchain().passNames();
    if (LIST_PASSES.isIn(arguments)) {
      known.forEach(name -> session.out().print(name + "\n"));
      return ExitStatus.OK;
    }
    if (Options.parameters(arguments).isEmpty()) {
      throw CommandFailure.usage("an input file is missing", "- is standard input");
    }
    List<String> passes = PassOptions.passes(PASS.texts(arguments), session);
    if (passes.contains("all")) {
      passes = known;
    }
    String file = Options.parameters(arguments).getFirst();
    String output = OUTPUT.text(arguments).orElse("-");
    OutputFiles.check(List.of(file), List.of(output));
    Source source = session.source(file, session.read(file));
    Toolchain.Request request =
        CodeOptions.request(arguments, PassOptions.read(arguments, false, session));
    String text = session.accept(session.toolchain().optimize(source, request, passes));
    session.write(output, text);
    return ExitStatus.OK;
  }
}
