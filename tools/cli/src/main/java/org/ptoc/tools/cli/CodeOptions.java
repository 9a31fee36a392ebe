package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.verify.VerifierOptions;
import org.ptoc.ir.verify.VerifierOptions.Placement;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.PtoasRelease;
import org.ptoc.tools.toolchain.KernelPair;
import org.ptoc.tools.toolchain.ModuleSetting;
import org.ptoc.tools.toolchain.Toolchain;
import org.ptoc.tools.toolchain.Toolchain.Reports;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Options that say what a source text is compiled to. */
final class CodeOptions {
  /** The spellings that shells complete; more are understood. */
  static final List<String> PROFILES = List.of("a5", "a2a3");

  /** The profile where neither the command line nor the module says one. */
  static final String OTHERWISE = "--default-profile";

  private static final String POLARITY = "--vsubc-polarity";
  private static final List<String> MODES = List.of("inferred", "auto", "manual");
  static final List<String> SYNCHRONIZATIONS = List.of("inferred", "auto", "manual");
  private static final List<String> POLARITIES = ModuleSetting.VSUBC_POLARITY.words();

  static final String ASSUME = "--assume-ptoas";

  /** The functions of a kernel that are not called as its parts are. */
  static final String PAIR = "--pair";

  private static final Pattern PAIRED = Pattern.compile("@?([^=,@]+)=@?([^=,@]+),@?([^=,@]+)");
  private static final String REMARKS = "--remarks";
  private static final List<String> PASS_REMARKS = List.of("pass", "pass-missed", "pass-analysis");

  private CodeOptions() {}

  static void describeProfile(CommandSpec spec) {
    Options.words(
        spec,
        PROFILES,
        "PROFILE",
        "a5 or a2a3 (default: as the module says)",
        "--profile",
        "--pto-arch");
  }

  static void describe(CommandSpec spec) {
    describeProfile(spec);
    Options.hiddenValue(spec, OTHERWISE);
    Options.value(spec, "NAME", "only this kernel; others may be wrong", "-k", "--kernel");
    Options.words(
        spec,
        POLARITIES,
        "WORD",
        "second result of vsubc: borrow (default) or no_borrow",
        POLARITY);
    Options.words(
        spec,
        PtoasRelease.spellings(),
        "RELEASE",
        "what releases of ptoas changed is as in this one: 0.60, 0.61, 0.63 (docs/ptoas.md)",
        ASSUME);
    describePairs(spec);
    Options.words(
        spec,
        MODES,
        "MODE",
        "who gives tiles addresses and flags: auto, manual (default: inferred)",
        "--mode");
    Options.words(
        spec,
        SYNCHRONIZATIONS,
        "MODE",
        "who orders the pipes: auto, manual (default: inferred)",
        "--sync");
    Options.flag(spec, "only element types that all published lists have", "--strict-dtypes");
    Options.flag(
        spec, "notes on slots that are not followed, scratch and spills; as -Rpass", REMARKS);
    Options.values(
        spec, () -> PASS_REMARKS.iterator(), "KIND", "-Rpass, -Rpass-missed: --remarks", "-R");
    Options.values(
        spec,
        CodeOptions::switchWords,
        "SWITCH",
        "code switch, -fNAME or -fno-NAME; an unknown name lists them",
        "-f");
    for (CodeSwitch each : CodeSwitch.values()) {
      if (each.option().contains("=")) {
        Options.hiddenValue(spec, optionName(each));
      } else if (!each.help().isEmpty()) {
        Options.flag(spec, each.help(), each.option());
      } else if (!each.option().isEmpty()) {
        Options.hiddenFlag(spec, each.option());
      }
    }
  }

  private static Iterator<String> switchWords() {
    return Stream.of(CodeSwitch.values())
        .map(CodeSwitch::spelling)
        .flatMap(name -> Stream.of(name, "no-" + name))
        .iterator();
  }

  /** The profile of the command line. */
  static Optional<Profile> profile(ParseResult arguments) throws CommandFailure {
    return profile(arguments, "--profile");
  }

  private static Optional<Profile> profile(ParseResult arguments, String option)
      throws CommandFailure {
    Optional<String> text = Options.text(arguments, option);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Optional<Profile> profile = Profile.bySpelling(text.get());
    if (profile.isEmpty()) {
      throw CommandFailure.usage(
          "there is no profile '" + text.get() + "'", "--profile takes a5 or a2a3 (also a2, a3)");
    }
    return profile;
  }

  /** Compiles a kernel of an object again with more switches; empty without its source. */
  static Optional<ObjectFile> again(
      ParseResult arguments,
      ObjectFile object,
      KernelObject kernel,
      List<CodeSwitch> more,
      Session session)
      throws CommandFailure {
    Toolchain.Request plain = request(arguments, noReports());
    CompileOptions code = plain.code();
    for (CodeSwitch each : more) {
      code = code.with(each);
    }
    Toolchain.Request request = plain.of(object, kernel, code);
    return session
        .sourceOf(object)
        .flatMap(source -> session.toolchain().compile(source, request).value());
  }

  static Toolchain.Request request(ParseResult arguments, Reports reports) throws CommandFailure {
    CompileOptions code = synchronization(arguments, switches(arguments));
    VerifierOptions rules =
        new VerifierOptions(
            Options.has(arguments, "--strict-dtypes"),
            placement(arguments),
            code.has(CodeSwitch.ROWWISE_SCALAR_MASK),
            false);
    return new Toolchain.Request(
        profile(arguments, "--profile"),
        profile(arguments, OTHERWISE),
        Options.kernel(arguments),
        code,
        reports.withRemarks(remarks(arguments)),
        rules,
        stated(arguments),
        pairs(arguments));
  }

  static void describePairs(CommandSpec spec) {
    Options.values(
        spec,
        "NAME=F,G",
        "the functions F and G, for a cube core and vector cores, are the kernel NAME",
        PAIR);
  }

  /** Kernels whose parts have other names than those of parts. */
  static List<KernelPair> pairs(ParseResult arguments) throws CommandFailure {
    List<KernelPair> pairs = new ArrayList<>();
    for (String text : Options.texts(arguments, PAIR)) {
      Matcher match = PAIRED.matcher(text);
      if (!match.matches()) {
        throw CommandFailure.usage(
            "'" + text + "' is no value of " + PAIR,
            "it takes NAME=F,G: the kernel, and its functions for the two kinds of cores");
      }
      pairs.add(new KernelPair(match.group(1), match.group(2), match.group(3)));
    }
    return pairs;
  }

  /** {@code --remarks}, or in the habit of other compilers {@code -Rpass=PASSES}. */
  private static boolean remarks(ParseResult arguments) throws CommandFailure {
    List<String> kinds = Options.texts(arguments, "-R");
    for (String kind : kinds) {
      String name = kind.contains("=") ? kind.substring(0, kind.indexOf('=')) : kind;
      if (!PASS_REMARKS.contains(name)) {
        throw CommandFailure.usage(
            "there are no remarks '-R" + kind + "'",
            "write --remarks; -R" + String.join(", -R", PASS_REMARKS) + " are the same");
      }
    }
    return Options.has(arguments, REMARKS) || !kinds.isEmpty();
  }

  /** What the command line says of settings, other than the profile, that a module may state. */
  private static List<ModuleSetting.Stated> stated(ParseResult arguments) throws CommandFailure {
    ModuleSetting setting = ModuleSetting.VSUBC_POLARITY;
    Optional<ModuleSetting.Stated> stated = Optional.empty();
    if (Options.text(arguments, POLARITY).isPresent()) {
      stated = Optional.of(setting.stated(Options.choice(arguments, POLARITY, POLARITIES, "")));
    }
    // The last switch has the last word, as in switches().
    for (String word : Options.texts(arguments, "-f")) {
      boolean off = word.startsWith("no-");
      if (find(off ? word.substring(3) : word) == CodeSwitch.BORROW) {
        String value = POLARITIES.get(off ? 1 : 0);
        stated = Optional.of(new ModuleSetting.Stated(setting, "-f" + word, value));
      }
    }
    return Stream.concat(
            stated.stream(),
            release(arguments).stream()
                .map(release -> ModuleSetting.ASSUME_PTOAS.stated(release.spelling())))
        .toList();
  }

  private static Optional<PtoasRelease> release(ParseResult arguments) throws CommandFailure {
    return Options.text(arguments, ASSUME).isEmpty()
        ? Optional.empty()
        : PtoasRelease.bySpelling(Options.choice(arguments, ASSUME, PtoasRelease.spellings(), ""));
  }

  /** Flags are independent of addresses: {@code --sync} says who sets them, else the mode does. */
  private static CompileOptions synchronization(ParseResult arguments, CompileOptions code)
      throws CommandFailure {
    if (SynchronizationCheck.isWanted(arguments)) {
      return code;
    }
    return switch (Options.choice(arguments, "--sync", SYNCHRONIZATIONS, "inferred")) {
      case "auto" ->
          code.with(CodeSwitch.INSERT_SYNCHRONIZATION).without(CodeSwitch.SYNCHRONIZED_BY_HAND);
      case "manual" ->
          code.with(CodeSwitch.SYNCHRONIZED_BY_HAND).without(CodeSwitch.INSERT_SYNCHRONIZATION);
      default ->
          placement(arguments) == Placement.MANUAL
              ? code.with(CodeSwitch.SYNCHRONIZED_BY_HAND)
              : code;
    };
  }

  /** Who places tiles; without the option the function shows it. */
  private static Placement placement(ParseResult arguments) throws CommandFailure {
    return switch (Options.choice(arguments, "--mode", MODES, "inferred")) {
      case "auto" -> Placement.AUTO;
      case "manual" -> Placement.MANUAL;
      default -> Placement.INFERRED;
    };
  }

  static Reports noReports() {
    return new Reports(List.of(), false, Optional.empty(), false, false, false);
  }

  /** A report of registers, spills and the places of tiles. */
  static Reports reportOfResources() {
    return new Reports(List.of(), false, Optional.empty(), false, false, true);
  }

  /** The code switches of the command line. */
  static CompileOptions switches(ParseResult arguments) throws CommandFailure {
    CompileOptions code = CompileOptions.defaults();
    if (Options.choice(arguments, POLARITY, POLARITIES, "borrow").equals("no_borrow")) {
      code = code.without(CodeSwitch.BORROW);
    }
    Optional<PtoasRelease> release = release(arguments);
    if (release.isPresent()) {
      code = release.get().apply(code);
    }
    for (CodeSwitch each : CodeSwitch.values()) {
      if (isChanged(each, arguments)) {
        code = code.set(each, !each.isUsual());
      }
    }
    for (String word : Options.texts(arguments, "-f")) {
      boolean off = word.startsWith("no-");
      code = code.set(find(off ? word.substring(3) : word), !off);
    }
    return code;
  }

  /** True when the option that changes the default stands among the arguments. */
  private static boolean isChanged(CodeSwitch each, ParseResult arguments) throws CommandFailure {
    String option = each.option();
    if (!option.contains("=")) {
      return !option.isEmpty() && Options.has(arguments, option);
    }
    String word = option.substring(option.indexOf('=') + 1);
    return Options.choice(arguments, optionName(each), List.of("default", word), "default")
        .equals(word);
  }

  /** The option of a switch without its value. */
  private static String optionName(CodeSwitch each) {
    return each.option().split("=")[0];
  }

  private static CodeSwitch find(String name) throws CommandFailure {
    List<String> names = new ArrayList<>();
    for (CodeSwitch each : CodeSwitch.values()) {
      if (each.spelling().equals(name)) {
        return each;
      }
      names.add(each.spelling());
    }
    throw CommandFailure.usage(
        "there is no code switch '-f" + name + "'" + Suggestion.phrase(name, names),
        "the switches are " + String.join(", ", names));
  }
}
