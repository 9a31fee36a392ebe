package org.ptoc.tools.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.ObjectWriter;
import org.ptoc.tools.assembly.AssemblyWriter;
import org.ptoc.tools.cli.InputFiles.InputFile;
import org.ptoc.tools.toolchain.Toolchain;
import org.ptoc.tools.toolchain.Toolchain.Source;
import org.ptoc.tools.toolchain.Toolchain.Stage;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc compile}: objects go to FILE.o, assembly to FILE.s, IR stages to standard output,
 * unless {@code -o} says.
 */
final class CompileCommand implements Command {
  private static final List<String> EMITTED = List.of("ir", "tile-ir", "vpto", "asm", "obj");

  private static final Option DEPENDENCIES =
      Option.flag("write OUTPUT with .d at its end: a make rule that names the source", "-MD")
          .seldom();

  private static final List<String> LEVELS = List.of("0", "1", "2", "3");

  static final Option OUTPUT =
      Option.value(
          "FILE",
          "output, - for stdout (default: INPUT.o or .s); of several inputs a directory, or one"
              + " FILE.o or .s for all",
          "-o",
          "--output");
  private static final Option EMIT =
      Option.value("FORM", "ir, tile-ir, vpto, asm or obj (default)", "--emit").words(EMITTED);
  private static final Option ASSEMBLY = Option.flag("same as --emit=asm", "-S").seldom();
  private static final Option OBJECT_ONLY =
      Option.flag(
              "--emit=obj, also of a part whose other part ptoc link adds from another file", "-c")
          .seldom();
  private static final Option LEVEL =
      Option.attached("LEVEL", "2", "0, 1, 2 or 3, as with other compilers: all mean one", "-O")
          .words(LEVELS)
          .seldom();
  private static final Option LINES =
      Option.flag("as with other compilers: objects always name source lines", "-g").seldom();
  private static final Option VERBOSE =
      Option.flag(
          "registers, spills, flags and barriers, repeats, code size, UB map", "-v", "--verbose");

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(spec, "FILE", "1..*", Inputs.DESCRIPTION);
    Option.add(spec, OUTPUT, EMIT, ASSEMBLY, OBJECT_ONLY, LEVEL, LINES, DEPENDENCIES);
    CodeOptions.describe(spec);
    BlockParameters.OPTION.addTo(spec);
    SourceRoot.OPTION.addTo(spec);
    PassOptions.describe(spec);
    VERBOSE.addTo(spec);
    Watch.OPTION.addTo(spec);
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    LEVEL.word(arguments);
    Toolchain.Request whole =
        CodeOptions.request(
            arguments, PassOptions.read(arguments, VERBOSE.isIn(arguments), session));
    Toolchain.Request request = OBJECT_ONLY.isIn(arguments) ? whole.ofPart() : whole;
    String form = form(arguments);
    InputFiles inputs = InputFiles.of(Options.parameters(arguments), Inputs.SOURCES);
    if (isOne(inputs, OUTPUT.text(arguments))) {
      return joined(inputs, request, form, arguments, session);
    }
    Map<InputFile, String> outputs = outputs(inputs, OUTPUT.text(arguments), form, session);
    SourceRoot root = SourceRoot.of(arguments);
    BlockParameters blocks = BlockParameters.of(arguments);
    boolean rules = DEPENDENCIES.isIn(arguments);
    if (rules && outputs.containsValue("-")) {
      throw CommandFailure.usage(DEPENDENCIES + " needs an output that is a file");
    }
    return Inputs.each(
        inputs,
        outputs.containsValue("-"),
        session,
        (file, source, own) -> {
          String output = Objects.requireNonNull(outputs.get(file));
          emit(form, source, request, output, root, blocks, own);
          if (rules) {
            own.write(withoutEnding(output) + ".d", rule(output, List.of(file.name())));
          }
        });
  }

  /** True if all inputs become one output. */
  private static boolean isOne(InputFiles inputs, Optional<String> chosen) throws CommandFailure {
    return inputs.isBatch()
        && chosen.filter(name -> name.endsWith(".o") || name.endsWith(".s")).isPresent()
        && !Files.isDirectory(Session.path(chosen.get()));
  }

  /** Compiles several files as one, whose functions know each other. */
  private static int joined(
      InputFiles inputs,
      Toolchain.Request request,
      String form,
      ParseResult arguments,
      Session session)
      throws CommandFailure {
    String output = OUTPUT.text(arguments).orElseThrow();
    if (inputs.wantsDirectory()) {
      throw CommandFailure.usage(
          "-o names one output, but there are directories or patterns among the inputs",
          "name a directory with -o DIR, or the files that belong together");
    }
    if (form.equals("ir") || form.equals("tile-ir") || form.equals("vpto")) {
      throw CommandFailure.usage("--emit=" + form + " is for one input");
    }
    List<String> names = inputs.files().stream().map(InputFile::name).toList();
    OutputFiles.check(names, names.stream().map(_ -> output).toList().subList(0, 1));
    List<Source> sources = new ArrayList<>();
    for (String name : names) {
      sources.add(session.source(name, session.read(name)));
    }
    Source first = sources.getFirst();
    Source all = new Source(first.name(), first.text(), sources.subList(1, sources.size()));
    emit(
        form,
        all,
        request,
        output,
        SourceRoot.of(arguments),
        BlockParameters.of(arguments),
        session);
    if (DEPENDENCIES.isIn(arguments)) {
      session.write(withoutEnding(output) + ".d", rule(output, names));
    }
    return ExitStatus.OK;
  }

  /** A line for make. */
  private static String rule(String output, List<String> inputs) {
    return escaped(output)
        + ": "
        + inputs.stream().map(CompileCommand::escaped).collect(Collectors.joining(" "))
        + "\n";
  }

  private static String escaped(String name) {
    return name.replace("$", "$$").replace(" ", "\\ ").replace("#", "\\#");
  }

  /** Where the output of each input goes; no two go to one place. */
  private static Map<InputFile, String> outputs(
      InputFiles inputs, Optional<String> chosen, String form, Session session)
      throws CommandFailure {
    boolean directory =
        chosen.isPresent()
            && !chosen.get().equals("-")
            && (inputs.isBatch()
                || chosen.get().endsWith("/")
                || Files.isDirectory(Session.path(chosen.get())));
    if (inputs.wantsDirectory() && chosen.isEmpty() && !defaultOutput("x", form).equals("-")) {
      throw CommandFailure.usage(
          "outputs of a directory or pattern need a place", "name a directory with -o DIR");
    }
    Map<InputFile, String> outputs = new LinkedHashMap<>();
    for (InputFile file : inputs.files()) {
      outputs.put(
          file,
          directory
              ? chosen.get() + (chosen.get().endsWith("/") ? "" : "/") + renamed(file.place(), form)
              : chosen.isPresent() ? chosen.get() : defaultOutput(file.name(), form));
    }
    OutputFiles.check(
        inputs.files().stream().map(InputFile::name).toList(), List.copyOf(outputs.values()));
    for (String output : directory ? outputs.values() : List.<String>of()) {
      session.makeDirectory(output.substring(0, output.lastIndexOf('/')));
    }
    return outputs;
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
    ObjectFile object = blocks.apply(compiled);
    for (Source each : source.all()) {
      object = root.record(object, each.name());
    }
    if (form.equals("asm")) {
      session.write(output, AssemblyWriter.write(object));
    } else {
      session.write(output, ObjectWriter.write(object), true);
    }
  }

  private static String form(ParseResult arguments) throws CommandFailure {
    List<String> wanted = new ArrayList<>();
    if (EMIT.isIn(arguments)) {
      wanted.add(EMIT.word(arguments));
    }
    if (ASSEMBLY.isIn(arguments)) {
      wanted.add("asm");
    }
    if (OBJECT_ONLY.isIn(arguments)) {
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
    return renamed(path == null ? "out" : path.toString(), form);
  }

  /** The name of an output for that of its input. */
  private static String renamed(String name, String form) {
    String ending =
        switch (form) {
          case "asm" -> ".s";
          case "obj" -> ".o";
          default -> "." + form + ".pto";
        };
    return withoutEnding(name) + ending;
  }

  static String withoutEnding(String name) {
    int dot = name.lastIndexOf('.');
    return dot > name.lastIndexOf('/') + 1 ? name.substring(0, dot) : name;
  }
}
