package org.ptoc.tools.sweep;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.tools.json.Json;
import org.ptoc.tools.json.JsonReader;

/** Results as lines of JSON; {@code docs/sweep.md} describes the fields. */
public final class ResultLine {
  private static final int SHARE_DIGITS = 4;
  private static final BigDecimal MICROSECONDS = BigDecimal.valueOf(1_000);

  private ResultLine() {}

  /** The line, without a line end. */
  public static String of(ItemResult result) {
    Json json = fields(result);
    return json.field("wallMs", BigDecimal.valueOf(result.wallMicroseconds()).divide(MICROSECONDS))
        .end()
        .toString();
  }

  /** The line without the wall time: the same for the same item. */
  static String timeless(ItemResult result) {
    return fields(result).end().toString();
  }

  private static Json fields(ItemResult result) {
    Item.Identity identity = result.identity();
    ItemResult.Measure measure = result.measure();
    Json json = new Json().beginObject().field("key", result.key());
    json.field("version", result.version()).field("kernel", identity.kernel());
    json.field("function", identity.function()).field("profile", identity.profile());
    json.field("options", identity.options());
    texts(json, "vary", identity.variables());
    json.field("seed", identity.seed()).field("blocks", identity.blocks());
    json.key("arguments").beginArray();
    result.arguments().forEach(json::value);
    json.end().field("status", result.status().word());
    numbers(json, "cycles", measure.cycles());
    json.field("instructions", measure.instructions()).field("words", measure.words());
    numbers(json, "busy", measure.pipes());
    json.key("shares").beginObject();
    long cycles = result.cycles().orElse(0L);
    measure.pipes().forEach((pipe, busy) -> json.field(pipe, share(busy, cycles)));
    json.end().field("roof", measure.roof());
    json.field("ubBytes", measure.unifiedBufferBytes()).field("findings", result.findings());
    texts(json, "outputs", result.outputs());
    json.key("diagnostics").beginArray();
    for (ItemResult.Message message : result.diagnostics()) {
      json.beginObject().field("code", message.code()).field("severity", message.severity());
      json.field("place", message.place()).field("message", message.text()).end();
    }
    return json.end();
  }

  /** A part of a whole with four digits behind the point. */
  static BigDecimal share(long part, long whole) {
    return whole == 0
        ? BigDecimal.ZERO
        : BigDecimal.valueOf(part)
            .divide(BigDecimal.valueOf(whole), SHARE_DIGITS, RoundingMode.HALF_UP);
  }

  private static void texts(Json json, String name, Map<String, String> values) {
    json.key(name).beginObject();
    values.forEach(json::field);
    json.end();
  }

  private static void numbers(Json json, String name, Map<String, Long> values) {
    json.key(name).beginObject();
    values.forEach((key, value) -> json.field(key, value.longValue()));
    json.end();
  }

  /** The result that a line tells; empty for a line that was cut, or is none of ours. */
  public static Optional<ItemResult> read(String line) {
    if (!line.startsWith("{")
        || !line.endsWith("}")
        || !(JsonReader.read(line).orElse("") instanceof Map<?, ?> object)) {
      return Optional.empty();
    }
    Fields fields = new Fields(object);
    return ItemStatus.byWord(fields.text("status"))
        .filter(status -> !fields.text("key").isEmpty())
        .map(status -> result(fields, status));
  }

  private static ItemResult result(Fields fields, ItemStatus status) {
    Item.Identity identity =
        new Item.Identity(
            fields.text("kernel"),
            fields.text("function"),
            fields.text("profile"),
            fields.text("options"),
            fields.texts("vary"),
            fields.number("seed"),
            fields.number("blocks"));
    ItemResult.Measure measure =
        new ItemResult.Measure(
            fields.numbers("cycles"),
            fields.number("instructions"),
            fields.number("words"),
            fields.numbers("busy"),
            fields.number("roof"),
            fields.number("ubBytes"));
    List<ItemResult.Message> messages = new ArrayList<>();
    for (Object each : fields.list("diagnostics")) {
      if (each instanceof Map<?, ?> object) {
        Fields message = new Fields(object);
        messages.add(
            new ItemResult.Message(
                message.text("code"),
                message.text("severity"),
                message.text("place"),
                message.text("message")));
      }
    }
    return new ItemResult(
        fields.text("key"),
        fields.text("version"),
        identity,
        status,
        fields.list("arguments").stream().map(String::valueOf).toList(),
        measure,
        fields.number("findings"),
        fields.texts("outputs"),
        messages,
        fields.decimal("wallMs").multiply(MICROSECONDS).longValue());
  }

  /** The fields of an object; what is missing or of another type is empty or 0. */
  private record Fields(Map<?, ?> object) {
    String text(String name) {
      return object.get(name) instanceof String text ? text : "";
    }

    BigDecimal decimal(String name) {
      return object.get(name) instanceof BigDecimal number ? number : BigDecimal.ZERO;
    }

    long number(String name) {
      return decimal(name).longValue();
    }

    List<?> list(String name) {
      return object.get(name) instanceof List<?> list ? list : List.of();
    }

    Map<String, String> texts(String name) {
      Map<String, String> texts = new LinkedHashMap<>();
      if (object.get(name) instanceof Map<?, ?> map) {
        map.forEach((key, value) -> texts.put(String.valueOf(key), String.valueOf(value)));
      }
      return texts;
    }

    Map<String, Long> numbers(String name) {
      Map<String, Long> numbers = new LinkedHashMap<>();
      if (object.get(name) instanceof Map<?, ?> map) {
        map.forEach(
            (key, value) -> {
              if (value instanceof BigDecimal number) {
                numbers.put(String.valueOf(key), number.longValue());
              }
            });
      }
      return numbers;
    }
  }
}
