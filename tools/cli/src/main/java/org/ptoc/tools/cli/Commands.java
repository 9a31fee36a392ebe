package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All subcommands by name; nothing of a command is loaded before it is asked for. */
enum Commands {
  COMPILE("compile", "compile kernels to an object file, assembly or an IR stage"),
  RUN("run", "run a kernel in the emulator"),
  DEBUG("debug", "step through a run, forward and back"),
  SWEEP("sweep", "run thousands of items of a plan, or merge their results"),
  TUNE("tune", "find the fastest of the choices of a plan"),
  OBJDUMP("objdump", "show the words, kernels and sections of an object file"),
  ASM("asm", "assemble text into an object file"),
  LINK("link", "join object files, also parts of kernels compiled alone"),
  OPT("opt", "run passes and print the IR"),
  CHECK("check", "find what compile would refuse, write nothing"),
  NEW("new", "make a directory with a kernel that runs and its test"),
  FMT("fmt", "lay out source texts"),
  COMPARE("compare", "compare two versions of a kernel on the same data"),
  DIFF("diff", "compare the cycles of two reports or kernels, by pipe and line"),
  ISA("isa", "look up operations and instructions, decode words"),
  EXPLAIN("explain", "explain a diagnostic code"),
  EXPLAIN_TIMING("explain-timing", "show the cycle constants of an instruction and their sources"),
  CACHE("cache", "show or delete the archives that make starts fast"),
  COMPLETION("completion", "print a completion script for a shell"),
  LSP("lsp", "serve an editor over standard input and output", false),
  PTOAS("ptoas", "take the command line of the public assembler", false),
  SERVE("serve", "answer calls of another process over pipes", false);

  private final String spelling;
  private final String summary;
  private final boolean listed;

  Commands(String spelling, String summary) {
    this(spelling, summary, true);
  }

  /**
   * @param listed whether help lists it for users at a terminal; programs call the others
   */
  Commands(String spelling, String summary, boolean listed) {
    this.spelling = spelling;
    this.summary = summary;
    this.listed = listed;
  }

  String spelling() {
    return spelling;
  }

  String summary() {
    return summary;
  }

  Command make() {
    return switch (this) {
      case COMPILE -> new CompileCommand();
      case RUN -> new RunCommand();
      case DEBUG -> new DebugCommand();
      case SWEEP -> new SweepCommand();
      case TUNE -> new TuneCommand();
      case OBJDUMP -> new ObjdumpCommand();
      case ASM -> new AsmCommand();
      case LINK -> new LinkCommand();
      case OPT -> new OptCommand();
      case CHECK -> new CheckCommand();
      case NEW -> new NewCommand();
      case FMT -> new FmtCommand();
      case COMPARE -> new CompareCommand();
      case DIFF -> new DiffCommand();
      case ISA -> new IsaCommand();
      case EXPLAIN -> new ExplainCommand();
      case EXPLAIN_TIMING -> new ExplainTimingCommand();
      case CACHE -> new CacheCommand();
      case COMPLETION -> new CompletionCommand();
      case LSP -> new LspCommand();
      case PTOAS -> new PtoasCommand();
      case SERVE -> new ServeCommand();
    };
  }

  static Optional<Commands> byName(String name) {
    for (Commands command : values()) {
      if (command.spelling.equals(name)) {
        return Optional.of(command);
      }
    }
    return Optional.empty();
  }

  static List<String> names() {
    List<String> names = new ArrayList<>();
    for (Commands command : values()) {
      names.add(command.spelling);
    }
    return names;
  }

  /** What {@code ptoc --help} prints. */
  static String overview() {
    StringBuilder text = new StringBuilder(1024);
    text.append("Usage: ptoc COMMAND [OPTION]... [FILE]...\n");
    text.append("Compiler, binary tools, emulator for PTO, the tile ISA of Ascend accelerators.\n");
    text.append("\nCommands:\n");
    for (Commands command : values()) {
      if (!command.listed) {
        continue;
      }
      text.append("  ").append(command.spelling).append(" ".repeat(16 - command.spelling.length()));
      text.append(command.summary).append('\n');
    }
    text.append("Options: -h, --help (also behind a command); -V, --version\n");
    text.append("Examples:\n");
    text.append("  ptoc compile vadd.pto --profile a5\n");
    text.append("  ptoc run vadd.o -a a.npy -a ones:f32:64 -a zeros:f32:64 --dump 2=c.npy\n");
    text.append("Exit: 0 ok, 1 rejected, 2 usage or file, 3 trap, 4 check failed, 70 internal\n");
    return text.toString();
  }
}
