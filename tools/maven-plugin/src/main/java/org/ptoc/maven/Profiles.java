package org.ptoc.maven;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The profiles of a configuration. */
final class Profiles {
  private Profiles() {}

  /**
   * One entry per profile; a single empty one when none is configured, which means what each source
   * says.
   */
  static List<Optional<String>> of(List<String> names) {
    List<Optional<String>> profiles = new ArrayList<>();
    for (String name : names) {
      if (!name.isBlank() && !profiles.contains(Optional.of(name.trim()))) {
        profiles.add(Optional.of(name.trim()));
      }
    }
    return profiles.isEmpty() ? List.of(Optional.empty()) : List.copyOf(profiles);
  }
}
