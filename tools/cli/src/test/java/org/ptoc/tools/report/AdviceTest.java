package org.ptoc.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.tools.json.JsonReader;

/** The savings that advice predicts, against kernels that took the advice. */
class AdviceTest {
  private static final String KERNELS = "../../tests/lit/cases/tools/advice.pto";

  @TempDir Path directory;

  private static String run(String kernel, String profile, String... options) {
    List<String> call = new ArrayList<>(List.of("run", KERNELS, "-k", kernel, "--profile"));
    call.addAll(List.of(profile, "--args", "auto", "-fno-double-buffer"));
    call.addAll(List.of(options));
    Example.Result result = Example.ptoc(call);
    assertThat(result.status()).as(result.err()).isZero();
    return result.out();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> advice(String kernel, String profile) {
    String json = run(kernel, profile, "--advise", "--report=json");
    Object report = JsonReader.read(json.substring(json.indexOf('{'))).orElseThrow();
    return (Map<String, Object>) ((Map<String, Object>) report).get("advice");
  }

  private static long total(String kernel, String profile) {
    return number(advice(kernel, profile), "total");
  }

  private static long number(Map<String, Object> fields, String name) {
    return ((Number) fields.get(name)).longValue();
  }

  /** Cycles that all changes of a kind save whose text has a word in it; 0 for none. */
  @SuppressWarnings("unchecked")
  private static long saved(Map<String, Object> advice, String kind, String word) {
    return ((List<Map<String, Object>>) advice.get("changes"))
        .stream()
            .filter(each -> each.get("kind").equals(kind))
            .filter(each -> each.get("change").toString().contains(word))
            .mapToLong(each -> number(each, "saved"))
            .sum();
  }

  @SuppressWarnings("unchecked")
  private long firstLoad(String kernel, String profile) throws IOException {
    Path file = directory.resolve(kernel + ".json");
    run(kernel, profile, "--trace-out", file.toString());
    return ((List<Map<String, Object>>) JsonReader.read(Files.readString(file)).orElseThrow())
        .stream()
            .filter(each -> each.get("name").toString().startsWith("gm_to_ub"))
            .mapToLong(each -> number(each, "ts"))
            .min()
            .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a5", "a2a3"})
  void aBarrierCostsWhatTheAdviceSays(String profile) {
    Map<String, Object> advice = advice("barrier", profile);
    long saved = saved(advice, "remove", "barrier ALL");
    assertThat(saved).isGreaterThan(40);
    assertThat(total("without", profile)).isEqualTo(number(advice, "total") - saved);
  }

  /** The scalar unit finds the buffer of the iteration first, which delays all pipes. */
  @ParameterizedTest
  @ValueSource(strings = {"a5", "a2a3"})
  void aSecondBufferSavesWhatTheAdviceSays(String profile) throws IOException {
    Map<String, Object> advice = advice("once", profile);
    long later = firstLoad("twice", profile) - firstLoad("once", profile);
    assertThat(later).isBetween(1L, 20L);
    assertThat(total("twice", profile))
        .isEqualTo(number(advice, "total") - saved(advice, "buffer", "MTE2") + later);
    assertThat(saved(advice, "buffers", "")).isGreaterThan(300);
  }

  @Test
  void thePageHasASection() throws IOException {
    Path file = directory.resolve("page.html");
    run("barrier", "a5", "--advise", "--html", file.toString());
    assertThat(Files.readString(file))
        .contains("<table id=\"advice\">")
        .contains("remove barrier ALL");
  }
}
