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

  /** The result of a line; empty if the line was cut, is damaged, or is not a result. */
  public static Optional<ItemResult> read(String line) {
    if (!line.startsWith("{")
        || !line.endsWith("}")
        || !(JsonReader.read(line).orElse("") instanceof Map<?, ?> object)) {
      return Optional.empty();
    }
    Fields fields = new Fields(object);
    return ItemStatus.byWord(fields.text("status"))
        .filter(status -> !fields.text("key").isEmpty())
        .map(status -> result(fields, status))
        .filter(result -> !fields.isWrong);
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
      Fields message = new Fields(fields.field(each, Map.class, Map.of()));
      messages.add(
          new ItemResult.Message(
              message.text("code"),
              message.text("severity"),
              message.text("place"),
              message.text("message")));
      fields.isWrong |= message.isWrong;
    }
    return new ItemResult(
        fields.text("key"),
        fields.text("version"),
        identity,
        status,
        fields.texts(fields.list("arguments")),
        measure,
        fields.number("findings"),
        fields.texts("outputs"),
        messages,
        fields.microseconds("wallMs"));
  }

  /** The fields of an object. What is missing is empty or 0; what has another type is wrong. */
  private static final class Fields {
    private final Map<?, ?> object;
    private boolean isWrong;

    Fields(Map<?, ?> object) {
      this.object = object;
    }

    private <T> T field(Object value, Class<T> type, T otherwise) {
      isWrong |= !type.isInstance(value);
      return type.isInstance(value) ? type.cast(value) : otherwise;
    }

    private <T> T field(String name, Class<T> type, T otherwise) {
      return object.containsKey(name) ? field(object.get(name), type, otherwise) : otherwise;
    }

    String text(String name) {
      return field(name, String.class, "");
    }

    long number(String name) {
      return whole(field(name, BigDecimal.class, BigDecimal.ZERO));
    }

    private long whole(BigDecimal number) {
      try {
        return number.longValueExact();
      } catch (ArithmeticException tooLarge) {
        isWrong = true;
        return 0;
      }
    }

    /** Milliseconds as microseconds, whose fractions are dropped. */
    long microseconds(String name) {
      BigDecimal milliseconds = field(name, BigDecimal.class, BigDecimal.ZERO);
      BigDecimal microseconds = milliseconds.multiply(MICROSECONDS);
      isWrong |= microseconds.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0;
      return microseconds.longValue();
    }

    List<?> list(String name) {
      return field(name, List.class, List.of());
    }

    List<String> texts(List<?> values) {
      return values.stream().map(each -> field(each, String.class, "")).toList();
    }

    Map<String, String> texts(String name) {
      Map<String, String> texts = new LinkedHashMap<>();
      map(name).forEach((key, value) -> texts.put(key, field(value, String.class, "")));
      return texts;
    }

    Map<String, Long> numbers(String name) {
      Map<String, Long> numbers = new LinkedHashMap<>();
      map(name)
          .forEach(
              (key, value) ->
                  numbers.put(key, whole(field(value, BigDecimal.class, BigDecimal.ZERO))));
      return numbers;
    }

    private Map<String, Object> map(String name) {
      Map<String, Object> entries = new LinkedHashMap<>();
      Map<?, ?> given = field(name, Map.class, Map.of());
      given.forEach((key, value) -> entries.put(String.valueOf(key), value));
      return entries;
    }
  }
}
