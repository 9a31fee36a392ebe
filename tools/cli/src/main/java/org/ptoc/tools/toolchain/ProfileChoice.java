package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Module;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.diagnostic.NearestName;
import org.ptoc.ir.isa.Profile;

/**
 * Finds the profile of a source from the command line and the attributes of its modules, which must
 * agree.
 */
final class ProfileChoice {
  private static final String ATTRIBUTE = "pto.target_arch";

  private ProfileChoice() {}

  private record Claim(Module module, Profile profile) {}

  static Optional<Profile> choose(
      Optional<Profile> option, Module module, Diagnostics diagnostics) {
    List<Claim> claims = new ArrayList<>();
    int before = diagnostics.errorCount();
    collect(module, claims, diagnostics);
    if (diagnostics.errorCount() > before) {
      return Optional.empty();
    }
    Optional<Profile> profile = option.or(() -> claims.stream().findFirst().map(Claim::profile));
    if (profile.isEmpty()) {
      diagnostics.report(
          DiagnosticCode.NO_PROFILE,
          module.location(),
          "nothing says which profile to compile for: give --profile a5 or --profile a2a3, or the"
              + " module attribute "
              + ATTRIBUTE);
      return Optional.empty();
    }
    Optional<Claim> other =
        claims.stream().filter(claim -> claim.profile() != profile.get()).findFirst();
    if (other.isPresent()) {
      String against =
          option.isPresent()
              ? "but the command line says --profile " + option.get().spelling()
              : "but another module of the file says \"" + profile.get().spelling() + "\"";
      reportConflict(other.get(), option, against, claims, diagnostics);
      return Optional.empty();
    }
    return profile;
  }

  /** Reports one claim and, as notes, every other place that says a profile. */
  private static void reportConflict(
      Claim claim,
      Optional<Profile> option,
      String against,
      List<Claim> claims,
      Diagnostics diagnostics) {
    Diagnostic.Note[] others =
        claims.stream()
            .filter(each -> each != claim)
            .map(each -> new Diagnostic.Note(each.module().location(), says(each)))
            .toArray(Diagnostic.Note[]::new);
    Diagnostic conflict =
        Diagnostic.of(
            DiagnosticCode.PROFILE_CONFLICT,
            claim.module().location(),
            says(claim) + ", " + against,
            others);
    diagnostics.add(
        option
            .map(profile -> conflict.withFix(set(claim.module(), profile.spelling())))
            .orElse(conflict));
  }

  private static String says(Claim claim) {
    return "this module says " + ATTRIBUTE + " = \"" + claim.profile().spelling() + "\"";
  }

  private static Fix set(Module module, String profile) {
    return new Fix.SetAttribute(module.location(), ATTRIBUTE, "\"" + profile + "\"");
  }

  private static void collect(Module module, List<Claim> claims, Diagnostics diagnostics) {
    Optional<String> text = module.attributes().text(ATTRIBUTE);
    if (text.isPresent()) {
      Optional<Profile> profile = Profile.bySpelling(text.get());
      if (profile.isPresent()) {
        claims.add(new Claim(module, profile.get()));
      } else {
        Diagnostic unknown =
            Diagnostic.of(
                DiagnosticCode.BAD_ATTRIBUTE,
                module.location(),
                "there is no profile \""
                    + text.get()
                    + "\": "
                    + ATTRIBUTE
                    + " is \"a5\", \"a2\", \"a3\" or \"a2a3\"");
        List<String> spellings = Arrays.stream(Profile.values()).map(Profile::spelling).toList();
        diagnostics.add(
            NearestName.to(text.get(), spellings)
                .map(near -> unknown.withFix(set(module, near)))
                .orElse(unknown));
      }
    }
    module.modules().forEach(nested -> collect(nested, claims, diagnostics));
  }
}
