package org.ptoc.tools.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes the manual pages and completion scripts of the distribution, both from the descriptions of
 * the commands: {@code man/man1/ptoc.1} and one page for each command, {@code
 * bash-completion/completions/ptoc}, {@code zsh/site-functions/_ptoc}.
 */
public final class ManualPages {
  private ManualPages() {}

  /**
   * Writes everything.
   *
   * @param arguments the directory, {@code share} of the distribution
   */
  public static void main(String[] arguments) throws IOException {
    Path share = Path.of(arguments[0]);
    Path pages = Files.createDirectories(share.resolve("man/man1"));
    Files.writeString(pages.resolve("ptoc.1"), overview());
    for (Commands command : Commands.values()) {
      Files.writeString(pages.resolve("ptoc-" + command.spelling() + ".1"), page(command));
    }
    Path bash = Files.createDirectories(share.resolve("bash-completion/completions"));
    Files.writeString(bash.resolve("ptoc"), completion("bash"));
    Path zsh = Files.createDirectories(share.resolve("zsh/site-functions"));
    Files.writeString(zsh.resolve("_ptoc"), completion("zsh"));
  }

  private static String completion(String shell) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Ptoc.run(
        List.of("completion", shell),
        new ByteArrayInputStream(new byte[0]),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        System.err);
    return out.toString(StandardCharsets.UTF_8);
  }

  /** {@code ptoc(1)}. */
  static String overview() {
    StringBuilder page = heading("ptoc", "compiler, binary tools and emulator for PTO");
    page.append(
        ".SH SYNOPSIS\n.B ptoc\n.I COMMAND\n[\\fIOPTION\\fR]... [\\fIFILE\\fR]...\n.SH COMMANDS\n");
    for (Commands command : Commands.values()) {
      page.append(".TP\n.BR ptoc\\-").append(quoted(command.spelling())).append(" (1)\n");
      page.append(quoted(command.summary())).append('\n');
    }
    page.append(".SH ARGUMENT FILES\n");
    page.append("An argument \\fB@\\fIFILE\\fR is replaced by the words of the file.\n");
    return page.append(status()).append(environment()).toString();
  }

  /** {@code ptoc-COMMAND(1)}. */
  static String page(Commands command) {
    CommandSpec spec = CommandRunner.commandLine(command, command.make()).getCommandSpec();
    StringBuilder page = heading("ptoc-" + command.spelling(), command.summary());
    page.append(".SH SYNOPSIS\n.B ptoc ")
        .append(quoted(command.spelling()))
        .append("\n[\\fIOPTION\\fR]...");
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      page.append(" \\fI").append(quoted(parameter.paramLabel())).append("\\fR");
      page.append(parameter.arity().isVariable() ? "..." : "");
    }
    page.append('\n').append(spec.positionalParameters().isEmpty() ? "" : ".SH ARGUMENTS\n");
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      page.append(".TP\n.I ")
          .append(quoted(parameter.paramLabel()))
          .append('\n')
          .append(description(parameter));
    }
    page.append(".SH OPTIONS\n");
    for (OptionSpec option : spec.options()) {
      if (!option.hidden()) {
        page.append(".TP\n").append(names(option)).append('\n').append(description(option));
      }
    }
    return page.append(status()).append(".SH SEE ALSO\n.BR ptoc (1)\n").toString();
  }

  private static StringBuilder heading(String name, String summary) {
    StringBuilder page =
        new StringBuilder(".TH ")
            .append(quoted(name.toUpperCase(Locale.ROOT)))
            .append(" 1 \"\" \"");
    page.append(quoted(Version.producer())).append("\" \"PTO toolchain\"\n.SH NAME\n");
    return page.append(quoted(name)).append(" \\- ").append(quoted(summary)).append('\n');
  }

  private static String names(OptionSpec option) {
    StringBuilder text = new StringBuilder();
    for (String name : option.names()) {
      text.append(text.isEmpty() ? "" : ", ").append("\\fB").append(quoted(name)).append("\\fR");
    }
    if (option.arity().max() > 0) {
      boolean optional = option.arity().min() == 0;
      boolean attached = option.longestName().length() == 2;
      text.append(optional ? "[" : "").append(attached ? "" : "=");
      text.append("\\fI")
          .append(quoted(option.paramLabel()))
          .append("\\fR")
          .append(optional ? "]" : "");
    }
    return text.toString();
  }

  private static String description(ArgSpec argument) {
    return quoted(String.join(" ", argument.description())) + "\n";
  }

  private static String status() {
    return """
    .SH EXIT STATUS
    .TP
    0
    success
    .TP
    1
    the program was rejected
    .TP
    2
    the command line is wrong, or a file cannot be read or written
    .TP
    3
    the emulated program trapped
    .TP
    4
    a check or an expectation of a run failed
    .TP
    70
    a defect of ptoc; a folder with the input and the stack is left
    """;
  }

  private static String environment() {
    return """
    .SH ENVIRONMENT
    .TP
    .B PTOC_JAVA_HOME
    the Java that runs ptoc, 25 or newer
    .TP
    .B PTOC_JAVA_OPTIONS
    options of the Java virtual machine, such as \\-Xmx8g
    .TP
    .B PTOC_SERVER
    auto: short commands run in a server that stays warm; the first of them starts it
    .TP
    .B PTOC_SERVER_IDLE
    seconds without a call after which such a server ends, 300 by default
    .TP
    .B XDG_RUNTIME_DIR
    where the sockets of these servers are, in a directory ptoc; without it below XDG_CACHE_HOME
    .TP
    .B NO_COLOR
    no colours when it is set
    .TP
    .B XDG_CACHE_HOME
    where archives of loaded classes are kept, in a directory ptoc
    """;
  }

  /** Text that the formatter takes as it is. */
  private static String quoted(String text) {
    String plain = text.replace("\\", "\\e").replace("-", "\\-");
    return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
  }
}
