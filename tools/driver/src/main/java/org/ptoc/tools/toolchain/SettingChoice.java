package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Module;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.diagnostic.NearestName;
import org.ptoc.ir.diagnostic.Severity;
import org.ptoc.tools.toolchain.ModuleSetting.Stated;

/** Compares what the command line and the modules of a file say about one setting. */
final class SettingChoice {
  private final ModuleSetting setting;
  private final Optional<Stated> option;
  private final boolean overrides;
  private final Diagnostics diagnostics;
  private final List<Claim> claims = new ArrayList<>();

  /**
   * @param text what the attribute says
   * @param value what that means
   */
  private record Claim(Module module, UnlistedAttribute attribute, String text, String value) {}

  private SettingChoice(
      ModuleSetting setting, Optional<Stated> option, boolean overrides, Diagnostics diagnostics) {
    this.setting = setting;
    this.option = option;
    this.overrides = overrides;
    this.diagnostics = diagnostics;
  }

  /**
   * What the command line says, else the first module; empty when neither has a setting or an error
   * was reported.
   *
   * @param overrides whether the command line wins over another attribute than the usual one, with
   *     a warning
   */
  static Optional<String> choose(
      ModuleSetting setting,
      Optional<Stated> option,
      boolean overrides,
      Module module,
      Diagnostics diagnostics) {
    SettingChoice choice = new SettingChoice(setting, option, overrides, diagnostics);
    int before = diagnostics.errorCount();
    choice.collect(module);
    if (diagnostics.errorCount() == before) {
      choice.compare();
    }
    return diagnostics.errorCount() == before ? choice.first() : Optional.empty();
  }

  private Optional<String> first() {
    return option.map(Stated::value).or(() -> claims.stream().findFirst().map(Claim::value));
  }

  private void compare() {
    if (option.isEmpty() && !setting.isOneForFile()) {
      return;
    }
    first()
        .flatMap(
            value ->
                claims.stream()
                    .filter(claim -> !claim.value().equals(value))
                    .min((one, other) -> Boolean.compare(isOther(one), isOther(other))))
        .ifPresent(this::reportConflict);
  }

  private boolean isOther(Claim claim) {
    return claim.attribute() != setting.attribute();
  }

  /** Reports one claim and, as notes, every other place that says something. */
  private void reportConflict(Claim claim) {
    String against =
        option
            .map(stated -> "but the command line says " + stated.words())
            .orElse(
                "but "
                    + (claims.getFirst().module() == claim.module()
                        ? "its " + claims.getFirst().attribute()
                        : "another module of the file")
                    + " says \""
                    + first().orElseThrow()
                    + "\"");
    Diagnostic.Note[] others =
        claims.stream()
            .filter(each -> each != claim)
            .map(each -> new Diagnostic.Note(each.module().location(), says(each)))
            .toArray(Diagnostic.Note[]::new);
    Diagnostic conflict =
        Diagnostic.of(
            DiagnosticCode.SETTING_CONFLICT,
            claim.module().location(),
            says(claim) + ", " + against,
            others);
    if (claim.attribute() == setting.attribute()) {
      diagnostics.add(
          option
              .map(stated -> conflict.withFix(set(claim.module(), stated.value())))
              .orElse(conflict));
    } else {
      diagnostics.add(
          overrides && option.isPresent() ? conflict.withSeverity(Severity.WARNING) : conflict);
    }
  }

  private String says(Claim claim) {
    boolean usual = claim.attribute() == setting.attribute();
    return "this module says "
        + claim.attribute()
        + " = \""
        + (usual ? claim.value() : claim.text())
        + "\"";
  }

  private Fix set(Module module, String value) {
    return new Fix.SetAttribute(
        module.location(), setting.attribute().spelling(), "\"" + value + "\"");
  }

  private void collect(Module module) {
    for (UnlistedAttribute attribute : setting.attributes()) {
      if (module.attributes().has(attribute)) {
        String text = module.attributes().text(attribute).orElse("");
        setting
            .value(attribute, text)
            .ifPresentOrElse(
                value -> claims.add(new Claim(module, attribute, text, value)),
                () -> reportUnknown(module, attribute, text));
      }
    }
    module.modules().forEach(this::collect);
  }

  private void reportUnknown(Module module, UnlistedAttribute attribute, String text) {
    Diagnostic unknown =
        Diagnostic.of(
            DiagnosticCode.BAD_ATTRIBUTE,
            module.location(),
            "there is no "
                + setting.noun()
                + " \""
                + text
                + "\": "
                + attribute
                + " is "
                + setting.spellings(attribute));
    diagnostics.add(
        NearestName.to(text, attribute == setting.attribute() ? setting.words() : List.of())
            .map(near -> unknown.withFix(set(module, near)))
            .orElse(unknown));
  }
}
