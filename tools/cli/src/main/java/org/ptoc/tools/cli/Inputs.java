package org.ptoc.tools.cli;

import java.util.List;
import org.ptoc.tools.cli.InputFiles.InputFile;
import org.ptoc.tools.toolchain.Toolchain.Source;

/** Source files of one call: what is wrong with one keeps no other from being handled. */
final class Inputs {
  static final String DESCRIPTION = ".pto files, directories, quoted patterns, -";
  static final List<String> SOURCES = List.of(".pto");

  private Inputs() {}

  /** What is done with one input. */
  interface Action {
    void apply(InputFile file, Source source, Session session) throws CommandFailure;
  }

  /**
   * Reads and handles each file; reports every failure and returns the worst status.
   *
   * @param linesToError whether standard output is taken, so that lines about files go elsewhere
   */
  static int each(InputFiles inputs, boolean linesToError, Session session, Action action)
      throws CommandFailure {
    if (!inputs.isBatch()) {
      InputFile only = inputs.files().getFirst();
      action.apply(only, session.source(only.name(), session.read(only.name())), session);
      return ExitStatus.OK;
    }
    return new FileBatch(inputs.files(), linesToError, session)
        .run(
            (file, own) -> {
              action.apply(file, own.source(file.name(), own.read(file.name())), own);
              return FileBatch.Note.DONE;
            });
  }
}
