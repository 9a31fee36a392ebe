package org.ptoc.tools.debug;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The commands of the terminal: names, arguments and meaning. Help and completion follow. */
enum ConsoleCommand {
  RUN("run", "r", "", "run from the begin"),
  CONTINUE("continue", "c", "", "go on to the next breakpoint, trap or the end"),
  STEP("step", "s", "[N]", "go on to the next line"),
  NEXT("next", "n", "[N]", "go on to the next line, over calls"),
  STEPI("stepi", "si", "[N | PIPE]", "execute one instruction, or go on to the next of a pipe"),
  FINISH("finish", "fin", "", "go on until the function returns, or the core ends"),
  UNTIL("until", "u", "[LINE]", "go on to a line, or a later line than this one"),
  REVERSE_CONTINUE("reverse-continue", "rc", "", "go back to the last breakpoint"),
  REVERSE_STEP("reverse-step", "rs", "[N]", "go back to the begin of the last line"),
  REVERSE_NEXT("reverse-next", "rn", "[N]", "go back by a line, over calls"),
  REVERSE_STEPI(
      "reverse-stepi", "rsi", "[N | PIPE]", "go back by one instruction, or to the last of a pipe"),
  GOTO("goto", "", "POSITION", "go to a position: instructions of all cores so far"),
  BREAK("break", "b", "[LINE | FILE:LINE | *OFFSET] [if CONDITION]", "stop at a line or word"),
  TBREAK("tbreak", "tb", "[LINE | FILE:LINE | *OFFSET] [if CONDITION]", "stop there once"),
  WATCH("watch", "wa", "SPACE[ADDRESS]:TYPE[xN]", "stop when bytes change"),
  RWATCH("rwatch", "rw", "SPACE[ADDRESS]:TYPE[xN]", "stop when bytes are read"),
  DELETE("delete", "d", "[NUMBER]", "delete a breakpoint, or all"),
  ENABLE("enable", "", "NUMBER", "use a breakpoint again"),
  DISABLE("disable", "", "NUMBER", "leave a breakpoint out"),
  PRINT("print", "p", "EXPRESSION | V3[:TYPE] | P2[:bBITS]", "print a value, lanes or a mask"),
  EXAMINE("x", "", "/NFU SPACE[ADDRESS]", "print N elements of a memory in format F, unit U"),
  TILE("tile", "", "NAME | SPACE[ADDRESS]:ROWSxCOLUMNSxTYPE", "print a tile or view as a matrix"),
  LAST_WRITER("last-writer", "lw", "SPACE ADDRESS", "find what wrote a byte last"),
  SET("set", "", "XN = VALUE | SPACE[ADDRESS]:TYPE = VALUE", "change a register or memory"),
  INFO(
      "info",
      "i",
      "registers | breakpoints | cores | flags | pipes | locals | tiles | views | line",
      "print the state"),
  CORE("core", "", "[NUMBER]", "select a core"),
  BACKTRACE("backtrace", "bt", "", "print where the core is"),
  WHERE("where", "", "", "print where the core is"),
  LIST("list", "l", "[LINE]", "print lines of the source"),
  DISASSEMBLE("disassemble", "", "[N]", "print N instructions from here"),
  CORE_DUMP("core-dump", "", "FILE", "write the state to a file"),
  HELP("help", "h", "[COMMAND]", "print the commands, or one of them"),
  QUIT("quit", "q", "", "leave the debugger");

  private static final Set<ConsoleCommand> REPEATED =
      Set.of(
          CONTINUE,
          STEP,
          NEXT,
          STEPI,
          FINISH,
          UNTIL,
          REVERSE_CONTINUE,
          REVERSE_STEP,
          REVERSE_NEXT,
          REVERSE_STEPI,
          LIST,
          EXAMINE);
  private static final Set<ConsoleCommand> SHOWING =
      Set.of(PRINT, EXAMINE, TILE, LAST_WRITER, INFO, BACKTRACE, WHERE, LIST, DISASSEMBLE, HELP);

  private final String spelling;
  private final String shortName;
  private final String arguments;
  private final String meaning;

  ConsoleCommand(String spelling, String shortName, String arguments, String meaning) {
    this.spelling = spelling;
    this.shortName = shortName;
    this.arguments = arguments;
    this.meaning = meaning;
  }

  String spelling() {
    return spelling;
  }

  /** True if an empty line repeats it. */
  boolean repeats() {
    return REPEATED.contains(this);
  }

  /** True if it neither moves nor changes anything. */
  boolean onlyShows() {
    return SHOWING.contains(this);
  }

  /** {@code step, s [N]}. */
  String usage() {
    return spelling
        + (shortName.isEmpty() ? "" : ", " + shortName)
        + (arguments.isEmpty() ? "" : " " + arguments);
  }

  String meaning() {
    return meaning;
  }

  /** The words that may follow, if there are few; for completion. */
  List<String> words() {
    return this == INFO ? List.of(arguments.split(" \\| ")) : List.of();
  }

  /**
   * The command of a name, a short name or a prefix of one name only.
   *
   * @throws DebugProblem if there is none, or several
   */
  static ConsoleCommand of(String name) throws DebugProblem {
    Optional<ConsoleCommand> exact =
        Arrays.stream(values())
            .filter(each -> each.spelling.equals(name) || each.shortName.equals(name))
            .findFirst();
    if (exact.isPresent()) {
      return exact.get();
    }
    List<ConsoleCommand> found =
        Arrays.stream(values()).filter(each -> each.spelling.startsWith(name)).toList();
    if (found.size() != 1) {
      throw new DebugProblem(
          found.isEmpty()
              ? "there is no command '" + name + "'; 'help' lists them"
              : "'"
                  + name
                  + "' may mean "
                  + String.join(", ", found.stream().map(ConsoleCommand::spelling).toList()));
    }
    return found.getFirst();
  }

  /** The table. */
  static String help() {
    StringBuilder text = new StringBuilder();
    for (ConsoleCommand each : values()) {
      text.append(each.usage()).append("\n    ").append(each.meaning).append('\n');
    }
    return text + "A prefix that only one command has is enough; an empty line repeats steps.\n";
  }
}
