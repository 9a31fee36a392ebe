package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.verify.VerifierOptions;
import org.ptoc.ir.verify.VerifierOptions.Placement;
import org.ptoc.passes.CompileOptions;
import org.ptoc.tools.cli.Toolchain.Reports;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Options that say what a source text is compiled to. */
final class CodeOptions {
  /** The spellings that shells complete; more are understood. */
  static final List<String> PROFILES = List.of("a5", "a2a3");

  private static final List<String> MODES = List.of("inferred", "auto", "manual");
  private static final List<String> POLARITIES = List.of("borrow", "no_borrow");

  /** The switches of {@code -f}; {@code -fno-NAME} turns one off. */
  private enum Switch {
    FORBID_SPILLS(""),
    BIT_SERIAL_SHIFTS("--a2a3-shift=bitserial"),
    WHOLE_ROW_TAIL("--tsort32-tail=row"),
    ROWWISE_SCALAR_MASK("--tcmps-mask=rows"),
    BLOCK_CARRIER("--rowexpand-carrier=block"),
    INFINITE_PADDING("--pad-inf"),
    STRICT_PARTIAL("--strict-part"),
    FUSE("--no-fuse"),
    INSERT_SYNCHRONIZATION(""),
    RUNTIME_CHECKS("--runtime-checks", "trap where a rule that only the run decides is broken");

    /** The option of the specification that changes the default, empty when it names none. */
    private final String option;

    /** What help says; empty for options that only the specification has to know. */
    private final String help;

    Switch(String option) {
      this(option, "");
    }

    Switch(String option, String help) {
      this.option = option;
      this.help = help;
    }

    void describe(CommandSpec spec) {
      if (help.isEmpty()) {
        Options.hiddenFlag(spec, option);
      } else {
        Options.flag(spec, help, option);
      }
    }

    /** The name of the option without its value. */
    String optionName() {
      return option.split("=")[0];
    }

    /** True when the option stands among the arguments. */
    boolean isChanged(ParseResult arguments) throws CommandFailure {
      if (!option.contains("=")) {
        return !option.isEmpty() && Options.has(arguments, option);
      }
      String word = option.substring(option.indexOf('=') + 1);
      return Options.choice(arguments, optionName(), List.of("default", word), "default").equals(word);
    }

    String spelling() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private CodeOptions() {}

  static void describeProfile(CommandSpec spec) {
    Options.words(spec, PROFILES, "PROFILE", "a5 or a2a3 (default: as the module says)",
        "--profile", "--pto-arch");
  }

  static void describe(CommandSpec spec) {
    describeProfile(spec);
    Options.value(spec, "NAME", "only this kernel; others may be wrong", "-k", "--kernel");
    Options.words(spec, POLARITIES, "WORD", "second result of vsubc: borrow (default) or no_borrow", "--vsubc-polarity");
    Options.words(
        spec, MODES, "MODE", "who gives tiles addresses and flags: auto, manual (default: inferred)", "--mode");
    Options.flag(spec, "only element types that all published lists have", "--strict-dtypes");
    Options.values(spec, "SWITCH", "code switch, -fNAME or -fno-NAME; an unknown name lists them", "-f");
    for (Switch each : Switch.values()) {
      if (each.option.contains("=")) {
        Options.hiddenValue(spec, each.optionName());
      } else if (!each.option.isEmpty()) {
        each.describe(spec);
      }
    }
  }

  /** The profile of the command line. */
  static Optional<Profile> profile(ParseResult arguments) throws CommandFailure {
    Optional<String> text = Options.text(arguments, "--profile");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Optional<Profile> profile = Profile.bySpelling(text.get());
    if (profile.isEmpty()) {
      throw CommandFailure.usage("there is no profile '" + text.get() + "'", "--profile takes a5 or a2a3 (also a2, a3)");
    }
    return profile;
  }

  static Toolchain.Request request(ParseResult arguments, Reports reports) throws CommandFailure {
    boolean noBorrow = Options.choice(arguments, "--vsubc-polarity", POLARITIES, "borrow").equals("no_borrow");
    Set<Switch> on = switches(arguments);
    CompileOptions code =
        new CompileOptions(
            noBorrow,
            on.contains(Switch.FORBID_SPILLS),
            on.contains(Switch.BIT_SERIAL_SHIFTS),
            on.contains(Switch.WHOLE_ROW_TAIL),
            on.contains(Switch.ROWWISE_SCALAR_MASK),
            on.contains(Switch.BLOCK_CARRIER),
            on.contains(Switch.INFINITE_PADDING),
            on.contains(Switch.STRICT_PARTIAL),
            on.contains(Switch.FUSE),
            on.contains(Switch.INSERT_SYNCHRONIZATION),
            on.contains(Switch.RUNTIME_CHECKS),
            placement(arguments) == Placement.MANUAL);
    VerifierOptions rules =
        new VerifierOptions(
            Options.has(arguments, "--strict-dtypes"), placement(arguments), on.contains(Switch.ROWWISE_SCALAR_MASK));
    return new Toolchain.Request(profile(arguments), Options.text(arguments, "--kernel"), code, reports, rules);
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

  private static Set<Switch> switches(ParseResult arguments) throws CommandFailure {
    Set<Switch> on = EnumSet.of(Switch.FUSE);
    for (Switch each : Switch.values()) {
      if (each.isChanged(arguments) && !on.remove(each)) {
        on.add(each);
      }
    }
    for (String word : Options.texts(arguments, "-f")) {
      boolean off = word.startsWith("no-");
      Switch found = find(off ? word.substring(3) : word);
      if (off) {
        on.remove(found);
      } else {
        on.add(found);
      }
    }
    return on;
  }

  private static Switch find(String name) throws CommandFailure {
    List<String> names = new ArrayList<>();
    for (Switch each : Switch.values()) {
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
