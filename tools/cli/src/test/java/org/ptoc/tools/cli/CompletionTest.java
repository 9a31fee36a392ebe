package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What bash and zsh offer behind a command line that ends in the middle of a word; zsh where it is
 * installed.
 */
class CompletionTest {
  /** Calls the function that {@code complete} registered, as the shell does. */
  private static final String COMPLETE =
      """
      compopt() { :; }
      . "$1"
      shift
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      COMPREPLY=()
      function=$(complete -p ptoc)
      function=${function##*-F }
      ${function%% *} ptoc "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      echo "${COMPREPLY[@]}"
      """;

  @TempDir Path directory;

  private static String script(String shell) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Ptoc.run(
        List.of("completion", shell),
        new ByteArrayInputStream(new byte[0]),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          obj | objdump
          comp | compile completion
          run --exp | --expect
          compile --emit v | vpto
          check --profile '' | a5 a2a3
          run --engine ji | jit
          completion '' | bash zsh
          explain PTO500 | PTO5001 PTO5002 PTO5003 PTO5004
          explain --color=ne | never
          """)
  void bashOffers(String line, String expected) throws IOException, InterruptedException {
    Path completions = Files.writeString(directory.resolve("ptoc.bash"), script("bash"));
    String words = line.replace("=", " ");
    Process process =
        new ProcessBuilder(
                "bash",
                "--norc",
                "-c",
                "set -- '" + completions + "' ptoc " + words + "\n" + COMPLETE)
            .redirectErrorStream(true)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    assertThat(out.strip().split(" ")).containsExactlyInAnyOrder(expected.split(" "));
  }

  /** The terms of zsh: {@code _arguments} with a description and the values of each option. */
  @Test
  void zshGetsAScriptOfItsOwn() {
    assertThat(script("zsh"))
        .startsWith("#compdef ptoc\n")
        .contains("    'objdump:show the words, kernels and sections of an object file'\n")
        .contains(
            "'*--emit=[ir, tile-ir, vpto, asm or obj (default)]:FORM:(ir tile-ir vpto asm obj)'")
        .contains("'*--trace=-[log every instruction (default: stderr)]::FILE:_files'")
        .contains("'*-S[same as --emit=asm]'")
        .contains("'*:SHELL:(bash zsh)'")
        .endsWith("else\n  compdef _ptoc ptoc\nfi\n")
        .doesNotContain("compopt", "--tsort32-tail");
  }

  /**
   * Types each line and a tab into a shell on a terminal of its own, then prints what stands in its
   * line.
   */
  private static final String ZSH =
      """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell "PS1=; fpath=($1 \\$fpath); autoload -Uz compinit; compinit -u -d $1/dump; bindkey '^I' complete-word
        show() { print -r -- \\"LINE<\\$BUFFER>\\"; BUFFER= }; zle -N show; bindkey '^X' show; print RE''ADY"
      zpty -r shell text '*READY*'
      shift
      for line; do
        zpty -w -n shell "$line"$'\\t\\x18'
        zpty -r shell text '*LINE<*>*'
        print -r -- "${${text##*LINE<}%%>*}"
      done
      """;

  @Test
  void zshCompletes() throws IOException, InterruptedException {
    boolean found =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "zsh")));
    assumeTrue(found, "zsh is not on the path: its completion is not tried");
    Files.writeString(directory.resolve("_ptoc"), script("zsh"));
    Path driver = Files.writeString(directory.resolve("driver.zsh"), ZSH);
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("ptoc obj", "ptoc objdump ");
    lines.put("ptoc run --exp", "ptoc run --expect=");
    lines.put("ptoc compile --emit=v", "ptoc compile --emit=vpto ");
    lines.put("ptoc run --engine=ji", "ptoc run --engine=jit ");
    lines.put("ptoc completion z", "ptoc completion zsh ");
    List<String> command =
        new ArrayList<>(List.of("zsh", "-f", driver.toString(), directory.toString()));
    command.addAll(lines.keySet());
    Path out = directory.resolve("out");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(ended).as(Files.readString(out)).isTrue();
    assertThat(Files.readAllLines(out)).containsExactlyElementsOf(lines.values());
  }
}
