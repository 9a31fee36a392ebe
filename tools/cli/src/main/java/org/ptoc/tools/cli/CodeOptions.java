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
import org.ptoc.tools.cli.Option.Trait;
import org.ptoc.tools.toolchain.KernelPair;
import org.ptoc.tools.toolchain.ModuleSetting;
import org.ptoc.tools.toolchain.Toolchain;
import org.ptoc.tools.toolchain.Toolchain.Reports;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Options that say what a source text is compiled to. */
final class CodeOptions {
  /** The spellings that shells complete; more are understood. */
  static final List<String> PROFILES = Stream.of(Profile.values()).map(Profile::spelling).toList();

  /** The profile where neither the command line nor the module says one. */
  static final Option OTHERWISE = Option.value("", "", "--default-profile").with(Trait.HIDDEN);

  private static final List<String> PASS_REMARKS = List.of("pass", "pass-missed", "pass-analysis");
  private static final List<String> POLARITIES = ModuleSetting.VSUBC_POLARITY.words();
  private static final Option POLARITY =
      Option.value(
              "WORD", "second result of vsubc: borrow (default) or no_borrow", "--vsubc-polarity")
          .words(POLARITIES)
          .seldom();
  private static final List<String> MODES = List.of("inferred", "auto", "manual");
  static final List<String> SYNCHRONIZATIONS = List.of("inferred", "auto", "manual");

  static final Option ASSUME =
      Option.value(
              "RELEASE",
              "what releases of ptoas changed is as in this one: 0.60, 0.61, 0.63 (docs/ptoas.md)",
              "--assume-ptoas")
          .words(PtoasRelease.spellings())
          .seldom();

  /** The functions of a kernel that are not called as its parts are. */
  static final Option PAIR =
      Option.values(
              "NAME=F,G",
              "the functions F and G, for a cube core and vector cores, are the kernel NAME",
              "--pair")
          .seldom();

  private static final Pattern PAIRED = Pattern.compile("@?([^=,@]+)=@?([^=,@]+),@?([^=,@]+)");
  private static final Option REMARKS =
      Option.flag(
              "notes on slots that are not followed, scratch and spills; as -Rpass", "--remarks")
          .seldom();

  static final Option PROFILE =
      Option.value(
              "PROFILE",
              Profile.names(" or ") + " (default: as the module says)",
              "--profile",
              "--pto-arch")
          .words(PROFILES)
          .with(Trait.OF_PLAN);
  static final Option KERNEL =
      Option.value("NAME", "only this kernel; others may be wrong", "-k", "--kernel")
          .with(Trait.OF_PLAN, Trait.OF_LAUNCH);
  private static final Option MODE =
      Option.value(
              "MODE",
              "who gives tiles addresses and flags: auto, manual (default: inferred)",
              "--mode")
          .words(MODES)
          .seldom();
  static final Option SYNC =
      Option.value("MODE", "who orders the pipes: auto, manual (default: inferred)", "--sync")
          .words(SYNCHRONIZATIONS)
          .seldom();
  private static final Option STRICT_DTYPES =
      Option.flag("only element types that all published lists have", "--strict-dtypes").seldom();
  private static final Option PASS_REMARK =
      Option.values("KIND", "-Rpass, -Rpass-missed: --remarks", "-R").words(PASS_REMARKS).seldom();
  private static final Option SWITCH =
      Option.values("SWITCH", "code switch, -fNAME or -fno-NAME; an unknown name lists them", "-f")
          .words(CodeOptions::switchWords)
          .seldom();

  private CodeOptions() {}

  static void describe(CommandSpec spec) {
    Option.add(
        spec,
        PROFILE,
        OTHERWISE,
        KERNEL,
        POLARITY,
        ASSUME,
        PAIR,
        MODE,
        SYNC,
        STRICT_DTYPES,
        REMARKS,
        PASS_REMARK,
        SWITCH);
    for (CodeSwitch each : CodeSwitch.values()) {
      row(each).ifPresent(option -> option.addTo(spec));
    }
  }

  /** The option of a switch that has one of its own; hidden if the row gives no help. */
  private static Optional<Option> row(CodeSwitch each) {
    String[] parts = each.option().split("=");
    if (parts.length > 1) {
      return Optional.of(
          Option.value("", "", parts[0]).words(List.of("default", parts[1])).with(Trait.HIDDEN));
    }
    return Optional.of(Option.flag(each.help(), each.option()))
        .filter(_ -> !each.option().isEmpty())
        .map(option -> each.help().isEmpty() ? option.with(Trait.HIDDEN) : option.seldom());
  }

  private static Iterator<String> switchWords() {
    return Stream.of(CodeSwitch.values())
        .map(CodeSwitch::spelling)
        .flatMap(name -> Stream.of(name, "no-" + name))
        .iterator();
  }

  /** The profile of the command line. */
  static Optional<Profile> profile(ParseResult arguments) throws CommandFailure {
    return profile(arguments, PROFILE);
  }

  private static Optional<Profile> profile(ParseResult arguments, Option option)
      throws CommandFailure {
    Optional<String> text = option.text(arguments);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Optional<Profile> profile = Profile.bySpelling(text.get());
    if (profile.isEmpty()) {
      throw CommandFailure.usage(
          "there is no profile '" + text.get() + "'",
          PROFILE + " takes " + Profile.names(" or ") + " (also a2, a3)");
    }
    return profile;
  }

  /**
   * The name given with {@code --kernel}; the sign that the text and messages put in front of it
   * may be there too.
   */
  static Optional<String> kernel(ParseResult arguments) {
    return KERNEL.text(arguments).map(name -> name.startsWith("@") ? name.substring(1) : name);
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
            STRICT_DTYPES.isIn(arguments),
            placement(arguments),
            code.has(CodeSwitch.ROWWISE_SCALAR_MASK),
            false);
    return new Toolchain.Request(
        profile(arguments),
        profile(arguments, OTHERWISE),
        kernel(arguments),
        code,
        reports.withRemarks(remarks(arguments)),
        rules,
        stated(arguments),
        pairs(arguments));
  }

  /** Kernels whose parts have other names than those of parts. */
  static List<KernelPair> pairs(ParseResult arguments) throws CommandFailure {
    List<KernelPair> pairs = new ArrayList<>();
    for (String text : PAIR.texts(arguments)) {
      Matcher match = PAIRED.matcher(text);
      if (!match.matches()) {
        throw PAIR.refused(
            text,
            "",
            "it takes NAME=F,G: the kernel, and its functions for the two kinds of cores");
      }
      pairs.add(new KernelPair(match.group(1), match.group(2), match.group(3)));
    }
    return pairs;
  }

  /** {@code --remarks}, or in the habit of other compilers {@code -Rpass=PASSES}. */
  private static boolean remarks(ParseResult arguments) throws CommandFailure {
    List<String> kinds = PASS_REMARK.texts(arguments);
    for (String kind : kinds) {
      String name = kind.contains("=") ? kind.substring(0, kind.indexOf('=')) : kind;
      if (!PASS_REMARKS.contains(name)) {
        throw CommandFailure.usage(
            "there are no remarks '-R" + kind + "'",
            "write " + REMARKS + "; -R" + String.join(", -R", PASS_REMARKS) + " are the same");
      }
    }
    return REMARKS.isIn(arguments) || !kinds.isEmpty();
  }

  /** What the command line says of settings, other than the profile, that a module may state. */
  private static List<ModuleSetting.Stated> stated(ParseResult arguments) throws CommandFailure {
    ModuleSetting setting = ModuleSetting.VSUBC_POLARITY;
    Optional<ModuleSetting.Stated> stated = Optional.empty();
    if (POLARITY.text(arguments).isPresent()) {
      stated = Optional.of(setting.stated(POLARITY.word(arguments)));
    }
    // The last switch has the last word, as in switches().
    for (String word : SWITCH.texts(arguments)) {
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
    return ASSUME.text(arguments).isEmpty()
        ? Optional.empty()
        : PtoasRelease.bySpelling(ASSUME.word(arguments));
  }

  /** Flags are independent of addresses: {@code --sync} says who sets them, else the mode does. */
  private static CompileOptions synchronization(ParseResult arguments, CompileOptions code)
      throws CommandFailure {
    if (SynchronizationCheck.isWanted(arguments)) {
      return code;
    }
    return switch (SYNC.word(arguments)) {
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
    return switch (MODE.word(arguments)) {
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
    if (POLARITY.word(arguments).equals("no_borrow")) {
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
    for (String word : SWITCH.texts(arguments)) {
      boolean off = word.startsWith("no-");
      code = code.set(find(off ? word.substring(3) : word), !off);
    }
    return code;
  }

  /** True when the option that changes the default stands among the arguments. */
  private static boolean isChanged(CodeSwitch each, ParseResult arguments) throws CommandFailure {
    Optional<Option> option = row(each);
    return option.isPresent()
        && (option.get().form() == Option.Form.FLAG
            ? option.get().isIn(arguments)
            : option.get().index(arguments) > 0);
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
