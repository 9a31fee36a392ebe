package org.ptoc.maven;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the lines that {@code ptoc --diagnostic-format=json} prints. */
final class MessageReader {
  private MessageReader() {}

  /** The diagnostic on a line; empty when the line is something else. */
  static Optional<Message> read(String line) {
    if (!line.startsWith("{") || !(JsonTree.read(line).orElse("") instanceof Map<?, ?> object)) {
      return Optional.empty();
    }
    if (!(object.get("message") instanceof String text)
        || !(object.get("code") instanceof String code)) {
      return Optional.empty();
    }
    return Optional.of(
        new Message(severity(object), code, text, place(object), notes(object), fixes(object)));
  }

  private static Message.Severity severity(Map<?, ?> object) {
    for (Message.Severity each : Message.Severity.values()) {
      if (each.name().equalsIgnoreCase(String.valueOf(object.get("severity")))) {
        return each;
      }
    }
    return Message.Severity.ERROR;
  }

  private static Optional<Message.Place> place(Map<?, ?> object) {
    if (object.get("file") instanceof String file && object.get("line") instanceof Double line) {
      return Optional.of(
          new Message.Place(
              file, line.longValue(), number(object, "column"), number(object, "length")));
    }
    return Optional.empty();
  }

  private static long number(Map<?, ?> object, String key) {
    return object.get(key) instanceof Double number ? number.longValue() : 0;
  }

  private static List<Message.Fix> fixes(Map<?, ?> object) {
    List<Message.Fix> fixes = new ArrayList<>();
    if (object.get("fixes") instanceof List<?> list) {
      for (Object each : list) {
        if (each instanceof Map<?, ?> fix
            && fix.get("message") instanceof String text
            && fix.get("replacement") instanceof String replacement) {
          fixes.add(new Message.Fix(text, place(fix), replacement));
        }
      }
    }
    return List.copyOf(fixes);
  }

  private static List<Message.Note> notes(Map<?, ?> object) {
    List<Message.Note> notes = new ArrayList<>();
    if (object.get("notes") instanceof List<?> list) {
      for (Object each : list) {
        if (each instanceof Map<?, ?> note && note.get("message") instanceof String text) {
          notes.add(new Message.Note(text, place(note)));
        }
      }
    }
    return List.copyOf(notes);
  }
}
