package org.ptoc.tools.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.json.Json;
import org.ptoc.tools.plan.ParameterUse;
import org.ptoc.tools.report.JsonReport;
import org.ptoc.tools.report.LaunchLog;
import org.ptoc.tools.toolchain.ResidentToolchain;
import org.ptoc.tools.toolchain.TimedRun;
import org.ptoc.tools.toolchain.Toolchain;
import picocli.CommandLine.ParseResult;

/**
 * Answers the calls of one other process. A call is a verb and words:
 *
 * <ul>
 *   <li>{@code call INPUT WORD...}: a command line of {@code ptoc} that comes to an end, with INPUT
 *       as its standard input
 *   <li>{@code load FILE SOURCE}: keeps the kernels of an object; SOURCE is the text that it was
 *       made of, where no file holds it
 *   <li>{@code run PROGRAM KERNEL COUNT OPTION... ARGUMENT...}: runs a kernel with COUNT words of
 *       {@code ptoc run}, then the arguments, as {@code --arg} takes them or as {@link Mappings}
 *       says; with several ranks, all arguments of each rank in turn
 *   <li>{@code report RUN}: where the cycles of a run went, as long as it is among the last ones
 *   <li>{@code views PROGRAM KERNEL}: the parameters that a kernel reads and writes, and the views
 *       that it makes of them
 *   <li>{@code empty FILE BYTES}: so many bytes of a mapped file have no values yet; {@code written
 *       FILE BYTES FROM END}: some of them have now
 *   <li>{@code log NAME RUN}: adds the cycles of a run to a log; {@code logged NAME TITLE}: ends a
 *       log with its table, its page and its sums
 *   <li>{@code unload PROGRAM}, {@code drop FILE...}: forget
 * </ul>
 *
 * <p>An answer is one object of JSON. Used by one thread.
 */
final class Server {
  /** Runs that are known by number. */
  private static final int MOST_RUNS = 64;

  /** Command lines whose parsed form is kept. */
  private static final int MOST_LINES = 256;

  private final Supplier<Toolchain> toolchains;
  private final Path crashes;
  private final Mappings mappings = new Mappings();
  private final Map<Integer, Program> programs = new HashMap<>();
  private final Map<Integer, TimedRun> runs = recent(MOST_RUNS);
  private final Map<Integer, LaunchLog.Launch> figures = recent(MOST_RUNS);
  private final Map<String, LaunchLog> logs = new HashMap<>();
  private final Map<List<String>, ParseResult> lines = recent(MOST_LINES);
  private int programsMade;
  private int runsMade;

  /** An object whose kernels are loaded. */
  private record Program(ObjectFile object, Optional<String> source, Toolchain toolchain) {}

  /**
   * @param crashes where folders about internal errors go
   */
  Server(Supplier<Toolchain> toolchains, Path crashes) {
    this.toolchains = toolchains;
    this.crashes = crashes;
  }

  private static <K, V> Map<K, V> recent(int most) {
    return new LinkedHashMap<>() {
      private static final long serialVersionUID = 1;

      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
      }
    };
  }

  /** What is said before the first call. */
  static String greeting() {
    return new Json().beginObject().field("ptoc", Version.number()).field("protocol", 1).end() + "";
  }

  /** Answers one call, on one line. */
  String answer(List<String> call) {
    String verb = call.isEmpty() ? "" : call.getFirst();
    List<String> words = call.isEmpty() ? List.of() : call.subList(1, call.size());
    return switch (verb) {
      case "call" -> command(words);
      case "load" -> answer(words, talk -> load(words, talk));
      case "run" -> answer(words, talk -> run(words, talk));
      case "report" -> answer(words, talk -> report(words, talk));
      case "views" -> answer(words, talk -> views(words, talk));
      case "empty" -> answer(words, talk -> empty(words));
      case "written" -> answer(words, talk -> written(words));
      case "log" -> answer(words, talk -> log(words));
      case "logged" -> answer(words, talk -> logged(words, talk));
      case "unload" -> answer(words, talk -> unload(words));
      case "drop" -> answer(words, talk -> drop(words));
      default -> answer(words, talk -> unknown(verb));
    };
  }

  /** Answers a call of too many characters. */
  String tooLong(long most) {
    return answer(
        List.of(),
        talk -> {
          throw CommandFailure.usage("a call has at most " + most + " characters");
        });
  }

  private static int unknown(String verb) throws CommandFailure {
    throw CommandFailure.usage("there is no call '" + verb + "'");
  }

  /** What is said during one call, and what its answer holds besides. */
  private static final class Talk {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final ByteArrayOutputStream err = new ByteArrayOutputStream();
    final Reporter reporter =
        new Reporter(new PrintStream(err, true, StandardCharsets.UTF_8), false);
    final Json fields = new Json().beginObject();

    Session session(Supplier<Toolchain> toolchains, Path crashes) {
      PrintStream printer = new PrintStream(out, true, StandardCharsets.UTF_8);
      PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
      return new Session(
          new Environment(
              new ByteArrayInputStream(new byte[0]),
              printer,
              messages,
              false,
              false,
              crashes,
              Map.of()),
          reporter,
          toolchains);
    }
  }

  private interface Work {
    int apply(Talk talk) throws CommandFailure;
  }

  private String answer(List<String> words, Work work) {
    Talk talk = new Talk();
    talk.reporter.setFormat(DiagnosticFormat.JSON);
    talk.reporter.keepRecord();
    int status = Ptoc.attempt(words, talk.reporter, crashes, () -> work.apply(talk));
    talk.reporter.finish();
    talk.fields.field("status", status);
    talk.fields.field("out", talk.out.toString(StandardCharsets.UTF_8));
    talk.fields.field("err", talk.err.toString(StandardCharsets.UTF_8));
    // Each line of the record is an object.
    String found = talk.reporter.record().strip().replace('\n', ',');
    String answer = talk.fields.end().toString();
    return answer.substring(0, answer.length() - 1) + ",\"diagnostics\":[" + found + "]}";
  }

  private String command(List<String> words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    byte[] input = (words.isEmpty() ? "" : words.getFirst()).getBytes(StandardCharsets.UTF_8);
    Environment environment =
        new Environment(
            new ByteArrayInputStream(input),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            false,
            crashes,
            Map.of());
    int status =
        Ptoc.resident(environment, toolchains)
            .run(words.isEmpty() ? words : words.subList(1, words.size()));
    return new Json()
        .beginObject()
        .field("status", status)
        .field("out", out.toString(StandardCharsets.UTF_8))
        .field("err", err.toString(StandardCharsets.UTF_8))
        .end()
        .toString();
  }

  private int load(List<String> words, Talk talk) throws CommandFailure {
    String file = word(words, 0);
    Session session = talk.session(toolchains, crashes);
    ObjectFile object = ObjectInput.read(file, session.read(file));
    int id = ++programsMade;
    Optional<String> source = words.size() > 1 ? Optional.of(words.get(1)) : Optional.empty();
    programs.put(id, new Program(object, source, new ResidentToolchain(toolchains.get())));
    talk.fields.field("program", id).field("profile", object.profile().spelling());
    talk.fields.field("source", object.sourceName());
    talk.fields.key("kernels").beginArray();
    object.launchable().forEach(kernel -> describe(kernel, talk.fields));
    talk.fields.end();
    return ExitStatus.OK;
  }

  private static void describe(KernelObject kernel, Json json) {
    json.beginObject().field("name", kernel.name());
    json.field("blocks", kernel.properties().blockCount()).key("parameters").beginArray();
    for (KernelArgument argument : kernel.arguments()) {
      Optional<DataFormat> format = ArgumentBinder.format(argument);
      json.beginObject().field("name", argument.name());
      json.key("pointer").value(argument.kind() == KernelArgument.Kind.GM_POINTER);
      json.field("type", format.map(DataFormat::spelling).orElse("unknown"));
      argument.launchValue().ifPresent(value -> json.field("launch", value.spelling()));
      json.key("accepts").beginObject();
      for (DataFormat given : DataFormat.values()) {
        boolean other = given.isOpaque() && !format.equals(Optional.of(given));
        if (!other && (format.isEmpty() || ArgumentBinder.agree(format.get(), given))) {
          given.arrayNames().forEach(name -> json.field(name, given.spelling()));
        }
      }
      json.end().end();
    }
    json.end().end();
  }

  private int run(List<String> words, Talk talk) throws CommandFailure {
    Program program = program(words);
    KernelObject kernel = ObjectKernelChoice.choose(program.object(), Optional.of(word(words, 1)));
    int first = 3;
    int options = number(word(words, 2));
    if (options < 0 || options > words.size() - first) {
      throw CommandFailure.usage("the call has fewer words than it says");
    }
    Session session = talk.session(program::toolchain, crashes);
    ParseResult arguments = parsed(words.subList(first, first + options), session);
    for (Option option : List.of(DeviceBuffers.OPTION, Chain.THEN)) {
      if (option.isIn(arguments)) {
        throw CommandFailure.usage(
            option + " is for the command line", "call once for each launch");
      }
    }
    MessageOptions.apply(arguments, session);
    talk.reporter.setFormat(DiagnosticFormat.JSON);
    program
        .source()
        .ifPresent(text -> talk.reporter.addSource(program.object().sourceName(), text));
    List<Long> changed = new ArrayList<>();
    int ranks = RunCommand.ranks(arguments);
    List<String> texts = List.copyOf(words.subList(first + options, words.size()));
    int own = texts.size() / ranks;
    if (own * ranks < texts.size()) {
      throw CommandFailure.usage(ranks + " ranks take equally many arguments each");
    }
    ArgumentBinder.Given given =
        new ArgumentBinder.Given(
            rank -> texts.subList(rank * own, rank * own + own), mappings.loader(changed));
    RunCommand.RunRequest request =
        new RunCommand.RunRequest(
            arguments,
            program.object(),
            kernel,
            RunCommand.DUMP_ALL.text(arguments),
            Runtime.getRuntime().availableProcessors(),
            true,
            given,
            session);
    RunCommand.Done done = RunCommand.run(request, chosen -> {});
    tell(done, changed, talk);
    return done.status();
  }

  private void tell(RunCommand.Done done, List<Long> changed, Talk talk) {
    talk.fields.field("run", ++runsMade).key("cycles").beginObject();
    done.completed().cycles().forEach(each -> talk.fields.field(each.model(), each.cycles()));
    talk.fields.end().key("changed").beginArray();
    changed.forEach(talk.fields::value);
    talk.fields.end();
    done.completed().timed().ifPresent(timed -> runs.put(runsMade, timed));
    done.figures().ifPresent(launch -> figures.put(runsMade, launch));
  }

  /** The same words need not be parsed again: a parse does not change. */
  private ParseResult parsed(List<String> words, Session session) throws CommandFailure {
    ParseResult known = lines.get(words);
    if (known == null) {
      List<String> line = new ArrayList<>(words);
      line.add("resident.o");
      known = new CommandRunner(Commands.RUN, session).parse(line);
      lines.put(List.copyOf(words), known);
    }
    return known;
  }

  private int report(List<String> words, Talk talk) throws CommandFailure {
    TimedRun run = runs.get(number(word(words, 0)));
    if (run == null) {
      throw CommandFailure.usage(
          "the figures of this run are not kept any more", "the last " + MOST_RUNS + " are");
    }
    byte[] report = JsonReport.of(run).getBytes(StandardCharsets.UTF_8);
    talk.out.write(report, 0, report.length);
    return ExitStatus.OK;
  }

  private int views(List<String> words, Talk talk) throws CommandFailure {
    Program program = program(words);
    KernelObject kernel = ObjectKernelChoice.choose(program.object(), Optional.of(word(words, 1)));
    Session session = talk.session(program::toolchain, crashes);
    program
        .source()
        .ifPresent(text -> talk.reporter.addSource(program.object().sourceName(), text));
    ParameterUse use =
        ParameterUse.of(
            AutoArguments.functions(program.object(), kernel, parsed(List.of(), session), session),
            kernel.arguments());
    talk.fields.key("read").beginArray();
    use.read().forEach(talk.fields::value);
    talk.fields.end().key("written").beginArray();
    use.written().forEach(talk.fields::value);
    talk.fields.end().key("views").beginArray();
    for (ParameterUse.View view : use.views()) {
      talk.fields.beginObject().field("parameter", view.parameter()).field("name", view.name());
      numbers("shape", view.shape(), talk.fields);
      numbers("strides", view.strides(), talk.fields);
      talk.fields.end();
    }
    talk.fields.end();
    return ExitStatus.OK;
  }

  /** An array of numbers, -1 for those that only a run knows. */
  private static void numbers(String name, List<OptionalLong> numbers, Json json) {
    json.key(name).beginArray();
    numbers.forEach(number -> json.value(number.orElse(-1)));
    json.end();
  }

  private int empty(List<String> words) throws CommandFailure {
    mappings.device(word(words, 0), number(word(words, 1)), false);
    return ExitStatus.OK;
  }

  private int written(List<String> words) throws CommandFailure {
    mappings
        .device(word(words, 0), number(word(words, 1)), true)
        .write(number(word(words, 2)), number(word(words, 3)));
    return ExitStatus.OK;
  }

  private int log(List<String> words) throws CommandFailure {
    LaunchLog log = logs.computeIfAbsent(word(words, 0), _ -> new LaunchLog());
    Optional.ofNullable(figures.get(number(word(words, 1)))).ifPresent(log::add);
    return ExitStatus.OK;
  }

  private int logged(List<String> words, Talk talk) throws CommandFailure {
    LaunchLog log = Optional.ofNullable(logs.remove(word(words, 0))).orElseGet(LaunchLog::new);
    log.write(talk.fields);
    talk.fields.field("text", log.text()).field("html", log.html(word(words, 1)));
    return ExitStatus.OK;
  }

  private int unload(List<String> words) throws CommandFailure {
    programs.remove(number(word(words, 0)));
    return ExitStatus.OK;
  }

  private int drop(List<String> words) {
    words.forEach(mappings::drop);
    return ExitStatus.OK;
  }

  private Program program(List<String> words) throws CommandFailure {
    Program program = programs.get(number(word(words, 0)));
    if (program == null) {
      throw CommandFailure.usage("there is no program " + word(words, 0));
    }
    return program;
  }

  private static String word(List<String> words, int index) throws CommandFailure {
    if (index >= words.size()) {
      throw CommandFailure.usage("the call has too few words");
    }
    return words.get(index);
  }

  private static int number(String word) throws CommandFailure {
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw CommandFailure.usage("'" + word + "' is no number");
    }
  }
}
