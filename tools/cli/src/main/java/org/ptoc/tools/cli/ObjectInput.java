package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.ObjectProblem;
import org.ptoc.ir.object.ObjectReader;

/** Object files as inputs. */
final class ObjectInput {
  private ObjectInput() {}

  /** The object in the bytes; all problems are reported when there is none. */
  static ObjectFile read(String name, byte[] bytes) throws CommandFailure {
    InputKind.expect(InputKind.OBJECT, name, bytes);
    return switch (ObjectReader.read(bytes)) {
      case ObjectReader.Loaded(ObjectFile object) -> object;
      case ObjectReader.Rejected(List<ObjectProblem> problems) -> {
        List<Diagnostic> diagnostics = new ArrayList<>();
        for (ObjectProblem problem : problems) {
          diagnostics.add(
              Diagnostic.of(code(problem), new Location(name, 0, 0, 0), problem.toString()));
        }
        throw new CommandFailure(ExitStatus.REJECTED, diagnostics);
      }
    };
  }

  private static DiagnosticCode code(ObjectProblem problem) {
    return switch (problem.kind()) {
      case DAMAGED -> DiagnosticCode.BAD_OBJECT;
      case OTHER_VERSION -> DiagnosticCode.OBJECT_VERSION;
    };
  }
}
