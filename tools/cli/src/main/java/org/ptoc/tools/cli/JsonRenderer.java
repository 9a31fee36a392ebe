package org.ptoc.tools.cli;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.tools.json.Json;

/**
 * Diagnostics for programs: one JSON object a line, or one SARIF 2.1.0 log. Columns count UTF-16
 * units from 1.
 */
final class JsonRenderer {
  private static final String SARIF_SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

  private JsonRenderer() {}

  /** The object of one diagnostic, on one line. */
  static String line(Finding finding) {
    Diagnostic diagnostic = finding.diagnostic();
    Json json = new Json().beginObject();
    json.field("code", diagnostic.code().id()).field("severity", diagnostic.severity().word());
    json.field("message", diagnostic.message());
    place(json, diagnostic.location());
    json.key("notes").beginArray();
    for (Diagnostic.Note note : diagnostic.notes()) {
      json.beginObject().field("message", note.message());
      place(json, note.location());
      json.end();
    }
    json.end();
    if (!finding.fixes().isEmpty()) {
      json.key("fixes").beginArray();
      for (Fix.Replace fix : finding.fixes()) {
        json.beginObject().field("message", Finding.describe(fix));
        place(json, fix.location());
        json.field("replacement", fix.text()).end();
      }
      json.end();
    }
    return json.end().toString();
  }

  private static void place(Json json, Location location) {
    if (location.isKnown()) {
      json.field("file", location.file()).field("line", location.line());
      json.field("column", location.column()).field("length", location.length());
    }
  }

  /** The log of a whole call. */
  static String sarif(List<Finding> findings) {
    Json json = new Json().beginObject().field("$schema", SARIF_SCHEMA).field("version", "2.1.0");
    json.key("runs").beginArray().beginObject().field("columnKind", "utf16CodeUnits");
    json.key("tool").beginObject().key("driver").beginObject();
    json.field("name", "ptoc").field("version", Version.number());
    json.key("rules").beginArray();
    findings.stream()
        .map(finding -> finding.diagnostic().code())
        .distinct()
        .sorted()
        .forEach(
            code -> {
              json.beginObject().field("id", code.id());
              json.key("shortDescription").beginObject().field("text", code.summary()).end().end();
            });
    json.end().end().end().key("results").beginArray();
    for (Finding finding : findings) {
      result(json, finding);
    }
    return json.end().end().end().end().toString();
  }

  private static void result(Json json, Finding finding) {
    Diagnostic diagnostic = finding.diagnostic();
    json.beginObject()
        .field("ruleId", diagnostic.code().id())
        .field("level", diagnostic.severity().word());
    json.key("message").beginObject().field("text", diagnostic.message()).end();
    json.key("locations").beginArray();
    if (diagnostic.location().isKnown()) {
      location(json, diagnostic.location(), "");
    }
    json.end().key("relatedLocations").beginArray();
    for (Diagnostic.Note note : diagnostic.notes()) {
      location(json, note.location(), note.message());
    }
    json.end();
    if (!finding.fixes().isEmpty()) {
      json.key("fixes").beginArray();
      finding.fixes().forEach(fix -> fix(json, fix));
      json.end();
    }
    json.end();
  }

  private static void fix(Json json, Fix.Replace fix) {
    json.beginObject().key("description").beginObject().field("text", Finding.describe(fix)).end();
    json.key("artifactChanges").beginArray().beginObject();
    artifact(json, fix.location());
    json.key("replacements").beginArray().beginObject();
    json.key("deletedRegion");
    region(json, fix.location(), fix.location().length());
    json.key("insertedContent").beginObject().field("text", fix.text()).end();
    json.end().end().end().end().end();
  }

  private static void artifact(Json json, Location location) {
    json.key("artifactLocation").beginObject().field("uri", uri(location.file())).end();
  }

  private static void region(Json json, Location location, long columns) {
    json.beginObject().field("startLine", location.line());
    if (location.column() > 0) {
      json.field("startColumn", location.column()).field("endColumn", location.column() + columns);
    }
    json.end();
  }

  /**
   * A file name as a URI reference: other than plain characters are escaped as their UTF-8 bytes.
   */
  private static String uri(String file) {
    StringBuilder uri = new StringBuilder();
    for (byte each : file.replace('\\', '/').getBytes(StandardCharsets.UTF_8)) {
      boolean plain =
          each >= 'a' && each <= 'z'
              || each >= 'A' && each <= 'Z'
              || each >= '0' && each <= '9'
              || "-._~/".indexOf(each) >= 0;
      uri.append(
          plain
              ? String.valueOf((char) each)
              : "%" + HexFormat.of().withUpperCase().toHexDigits(each));
    }
    return uri.toString();
  }

  private static void location(Json json, Location location, String message) {
    json.beginObject();
    if (location.isKnown()) {
      json.key("physicalLocation").beginObject();
      artifact(json, location);
      json.key("region");
      region(json, location, Math.max(1L, location.length()));
      json.end();
    }
    if (!message.isEmpty()) {
      json.key("message").beginObject().field("text", message).end();
    }
    json.end();
  }
}
