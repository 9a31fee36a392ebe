package org.ptoc.tools.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.data.DataFiles;
import org.ptoc.tools.project.Project;
import org.ptoc.tools.project.Template;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc new}: a directory with a kernel that runs, its data and a test. */
final class NewCommand implements Command {
  private static final Option TEMPLATE =
      Option.value("NAME", "vector, tile (default), cube, mixed or sort", "--template")
          .words(Template.spellings());
  private static final Option WITH =
      Option.value("TESTS", "also tests for maven or python; none (default)", "--with")
          .words(
              Arrays.stream(Project.Tests.values())
                  .map(each -> each.name().toLowerCase(Locale.ROOT))
                  .toList());
  private static final Option PROFILE =
      Option.value("PROFILE", "test on this profile; both by default", "--profile", "--pto-arch")
          .words(CodeOptions.PROFILES);

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(spec, "NAME", "1", "the directory, and the name of the kernel's file");
    Option.add(spec, TEMPLATE, WITH, PROFILE);
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    String directory = Options.parameters(arguments).getFirst();
    Path path = Session.path(directory);
    String name = Optional.ofNullable(path.getFileName()).map(Path::toString).orElse("");
    if (!name.matches("[A-Za-z][A-Za-z0-9_-]*")) {
      throw CommandFailure.usage(
          "'" + directory + "' does not end in a name",
          "a name has letters, digits, '_' and '-', such as my-kernel");
    }
    requireEmpty(path, directory);
    Template template =
        Template.bySpelling(
                TEMPLATE.isIn(arguments) ? TEMPLATE.word(arguments) : Template.TILE.spelling())
            .orElseThrow();
    int tests = WITH.index(arguments);
    List<Profile> profiles =
        CodeOptions.profile(arguments).map(List::of).orElse(List.of(Profile.values()));
    Map<String, byte[]> files =
        Project.files(name, template, Project.Tests.values()[tests], profiles);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      String place = directory + "/" + file.getKey();
      session.makeDirectory(place.substring(0, place.lastIndexOf('/')));
      session.write(place, file.getValue(), true);
    }
    session.write("-", directory + ": " + files.size() + " files; README.md has the commands\n");
    return ExitStatus.OK;
  }

  /** Nothing is written into a directory that holds anything. */
  private static void requireEmpty(Path path, String directory) throws CommandFailure {
    if (!Files.exists(path)) {
      return;
    }
    try (Stream<Path> files = Files.isDirectory(path) ? Files.list(path) : Stream.of(path)) {
      if (files.findAny().isPresent()) {
        throw CommandFailure.of(
            DiagnosticCode.CANNOT_WRITE,
            directory + " exists already, and nothing in it is overwritten");
      }
    } catch (IOException e) {
      throw CommandFailure.of(
          DiagnosticCode.CANNOT_READ,
          "cannot read the directory " + directory + ": " + DataFiles.reason(e));
    }
  }
}
