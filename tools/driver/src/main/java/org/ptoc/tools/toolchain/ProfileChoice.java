package org.ptoc.tools.toolchain;

import java.util.Optional;
import org.ptoc.ir.Module;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;

/**
 * Finds the profile of a source from the command line and the attributes of its modules, which must
 * agree. Without either it is {@link Profile#DEFAULT}, and a note says so.
 */
final class ProfileChoice {
  private ProfileChoice() {}

  static Optional<Profile> choose(
      Toolchain.Request request, Module module, Diagnostics diagnostics) {
    int before = diagnostics.errorCount();
    Optional<Profile> profile =
        SettingChoice.choose(
                ModuleSetting.PROFILE,
                request.profile().map(stated -> ModuleSetting.PROFILE.stated(stated.spelling())),
                request.otherwise().isPresent(),
                module,
                diagnostics)
            .flatMap(Profile::bySpelling);
    if (profile.isEmpty() && diagnostics.errorCount() == before) {
      if (request.otherwise().isPresent()) {
        return request.otherwise();
      }
      diagnostics.report(
          DiagnosticCode.DEFAULT_PROFILE,
          module.location(),
          "nothing says which profile to compile for: "
              + Profile.DEFAULT.spelling()
              + " is taken; --profile "
              + Profile.names(Profile.where(other -> other != Profile.DEFAULT), " or ")
              + ", or the module attribute "
              + ModuleSetting.PROFILE.attribute()
              + ", selects the other one");
      return Optional.of(Profile.DEFAULT);
    }
    return profile;
  }
}
