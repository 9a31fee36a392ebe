package org.ptoc.tools.language;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.verify.VerifierOptions;
import org.ptoc.passes.CompileOptions;
import org.ptoc.tools.toolchain.Toolchain.Reports;
import org.ptoc.tools.toolchain.Toolchain.Request;

/**
 * What the user has chosen, as {@code ptoc} in the settings of the editor.
 *
 * @param profiles the profiles to check for where a module names none; {@code profile} is {@code
 *     a5}, {@code a2a3} or {@code both}
 */
record Settings(List<Profile> profiles) {
  static final Settings DEFAULT = new Settings(List.of(Profile.DEFAULT));

  Settings {
    profiles = List.copyOf(profiles);
  }

  /** The settings of an answer of the editor; those of any other answer are the default. */
  static Settings of(Object answer) {
    if (!(answer instanceof JsonObject all)) {
      return DEFAULT;
    }
    JsonElement own = all.has("ptoc") ? all.get("ptoc") : all;
    JsonElement profile = own.isJsonObject() ? own.getAsJsonObject().get("profile") : own;
    if (profile == null || !profile.isJsonPrimitive()) {
      return DEFAULT;
    }
    String word = profile.getAsString();
    return word.equals("both")
        ? new Settings(List.of(Profile.values()))
        : Profile.bySpelling(word).map(one -> new Settings(List.of(one))).orElse(DEFAULT);
  }

  /** What is asked of the toolchain for a text under each profile. */
  Stream<Request> requests(Optional<String> kernel, boolean resources) {
    Reports reports =
        new Reports(List.of(), false, Optional.empty(), false, false, resources, false);
    return profiles.stream()
        .map(
            profile ->
                new Request(
                    Optional.empty(),
                    Optional.of(profile),
                    kernel,
                    CompileOptions.defaults(),
                    reports,
                    VerifierOptions.defaults(),
                    List.of(),
                    List.of()));
  }
}
