package org.ptoc.tools.cli;

import java.util.List;
import org.ptoc.tools.cli.Toolchain.Source;

/** Several input files of one call: what is wrong with one keeps no other from being handled. */
final class Inputs {
  private Inputs() {}

  /** What is done with one input. */
  interface Action {
    void apply(String file, Source source) throws CommandFailure;
  }

  /** Reads and handles each file in order; reports every failure and returns the worst status. */
  static int each(List<String> files, Session session, Action action) {
    int status = ExitStatus.OK;
    for (String file : files) {
      try {
        action.apply(file, session.source(file, session.read(file)));
      } catch (CommandFailure failure) {
        session.reporter().report(failure.diagnostics());
        status = Math.max(status, failure.status());
      }
    }
    return status;
  }
}
