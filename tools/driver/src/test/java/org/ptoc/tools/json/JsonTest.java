package org.ptoc.tools.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonTest {
  /** Each character by itself, between others and twice. */
  @Test
  void everyCharacterIsQuoted() {
    for (int unit = 0; unit <= Character.MAX_VALUE; unit++) {
      String quoted =
          switch (unit) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default ->
                unit >= 0x20 && unit < 0x7F ? "" + (char) unit : String.format("\\u%04x", unit);
          };
      String each = "" + (char) unit;
      assertThat(new Json().value(each).toString()).isEqualTo("\"" + quoted + "\"");
      assertThat(new Json().value("ab" + each + "c" + each + each).toString())
          .isEqualTo("\"ab" + quoted + "c" + quoted + quoted + "\"");
    }
  }

  @Test
  void fieldsOfOneObjectStandInOthers() {
    String inside = new Json().beginObject().field("a", 1).field("b", "x\"y").inside();
    Json first = new Json().beginObject().fields(inside).field("c", 2).end();
    Json second = new Json().beginObject().field("c", 3).fields(inside).end();
    assertThat(first.toString()).isEqualTo("{\"a\":1,\"b\":\"x\\\"y\",\"c\":2}");
    assertThat(second.toString()).isEqualTo("{\"c\":3,\"a\":1,\"b\":\"x\\\"y\"}");
  }
}
