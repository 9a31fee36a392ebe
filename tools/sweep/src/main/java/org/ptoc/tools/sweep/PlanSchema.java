package org.ptoc.tools.sweep;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.tools.json.Json;

/** The JSON Schema of plans, made from {@link PlanKey}. */
public final class PlanSchema {
  private static final String VALUES =
      """
      {
            "oneOf": [
              {"type": ["string", "number"]},
              {"type": "array", "minItems": 1, "items": {"type": ["string", "number"]}},
              {
                "type": "object",
                "required": ["from", "to"],
                "additionalProperties": false,
                "properties": {
                  "from": {"type": "integer"},
                  "to": {"type": "integer"},
                  "step": {"type": "integer", "minimum": 1},
                  "times": {"type": "integer", "minimum": 2}
                }
              }
            ]
          }\
      """;

  private PlanSchema() {}

  /** The text, with a line end behind it. */
  public static String text() {
    StringBuilder text = new StringBuilder("{\n");
    text.append("  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n");
    text.append("  \"title\": \"plan of ptoc sweep\",\n  \"type\": \"object\",\n");
    text.append("  \"oneOf\": [{\"required\": [\"kernels\"]}, {\"required\": [\"chain\"]}],\n");
    text.append("  \"additionalProperties\": false,\n");
    text.append("  \"properties\": {\n");
    List<String> properties = new ArrayList<>();
    for (PlanKey key : PlanKey.values()) {
      properties.add(property(key, "    "));
    }
    text.append(String.join(",\n", properties)).append("\n  },\n  \"$defs\": {\n");
    text.append("    \"values\": ").append(VALUES).append(",\n");
    text.append("    \"kernel\": {\n      \"oneOf\": [\n        {\"type\": \"string\"},\n");
    text.append(
        "        {\n          \"type\": \"object\",\n          \"required\": [\"file\"],\n");
    text.append("          \"additionalProperties\": false,\n          \"properties\": {\n");
    text.append("            \"file\": {\"type\": \"string\"},\n");
    text.append("            \"functions\": ").append(PlanKey.Shape.TEXTS.schema()).append(",\n");
    text.append(property(PlanKey.ARGS, "            ")).append(",\n");
    text.append(property(PlanKey.EXPECT, "            "));
    text.append("\n          }\n        }\n      ]\n    },\n    \"launch\": {\n");
    text.append("      \"type\": \"object\",\n      \"required\": [\"file\"],\n");
    text.append("      \"additionalProperties\": false,\n      \"properties\": {\n");
    text.append("        \"file\": {\"type\": \"string\"},\n");
    text.append("        \"kernel\": {\"type\": \"string\"},\n");
    text.append(property(PlanKey.ARGS, "        ")).append(",\n");
    text.append("        \"grid\": ").append(PlanKey.Shape.PAIRS.schema()).append(",\n");
    text.append("        \"blocks\": ").append(PlanKey.Shape.NUMBER.schema());
    return text.append("\n      }\n    }\n  }\n}\n").toString();
  }

  private static String property(PlanKey key, String indent) {
    String schema = key.shape().schema();
    String meaning = new Json().value(key.meaning()).toString();
    return indent
        + "\""
        + key.spelling()
        + "\": {\"description\":"
        + meaning
        + ","
        + schema.substring(1);
  }
}
