package org.ptoc.tools.debug;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.ptoc.emulator.SteppedLaunch.SteppedCore;
import org.ptoc.emulator.Trap;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.EndlessLoop;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.print.Printout;
import org.ptoc.emulator.session.ByteRange;
import org.ptoc.emulator.session.DebugSession;
import org.ptoc.emulator.session.Halt;
import org.ptoc.emulator.session.LastWriter;
import org.ptoc.emulator.session.Observer;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.data.DataFormat;

/**
 * What a terminal and an editor share: a session with breakpoints, lines, a selected core and a
 * clock. One thread uses it; {@link #interrupt} may come from another.
 */
final class Debugger implements Expression.Names {
  /** Bytes of checkpoints. */
  private static final long BUDGET = 1L << 28;

  /** Words that the clock follows at one stop; behind longer runs cycles are not shown. */
  private static final long MOST_TIMED = 4_000_000;

  private static final int WORD_BYTES = 8;
  private static final int LINK = 30;

  private final Setup setup;
  private final CodeMap.Sources sources;
  private final Map<CoreKind, CodeMap> codes = new EnumMap<>(CoreKind.class);
  private final List<Breakpoint> breakpoints = new ArrayList<>();
  private final Consumer<String> output;
  private final ShownBytes shownBytes = new ShownBytes();
  private DebugSession session;
  private CycleClock clock;
  private int selected;
  private int numbers;
  private int shown;

  /** What a run stopped for, and what is to be said about it. */
  record Stop(Kind kind, String message, Optional<Breakpoint> breakpoint) {}

  /** Kinds of stops. */
  enum Kind {
    STEP,
    BREAKPOINT,
    TRAP,
    END,
    BEGIN,
    INTERRUPT
  }

  /** Units that steps count. */
  enum Unit {
    INSTRUCTION,
    LINE,
    LINE_OVER_CALLS
  }

  /**
   * A debugger at the begin of a launch.
   *
   * @param output gets what the program prints and what log points write, in whole lines
   */
  Debugger(Setup setup, Consumer<String> output) throws DebugProblem {
    this.setup = setup;
    this.output = output;
    this.sources = new CodeMap.Sources(setup.sources());
    this.session = new DebugSession(setup.target()::begin, BUDGET);
    this.clock = new CycleClock(setup.target(), session);
    if (setup.dump().isPresent()) {
      setup.dump().get().restore(session);
    }
    this.selected = session.current().number();
  }

  /** Begins the run anew; breakpoints stay, edits do not. */
  void restart() {
    session = new DebugSession(setup.target()::begin, BUDGET);
    clock = new CycleClock(setup.target(), session);
    selected = session.current().number();
    shown = 0;
  }

  DebugSession session() {
    return session;
  }

  CodeMap.Sources sources() {
    return sources;
  }

  List<Breakpoint> breakpoints() {
    return breakpoints;
  }

  /** Stops the run that goes on in another thread, or the next one. */
  void interrupt() {
    session.interrupt();
  }

  /** Forgets an interrupt that came after the end of a run. */
  void clearInterrupt() {
    session.clearInterrupt();
  }

  /** The text that a core runs. */
  CodeMap code(int core) {
    return codes.computeIfAbsent(
        session.launch().place(core).kind(),
        _ -> new CodeMap(session.launch().program(core), setup.target().code(core)));
  }

  /** The selected core, or the one whose turn it is where that one does not run now. */
  SteppedCore core() {
    SteppedCore core = session.core(selected).orElseGet(session::current);
    selected = core.number();
    return core;
  }

  /** Selects a core; false if it does not run now. */
  boolean select(int number) {
    boolean runs = session.core(number).isPresent();
    selected = runs ? number : selected;
    return runs;
  }

  /** The word that the selected core executes next, or that trapped. */
  int word() {
    return core().run().core().programCounter;
  }

  SourcePosition position() {
    return code(core().number()).position(word());
  }

  /** Cycles of a core at a position; empty where they are not counted. */
  OptionalLong cycles(int core, long position) {
    return position - clock.end() > MOST_TIMED ? OptionalLong.empty() : clock.at(core, position);
  }

  /** Adds a breakpoint or watchpoint. */
  Breakpoint add(
      Breakpoint.Site site, Optional<String> condition, boolean isTemporary, Optional<String> log) {
    Breakpoint added = new Breakpoint(++numbers, site, condition, isTemporary, log);
    breakpoints.add(added);
    return added;
  }

  /** The words at which a breakpoint stops a core. */
  List<Integer> words(Breakpoint.Site site, int core) {
    return switch (site) {
      case Breakpoint.Line(String file, int line) -> code(core).wordsOfLine(file, line);
      case Breakpoint.Word(int word) -> word < code(core).size() ? List.of(word) : List.of();
      case Breakpoint.Watch _ -> List.of();
    };
  }

  /** Goes on to the next stop. */
  Stop go() {
    return forward(new Search(_ -> false, (_, _) -> false, true));
  }

  /** Goes back to the last stop. */
  Stop goBack() {
    return backward(new Search(_ -> false, (_, _) -> false, true));
  }

  /** Goes one unit on or back, in the selected core. */
  Stop step(Unit unit, boolean back) {
    int core = core().number();
    CodeMap code = code(core);
    int function = code.function(word());
    BiPredicate<Integer, Integer> goal =
        switch (unit) {
          case INSTRUCTION -> (number, _) -> number == core;
          case LINE -> (number, word) -> number == core && begins(number, word);
          case LINE_OVER_CALLS ->
              (number, word) ->
                  number == core
                      && begins(number, word)
                      && (code.function(word) == function || code.isReturnOf(word, function));
        };
    Search search = new Search(each -> each == core, goal, true);
    if (back) {
      return backward(search);
    }
    if (unit != Unit.INSTRUCTION) {
      return forward(search);
    }
    // One word of this core: others may have their turn before.
    long executed = core().run().core().executed;
    Stop stop =
        forward(
            new Search(
                each -> each == core,
                (number, _) ->
                    number == core
                        && session.core(core).filter(each -> done(each, executed)).isPresent(),
                true));
    return stop;
  }

  private static boolean done(SteppedCore core, long executed) {
    return core.run().core().executed > executed;
  }

  private boolean begins(int core, int word) {
    return code(core)
        .beginsLine(word, session.core(core).map(each -> each.run().previous()).orElse(-1));
  }

  /** Goes to the next instruction of a pipe of the selected core, or to the last one. */
  Stop stepPipe(Pipe pipe, boolean back) {
    int core = core().number();
    Search search =
        new Search(
            each -> each == core,
            (number, word) -> number == core && code(core).at(word).queue() == pipe,
            true);
    return back ? backward(search) : forward(search);
  }

  /** Goes on until the selected core comes to one of some words, or a later stop. */
  Stop until(java.util.function.IntPredicate wanted) {
    int core = core().number();
    return forward(
        new Search(
            each -> each == core, (number, word) -> number == core && wanted.test(word), true));
  }

  /**
   * Goes on until the function that the selected core is in has returned, or the core has ended.
   */
  Stop finish() {
    CodeMap code = code(core().number());
    int function = code.function(word());
    return until(word -> code.isReturnOf(word, function));
  }

  /** Goes to a position. */
  Stop goTo(long position) {
    session.goTo(position);
    print();
    return arrived(session.failure().orElseGet(Halt.Reached::new));
  }

  /** Why the run does not go on, or where it is. */
  String reason() {
    return session
        .failure()
        .map(halt -> arrived(halt).message())
        .orElseGet(() -> place(core().number(), word()));
  }

  private Stop forward(Search search) {
    Halt halt = session.run(Long.MAX_VALUE, search);
    print();
    return stop(halt, search);
  }

  private Stop backward(Search search) {
    search.isBack = true;
    return stop(session.back(0, search), search);
  }

  private Stop stop(Halt halt, Search search) {
    if (halt instanceof Halt.Observed(int core, int word)) {
      selected = core;
      if (search.hit.isPresent()) {
        Breakpoint hit = search.hit.get();
        if (hit.isTemporary) {
          breakpoints.remove(hit);
        }
        hit.hits += search.isBack ? 0 : 1;
        String kind = hit.kind();
        return new Stop(
            Kind.BREAKPOINT,
            Character.toUpperCase(kind.charAt(0))
                + kind.substring(1)
                + " "
                + hit.number
                + search.detail,
            Optional.of(hit));
      }
      return new Stop(Kind.STEP, "", Optional.empty());
    }
    return arrived(halt);
  }

  private Stop arrived(Halt halt) {
    return switch (halt) {
      case Halt.Observed _, Halt.Reached _ -> new Stop(Kind.STEP, "", Optional.empty());
      case Halt.Trapped(int core, Trap trap) -> {
        selected = core;
        Diagnostic described = setup.target().describe(trap);
        StringBuilder text = new StringBuilder(described.message());
        for (Diagnostic.Note note : described.notes()) {
          text.append("\n  ").append(note.message());
          if (note.location().line() > 0) {
            text.append(" (line ").append(note.location().line()).append(')');
          }
        }
        yield new Stop(Kind.TRAP, text.toString(), Optional.empty());
      }
      case Halt.Endless(int core, EndlessLoop loop) -> {
        selected = core;
        yield new Stop(
            Kind.TRAP, setup.target().endless(core, loop.first(), loop.last()), Optional.empty());
      }
      case Halt.Ended _ ->
          new Stop(
              Kind.END,
              "The run has ended after " + number(session.position()) + " instructions.",
              Optional.empty());
      case Halt.Began _ -> new Stop(Kind.BEGIN, "This is the begin of the run.", Optional.empty());
      case Halt.Interrupted _ -> new Stop(Kind.INTERRUPT, "Interrupted.", Optional.empty());
    };
  }

  /** Writes what was printed since. */
  private void print() {
    String all = session.printout().map(each -> each.text(Printout.Style.VALID)).orElse("");
    if (all.length() > shown) {
      output.accept(all.substring(shown));
      shown = all.length();
    }
  }

  /** A number with commas. */
  static String number(long value) {
    return String.format(java.util.Locale.ROOT, "%,d", value);
  }

  /** Stops at breakpoints, and in some cores at a goal. */
  private final class Search implements Observer {
    private final java.util.function.IntPredicate asksAlways;
    private final BiPredicate<Integer, Integer> goal;
    private final Map<Integer, Map<Integer, List<Breakpoint>>> sites = new HashMap<>();
    private final List<Breakpoint> watches;
    private final boolean stopsAtBreakpoints;
    private Optional<Breakpoint> touched = Optional.empty();
    private Optional<Breakpoint> hit = Optional.empty();
    private String detail = "";
    private boolean isBack;

    private Search(
        java.util.function.IntPredicate asksAlways,
        BiPredicate<Integer, Integer> goal,
        boolean stopsAtBreakpoints) {
      this.asksAlways = asksAlways;
      this.goal = goal;
      this.stopsAtBreakpoints = stopsAtBreakpoints;
      this.watches =
          breakpoints.stream()
              .filter(each -> each.isEnabled && each.site instanceof Breakpoint.Watch)
              .toList();
    }

    @Override
    public void started() {
      for (Breakpoint each : watches) {
        each.known = bytes(each);
      }
    }

    private byte[] bytes(Breakpoint watch) {
      return watch.site instanceof Breakpoint.Watch(ByteRange range, _, _)
          ? range.read(session).orElseGet(() -> new byte[0])
          : new byte[0];
    }

    @Override
    public boolean[] marks(int core, int words) {
      Map<Integer, List<Breakpoint>> own = new HashMap<>();
      for (Breakpoint each : breakpoints) {
        if (each.isEnabled && stopsAtBreakpoints) {
          for (int word : words(each.site, core)) {
            own.computeIfAbsent(word, _ -> new ArrayList<>()).add(each);
          }
        }
      }
      sites.put(core, own);
      boolean always = asksAlways.test(core);
      return code(core).marks(word -> always || own.containsKey(word));
    }

    @Override
    public boolean before(int core, int word) {
      for (Breakpoint each : sites.getOrDefault(core, Map.of()).getOrDefault(word, List.of())) {
        if (holds(each, core)) {
          if (each.log.isPresent()) {
            if (!isBack) {
              output.accept(message(each.log.get(), core) + "\n");
            }
          } else {
            hit = Optional.of(each);
            detail = "";
            return true;
          }
        }
      }
      boolean reached = goal.test(core, word);
      hit = reached ? Optional.empty() : hit;
      return reached;
    }

    private boolean holds(Breakpoint breakpoint, int core) {
      try {
        return breakpoint.condition.isEmpty()
            || at(core, () -> Expression.value(breakpoint.condition.get(), Debugger.this)) != 0;
      } catch (DebugProblem problem) {
        return true; // A condition that has no value stops, as it does in gdb.
      }
    }

    @Override
    public boolean wantsEffects() {
      return !watches.isEmpty();
    }

    @Override
    public Optional<ExecutionListener> listener(int core) {
      List<Breakpoint> reading =
          watches.stream()
              .filter(each -> each.site instanceof Breakpoint.Watch watch && watch.reads())
              .toList();
      return reading.isEmpty()
          ? Optional.empty()
          : Optional.of(
              (_, record) -> {
                for (Breakpoint each : reading) {
                  if (each.site instanceof Breakpoint.Watch watch
                      && watch.range().isTouched(session.launch(), core, record, false)) {
                    touched = Optional.of(each);
                  }
                }
              });
    }

    @Override
    public boolean after(int core, int word) {
      Optional<Breakpoint> read = touched;
      touched = Optional.empty();
      if (read.isPresent() && holds(read.get(), core)) {
        hit = read;
        detail = " at " + read.get().place() + ", read by " + place(core, word);
        return true;
      }
      for (Breakpoint each : watches) {
        byte[] now = bytes(each);
        if (each.site instanceof Breakpoint.Watch(_, DataFormat format, boolean reads)
            && !reads
            && each.hasChanged(now)) {
          byte[] old = each.known;
          each.known = now;
          if (holds(each, core)) {
            hit = Optional.of(each);
            detail =
                " at "
                    + each.place()
                    + ", written by "
                    + place(core, word)
                    + "\n  old "
                    + Values.elements(old, format)
                    + "\n  new "
                    + Values.elements(now, format);
            return true;
          }
        }
      }
      return false;
    }
  }

  /** {@code block 0, AIV1, word 17 (k.pto:5)}. */
  String place(int core, int word) {
    SourcePosition line = code(core).position(word);
    return session.launch().place(core)
        + ", word "
        + word
        + (line.isKnown() ? " (" + line.file() + ":" + line.line() + ")" : "");
  }

  /** A computation that may fail. */
  interface Computation<T> {
    T get() throws DebugProblem;
  }

  /** Computes in the eyes of another core. */
  <T> T at(int core, Computation<T> computation) throws DebugProblem {
    int before = selected;
    try {
      selected = core;
      return computation.get();
    } finally {
      selected = before;
    }
  }

  /** A message with expressions in braces. */
  private String message(String text, int core) {
    StringBuilder message = new StringBuilder();
    java.util.regex.Matcher matcher =
        java.util.regex.Pattern.compile("\\{([^}]*)\\}").matcher(text);
    while (matcher.find()) {
      String value;
      try {
        value = "" + at(core, () -> Expression.value(matcher.group(1), this));
      } catch (DebugProblem problem) {
        value = "{" + problem.text() + "}";
      }
      matcher.appendReplacement(message, java.util.regex.Matcher.quoteReplacement(value));
    }
    return matcher.appendTail(message).toString();
  }

  /** The word that wrote a byte last; the session stays where it is. */
  Optional<LastWriter> lastWriter(ByteRange range) {
    return LastWriter.find(session, range);
  }

  /** The word that called the function of the selected core; empty in the kernel itself. */
  Optional<Integer> caller() {
    CodeMap code = code(core().number());
    int function = code.function(word());
    long link = core().run().core().x[LINK] / WORD_BYTES;
    return function > 0 && link > 0 && link < code.size() && code.isReturnOf((int) link, function)
        ? Optional.of((int) link - 1)
        : Optional.empty();
  }

  /** The parameters of the kernel, in the parameter block of the selected core. */
  List<KernelArgument> parameters() {
    return code(core().number()).code().arguments();
  }

  /** The bits of a parameter. */
  long bits(KernelArgument parameter) {
    byte[] block = core().run().core().parameters;
    return parameter.parameterOffset() + Long.BYTES <= block.length
        ? LittleEndian.get64(block, parameter.parameterOffset())
        : 0;
  }

  /** Sets a scalar register or the register of a parameter from now on. */
  void setRegister(int register, long value) {
    int core = core().number();
    session.edit(
        changed -> changed.core(core).ifPresent(each -> each.run().core().setX(register, value)));
    clock = new CycleClock(setup.target(), session);
  }

  /** Writes bytes from now on. */
  boolean write(ByteRange range, byte[] bytes) {
    boolean written = range.write(session, bytes);
    clock = new CycleClock(setup.target(), session);
    return written;
  }

  /**
   * The matrices of a name: tiles, or else a view.
   *
   * @return what to write above each, and its elements; empty where the name is not known
   */
  Map<String, Matrix> matrices(String name) throws DebugProblem {
    String plain = name.startsWith("%") ? name.substring(1) : name;
    Map<String, Matrix> found = new LinkedHashMap<>();
    for (TileMap.Tile each : setup.tiles().named(plain)) {
      found.put(
          each.label() + " " + each.type(), Matrix.of(each.space(), each.address(), each.type()));
    }
    if (found.isEmpty()) {
      setup
          .values()
          .view(plain, this)
          .ifPresent(view -> found.put("%" + plain + " " + view.shape(), view));
    }
    return found;
  }

  /** True if bytes that are shown now have changed since they were shown elsewhere in the run. */
  boolean show(ByteRange range, byte[] bytes) {
    return shownBytes.show(range, bytes, session.position());
  }

  @Override
  public OptionalLong value(String name) {
    Core state = core().run().core();
    String upper = name.toUpperCase(java.util.Locale.ROOT);
    int register = RegisterClass.X.parse(upper);
    if (register >= 0) {
      return OptionalLong.of(state.x[register]);
    }
    if (name.startsWith("%")) {
      OptionalLong parameter =
          parameters().stream()
              .filter(each -> each.name().equals(name.substring(1)))
              .mapToLong(this::bits)
              .findFirst();
      return parameter.isPresent() ? parameter : setup.values().integer(name.substring(1), this);
    }
    return switch (name) {
      case "pc" -> OptionalLong.of((long) WORD_BYTES * state.programCounter);
      case "word" -> OptionalLong.of(state.programCounter);
      case "line" -> OptionalLong.of(position().line());
      case "core" -> OptionalLong.of(selected);
      case "block" -> OptionalLong.of(session.launch().place(selected).block());
      case "executed" -> OptionalLong.of(state.executed);
      case "position" -> OptionalLong.of(session.position());
      default -> OptionalLong.empty();
    };
  }

  @Override
  public OptionalLong element(AddressSpace space, long address, DataFormat format) {
    return new ByteRange(space, core().number(), address, format.bytes())
        .read(session)
        .map(bytes -> format.extend(LittleEndian.get(bytes, 0, bytes.length)))
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }
}
