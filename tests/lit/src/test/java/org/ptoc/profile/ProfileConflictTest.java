package org.ptoc.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Profile;

/** Places that disagree, mostly about the profile are all shown. */
class ProfileConflictTest {
  private static String nested(String outer, String inner, String innermost) {
    return """
    module attributes {pto.target_arch = "%s"} {
      module attributes {pto.target_arch = "%s"} {
        module attributes {pto.target_arch = "%s"} {
          func.func @k() attributes {pto.entry} {
            return
          }
        }
      }
    }
    """
        .formatted(outer, inner, innermost);
  }

  private static Diagnostic conflict(String text, Optional<Profile> option) {
    List<Diagnostic> found = Kernels.compile(text, option).diagnostics();
    assertThat(found)
        .singleElement()
        .extracting(Diagnostic::code)
        .isEqualTo(DiagnosticCode.SETTING_CONFLICT);
    return found.getFirst();
  }

  private static List<String> notes(Diagnostic diagnostic) {
    return diagnostic.notes().stream()
        .map(note -> note.location().line() + ": " + note.message())
        .toList();
  }

  @Test
  void modulesShowEveryPlace() {
    Diagnostic conflict = conflict(nested("a5", "a5", "a2a3"), Optional.empty());
    assertThat(conflict.location().line()).isEqualTo(3);
    assertThat(conflict.message())
        .contains("this module says pto.target_arch = \"a2a3\"", "another module", "\"a5\"");
    assertThat(notes(conflict))
        .containsExactly(
            "1: this module says pto.target_arch = \"a5\"",
            "2: this module says pto.target_arch = \"a5\"");
  }

  @Test
  void theCommandLineAndEveryModuleAreShown() {
    Diagnostic conflict = conflict(nested("a5", "a3", "a2"), Optional.of(Profile.A5));
    assertThat(conflict.location().line()).isEqualTo(2);
    assertThat(conflict.message()).contains("\"a2a3\"", "the command line says --profile a5");
    assertThat(notes(conflict))
        .containsExactly(
            "1: this module says pto.target_arch = \"a5\"",
            "3: this module says pto.target_arch = \"a2a3\"");
  }

  @Test
  void equalPlacesDoNotConflict() {
    assertThat(Kernels.compile(nested("a2", "a3", "a2a3"), Optional.of(Profile.A2A3)).diagnostics())
        .isEmpty();
  }
}
