package org.ptoc.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The messages of a goal as SARIF 2.1.0, the form in which code hosts show findings. */
final class SarifFile {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

  private SarifFile() {}

  /** Writes the file; it is written without findings too, so that old ones do not stay. */
  static void write(Path file, Report report, Path project) throws IOException {
    WholeFile.write(file, text(report, project), StandardCharsets.UTF_8);
  }

  /** The text of the file; names of files in the project are relative to it. */
  static String text(Report report, Path project) {
    TreeSet<String> codes = new TreeSet<>();
    List<String> results = new ArrayList<>();
    for (Message message : report.messages()) {
      codes.add(message.code());
      results.add(result(message, report.profiles(message), project));
    }
    List<String> rules =
        codes.stream().map(code -> "{\"id\":" + JsonText.quoted(code) + "}").toList();
    return "{\"$schema\":"
        + JsonText.quoted(SCHEMA)
        + ",\"version\":\"2.1.0\",\"runs\":[{\"columnKind\":\"utf16CodeUnits\","
        + "\"tool\":{\"driver\":{\"name\":\"ptoc\",\"rules\":"
        + array(rules)
        + "}},\"results\":"
        + array(results)
        + "}]}\n";
  }

  private static String result(Message message, List<String> profiles, Path project) {
    String level =
        switch (message.severity()) {
          case ERROR -> "error";
          case WARNING -> "warning";
          case NOTE -> "note";
        };
    String suffix = profiles.isEmpty() ? "" : " (" + String.join(", ", profiles) + ")";
    List<String> related = new ArrayList<>();
    for (Message.Note note : message.notes()) {
      related.add(location(note.place(), Optional.of(note.text()), project));
    }
    return "{\"ruleId\":"
        + JsonText.quoted(message.code())
        + ",\"level\":\""
        + level
        + "\",\"message\":{\"text\":"
        + JsonText.quoted(message.text() + suffix)
        + "},\"locations\":"
        + array(
            message.place().isEmpty()
                ? List.of()
                : List.of(location(message.place(), Optional.empty(), project)))
        + ",\"relatedLocations\":"
        + array(related)
        + ",\"fixes\":"
        + array(message.fixes().stream().flatMap(fix -> fix(fix, project).stream()).toList())
        + "}";
  }

  private static String location(
      Optional<Message.Place> place, Optional<String> text, Path project) {
    List<String> members = new ArrayList<>();
    place.ifPresent(
        known ->
            members.add(
                "\"physicalLocation\":{\"artifactLocation\":"
                    + artifact(known, project)
                    + ",\"region\":"
                    + region(known, Math.max(1, known.length()))
                    + "}"));
    text.ifPresent(words -> members.add("\"message\":{\"text\":" + JsonText.quoted(words) + "}"));
    return "{" + String.join(",", members) + "}";
  }

  private static Optional<String> fix(Message.Fix fix, Path project) {
    return fix.place()
        .map(
            place ->
                "{\"description\":{\"text\":"
                    + JsonText.quoted(fix.text())
                    + "},\"artifactChanges\":[{\"artifactLocation\":"
                    + artifact(place, project)
                    + ",\"replacements\":[{\"deletedRegion\":"
                    + region(place, place.length())
                    + ",\"insertedContent\":{\"text\":"
                    + JsonText.quoted(fix.replacement())
                    + "}}]}]}");
  }

  private static String artifact(Message.Place place, Path project) {
    Path file = project.resolve(place.file()).normalize();
    // A directory that does not exist has no slash at its end.
    String base = project.toUri().toString().replaceAll("/$", "") + "/";
    String uri = file.toUri().toString();
    boolean inside = file.startsWith(project);
    return "{\"uri\":" + JsonText.quoted(inside ? uri.substring(base.length()) : uri) + "}";
  }

  private static String region(Message.Place place, long length) {
    String columns =
        place.column() == 0
            ? ""
            : ",\"startColumn\":" + place.column() + ",\"endColumn\":" + (place.column() + length);
    return "{\"startLine\":" + place.line() + columns + "}";
  }

  private static String array(List<String> values) {
    return "[" + String.join(",", values) + "]";
  }
}
