package org.ptoc.tools.debug;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ptoc.emulator.SteppedLaunch;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.CoreGroup;
import org.ptoc.emulator.session.ByteRange;
import org.ptoc.emulator.session.LastWriter;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.debug.Debugger.Kind;
import org.ptoc.tools.debug.Debugger.Stop;
import org.ptoc.tools.debug.Debugger.Unit;

/** Carries out the commands of a terminal. */
public final class Console {
  private static final int WORD_BYTES = 8;
  private static final int LISTED = 10;
  private static final int MOST_SHOWN = 16;

  private static final Pattern CONDITION = Pattern.compile("(.*?)(?:^|\\s+)if\\s+(.+)");
  private static final Pattern MATRIX =
      Pattern.compile("([A-Za-z0-9_]+)\\[(.+)\\]:(\\d+x\\d+x[A-Za-z0-9]+)");

  private final Setup setup;
  private final Debugger debugger;
  private final Consumer<String> out;
  private final boolean isDump;
  private String last = "";
  private int listed;

  /**
   * @param out gets whole lines
   */
  public Console(Setup setup, Consumer<String> out) throws DebugProblem {
    this(setup, new Debugger(setup, out), out);
  }

  /** A console of a debugger that something else moves, too. */
  Console(Setup setup, Debugger debugger, Consumer<String> out) {
    this.setup = setup;
    this.out = out;
    this.debugger = debugger;
    this.isDump = setup.dump().isPresent();
  }

  /** Says what is debugged, and where it is. */
  public void greet() {
    SteppedLaunch launch = debugger.session().launch();
    int cores = launch.launch().cores();
    say(
        "@"
            + launch.launch().kernel().name()
            + " for "
            + launch.launch().kernel().profile().spelling()
            + ", "
            + (cores == 1 ? "1 core" : cores + " cores")
            + (isDump ? ", from a core dump; it does not go on" : ""));
    setup.dump().ifPresent(dump -> say(dump.reason()));
    where();
  }

  /** Carries out a line that was not typed, which is written first. */
  public boolean replay(String line) {
    say("(ptoc) " + line);
    return execute(line);
  }

  /** Stops the run that goes on in another thread. */
  public void interrupt() {
    debugger.interrupt();
  }

  /** The begins of commands and their words, for completion. */
  public static List<String> completions(String line) {
    List<String> words = new ArrayList<>();
    int blank = line.indexOf(' ');
    if (blank < 0) {
      for (ConsoleCommand each : ConsoleCommand.values()) {
        words.add(each.spelling());
      }
      return words;
    }
    try {
      return ConsoleCommand.of(line.substring(0, blank)).words();
    } catch (DebugProblem none) {
      return words;
    }
  }

  /**
   * Carries out a line.
   *
   * @return false if it leaves the debugger
   */
  public boolean execute(String line) {
    String text = line.strip();
    if (text.startsWith("#")) {
      return true;
    }
    String wanted = text.isEmpty() ? last : text;
    if (wanted.isEmpty()) {
      return true;
    }
    Matcher words = Pattern.compile("([A-Za-z-]+)\\s*(.*)").matcher(wanted);
    try {
      if (!words.matches()) {
        throw new DebugProblem("'" + wanted + "' is no command; 'help' lists them");
      }
      ConsoleCommand command = ConsoleCommand.of(words.group(1));
      last = command.repeats() ? wanted : "";
      debugger.clearInterrupt();
      if (command == ConsoleCommand.QUIT) {
        return false;
      }
      carryOut(command, words.group(2).strip());
    } catch (DebugProblem problem) {
      say(problem.text());
    }
    return true;
  }

  /**
   * Carries out a command that only shows something, or shows the value of an expression.
   *
   * @throws DebugProblem if it would move or change something
   */
  void show(String line) throws DebugProblem {
    String[] words = line.strip().split("\\s+", 2);
    DebugProblem unknown;
    try {
      ConsoleCommand command = ConsoleCommand.of(words[0]);
      if (!command.onlyShows()) {
        throw new DebugProblem("use the buttons of the editor for '" + command.spelling() + "'");
      }
      carryOut(command, words.length > 1 ? words[1] : "");
    } catch (DebugProblem problem) {
      unknown = problem;
      try {
        say(ShownValues.show(line.strip(), debugger));
      } catch (DebugProblem none) {
        throw unknown;
      }
    }
  }

  private void say(String text) {
    out.accept(text + "\n");
  }

  private void carryOut(ConsoleCommand command, String rest) throws DebugProblem {
    switch (command) {
      case RUN -> {
        live();
        debugger.restart();
        stopped(debugger.go());
      }
      case CONTINUE -> go(debugger::go);
      case REVERSE_CONTINUE -> go(debugger::goBack);
      case STEP -> step(Unit.LINE, false, rest);
      case NEXT -> step(Unit.LINE_OVER_CALLS, false, rest);
      case STEPI -> step(Unit.INSTRUCTION, false, rest);
      case REVERSE_STEP -> step(Unit.LINE, true, rest);
      case REVERSE_NEXT -> step(Unit.LINE_OVER_CALLS, true, rest);
      case REVERSE_STEPI -> step(Unit.INSTRUCTION, true, rest);
      case FINISH -> go(debugger::finish);
      case UNTIL -> until(rest);
      case GOTO -> {
        live();
        long position = Expression.value(required(rest, "a position"), debugger);
        stopped(debugger.goTo(Math.max(0, position)));
      }
      case BREAK -> breakAt(rest, false);
      case TBREAK -> breakAt(rest, true);
      case WATCH -> watch(rest, false);
      case RWATCH -> watch(rest, true);
      case DELETE -> {
        if (rest.isEmpty()) {
          debugger.breakpoints().clear();
        } else {
          debugger.breakpoints().remove(breakpoint(rest));
        }
      }
      case ENABLE -> breakpoint(rest).isEnabled = true;
      case DISABLE -> breakpoint(rest).isEnabled = false;
      case PRINT -> say(ShownValues.show(required(rest, "an expression"), debugger));
      case EXAMINE -> examine(rest);
      case TILE -> tile(required(rest, "a tile"));
      case LAST_WRITER -> lastWriter(rest);
      case SET -> set(rest);
      case INFO -> info(required(rest, "a word of 'help info'"));
      case CORE -> core(rest);
      case BACKTRACE, WHERE -> backtrace();
      case LIST -> list(rest);
      case DISASSEMBLE -> disassemble(rest);
      case CORE_DUMP -> {
        live();
        try {
          CoreDump.write(debugger, Path.of(required(rest, "a file")));
        } catch (IOException failure) {
          throw new DebugProblem("cannot write " + rest + ": " + failure.getMessage());
        }
      }
      case HELP -> {
        if (rest.isEmpty()) {
          out.accept(ConsoleCommand.help());
        } else {
          ConsoleCommand one = ConsoleCommand.of(rest);
          say(one.usage() + "\n    " + one.meaning());
        }
      }
      case QUIT -> throw new IllegalStateException("leaving is up to the caller");
    }
  }

  private static String required(String text, String what) throws DebugProblem {
    if (text.isEmpty()) {
      throw new DebugProblem(what + " is missing");
    }
    return text;
  }

  private void live() throws DebugProblem {
    if (isDump) {
      throw new DebugProblem("a core dump does not run; start the debugger without --core");
    }
  }

  /** Something that ends at a stop. */
  private interface Motion {
    Stop get();
  }

  private void go(Motion motion) throws DebugProblem {
    live();
    stopped(motion.get());
  }

  private void step(Unit unit, boolean back, String count) throws DebugProblem {
    live();
    Optional<Pipe> pipe = Pipe.named(count.toUpperCase(Locale.ROOT));
    if (unit == Unit.INSTRUCTION && pipe.isPresent()) {
      stopped(debugger.stepPipe(pipe.get(), back));
      return;
    }
    long times = count.isEmpty() ? 1 : Expression.value(count, debugger);
    Stop stop = debugger.step(unit, back);
    for (long i = 1; i < times && stop.kind() == Kind.STEP; i++) {
      stop = debugger.step(unit, back);
    }
    stopped(stop);
  }

  private void until(String rest) throws DebugProblem {
    live();
    CodeMap code = debugger.code(debugger.core().number());
    if (rest.isEmpty()) {
      int line = debugger.position().line();
      int function = code.function(debugger.word());
      stopped(
          debugger.until(
              word ->
                  code.position(word).line() > line
                      && code.beginsLine(word, word - 1)
                      && code.function(word) == function));
    } else {
      List<Integer> words = debugger.words(site(rest), debugger.core().number());
      stopped(debugger.until(words::contains));
    }
  }

  private void stopped(Stop stop) {
    if (!stop.message().isEmpty()) {
      say(stop.message());
    }
    listed = 0;
    if (stop.kind() != Kind.END) {
      where();
    }
  }

  /** {@code block 0, AIV0 at k.pto:12, word 17, cycle 1,234} and the line or the instruction. */
  private void where() {
    int core = debugger.core().number();
    int word = debugger.word();
    SourcePosition position = debugger.position();
    OptionalLong cycles =
        isDump ? OptionalLong.empty() : debugger.cycles(core, debugger.session().position());
    say(
        debugger.session().launch().place(core)
            + (position.isKnown() ? " at " + position.file() + ":" + position.line() : "")
            + ", word "
            + word
            + ", instruction "
            + Debugger.number(debugger.session().position())
            + (cycles.isPresent() ? ", cycle " + Debugger.number(cycles.getAsLong()) : ""));
    Optional<String> line = debugger.sources().line(position);
    boolean begins =
        word == 0 || debugger.code(core).beginsLine(word, debugger.core().run().previous());
    if (line.isPresent() && begins) {
      say(position.line() + "\t" + line.get());
    } else {
      say(instruction(word));
    }
  }

  private String instruction(int word) {
    return "0x"
        + Integer.toHexString(WORD_BYTES * word)
        + "\t"
        + debugger.code(debugger.core().number()).at(word);
  }

  private Breakpoint.Site site(String text) throws DebugProblem {
    if (text.isEmpty()) {
      return new Breakpoint.Word(debugger.word());
    }
    if (text.startsWith("*")) {
      long offset = Expression.value(text.substring(1), debugger);
      return new Breakpoint.Word((int) (offset / WORD_BYTES));
    }
    int colon = text.lastIndexOf(':');
    return new Breakpoint.Line(
        colon < 0 ? "" : text.substring(0, colon),
        (int) Expression.value(text.substring(colon + 1), debugger));
  }

  private void breakAt(String rest, boolean isTemporary) throws DebugProblem {
    Matcher conditional = CONDITION.matcher(rest);
    boolean has = conditional.matches();
    Breakpoint.Site site = site(has ? conditional.group(1).strip() : rest);
    Optional<String> condition = has ? Optional.of(conditional.group(2)) : Optional.empty();
    if (condition.isPresent()) {
      Expression.value(condition.get(), debugger);
    }
    List<Integer> words =
        debugger.session().launch().groups().stream()
            .flatMap(List::stream)
            .limit(MOST_SHOWN)
            .flatMap(core -> debugger.words(site, core).stream())
            .distinct()
            .sorted()
            .toList();
    if (words.isEmpty()) {
      throw new DebugProblem("there are no instructions at " + rest + " or behind it");
    }
    Breakpoint added = debugger.add(site, condition, isTemporary, Optional.empty());
    say(
        added.kind()
            + " "
            + added.number
            + " at "
            + added.place()
            + (words.size() == 1 ? ", word " : ", words ")
            + String.join(", ", words.stream().map(String::valueOf).toList()));
  }

  private void watch(String rest, boolean reads) throws DebugProblem {
    Matcher conditional = CONDITION.matcher(rest);
    boolean has = conditional.matches();
    ShownValues.Place watched =
        ShownValues.place(has ? conditional.group(1).strip() : rest, debugger);
    existing(watched.range());
    Breakpoint added =
        debugger.add(
            new Breakpoint.Watch(watched.range(), watched.format(), reads),
            has ? Optional.of(conditional.group(2)) : Optional.empty(),
            false,
            Optional.empty());
    say(added.kind() + " " + added.number + " at " + added.place());
  }

  private byte[] existing(ByteRange range) throws DebugProblem {
    return ShownValues.bytes(range, debugger);
  }

  private Breakpoint breakpoint(String number) throws DebugProblem {
    long wanted = Expression.value(required(number, "the number of a breakpoint"), debugger);
    return debugger.breakpoints().stream()
        .filter(each -> each.number == wanted)
        .findFirst()
        .orElseThrow(() -> new DebugProblem("there is no breakpoint " + wanted));
  }

  /** {@code /8xw UB[0x40]}, with the letters of gdb; a type behind the place decides alone. */
  private void examine(String rest) throws DebugProblem {
    Matcher matcher = Pattern.compile("(?:/(\\d*)([xduf]?)([bhwg]?)\\s+)?(.+)").matcher(rest);
    if (!matcher.matches()) {
      throw new DebugProblem("a place in memory is missing; x/8fw UB[0x40] is a call");
    }
    String count = matcher.group(1) == null || matcher.group(1).isEmpty() ? "1" : matcher.group(1);
    String letter = matcher.group(2) == null ? "" : matcher.group(2);
    String unit = matcher.group(3) == null || matcher.group(3).isEmpty() ? "w" : matcher.group(3);
    int bits =
        switch (unit) {
          case "b" -> 8;
          case "h" -> 16;
          case "g" -> 64;
          default -> 32;
        };
    String place = matcher.group(4);
    boolean isTyped = place.contains("]:");
    String type = (letter.equals("f") ? "f" : letter.equals("d") ? "i" : "u") + bits;
    ShownValues.Place some = ShownValues.place(isTyped ? place : place + ":" + type, debugger);
    DataFormat format = some.format();
    LongFunction<String> show =
        letter.equals("x") && !isTyped ? value -> hex(value, format.bytes()) : format::show;
    int all = (int) Expression.number(count);
    int each = Math.max(1, 16 / format.bytes());
    for (int first = 0; first < all; first += each) {
      int columns = Math.min(each, all - first);
      ByteRange range = some.range().part((long) first * format.bytes(), columns * format.bytes());
      existing(range);
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        line.append(' ')
            .append(element(range.part((long) i * format.bytes(), format.bytes()), show));
      }
      say(range.space().spelling() + " 0x" + Long.toHexString(range.address()) + ":" + line);
    }
  }

  /** An element, behind a star if it has changed since it was shown elsewhere in the run. */
  private String element(ByteRange range, LongFunction<String> show) throws DebugProblem {
    byte[] bytes = existing(range);
    return (debugger.show(range, bytes) ? "*" : "")
        + show.apply(LittleEndian.get(bytes, 0, bytes.length));
  }

  private static String hex(long bits, int width) {
    String digits = Long.toHexString(bits);
    return "0x"
        + "0".repeat(Math.max(0, 2 * width - digits.length()))
        + digits.substring(Math.max(0, digits.length() - 2 * width));
  }

  private void tile(String text) throws DebugProblem {
    Matcher place = MATRIX.matcher(text);
    if (place.matches()) {
      matrix(
          Matrix.of(
              Expression.space(place.group(1)),
              Expression.value(place.group(2), debugger),
              place.group(3)));
      return;
    }
    Map<String, Matrix> found = debugger.matrices(text);
    if (found.isEmpty()) {
      throw new DebugProblem(
          "no tile or view '"
              + text
              + "' is known; 'info tiles' and 'info views' list them, UB[0]:8x64xf32 is one, too");
    }
    for (Map.Entry<String, Matrix> each : found.entrySet()) {
      say(each.getKey());
      matrix(each.getValue());
    }
  }

  /** The first and last rows and columns. */
  private void matrix(Matrix matrix) throws DebugProblem {
    int core = debugger.core().number();
    long rows = matrix.rows();
    for (long row = 0; row < rows; row++) {
      if (row == MOST_SHOWN / 2 && rows > MOST_SHOWN) {
        say("...");
        row = rows - MOST_SHOWN / 4;
      }
      StringBuilder line = new StringBuilder(matrix.label(row));
      for (long column = 0; column < matrix.columns(); column++) {
        if (column == MOST_SHOWN / 2 && matrix.columns() > MOST_SHOWN) {
          line.append(" ...");
          column = matrix.columns() - 2;
        }
        line.append(' ').append(element(matrix.element(core, row, column), matrix.format()::show));
      }
      say(line.toString());
    }
  }

  private void lastWriter(String rest) throws DebugProblem {
    live();
    Matcher matcher = Pattern.compile("(\\w+)\\s+(.+)").matcher(rest);
    ByteRange range;
    if (matcher.matches() && !rest.contains("[")) {
      range =
          new ByteRange(
              Expression.space(matcher.group(1)),
              debugger.core().number(),
              Expression.value(matcher.group(2), debugger),
              1);
    } else {
      range = ShownValues.place(required(rest, "a memory and an address"), debugger).range();
    }
    existing(range);
    Optional<LastWriter> found = debugger.lastWriter(range);
    if (found.isEmpty()) {
      say("no instruction has written it so far");
      return;
    }
    LastWriter writer = found.get();
    OptionalLong cycles = debugger.cycles(writer.core(), writer.position() + 1);
    say(
        debugger.place(writer.core(), writer.word())
            + ", instruction "
            + Debugger.number(writer.position())
            + (cycles.isPresent() ? ", cycle " + Debugger.number(cycles.getAsLong()) : "")
            + "\n"
            + debugger.code(writer.core()).at(writer.word())
            + "\n'goto "
            + writer.position()
            + "' goes there");
  }

  private void set(String rest) throws DebugProblem {
    live();
    Matcher matcher = Pattern.compile("([^=]+?)\\s*=\\s*(.+)").matcher(rest);
    if (!matcher.matches()) {
      throw new DebugProblem("'set X3 = 5' and 'set UB[0x40]:f32 = 1.5' are calls");
    }
    String target = matcher.group(1).strip();
    String plain = target.startsWith("$") ? target.substring(1) : target;
    int register = Values.register(RegisterClass.X, plain);
    if (register >= 0) {
      debugger.setRegister(register, Expression.value(matcher.group(2), debugger));
    } else {
      ShownValues.Place some = ShownValues.place(target, debugger);
      existing(some.range());
      debugger.write(some.range(), bytes(matcher.group(2), some));
    }
  }

  private byte[] bytes(String text, ShownValues.Place some) throws DebugProblem {
    DataFormat format = some.format();
    long bits;
    if (format.kind() == DataFormat.Kind.FLOAT) {
      try {
        double value = Double.parseDouble(text);
        bits =
            switch (format) {
              case F16 -> Float.floatToFloat16((float) value);
              case BF16 -> Float.floatToIntBits((float) value) >>> 16;
              case F64 -> Double.doubleToLongBits(value);
              case F32 -> Float.floatToIntBits((float) value);
              default -> throw new DebugProblem("set bits of " + format.spelling() + " as u8");
            };
      } catch (NumberFormatException e) {
        throw new DebugProblem("'" + text + "' is no number");
      }
    } else {
      bits = Expression.value(text, debugger);
    }
    byte[] bytes = new byte[some.range().bytes()];
    for (int at = 0; at < bytes.length; at += format.bytes()) {
      LittleEndian.put(bytes, at, format.bytes(), bits);
    }
    return bytes;
  }

  private void info(String rest) throws DebugProblem {
    List<String> found =
        ConsoleCommand.INFO.words().stream().filter(each -> each.startsWith(rest)).toList();
    if (found.isEmpty()) {
      throw new DebugProblem(
          "'info' knows "
              + String.join(", ", ConsoleCommand.INFO.words())
              + ", not '"
              + rest
              + "'");
    }
    switch (found.getFirst()) {
      case "registers" -> registers();
      case "breakpoints" -> breakpoints();
      case "cores" -> cores();
      case "flags" -> flags();
      case "pipes" -> pipes();
      case "locals" ->
          debugger
              .parameters()
              .forEach(
                  each ->
                      say("%" + each.name() + " = " + Values.parameter(each, debugger.bits(each))));
      case "tiles" -> tiles();
      case "views" -> views();
      default -> where();
    }
  }

  private void tiles() {
    if (setup.tiles().tiles().isEmpty()) {
      say("no tile with a fixed place is known; the compiler knows them, of a .pto file");
    }
    for (TileMap.Tile each : setup.tiles().tiles()) {
      say(each.label() + " " + place(each.space(), each.address()) + " " + each.type());
    }
  }

  private void views() {
    if (setup.values().views().isEmpty()) {
      say("no view is known; the source has them");
    }
    for (String name : setup.values().views()) {
      try {
        for (Matrix view : setup.values().view(name, debugger).stream().toList()) {
          say("%" + name + " " + place(view.space(), view.start()) + " " + view.shape());
        }
      } catch (DebugProblem problem) {
        say(problem.text());
      }
    }
  }

  private static String place(AddressSpace space, long address) {
    return space.spelling() + "[0x" + Long.toHexString(address) + "]";
  }

  private void registers() {
    Core state = debugger.core().run().core();
    for (int register = 0; register < state.x.length; register++) {
      if (state.x[register] != 0) {
        say(RegisterClass.X.spelling(register) + " = " + Values.scalar(state.x[register]));
      }
    }
    long[] loops = state.loops();
    for (int at = 0; at < loops.length; at += 3) {
      say(
          "loop of words "
              + loops[at]
              + " to "
              + (loops[at + 1] - 1)
              + ": "
              + loops[at + 2]
              + " iterations left");
    }
    say(
        "pc = 0x"
            + Integer.toHexString(WORD_BYTES * state.programCounter)
            + ", "
            + Debugger.number(state.executed)
            + " instructions; other registers are 0");
  }

  private void breakpoints() {
    if (debugger.breakpoints().isEmpty()) {
      say("no breakpoints");
    }
    for (Breakpoint each : debugger.breakpoints()) {
      say(
          each.number
              + "  "
              + each.kind()
              + " at "
              + each.place()
              + each.condition.map(condition -> " if " + condition).orElse("")
              + (each.isEnabled ? "" : ", disabled")
              + (each.hits > 0
                  ? ", hit " + each.hits + (each.hits == 1 ? " time" : " times")
                  : ""));
    }
  }

  private void cores() {
    SteppedLaunch launch = debugger.session().launch();
    int cores = launch.launch().cores();
    for (int core = 0; core < Math.min(cores, 4 * MOST_SHOWN); core++) {
      String mark = core == debugger.core().number() ? "* " : "  ";
      Optional<SteppedLaunch.SteppedCore> running = debugger.session().core(core);
      String state =
          debugger.session().hasEnded(core)
              ? "ended"
              : running
                  .map(
                      each ->
                          debugger
                                  .place(each.number(), each.run().core().programCounter)
                                  .replaceFirst("^.*word", "word")
                              + (debugger.session().isWaiting(each.number()) ? waits(each) : ""))
                  .orElse("not begun");
      say(mark + core + "  " + launch.place(core) + ": " + state);
    }
    if (cores > 4 * MOST_SHOWN) {
      say("  and " + (cores - 4 * MOST_SHOWN) + " more");
    }
  }

  private static String waits(SteppedLaunch.SteppedCore core) {
    return core.member()
        .flatMap(CoreGroup.Member::waitsFor)
        .map(wait -> ", waits for " + wait.getClass().getSimpleName().toLowerCase(Locale.ROOT))
        .orElse(", lets others go on");
  }

  private void flags() {
    Map<Values.Event, Integer> flags = Values.flags(debugger.core().run().core());
    if (flags.isEmpty()) {
      say("no flag is set");
    }
    flags.forEach(
        (event, signals) -> say(event + ": " + signals + (signals == 1 ? " signal" : " signals")));
  }

  private void pipes() {
    PipeQueues.of(debugger, !isDump).forEach((pipe, next) -> say(pipe + ": " + next));
  }

  private void core(String rest) throws DebugProblem {
    if (!rest.isEmpty()) {
      long number = Expression.value(rest, debugger);
      if (!debugger.select((int) number)) {
        throw new DebugProblem("core " + number + " does not run now; 'info cores' lists them");
      }
    }
    where();
  }

  private void backtrace() {
    int core = debugger.core().number();
    say("#0  " + debugger.place(core, debugger.word()));
    debugger.caller().ifPresent(word -> say("#1  " + debugger.place(core, word)));
  }

  private void list(String rest) throws DebugProblem {
    SourcePosition position = debugger.position();
    List<String> lines = debugger.sources().lines(position.file());
    if (lines.isEmpty()) {
      throw new DebugProblem("the source is not known here; 'disassemble' prints instructions");
    }
    int middle =
        rest.isEmpty()
            ? listed > 0 ? listed + LISTED / 2 + 1 : position.line()
            : (int) Expression.value(rest, debugger);
    int first = Math.max(1, middle - LISTED / 2);
    for (int line = first; line < Math.min(first + LISTED, lines.size() + 1); line++) {
      say((line == position.line() ? "> " : "  ") + line + "\t" + lines.get(line - 1));
      listed = line;
    }
  }

  private void disassemble(String rest) throws DebugProblem {
    int count = rest.isEmpty() ? LISTED : (int) Expression.value(rest, debugger);
    int from = debugger.word();
    CodeMap code = debugger.code(debugger.core().number());
    for (int word = from; word < Math.min(code.size(), from + count); word++) {
      say((word == from ? "> " : "  ") + instruction(word));
    }
  }
}
