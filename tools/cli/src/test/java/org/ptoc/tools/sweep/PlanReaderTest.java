package org.ptoc.tools.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.tools.report.JsonText;

class PlanReaderTest {
  @Test
  void everythingIsRead() {
    Plan plan =
        plan(
            """
            kernels:
              - a.pto
              - {file: "b/*.pto", functions: ["@f", g], args: i32:1, expect: {y: y.npy}}
            profiles: [a5, a3]
            options: ["", -fno-fuse -Werror]
            args: [auto, x=iota:f32:64]
            vary:
              rows: [16, 8]
              n: {from: 1, to: 7, step: 3}
              k: {from: 2, to: 20, times: 3}
            seeds: {from: 1, to: 3}
            blocks: 4
            checks: [sync, bounds]
            expect: ["0=z.npy"]
            tolerance: abs=1e-6
            repeat: 2
            limit: 1_000
            fidelity: n
            """);
    assertThat(plan.kernels().get(0).files()).isEqualTo("a.pto");
    assertThat(plan.kernels().get(1).functions()).containsExactly("f", "g");
    assertThat(plan.kernels().get(1).arguments()).contains(List.of("i32:1"));
    assertThat(plan.kernels().get(1).expectations()).contains(List.of("y=y.npy"));
    assertThat(plan.profiles()).containsExactly("a5", "a2a3");
    assertThat(plan.options()).containsExactly("", "-fno-fuse -Werror");
    assertThat(plan.arguments()).containsExactly("auto", "x=iota:f32:64");
    assertThat(plan.variables().stream().map(each -> each.name() + each.values()))
        .containsExactly("rows[16, 8]", "n[1, 4, 7]", "k[2, 6, 18]");
    assertThat(plan.seeds()).containsExactly(1L, 2L, 3L);
    assertThat(plan.blocks()).containsExactly(4L);
    assertThat(plan.checks()).containsExactly("sync", "bounds");
    assertThat(plan.expectations()).containsExactly("0=z.npy");
    assertThat(plan.tolerance()).isEqualTo("abs=1e-6");
    assertThat(plan.repeat()).isEqualTo(2);
    assertThat(plan.limit()).isEqualTo(1_000);
    assertThat(plan.fidelity()).contains("n");
  }

  @Test
  void jsonIsAPlanToo() {
    assertThat(plan("{\"kernels\": [\"a.pto\"], \"seeds\": [1, 2]}").seeds())
        .isEqualTo(plan("kernels: a.pto\nseeds: [1, 2]").seeds());
  }

  @Test
  void whatIsLeftOutIsTheUsual() {
    Plan plan = plan("kernels: a.pto");
    assertThat(plan.profiles()).containsExactly("");
    assertThat(plan.options()).containsExactly("");
    assertThat(plan.arguments()).containsExactly(Plan.AUTO);
    assertThat(plan.seeds()).containsExactly(1L);
    assertThat(plan.blocks()).containsExactly(0L);
    assertThat(plan.limit()).isEqualTo(Limit.WORK.value());
  }

  @Test
  void aChainHasLaunchesAndBuffers() {
    Plan plan =
        plan(
            """
            buffers: {x: zeros:f32:4}
            chain:
              - {file: a.pto, kernel: "@k", args: ["@x"], grid: {n: "0:4"}, blocks: 2}
              - {file: b.o}
            """);
    assertThat(plan.buffers()).containsExactly("x=zeros:f32:4");
    assertThat(plan.chain())
        .containsExactly(
            new Plan.Chained("a.pto", "k", List.of("@x"), List.of("n=0:4"), 2),
            new Plan.Chained("b.o", "", List.of(), List.of(), 0));
  }

  /** The text in one line, {@code |} for a line end; the place; a part of the message. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "``; 1:1; the plan is empty",
        "profiles: a5; 1:1; names no kernels",
        "kernels: a|kernal: b; 2:1; did you mean 'kernels'?",
        "kernels: a|kernels: b; 2:1; twice",
        "kernels: [a; 1:12; expected",
        "kernels: {functions: [f]}; 1:10; has no file",
        "kernels: {file: a, arg: x}; 1:20; did you mean 'args'?",
        "kernels: a|profiles: a6; 2:11; no profile 'a6'",
        "kernels: a|seeds: [1, x]; 2:8; 'x' is no whole number",
        "kernels: a|blocks: 0; 2:9; from 1 to 65535",
        "kernels: a|vary: [n]; 2:7; KEY: VALUE",
        "kernels: a|vary: {n: []}; 2:11; at least one value",
        "kernels: a|vary: {n: [1, 1]}; 2:11; twice",
        "kernels: a|vary: {n-1: 2}; 2:8; no name",
        "kernels: a|vary: {n: {from: 1}}; 2:11; from and to",
        "kernels: a|vary: {n: {from: 2, to: 1}}; 2:11; holds nothing",
        "kernels: a|vary: {n: {from: 0, to: 9, times: 2}}; 2:11; holds nothing",
        "kernels: a|vary: {n: {from: 1, to: 9, step: 1, times: 2}}; 2:11; not both",
        "kernels: a|vary: {n: {from: 1, to: 9000000}}; 2:11; more than 100000 values",
        "kernels: a|options: [{a: b}]; 2:11; a text or a number",
        "kernels: a|repeat: 0; 2:9; from 1 to 1000",
        "kernels: a|limit: -1; 2:8; at least 0",
        "kernels: a|fidelity: n; 2:11; which vary does not say",
        "kernels: &a [*a]; 1:10; KEY: VALUE",
        "kernels: []; 1:10; the list of kernels is empty",
        "kernels: ''; 1:10; the name of a file is empty",
        "kernels: [a, {file: ''}]; 1:21; the name of a file is empty",
        "kernels:; 1:9; a value is missing here",
        "kernels: a|expect: {y: null}; 2:13; a value is missing here",
        "kernels: *a; 1:10; found undefined alias a",
        "kernels: a|---|kernels: b; 2:1; a single document",
        "kernels: a|chain: [{file: b}]; 1:1; not both",
        "chain: []; 1:8; the chain is empty",
        "chain: [{kernel: b}]; 1:9; this launch has no file",
        "chain: [{file: a, arg: x}]; 1:19; did you mean 'args'?",
        "chain: [{file: a, blocks: 0}]; 1:27; from 1 to 65535",
        "%YAML 9.9|---|kernels: a; 1:1; YAML of version 9.9",
      })
  void mistakesHaveALineAndAReason(String text, String place, String message) {
    PlanReader.Outcome outcome = PlanReader.read("plan.yaml", text.replace('|', '\n'));
    assertThat(outcome.plan()).isEmpty();
    assertThat(outcome.problems().getFirst().location()).hasToString("plan.yaml:" + place);
    assertThat(outcome.problems().getFirst().message()).contains(message == null ? "" : message);
  }

  /** Far below what the stack of the composer holds, in each of the three forms. */
  @Test
  void nestingHasALimit() {
    for (String text : List.of("[", "{a: ", "- ")) {
      String close = text.startsWith("[") ? "]" : text.startsWith("{") ? "}" : "";
      String start = text.startsWith("-") ? "kernels: a\noptions:\n" : "kernels: a\noptions: ";
      for (int depth : List.of(199, 200, 100_000)) {
        String plan = start + text.repeat(depth) + "1" + close.repeat(depth);
        String message = PlanReader.read("p", plan).problems().getFirst().message();
        assertThat(message.equals("collections are nested deeper than 200"))
            .as(text + depth)
            .isEqualTo(depth > 199);
      }
    }
  }

  /** Nodes that aliases name again and again are not copied. */
  @Test
  void aliasesOfAliasesTakeNoTime() {
    StringBuilder text = new StringBuilder("kernels: a\nargs:\n- &l0 [x]\n");
    for (int i = 1; i < 40; i++) {
      text.append("- &l").append(i).append(" [*l").append(i - 1).append(", *l");
      text.append(i - 1).append("]\n");
    }
    assertThat(PlanReader.read("p", text.toString()).problems()).hasSize(40);
  }

  @Test
  void allMistakesAreToldAtOnce() {
    assertThat(PlanReader.read("p", "kernels: a\nx: 1\nseeds: y\nblocks: z\n").problems())
        .hasSize(3);
  }

  /** The schema lists the keys that are read, and no other; it is JSON. */
  @Test
  void theSchemaHasTheKeys() {
    Map<String, Object> schema = JsonText.object(JsonText.parse(PlanSchema.text()));
    Set<String> keys = JsonText.object(schema.get("properties")).keySet();
    assertThat(keys).containsExactlyElementsOf(PlanKey.spellings());
    Set<String> unknown = new TreeSet<>(PlanKey.spellings());
    for (String key : keys) {
      if (PlanReader.read("p", "kernels: a\n" + key + ": 1\n").problems().stream()
          .noneMatch(problem -> problem.message().contains("has no '"))) {
        unknown.remove(key);
      }
    }
    assertThat(unknown).isEmpty();
  }

  private static Plan plan(String text) {
    PlanReader.Outcome outcome = PlanReader.read("plan.yaml", text);
    assertThat(outcome.problems()).isEmpty();
    return outcome.plan().orElseThrow();
  }
}
