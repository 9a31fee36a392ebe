package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.emulator.Argument;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.ObjectWriter;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.data.NpyWriter;
import org.ptoc.tools.toolchain.Launch;
import org.ptoc.tools.toolchain.Toolchain;

class PtocTest {
  @TempDir Path directory;

  private final StubToolchain toolchain = new StubToolchain();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private String input = "";
  private boolean terminal;

  private int ptoc(String... args) {
    out.reset();
    err.reset();
    Environment environment =
        new Environment(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true),
            new PrintStream(err, true),
            terminal,
            terminal,
            directory,
            System.getenv());
    return new Ptoc(environment, () -> toolchain).run(List.of(args));
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private String file(String name, String text) {
    return bytes(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private String bytes(String name, byte[] content) {
    try {
      return Files.write(directory.resolve(name), content).toString();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private String good;
  private String object;

  @BeforeEach
  void files() {
    good = file("good.pto", "good\n");
    object = bytes("k.o", ObjectWriter.write(StubToolchain.object("k")));
  }

  @Test
  void helpAndVersionFitAScreen() {
    assertThat(ptoc("--help")).isZero();
    assertThat(out().lines().count()).isLessThanOrEqualTo(28);
    assertThat(out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(ptoc("--version")).isZero();
    assertThat(out()).startsWith("ptoc 0.").contains("ISA 1.1");
    assertThat(err()).isEmpty();
  }

  @Test
  void withoutACommandTheCommandsAreListed() {
    assertThat(ptoc()).isZero();
    String commands = out();
    assertThat(ptoc("--help")).isZero();
    assertThat(out()).isEqualTo(commands).startsWith("Usage: ptoc ");
  }

  @Test
  void helpBreaksAtBlanksAndNamesReports() {
    assertThat(ptoc("run", "--help")).isZero();
    assertThat(out())
        .contains("i32:5", "fill:VALUE:f32:4x4", "--html", "--timeline", "--trace-out");
  }

  @ParameterizedTest
  @EnumSource(Commands.class)
  void everyCommandHasHelpOfOneScreen(Commands command) {
    assertThat(ptoc(command.spelling(), "--help")).isZero();
    assertThat(out()).startsWith("Usage: ptoc " + command.spelling());
    assertThat(out().lines().count()).as(out()).isLessThanOrEqualTo(28);
    assertThat(out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(err()).isEmpty();
    assertThat(ptoc("help", command.spelling())).isZero();
    assertThat(ptoc(command.spelling(), "--help-all")).isZero();
    assertThat(out()).contains("--diagnostic-format=FORMAT").contains("--help-all");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "compil; there is no command 'compil'; did you mean 'compile'?",
        "--hlep; there is no option '--hlep'",
        "compile; ptoc: error: missing required parameter",
        "compile x.pto --profil a5; there is no option '--profil'; did you mean '--profile'?",
        "compile x.pto --profile a6; there is no profile 'a6'",
        "compile x.pto --emit bin; 'bin' is no value of --emit",
        "check x.pto --diagnostics=json; there is no option '--diagnostics'; did you mean"
            + " '--diagnostic-format'?",
        "compile x.pto -ffus; there is no code switch '-ffus'; did you mean 'fuse'?",
        "compile x.pto -Wno-bogus; there is no warning option '-Wno-bogus'",
        "compile x.pto -Wno-error=unread-tiles; did you mean 'unread-tile'?",
        "compile x.pto -S -c; ask for different outputs",
        "compile x.pto y.pto --emit=ir -o z.o; --emit=ir is for one input",
        "compile nowhere.pto; cannot read nowhere.pto: no such file or directory",
        "compile x.pto --color=green; 'green' is no value of --color",
        "run; missing required parameter",
        "check -x.pto; there is no option '-x.pto'",
        "check x.pto --profile; option '--profile' needs a value, PROFILE",
        "run x.pto -a; option '-a' needs a value, DATA",
        "compare x.pto; ptoc compare takes two files, or one file and --assume=A,B",
        "compare; missing required parameter: 'FILE'",
        "compare a b --profile a5 --profile=a2a3; option '--profile' is given more than once",
        "compare a b -b 1 --blocks 2; option '--blocks' is given more than once; give one N",
        "compile x.pto --output=; the file name of --output is empty",
        "isa --level tile vadd; what --level and --profile leave has no 'vadd'",
        "explain PTO9999; there is no diagnostic code 'PTO9999'",
        "isa vaddd; no operation or instruction 'vaddd'; did you mean",
        "isa decode; needs words",
        "completion fish; there is no completion for 'fish'",
        "opt --pass inlin x; there is no pass 'inlin'; did you mean 'inline'?",
      })
  void usageErrorsExitWithTwoAndSayWhatIsRight(String args, String message) {
    List<String> words = new ArrayList<>(List.of(args.split(" ")));
    words.removeIf(String::isEmpty);
    assertThat(ptoc(words.toArray(String[]::new))).as(this::err).isEqualTo(2);
    assertThat(err()).contains(message.replace("ptoc: error: ", "")).startsWith("ptoc: error: ");
    assertThat(out()).isEmpty();
  }

  @Test
  void anEmptyWordIsNotThePresentDirectory() {
    for (String command : List.of("check", "compile", "run", "opt", "objdump", "asm", "sweep")) {
      assertThat(ptoc(command, "")).as(command).isEqualTo(2);
      assertThat(err()).startsWith("ptoc: error: the name of a file is empty");
    }
  }

  @Test
  void usageErrorsFollowTheFormatToo() {
    assertThat(ptoc("compile", "x.pto", "--diagnostic-format", "json", "--profil=a5")).isEqualTo(2);
    assertThat(err())
        .startsWith(
            "{\"code\":\"PTO6001\",\"severity\":\"error\",\"message\":\"there is no option");
    assertThat(ptoc("compil", "--diagnostic-format=sarif")).isEqualTo(2);
    assertThat(err()).startsWith("{\"$schema\"").contains("\"ruleId\":\"PTO6001\"");
    assertThat(ptoc("isa", "vaddd", "--diagnostic-format=json")).isEqualTo(2);
    assertThat(err()).startsWith("{\"code\":\"PTO6001\"");
  }

  @Test
  void argumentsComeFromFiles() {
    String more = file("more.txt", "--profile 'a2a3' # target\n-fno-\\fuse \"" + good + "\"");
    String all = file("all args", "compile @" + more + " -o");
    assertThat(ptoc("@" + all, path("x.o"))).as(this::err).isZero();
    assertThat(toolchain.requests.getFirst().profile()).contains(Profile.A2A3);
    assertThat(toolchain.requests.getFirst().code().has(CodeSwitch.FUSE)).isFalse();
    assertThat(ptoc("check", good, "--kernel", "@no-such-file")).isZero();
    assertThat(toolchain.requests.getLast().kernel()).contains("no-such-file");
    String open = file("open.txt", "check 'x.pto");
    assertThat(ptoc("@" + open)).isEqualTo(2);
    assertThat(err()).contains("open.txt: a quotation mark ' is not closed");
    String itself = path("itself.txt");
    file("itself.txt", "@" + itself);
    assertThat(ptoc("@" + itself)).isEqualTo(2);
    assertThat(err()).contains("nested deeper than 16");
  }

  @Test
  void dumpsOfUnknownPassesAreRefused() {
    assertThat(ptoc("compile", good, "--print-after=inlin", "-o", "-")).isEqualTo(2);
    assertThat(err()).contains("there is no pass 'inlin'; did you mean 'inline'?");
    assertThat(ptoc("compile", good, "--dump-dir", good + "/x", "-o", "-")).isEqualTo(2);
    assertThat(err()).contains("PTO6003");
  }

  @Test
  void anObjectOfALaterVersionIsNotCalledDamaged() throws IOException {
    byte[] later = Files.readAllBytes(Path.of(object));
    int note = new String(later, StandardCharsets.ISO_8859_1).indexOf("PTO\0");
    later[note + 8]++;
    assertThat(ptoc("objdump", bytes("later.o", later))).isEqualTo(1);
    assertThat(err())
        .contains("the file needs version 1.2 of the instruction set")
        .contains("[PTO5002]");
  }

  @Test
  void compileWritesAnObject() {
    assertThat(
            ptoc(
                "compile",
                good,
                "-o",
                path("x.o"),
                "--profile",
                "a3",
                "-fno-fuse",
                "-fforbid-spills"))
        .as(this::err)
        .isZero();
    assertThat(out()).isEmpty();
    assertThat(err()).isEmpty();
    assertThat(directory.resolve("x.o"))
        .hasBinaryContent(ObjectWriter.write(StubToolchain.object("k")));
    Toolchain.Request request = toolchain.requests.getFirst();
    assertThat(request.profile()).contains(Profile.A2A3);
    assertThat(request.code().has(CodeSwitch.FUSE)).isFalse();
    assertThat(request.code().has(CodeSwitch.FORBID_SPILLS)).isTrue();
  }

  @Test
  void compileReadsInputAndWritesOutputStreams() {
    input = "good";
    assertThat(ptoc("compile", "-", "-o", "-")).isZero();
    assertThat(out.toByteArray()).isEqualTo(ObjectWriter.write(StubToolchain.object("k")));
    assertThat(ptoc("compile", "-", "--emit=tile-ir")).isZero();
    assertThat(out()).isEqualTo("tile-ir\n");
    terminal = true;
    assertThat(ptoc("compile", "-", "-o", "-")).isEqualTo(2);
    assertThat(out()).isEmpty();
    assertThat(err()).contains("does not go to a terminal");
  }

  @Test
  void reportsGoToStandardError() {
    assertThat(ptoc("compile", good, "-S", "-o", "-", "--time-passes")).isZero();
    assertThat(err()).isEqualTo("parse 1 ms\n");
    assertThat(out()).contains(".kernel \"k\"").contains("movi X5, 64");
  }

  @Test
  void rejectedProgramsLeaveNoOutputAndKeepTheOldOne() throws IOException {
    String bad = file("bad.pto", "good\n\tone bad word\n");
    String old = file("old.o", "old");
    assertThat(ptoc("compile", bad, "-o", old)).isEqualTo(1);
    assertThat(Files.readString(Path.of(old))).isEqualTo("old");
    assertThat(err())
        .isEqualTo(
            bad
                + ":2:6: error: this is bad [PTO1001]\n  \tone bad word\n  \t    ^~~\n"
                + "ptoc: note: good would be right\n");
  }

  @Test
  void allInputsAreChecked() {
    String bad = file("bad.pto", "bad");
    assertThat(ptoc("check", bad, good, bad)).isEqualTo(1);
    assertThat(err().lines().filter(line -> line.contains("error:"))).hasSize(2);
    assertThat(ptoc("check", good)).isZero();
  }

  @Test
  void warningsCanBeErrorsOrSilent() {
    String warn = file("warn.pto", "warn");
    assertThat(ptoc("check", warn)).isZero();
    assertThat(err()).contains("warning: this is odd [PTO3101]");
    assertThat(ptoc("check", warn, "-Werror")).isEqualTo(1);
    assertThat(err()).contains("error: this is odd");
    assertThat(ptoc("check", warn, "-Wno-suspicious-tile", "-Werror")).isZero();
    assertThat(err()).isEmpty();
    assertThat(ptoc("check", warn, "-Wno-PTO3101")).isZero();
    assertThat(err()).isEmpty();
  }

  /** Status and first word of what is told of one warning, {@code -} for nothing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -Wall                                            | 0 | warning
          -w                                               | 0 | -
          -w -Werror                                       | 0 | -
          -Werror=suspicious-tile                          | 1 | error
          -Werror=PTO3101                                  | 1 | error
          -Werror=suspicious-operand                       | 0 | warning
          -Wno-suspicious-tile -Werror=suspicious-tile     | 1 | error
          -Wno-suspicious-tile -Wsuspicious-tile           | 0 | warning
          -Werror -Wno-error=suspicious-tile               | 0 | warning
          -Werror -Wno-error                               | 0 | warning
          """)
  void warningOptionsMeanWhatTheyMeanElsewhere(String options, int status, String told) {
    List<String> words = new ArrayList<>(List.of("check", file("warn.pto", "warn")));
    words.addAll(List.of(options.split(" ")));
    assertThat(ptoc(words.toArray(String[]::new))).isEqualTo(status);
    if (told.equals("-")) {
      assertThat(err()).isEmpty();
    } else {
      assertThat(err()).contains(told + ": this is odd");
    }
  }

  @Test
  void diagnosticsGoToAFile() throws IOException {
    String warn = file("warn.pto", "warn");
    Path written = Path.of(warn).resolveSibling("found.json");
    String output = "--diagnostics-output=" + written;
    assertThat(ptoc("check", warn, "--diagnostic-format=json", output)).isZero();
    assertThat(err()).contains("warning: this is odd [PTO3101]").doesNotContain("{\"");
    assertThat(Files.readString(written)).startsWith("{").contains("this is odd").endsWith("}\n");
    assertThat(ptoc("check", warn, "--diagnostic-format=sarif", output)).isZero();
    assertThat(Files.readString(written)).contains("2.1.0", "this is odd");
    assertThat(ptoc("check", warn, "--diagnostics-output=" + warn + "/x")).isEqualTo(2);
    assertThat(err()).contains("PTO6003");
  }

  @Test
  void habitsOfOtherCompilersAreUnderstood() {
    String good = file("good.pto", "good");
    for (String option : List.of("-g", "-O0", "-O1", "-O2", "-O3", "-O")) {
      assertThat(ptoc("compile", good, option, "-o", "-")).as(option).isZero();
    }
    assertThat(ptoc("compile", good, "-O7", "-o", "-")).isEqualTo(2);
  }

  @Test
  void coloursOnlyForPeople() {
    String bad = file("bad.pto", "bad");
    ptoc("check", bad);
    assertThat(err()).doesNotContain("\u001B");
    ptoc("check", bad, "--color=always");
    assertThat(err()).contains("\u001B[1;31merror: ");
    terminal = true;
    ptoc("check", bad);
    assertThat(err()).contains("\u001B");
    ptoc("check", bad, "--color", "never");
    assertThat(err()).doesNotContain("\u001B");
  }

  @Test
  void jsonDiagnosticsAreAnObjectALine() {
    input = "bad";
    assertThat(ptoc("check", "-", "--diagnostic-format=json")).isEqualTo(1);
    assertThat(err())
        .isEqualTo(
            "{\"code\":\"PTO1001\",\"severity\":\"error\",\"message\":\"this is"
                + " bad\",\"file\":\"<stdin>\",\"line\":1,\"column\":1,\"length\":3,\"notes\":[{\"message\":\"good"
                + " would be right\"}]}\n");
  }

  @Test
  void sarifIsOneLog() {
    input = "bad";
    assertThat(ptoc("check", "-", "--diagnostic-format=sarif")).isEqualTo(1);
    assertThat(err())
        .startsWith("{\"$schema\":")
        .contains("\"version\":\"2.1.0\"")
        .contains("\"results\":[{\"ruleId\":\"PTO1001\",\"level\":\"error\"")
        .contains("\"region\":{\"startLine\":1,\"startColumn\":1,\"endColumn\":4}");
    input = "good";
    assertThat(ptoc("check", "-", "--diagnostic-format=sarif")).isZero();
    assertThat(err()).contains("\"results\":[]");
  }

  @Test
  void runBindsArgumentsDumpsAndTellsCycles() {
    String x =
        bytes("x.npy", NpyWriter.write(DataArray.of(DataFormat.F32, List.of(1, 2), new byte[8])));
    assertThat(
            ptoc(
                "run",
                object,
                "--arg",
                x,
                "--arg",
                "i32:-5",
                "--arg",
                "ones:f32:2x1",
                "--dump",
                "2=" + path("y.npy"),
                "--dump",
                "0=" + path("x.bin"),
                "--blocks",
                "3"))
        .as(this::err)
        .isZero();
    assertThat(out()).isEqualTo("cycles: 1234 (documented)\n");
    assertThat(err()).isEmpty();
    assertThat(directory.resolve("y.npy"))
        .hasBinaryContent(
            NpyWriter.write(DataArray.of(DataFormat.F32, List.of(2, 1), new byte[8])));
    assertThat(directory.resolve("x.bin")).hasBinaryContent(new byte[8]);
    Launch launch = toolchain.launches.getFirst();
    assertThat(launch.machine().blocks()).isEqualTo(3);
    assertThat(launch.machine().arguments().get(1)).isEqualTo(new Argument.Scalar(-5));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "zeros:f32:2 i32:1; 2; kernel k takes 3 arguments, but --arg was given 2 times",
        "zeros:f32:2; 2; kernel k takes 3 arguments, but --arg was given once",
        "zeros:f32:2 i64:4294967296 zeros:f32:2; 2; parameter 1 (n) has type i32, which cannot hold"
            + " 4294967296",
        "zeros:f32:2 f32:1 zeros:f32:2; 2; parameter 1 (n) has type i32",
        "zeros:i32:2 i32:1 zeros:f32:2; 2; parameter 0 (x) points to elements of type f32, the"
            + " argument holds i32",
        "f32:2 i32:1 zeros:f32:2; 2; parameter 0 (x) is a pointer, not a number",
        "zeros:f32:2 zeros:i32:1 zeros:f32:2; 2; parameter 1 (n) is a number of type i32, not an"
            + " array",
        "zeros:f32:2 ui32:4294967295 zeros:f32:2; 0; ''",
        "nowhere.npy i32:1 zeros:f32:2; 2; cannot read nowhere.npy",
        "zeros:f32:2 i32:x zeros:f32:2; 2; is no integer",
      })
  void argumentsAreChecked(String arguments, int status, String message) {
    List<String> words = new ArrayList<>(List.of("run", object));
    for (String argument : arguments.split(" ")) {
      words.addAll(List.of("--arg", argument));
    }
    assertThat(ptoc(words.toArray(String[]::new))).isEqualTo(status);
    assertThat(err()).contains(message);
  }

  @Test
  void aPlainNumberBehindANameIsOfItsParameter() {
    assertThat(ptoc("run", object, "-a", "x=5", "-a", "i32:1", "-a", "zeros:f32:12")).isEqualTo(2);
    assertThat(err()).contains("parameter 0 (x) is a pointer, not a number");
  }

  @Test
  void rawFilesMustHoldWholeElements() {
    String odd = bytes("odd.bin", new byte[6]);
    assertThat(run(odd)).isEqualTo(2);
    assertThat(err()).contains("parameter 0 (x) has elements of 4 bytes, but the file has 6 bytes");
  }

  @Test
  void dumpsAreCheckedBeforeTheRun() {
    assertThat(run("zeros:f32:2", "--dump", "1=x.npy")).isEqualTo(2);
    assertThat(err()).contains("parameter 1 of kernel k is no pointer");
    assertThat(err()).contains("--dump 1: ");
    assertThat(run("zeros:f32:2", "--show", "m")).isEqualTo(2);
    assertThat(err()).contains("kernel k has no parameter 'm'").contains("parameter 0 is x");
    assertThat(run("zeros:f32:2", "--dump", "zz=-")).isEqualTo(2);
    assertThat(err()).contains("kernel k has no parameter 'zz'");
    assertThat(run("zeros:f32:2", "--dump", "3=x.npy")).isEqualTo(2);
    assertThat(run("zeros:f32:2", "--dump", "x.npy")).isEqualTo(2);
    assertThat(run("zeros:f32:2", "--dump", "0=x.txt")).isEqualTo(2);
    assertThat(run("zeros:f32:2", "--dump", "0=x.npy", "--dump", "0=./x.npy")).isEqualTo(2);
    assertThat(err()).contains("parameter 0 and parameter 0 would both be written to ./x.npy");
    assertThat(toolchain.launches).isEmpty();
    assertThat(run("zeros:f32:2", "--dump", "0=" + path("no/x.npy"))).isEqualTo(2);
    assertThat(err()).contains("PTO6003");
  }

  @Test
  void expectationsReportTheFirstMismatches() {
    assertThat(run("iota:f32:12", "--expect", "2=iota:f32:12")).isZero();
    assertThat(run("iota:f32:12", "--expect", "2=zeros:f32:12")).isEqualTo(4);
    assertThat(err())
        .contains("parameter 2 (y) differs from zeros:f32:12 in 11 of 12 elements [PTO6006]")
        .contains("[1] got 1.0, expected 0.0 (1065353216 ULP)")
        .contains("1 more");
    assertThat(out()).contains("cycles: 1234");
    assertThat(run("iota:f32:12", "--expect", "2=zeros:f32:12", "--tol", "abs=11")).isZero();
    assertThat(run("iota:f32:12", "--expect", "2=zeros:f32:12", "--tol", "0,11")).isZero();
    assertThat(run("iota:f32:12", "--expect", "2=zeros:f32:11")).isEqualTo(4);
    assertThat(run("iota:f32:12", "--expect", "2=iota:f32:3x4")).isZero();
    assertThat(run("iota:f32:12", "--expect", "2=zeros:i32:12")).isEqualTo(2);
    assertThat(err()).contains("must be an array of type f32, but it holds i32");
    assertThat(run("iota:f32:12", "--tol", "-1")).isEqualTo(2);
  }

  @Test
  void shapesNeedNotAgree() {
    List<String> words = List.of("run", object, "-a", "iota:f32:12", "-a", "i32:1", "-a");
    assertThat(ptoc(words, "zeros:f32:3x4", "--expect", "2=iota:f32:12")).isZero();
    assertThat(ptoc(words, "zeros:f32:3x4", "--expect", "2=iota:f32:4x3")).isZero();
    assertThat(ptoc(words, "zeros:f32:3x4", "--expect", "2=iota:f32:4x4")).isEqualTo(4);
    assertThat(err()).contains("parameter 2 (y) has 12 elements, iota:f32:4x4 has 16 [PTO6006]");
  }

  @Test
  void noParameterIsProposedThatHasAValueOrIsNear() {
    List<String> words = List.of("run", object, "-a");
    assertThat(ptoc(words, "q=zeros:f32:12")).isEqualTo(2);
    assertThat(err()).contains("kernel k has no parameter 'q' [PTO6004]");
    assertThat(ptoc(words, "q=x.npy")).isEqualTo(2);
    assertThat(err()).contains("kernel k has no parameter 'q' [PTO6004]");
    assertThat(run("x=zeros:f32:2", "-a", "yy=zeros:f32:2")).isEqualTo(2);
    assertThat(err()).contains("kernel k has no parameter 'yy' [PTO6004]");
  }

  @Test
  void aNumberIsAskedForAsItWasGiven() {
    List<String> words = List.of("run", object, "-a", "zeros:f32:2", "-a");
    assertThat(ptoc(words, "zeros:i32:1", "-a", "zeros:f32:2")).isEqualTo(2);
    assertThat(err()).contains("write it as --arg i32:VALUE");
    assertThat(ptoc(words, "n=zeros:i32:1", "-a", "zeros:f32:2")).isEqualTo(2);
    assertThat(err()).contains("write it as --arg n=VALUE");
  }

  private int ptoc(List<String> words, String... more) {
    return ptoc(Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new));
  }

  private int run(String x, String... more) {
    List<String> words =
        new ArrayList<>(List.of("run", object, "-a", x, "-a", "i32:1", "-a", "zeros:f32:12"));
    words.addAll(List.of(more));
    return ptoc(words.toArray(String[]::new));
  }

  @Test
  void eachCommandTellsWhichOneReadsItsInput() throws IOException {
    String source = file("kind.pto", "// A comment.\nmodule {\n}\n");
    String assembly = file("kind.s", "; A comment.\n.profile a5\n.kernel k\n  end\n");
    assertThat(ptoc("asm", assembly, "-o", directory.resolve("kind.o").toString())).isZero();
    String binary = directory.resolve("kind.o").toString();
    for (String command : List.of("check", "compile", "opt")) {
      assertThat(ptoc(command, assembly)).isEqualTo(2);
      assertThat(err()).contains("kind.s is assembly text: 'ptoc asm'");
      assertThat(ptoc(command, binary)).isEqualTo(2);
      assertThat(err()).contains("kind.o is an object file: 'ptoc run'");
    }
    for (String command : List.of("asm", "objdump")) {
      assertThat(ptoc(command, source)).isEqualTo(2);
      assertThat(err()).contains("kind.pto is a source text: 'ptoc compile'");
    }
    assertThat(ptoc("objdump", assembly)).isEqualTo(2);
  }

  @Test
  void trapsExitWithThree() {
    String trap = file("trap.pto", "trap");
    assertThat(
            ptoc(
                "run",
                trap,
                "-a",
                "zeros:f32:1",
                "-a",
                "i32:1",
                "-a",
                "zeros:f32:1",
                "--dump",
                "0=" + path("never.bin")))
        .isEqualTo(3);
    assertThat(err()).isEqualTo("k.pto:2:3: error: UB access out of range [PTO6007]\n");
    assertThat(directory.resolve("never.bin")).doesNotExist();
    assertThat(out()).isEmpty();
  }

  @Test
  void kernelsAndProfilesMustFit() {
    String two = file("two.pto", "two");
    assertThat(ptoc("run", two)).isEqualTo(1);
    assertThat(err())
        .contains("choose a kernel with --kernel NAME [PTO4006]")
        .contains("the file has k, other");
    assertThat(ptoc("run", two, "--kernel", "othr")).isEqualTo(1);
    assertThat(err()).contains("there is no kernel 'othr'; did you mean 'other'?");
    assertThat(ptoc("run", object, "--profile", "a2a3")).isEqualTo(1);
    assertThat(err()).contains("was made for profile a5, but --profile says a2a3 [PTO4003]");
  }

  @Test
  void damagedObjectsAreRejected() throws IOException {
    byte[] bytes = Files.readAllBytes(Path.of(object));
    bytes[18] = 0;
    String damaged = bytes("damaged.o", bytes);
    assertThat(ptoc("objdump", damaged)).isEqualTo(1);
    assertThat(err())
        .startsWith(damaged + ": error: offset 0x12: this ELF file is for machine 0xb700, not an")
        .contains(" object of ptoc (0xb7c3) [PTO5001]");
    assertThat(ptoc("run", damaged)).isEqualTo(1);
    String text = file("text.o", "\u00e4");
    for (String other : List.of(text, bytes("bytes.o", new byte[] {-1, -2}), file("none.o", ""))) {
      assertThat(ptoc("objdump", other)).isEqualTo(1);
      String message = err();
      assertThat(message).contains("this is not an ELF file [PTO5001]");
      assertThat(ptoc("run", other)).isEqualTo(1);
      assertThat(err()).isEqualTo(message);
    }
  }

  @Test
  void outputsNeverReplaceInputs() throws IOException {
    String link = Files.createSymbolicLink(directory.resolve("link.o"), Path.of(good)).toString();
    String spelling = directory.resolve("nothing/../good.pto").toString();
    Files.createDirectory(directory.resolve("nothing"));
    for (String output : List.of(good, link, spelling)) {
      assertThat(ptoc("compile", good, "-o", output)).isEqualTo(2);
      assertThat(err()).contains("output file " + output + " is the same as the input " + good);
      assertThat(ptoc("compile", good, "-S", "-o", output)).isEqualTo(2);
      assertThat(ptoc("asm", good, "-o", output)).isEqualTo(2);
      assertThat(ptoc("opt", good, "-o", output)).isEqualTo(2);
    }
    assertThat(ptoc("objdump", "-d", object, "-o", object)).isEqualTo(2);
    assertThat(Path.of(good)).hasContent("good\n");
  }

  @Test
  void twoInputsHaveTwoOutputs() throws IOException {
    Files.createDirectories(directory.resolve("a"));
    Files.createDirectories(directory.resolve("b"));
    String first = file("a/ptoc-same-name.pto", "good\n");
    String second = file("b/ptoc-same-name.pto", "good\n");
    assertThat(ptoc("compile", first, second)).isEqualTo(2);
    assertThat(err())
        .contains(
            first + " and " + second + " would both be written to ptoc-same-name.o [PTO6001]");
    assertThat(Path.of("ptoc-same-name.o")).doesNotExist();
    assertThat(ptoc("compile", first, second, "--emit=ir")).isZero();
  }

  @Test
  void objdumpTextAssemblesToTheSameBytes() throws IOException {
    assertThat(ptoc("objdump", "--asm", object)).isZero();
    input = out();
    assertThat(ptoc("asm", "-", "-o", path("again.o"))).as(this::err).isZero();
    assertThat(directory.resolve("again.o")).hasBinaryContent(Files.readAllBytes(Path.of(object)));
  }

  @Test
  void objdumpShowsWordsAndJson() {
    assertThat(ptoc("objdump", object)).isZero();
    assertThat(out())
        .contains("kernel k: 2 words, 16 bytes")
        .contains("argument 0: x: pointer to f32 in X0, read")
        .contains("000000  0000004000050002  movi X5, 64")
        .contains("UB 1024 bytes");
    assertThat(ptoc("objdump", "--source", object)).isZero();
    assertThat(out()).contains("; k.pto:2");
    assertThat(ptoc("objdump", "--cfg=dot", object)).isZero();
    assertThat(out())
        .startsWith("digraph kernels {\n")
        .contains("\"k+0\" [label=\"000000  movi X5, 64\\l");
    assertThat(ptoc("objdump", "--cfg=svg", object)).isEqualTo(2);
    assertThat(ptoc("objdump", "--json", object)).isZero();
    assertThat(out()).contains("\"text\":\"movi X5, 64\",\"file\":\"k.pto\",\"line\":2");
  }

  @Test
  void isaAndExplainAnswer() {
    assertThat(ptoc("isa", "decode", "0x0003E10004020008")).isZero();
    assertThat(out())
        .startsWith("0x0003e10004020008  vadd.f32 V2, V0, V1, P0\n")
        .contains("  20:16  vd     = 2       vd\n")
        .endsWith("  5:0    cls    = 8\n");
    assertThat(ptoc("isa", "decode", "0x0003E10004020008", "--format=json")).isZero();
    assertThat(out()).contains("{\"name\":\"vd\",\"lsb\":16,\"width\":5,\"value\":2}");
    assertThat(ptoc("isa", "decode", "ffffffffffffffff")).isEqualTo(1);
    assertThat(ptoc("isa", "vadd")).isZero();
    assertThat(out())
        .startsWith("pto.vadd (operation)\n  meaning     lhs + rhs\n")
        .contains(
            "%result = pto.vadd %lhs, %rhs, %mask : type(lhs), type(rhs), type(mask) ->"
                + " type(result)\n")
        .contains("vadd (instruction of profile a5)\n  does        lane = a + b\n")
        .contains("latency 7 [S]");
    assertThat(ptoc("isa", "pto.tshl")).isZero();
    assertThat(out()).contains("a2a3: ").doesNotContain("instruction of");
    assertThat(ptoc("isa", "vadd", "--format=json")).isZero();
    assertThat(out()).contains("\"mnemonic\":\"vadd\"");
    assertThat(ptoc("isa", "--profile", "a2a3")).isZero();
    assertThat(ptoc("explain", "pto1001", "2001")).isZero();
    assertThat(out())
        .startsWith("PTO1001 error: the text does not match the grammar\n")
        .contains(
            "PTO2001 error: the operation does not exist for this element type on this profile\n");
    assertThat(ptoc("completion", "bash")).isZero();
    assertThat(out()).contains("--vsubc-polarity");
    assertThat(ptoc("opt", good, "--pass", "canonicalize,inline")).isZero();
    assertThat(out()).isEqualTo("canonicalize+inline\n");
  }

  @Test
  void defectsLeaveAFolder() throws IOException {
    String crash = file("crash.pto", "crash");
    assertThat(ptoc("check", crash)).isEqualTo(70);
    assertThat(err().lines()).hasSize(1);
    assertThat(err())
        .startsWith("ptoc: error: internal error: IllegalStateException at StubToolchain.java:")
        .contains("[PTO6999]");
    Path folder;
    try (var all = Files.list(directory)) {
      folder = all.filter(Files::isDirectory).findFirst().orElseThrow();
    }
    assertThat(folder.resolve("command.txt")).hasContent("check\n" + crash);
    assertThat(Files.readString(folder.resolve("stack.txt")))
        .contains("a defect")
        .contains("StubToolchain");
    assertThat(folder.resolve("input0-crash.pto")).hasContent("crash");
  }

  /** Of the folders of defects the newest ten stay; what only looks like one is not touched. */
  @Test
  void tenFoldersAreKept() throws IOException {
    String crash = file("crash.pto", "crash");
    Path notOurs = Files.createDirectories(directory.resolve("ptoc-crash-of-people/inner"));
    Path link =
        Files.createSymbolicLink(directory.resolve("ptoc-crash-link"), directory.resolve("away"));
    for (int i = 0; i < 8; i++) {
      Path old = Files.createDirectory(directory.resolve("ptoc-crash-old" + i));
      Files.writeString(old.resolve("stack.txt"), "old");
      Files.setLastModifiedTime(old, FileTime.fromMillis(1_000_000L * (i + 1)));
    }
    Files.setLastModifiedTime(notOurs.getParent(), FileTime.fromMillis(1));
    for (int i = 0; i < 5; i++) {
      ptoc("check", crash);
    }
    try (var all = Files.list(directory)) {
      List<String> names = all.map(each -> each.getFileName().toString()).toList();
      assertThat(names)
          .contains("ptoc-crash-of-people", "ptoc-crash-link", "crash.pto")
          .contains("ptoc-crash-old7", "ptoc-crash-old6", "ptoc-crash-old5", "ptoc-crash-old4")
          .doesNotContain("ptoc-crash-old2", "ptoc-crash-old1", "ptoc-crash-old0");
      assertThat(names.stream().filter(name -> name.matches("ptoc-crash-(old)?[0-9]+")))
          .hasSize(10);
    }
    assertThat(notOurs).isDirectory();
    assertThat(link).isSymbolicLink();
  }

  /** No defect, so no report: the message has what was asked for, and the status is its own. */
  @ParameterizedTest
  @CsvSource({"memory, of memory are not enough for, -Xmx", "stack, is not deep enough for, -Xss"})
  void runningOutOfSomethingIsNoDefect(String text, String what, String option) throws IOException {
    String source = file("large.pto", text);
    assertThat(ptoc("check", source)).isEqualTo(5);
    assertThat(err())
        .contains(what + " 'ptoc check " + source + "' [PTO6015]")
        .contains("ptoc: note: PTOC_JAVA_OPTIONS=" + option);
    try (var all = Files.list(directory)) {
      assertThat(all).noneMatch(Files::isDirectory);
    }
  }

  @ParameterizedTest
  @CsvSource({"Broken pipe, 0", "No space left on device, 2"})
  void lostOutputIsAnErrorUnlessNobodyReads(String reason, int status) {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int value) throws IOException {
            throw new IOException(reason);
          }
        };
    Environment environment =
        new Environment(
            new ByteArrayInputStream(new byte[0]),
            new GuardedStream.StandardOutput(new BufferedOutputStream(broken, 1 << 16)),
            new PrintStream(err, true),
            false,
            false,
            directory,
            Map.of());
    assertThat(new Ptoc(environment, () -> toolchain).run(List.of("--help"))).isEqualTo(status);
  }

  @Test
  void noCommandLineMakesItCrash() {
    Random random = new Random(2);
    List<String> words =
        List.of(
            "compile",
            "run",
            "objdump",
            "asm",
            "opt",
            "check",
            "isa",
            "explain",
            "decode",
            "-o",
            "-",
            "--arg",
            "i32:",
            "--dump",
            "0=",
            "=",
            "--tol",
            ",",
            "-W",
            "-f",
            "--blocks",
            "0x",
            "--kernel",
            good,
            object,
            "@",
            "--",
            "é\u0000",
            "--profile",
            "a5",
            "--expect",
            "-S",
            "--json",
            "--source");
    for (int run = 0; run < 1500; run++) {
      List<String> args = new ArrayList<>();
      for (int i = random.nextInt(7); i >= 0; i--) {
        args.add(words.get(random.nextInt(words.size())));
      }
      if (!args.contains("compile") && !args.contains("asm")) {
        assertThat(ptoc(args.toArray(String[]::new))).as(args + err()).isBetween(0, 4);
      }
    }
  }

  @Test
  void theRealToolchainIsBehindTheEntryPoint() {
    String bad = file("bad.pto", "module {\n  func.func @k( {\n");
    int status =
        Ptoc.run(
            List.of("check", bad, "--profile", "a5"),
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true),
            new PrintStream(err, true));
    assertThat(status).isEqualTo(1);
    assertThat(err()).startsWith(bad + ":2:").contains("[PTO1");
  }
}
