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
      compopt() { changed="$*"; }
      . "$1"
      shift
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      COMPREPLY=()
      function=$(complete -p ptoc)
      function=${function##*-F }
      ${function%% *} ptoc "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      echo "${COMPREPLY[@]}"
      echo "$changed" >&2
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
          comp | compile compare completion
          run --expe | --expect
          compile --emit v | vpto
          check --profile '' | a5 a2a3
          run --engine ji | jit
          completion '' | bash zsh
          cache '' | clear
          explain PTO500 | PTO5001 PTO5002 PTO5003 PTO5004
          explain --color=ne | never
          run --timing=sc | scoreboard
          run --timing sc | scoreboard
          run --check mo | modes
          run --report=j | json
          isa --format '' | json text
          isa --diagnostic-format s | sarif
          isa pto.texpa | pto.texpands
          isa deco | decode
          isa trowexpande | trowexpandexpdif
          isa --level c | cube
          opt --pass dead | dead-code
          compile --print-after dead | dead-code
          run --timing-parameter queue | queue-depth=
          explain-timing vaddreluc | vaddreluconv
          check -Wno-sus | -Wno-suspicious-operand -Wno-suspicious-tile
          check -fno-ro | -fno-rowwise-scalar-mask
          """)
  void bashOffers(String line, String expected) throws IOException, InterruptedException {
    Path completions = Files.writeString(directory.resolve("ptoc.bash"), script("bash"));
    String words = line.replace("=", " = ");
    Process process =
        new ProcessBuilder(
                "bash",
                "--norc",
                "-c",
                "set -- '" + completions + "' ptoc " + words + "\n" + COMPLETE)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    assertThat(out.strip().split(" ")).containsExactlyInAnyOrder(expected.split(" "));
  }

  /** Where a file may stand the function offers nothing and leaves the default of bash on. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          run '' | files
          compile -o '' | files
          run --html= | files
          run --trace '' | files
          check --profile a5 x | files
          run --seed '' | nothing
          run --kernel '' | nothing
          run --timing '' | nothing
          isa x.x | nothing
          completion '' | nothing
          """)
  void bashOffersFilesWhereTheyMayStand(String line, String expected)
      throws IOException, InterruptedException {
    Path completions = Files.writeString(directory.resolve("ptoc.bash"), script("bash"));
    String words = line.replace("=", " = ") + (line.endsWith("=") ? "''" : "");
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
    assertThat(out.contains("+o default")).as(out).isEqualTo(expected.equals("nothing"));
    assertThat(script("bash")).contains("complete -o default -F _ptoc ptoc\n");
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
        .contains(
            "'*--timing=[calibrated (default), documented, grouped (a2a3), scoreboard (a5) or"
                + " none]:MODEL:(documented grouped calibrated scoreboard none)'")
        .contains("pto.texpands ")
        .doesNotContain(":N:_files", ":NAME:_files", ":MODEL:_files", ":CHECK:_files")
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
    lines.put("ptoc run --expe", "ptoc run --expect=");
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
