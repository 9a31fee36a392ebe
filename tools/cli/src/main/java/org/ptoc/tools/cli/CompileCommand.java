package org.ptoc.tools.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.ObjectWriter;
import org.ptoc.tools.assembly.AssemblyWriter;
import org.ptoc.tools.cli.Toolchain.Source;
import org.ptoc.tools.cli.Toolchain.Stage;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc compile}: objects go to FILE.o, assembly to FILE.s, IR stages to standard output,
 * unless {@code -o} says.
 */
final class CompileCommand implements Command {
  private static final List<String> EMITTED = List.of("ir", "tile-ir", "vpto", "asm", "obj");

  @Override
  public CommandSpec describe() {
    CommandSpec spec = CommandSpec.create();
    Options.parameters(spec, "FILE", "1..*", ".pto files, - for standard input");
    Options.value(spec, "FILE", "output, - for stdout (default: INPUT.o or .s)", "-o", "--output");
    Options.words(spec, EMITTED, "FORM", "ir, tile-ir, vpto, asm or obj (default)", "--emit");
    Options.flag(spec, "same as --emit=asm", "-S");
    Options.flag(spec, "same as --emit=obj", "-c");
    CodeOptions.describe(spec);
    BlockParameters.describe(spec);
    SourceRoot.describe(spec);
    PassOptions.describe(spec);
    Options.flag(spec, "registers, spills, repeats, code size, UB map", "-v", "--verbose");
    MessageOptions.describe(spec);
    return spec;
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    MessageOptions.apply(arguments, session);
    Toolchain.Request request =
        CodeOptions.request(
            arguments, PassOptions.read(arguments, Options.has(arguments, "-v"), session));
    String form = form(arguments);
    List<String> files = Options.parameters(arguments);
    Optional<String> output = Options.text(arguments, "-o");
    if (files.size() > 1 && output.isPresent()) {
      throw CommandFailure.usage("-o names one output, but there are " + files.size() + " inputs");
    }
    List<String> outputs = new ArrayList<>();
    for (String file : files) {
      outputs.add(output(output, file, form));
    }
    OutputFiles.check(files, outputs);
    SourceRoot root = SourceRoot.of(arguments);
    BlockParameters blocks = BlockParameters.of(arguments);
    return Inputs.each(
        files,
        session,
        (file, source) ->
            emit(form, source, request, output(output, file, form), root, blocks, session));
  }

  private static String output(Optional<String> chosen, String file, String form)
      throws CommandFailure {
    return chosen.isPresent() ? chosen.get() : defaultOutput(file, form);
  }

  private static void emit(
      String form,
      Source source,
      Toolchain.Request request,
      String output,
      SourceRoot root,
      BlockParameters blocks,
      Session session)
      throws CommandFailure {
    Optional<Stage> stage =
        Arrays.stream(Stage.values()).filter(each -> each.spelling().equals(form)).findFirst();
    if (stage.isPresent()) {
      session.write(
          output, session.accept(session.toolchain().print(source, request, stage.get())));
      return;
    }
    ObjectFile compiled = session.accept(session.toolchain().compile(source, request));
    ObjectFile object = root.record(blocks.apply(compiled), source.name());
    if (form.equals("asm")) {
      session.write(output, AssemblyWriter.write(object));
    } else {
      session.write(output, ObjectWriter.write(object), true);
    }
  }

  private static String form(ParseResult arguments) throws CommandFailure {
    List<String> wanted = new ArrayList<>();
    if (Options.has(arguments, "--emit")) {
      wanted.add(Options.choice(arguments, "--emit", EMITTED, "obj"));
    }
    if (Options.has(arguments, "-S")) {
      wanted.add("asm");
    }
    if (Options.has(arguments, "-c")) {
      wanted.add("obj");
    }
    if (wanted.stream().distinct().count() > 1) {
      throw CommandFailure.usage("-S, -c and --emit ask for different outputs");
    }
    return wanted.isEmpty() ? "obj" : wanted.getFirst();
  }

  /** In the current directory, as compilers do. */
  private static String defaultOutput(String file, String form) throws CommandFailure {
    if (file.equals("-") || !form.equals("asm") && !form.equals("obj")) {
      return "-";
    }
    Path path = Session.path(file).getFileName();
    String name = path == null ? "out" : path.toString();
    int dot = name.lastIndexOf('.');
    return (dot > 0 ? name.substring(0, dot) : name) + (form.equals("asm") ? ".s" : ".o");
  }
}
