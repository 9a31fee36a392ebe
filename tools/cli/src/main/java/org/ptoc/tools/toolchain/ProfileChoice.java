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

/** Finds the profile of a source from the command line and the attributes of its modules, which must agree. */
final class ProfileChoice {
  private static final String ATTRIBUTE = "pto.target_arch";

  private ProfileChoice() {}

  private record Claim(Module module, Profile profile) {}

  static Optional<Profile> choose(Optional<Profile> option, Module module, Diagnostics diagnostics) {
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
          "nothing says which profile to compile for: give --profile a5 or --profile a2a3, or the module attribute "
              + ATTRIBUTE);
      return Optional.empty();
    }
    for (Claim claim : claims) {
      if (claim.profile() != profile.get()) {
        reportConflict(option, claims.getFirst(), claim, diagnostics);
        return Optional.empty();
      }
    }
    return profile;
  }

  private static void reportConflict(
      Optional<Profile> option, Claim first, Claim claim, Diagnostics diagnostics) {
    String says = "this module says " + ATTRIBUTE + " = \"" + claim.profile().spelling() + "\"";
    if (option.isPresent()) {
      Diagnostic conflict =
          Diagnostic.of(
              DiagnosticCode.PROFILE_CONFLICT,
              claim.module().location(),
              says + ", but the command line says --profile " + option.get().spelling());
      diagnostics.add(conflict.withFix(set(claim.module(), option.get().spelling())));
    } else {
      diagnostics.report(
          DiagnosticCode.PROFILE_CONFLICT,
          claim.module().location(),
          says + ", but another module of the file says \"" + first.profile().spelling() + "\"",
          new Diagnostic.Note(first.module().location(), "the other module"));
    }
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
                "there is no profile \"" + text.get() + "\": " + ATTRIBUTE + " is \"a5\", \"a2\", \"a3\" or \"a2a3\"");
        List<String> spellings = Arrays.stream(Profile.values()).map(Profile::spelling).toList();
        diagnostics.add(
            NearestName.to(text.get(), spellings).map(near -> unknown.withFix(set(module, near))).orElse(unknown));
      }
    }
    module.modules().forEach(nested -> collect(nested, claims, diagnostics));
  }
}
