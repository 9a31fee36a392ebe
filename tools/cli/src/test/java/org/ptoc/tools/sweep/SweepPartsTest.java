package org.ptoc.tools.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.tools.data.DataResult;

/** Keys, conditions, shards, caches, files of results, tuning: each by itself. */
class SweepPartsTest {
  @TempDir Path directory;

  private static Item.Identity identity(String kernel, Map<String, String> variables) {
    return new Item.Identity(kernel, "f", "a5", "-O1", variables, 1, 0);
  }

  private static Item item(Item.Identity identity) {
    return item(identity, "text", "1");
  }

  private static Item item(Item.Identity identity, String text, String version) {
    Item.Setting setting =
        new Item.Setting(List.of("auto"), List.of(), "", List.of(), 1, 9, Map.of("x.npy", "12"));
    return of(identity, text, setting, "/somewhere", version);
  }

  private static Item of(
      Item.Identity identity, String text, Item.Setting setting, String directory, String version) {
    String digest = Item.digest(text, identity.variables());
    return Item.of(identity, text, digest, setting, directory, List.of(), version);
  }

  private static ItemResult result(Item item, long cycles) {
    ItemResult.Measure measure =
        new ItemResult.Measure(
            Map.of("documented", cycles), 7, 8, Map.of("V", cycles / 2), cycles / 2, 64);
    return new ItemResult(
        item.key(),
        "1",
        item.identity(),
        ItemStatus.OK,
        List.of("a=\"b\\c\u2028"),
        measure,
        0,
        Map.of("y", "00ff"),
        List.of(new ItemResult.Message("PTO3101", "warning", "k.pto:1:2", "tab\tquote\"")),
        1_234);
  }

  /** Whatever a result depends on changes the key; where the plan lies does not. */
  @Test
  void theKeyDependsOnEverythingButThePlace() {
    Item.Identity own = identity("k.pto", Map.of("n", "1"));
    List<Item> different = new ArrayList<>();
    different.add(item(own));
    different.add(item(own, "other", "1"));
    different.add(item(own, "text", "2"));
    different.add(item(identity("l.pto", Map.of("n", "1"))));
    different.add(item(identity("k.pto", Map.of("n", "2"))));
    different.add(item(identity("k.pto", Map.of("m", "1"))));
    different.add(item(new Item.Identity("k.pto", "g", "a5", "-O1", own.variables(), 1, 0)));
    different.add(item(new Item.Identity("k.pto", "f", "a2a3", "-O1", own.variables(), 1, 0)));
    different.add(item(new Item.Identity("k.pto", "f", "a5", "", own.variables(), 1, 0)));
    different.add(item(new Item.Identity("k.pto", "f", "a5", "-O1", own.variables(), 2, 0)));
    different.add(item(new Item.Identity("k.pto", "f", "a5", "-O1", own.variables(), 1, 1)));
    List<Item.Setting> settings =
        List.of(
            new Item.Setting(List.of(), List.of(), "", List.of(), 1, 9, Map.of("x.npy", "12")),
            new Item.Setting(List.of("auto"), List.of("1=y.npy"), "", List.of(), 1, 9, Map.of()),
            new Item.Setting(List.of("auto"), List.of(), "1", List.of(), 1, 9, Map.of()),
            new Item.Setting(List.of("auto"), List.of(), "", List.of("all"), 1, 9, Map.of()),
            new Item.Setting(List.of("auto"), List.of(), "", List.of(), 2, 9, Map.of()),
            new Item.Setting(List.of("auto"), List.of(), "", List.of(), 1, 8, Map.of()),
            new Item.Setting(
                List.of("auto"), List.of(), "", List.of(), 1, 9, Map.of("x.npy", "13")));
    settings.forEach(each -> different.add(of(own, "text", each, "/", "1")));
    assertThat(different.stream().map(Item::key).distinct()).hasSize(different.size());
    Item elsewhere = of(own, "text", different.getFirst().setting(), "/elsewhere", "1");
    assertThat(elsewhere.key()).isEqualTo(item(own).key()).matches("[0-9a-f]{64}");
  }

  @Test
  void variablesOfTheTextAreFilledIn() {
    Item item = item(identity("k.pto", Map.of("R", "16", "C", "4")), "${R}x${C} ${D} ${R", "1");
    assertThat(item.text()).isEqualTo("16x4 ${D} ${R");
  }

  @Test
  void aLineIsReadAsItWasWritten() {
    ItemResult result = result(item(identity("k.pto", Map.of("n", "1"))), 100);
    String line = ResultLine.of(result);
    assertThat(ResultLine.read(line)).contains(result);
    assertThat(line).startsWith(ResultLine.timeless(result).substring(0, 300)).doesNotContain("\n");
    assertThat(line).endsWith(",\"wallMs\":1.234}");
    for (int cut = 0; cut < line.length(); cut++) {
      assertThat(ResultLine.read(line.substring(0, cut))).isEmpty();
    }
  }

  /** A figure that is no whole number of 64 bits, or a field of another type, is no result. */
  @Test
  void aLineWithWrongTypesIsNoResult() {
    String line = ResultLine.of(result(item(identity("k.pto", Map.of("n", "1"))), 100));
    Map<String, String> wrong =
        Map.of(
            "\"documented\":100", "\"documented\":1e30",
            "\"seed\":1,", "\"seed\":1.5,",
            "\"blocks\":0", "\"blocks\":\"0\"",
            "\"vary\":{\"n\":\"1\"}", "\"vary\":[1]",
            "{\"n\":\"1\"}", "{\"n\":1}",
            "\"status\":\"ok\"", "\"status\":\"fine\"",
            "\"wallMs\":1.234", "\"wallMs\":9e999999999",
            "\"diagnostics\":[", "\"diagnostics\":[7,",
            "\"outputs\":{", "\"outputs\":{\"z\":false,");
    wrong.forEach(
        (right, damaged) -> {
          assertThat(line).contains(right);
          assertThat(ResultLine.read(line.replace(right, damaged))).as(damaged).isEmpty();
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "profile == a5; true",
        "profile != a5; false",
        "n >= 9; true", // As numbers: as texts 16 is before 9.
        "n < 9; false",
        "n == 16.0; true",
        "nothing == 1; false",
        "nothing != 1; true",
        "kernel ~ 'a/*.pto'; true",
        "kernel ~ *.pto; false",
        "not (n == 16) or profile == a5 and seed == 1; true",
        "n == 1 || ! profile == a2a3 && blocks == 0; true",
        "options == \"-O1 -x\"; true",
      })
  void conditions(String text, boolean expected) {
    Item.Identity identity =
        new Item.Identity("a/k.pto", "f", "a5", "-O1 -x", Map.of("n", "16"), 1, 0);
    assertThat(ItemCondition.parse(text))
        .isInstanceOfSatisfying(
            DataResult.Value.class,
            value ->
                assertThat(((ItemCondition) value.value()).test(ItemCondition.fields(identity)))
                    .isEqualTo(expected));
  }

  @ParameterizedTest
  @CsvSource({
    "n",
    "n ==",
    "n = 1",
    "(n == 1",
    "n == 1)",
    "n == 1 n",
    "n >> 1",
    "and",
    "n ~ [",
    "'"
  })
  void wrongConditions(String text) {
    assertThat(ItemCondition.parse(text)).isInstanceOf(DataResult.Problem.class);
  }

  @Test
  void manyParenthesesAreNoOverflow() {
    assertThat(ItemCondition.parse("(".repeat(100_000))).isInstanceOf(DataResult.Problem.class);
  }

  @ParameterizedTest
  @CsvSource({
    "SLURM_ARRAY_TASK_ID, 7, SLURM_ARRAY_TASK_COUNT, 9, 8/9",
    "TEST_SHARD_INDEX, 0, TEST_TOTAL_SHARDS, 4, 1/4",
    "CI_NODE_INDEX, 4, CI_NODE_TOTAL, 4, 4/4",
    "SHARD_INDEX, 1, SHARD_COUNT, 2, 1/2",
    "TEST_SHARD_INDEX, 4, TEST_TOTAL_SHARDS, 4, ''",
    "TEST_SHARD_INDEX, x, TEST_TOTAL_SHARDS, 4, ''",
  })
  void shardsOfJobArrays(String index, String i, String count, String n, String expected) {
    DataResult<Shard> shard = Shard.parse(Shard.ENVIRONMENT, Map.of(index, i, count, n));
    assertThat(shard instanceof DataResult.Value<Shard>(Shard s) ? s.index() + "/" + s.count() : "")
        .isEqualTo(expected);
  }

  @Test
  void aJobArrayMayBeginAnywhere() {
    Map<String, String> slurm =
        Map.of(
            "SLURM_ARRAY_TASK_ID",
            "11",
            "SLURM_ARRAY_TASK_MIN",
            "10",
            "SLURM_ARRAY_TASK_COUNT",
            "3");
    assertThat(Shard.parse("env", slurm)).isEqualTo(DataResult.of(new Shard(2, 3)));
    assertThat(Shard.parse("env", Map.of())).isInstanceOf(DataResult.Problem.class);
  }

  @ParameterizedTest
  @CsvSource({"0/3", "4/3", "1", "1/0", "a/b", "1/2/3", "-1/2", "1/9999999"})
  void wrongShards(String text) {
    assertThat(Shard.parse(text, Map.of())).isInstanceOf(DataResult.Problem.class);
  }

  /**
   * Whatever the items: the shards are disjoint, hold all of them, and differ by a hand at most.
   */
  @Test
  void shardsAreAPartition() {
    Random random = new Random(1);
    for (int round = 0; round < 50; round++) {
      List<Item> items = new ArrayList<>();
      int kernels = 1 + random.nextInt(9);
      for (int k = 0; k < kernels; k++) {
        for (int n = random.nextInt(60); n > 0; n--) {
          items.add(item(identity("k" + k, Map.of("n", "" + n))));
        }
      }
      int count = 1 + random.nextInt(7);
      List<Item> all = new ArrayList<>();
      for (int index = 1; index <= count; index++) {
        all.addAll(new Shard(index, count).of(items));
      }
      assertThat(all).containsExactlyInAnyOrderElementsOf(items);
    }
  }

  @Test
  void theOrderOfResultsIsThatOfNumbers() {
    List<ItemResult> results = new ArrayList<>();
    for (String kernel : List.of("k2.pto", "k10.pto")) {
      for (String n : List.of("8", "16", "128")) {
        results.add(result(item(identity(kernel, Map.of("n", n))), 1));
      }
    }
    List<ItemResult> mixed = new ArrayList<>(results);
    mixed.addAll(results);
    Collections.shuffle(mixed, new Random(3));
    assertThat(ResultOrder.sorted(mixed)).isEqualTo(results);
  }

  /** Each item once, on any number of threads; and one that waits does not stop the others. */
  @ParameterizedTest
  @CsvSource({"1", "2", "8"})
  void theEngineRunsEachItemOnce(int threads) {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      items.add(item(identity("k" + i % 7, Map.of("n", "" + i))));
    }
    List<String> done = new ArrayList<>();
    new SweepEngine(each -> result(each, 1), threads).run(items, each -> done.add(each.key()));
    assertThat(done).containsExactlyInAnyOrderElementsOf(items.stream().map(Item::key).toList());
  }

  @Test
  void manyWritersShareACache() {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      items.add(item(identity("k", Map.of("n", "" + i))));
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(8)) {
      for (int writer = 0; writer < 8; writer++) {
        ResultCache cache = new ResultCache(directory, "b1", 1L << 30);
        pool.execute(
            () ->
                items.forEach(
                    item -> {
                      cache
                          .get(item.key())
                          .ifPresent(hit -> assertThat(hit.key()).isEqualTo(item.key()));
                      cache.put(result(item, 5));
                    }));
      }
    }
    ResultCache cache = new ResultCache(directory, "b1", 1L << 30);
    items.forEach(item -> assertThat(cache.get(item.key())).contains(result(item, 5)));
    assertThat(new ResultCache(directory, "b2", 9).get(items.getFirst().key())).isEmpty();
    assertThat(files()).hasSize(items.size()); // Nothing is left under a name for the time being.
  }

  private List<Path> files() {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      return fail(e);
    }
  }

  @Test
  void whatIsDamagedOrMayIterationIsNoResult() throws IOException {
    Item item = item(identity("k", Map.of()));
    ResultCache cache = new ResultCache(directory, "b", 1L << 30);
    cache.put(ItemResult.failed(item, "1", ItemStatus.INTERNAL, List.of()));
    cache.put(ItemResult.failed(item, "1", ItemStatus.UNREADABLE, List.of()));
    assertThat(cache.get(item.key())).isEmpty();
    cache.put(result(item, 5));
    Path file = files().getFirst();
    String line = Files.readString(file);
    Files.writeString(file, line.substring(0, line.length() / 2));
    assertThat(cache.get(item.key())).isEmpty();
    Files.writeString(file, line.replace(item.key(), "0".repeat(64)));
    assertThat(cache.get(item.key())).isEmpty();
    Files.writeString(file, line.replace("\"documented\":5", "\"documented\":4"));
    assertThat(cache.get(item.key())).isEmpty();
    Files.writeString(file, line.lines().findFirst().orElseThrow());
    assertThat(cache.get(item.key())).isEmpty();
    Files.write(file, new byte[] {(byte) 0xff});
    assertThat(cache.get(item.key())).isEmpty();
    Files.writeString(file, line);
    assertThat(cache.get(item.key()).orElseThrow().cycles()).contains(5L);
    cache.put(result(item, 6));
    assertThat(cache.get(item.key()).orElseThrow().cycles()).contains(6L);
  }

  @Test
  void theOldestGoFirst() throws IOException {
    ResultCache cache = new ResultCache(directory, "b", 3_000);
    for (int i = 0; i < 20; i++) {
      Item item = item(identity("k", Map.of("n", "" + i)));
      cache.put(result(item, 5));
      for (Path file : files()) {
        if (file.toString().contains(item.key())) {
          Files.setLastModifiedTime(file, FileTime.fromMillis(1_000L * i));
        }
      }
    }
    cache.trim();
    long bytes = 0;
    for (Path file : files()) {
      bytes += Files.size(file);
    }
    assertThat(bytes).isBetween(2_000L, 3_000L);
    assertThat(cache.get(item(identity("k", Map.of("n", "19"))).key())).isPresent();
    assertThat(cache.get(item(identity("k", Map.of("n", "0"))).key())).isEmpty();
  }

  @Test
  void aCacheThatCannotBeWrittenSaysSoOnce() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    ResultCache cache = new ResultCache(file, "b", 9);
    cache.put(result(item(identity("k", Map.of())), 5));
    assertThat(cache.problem().orElseThrow()).contains("cannot write");
  }

  /** Cut at each byte, as a process that was killed leaves it: what was whole is there again. */
  @Test
  void aFileThatWasCutGivesItsWholeLines() throws IOException {
    Path place = directory.resolve("r.jsonl");
    List<ItemResult> results = new ArrayList<>();
    try (ResultFile file = ResultFile.open(place, false)) {
      for (int i = 0; i < 3; i++) {
        results.add(result(item(identity("k", Map.of("n", "" + i))), i + 1));
        file.add(results.getLast());
      }
      assertThat(file.problem()).isEmpty();
    }
    Path unfinished = ResultFile.unfinished(place);
    byte[] whole = Files.readAllBytes(unfinished);
    int line = whole.length / 3;
    for (int cut = 0; cut < whole.length; cut += 37) {
      Files.write(unfinished, Arrays.copyOf(whole, cut));
      List<ItemResult> known = ResultFile.finished(place);
      assertThat(known).isEqualTo(results.subList(0, known.size()));
      assertThat(known.size()).isBetween(cut / line - (cut % line == 0 ? 1 : 0), cut / line + 1);
      try (ResultFile file = ResultFile.open(place, true)) {
        results.subList(known.size(), 3).forEach(file::add);
      }
      assertThat(ResultFile.finished(place)).isEqualTo(results);
    }
  }

  @Test
  void aFullDiskIsToldOf() {
    ResultFile file = ResultFile.open(directory.resolve("missing/r.jsonl"), false);
    file.add(result(item(identity("k", Map.of())), 1));
    assertThat(file.problem().orElseThrow()).contains("cannot write").contains("no such file");
  }

  /** A landscape with one valley; the choices above a line do not compile. */
  private static final class Valley implements Tuner.Trials {
    private final Set<String> run = new HashSet<>();

    static long height(Item item) {
      long x = Long.parseLong(item.identity().variables().get("x"));
      long y = Long.parseLong(item.identity().variables().get("y"));
      long work = Long.parseLong(item.identity().variables().getOrDefault("w", "1"));
      return work * (1_000 + (x - 11) * (x - 11) + 3 * (y - 4) * (y - 4));
    }

    @Override
    public Optional<ItemResult> compile(Item item) {
      long x = Long.parseLong(item.identity().variables().get("x"));
      return x < 14
          ? Optional.empty()
          : Optional.of(ItemResult.failed(item, "1", ItemStatus.REJECTED, List.of()));
    }

    @Override
    public List<ItemResult> run(List<Item> items) {
      items.forEach(item -> assertThat(run.add(item.key())).as("run once").isTrue());
      items.forEach(item -> assertThat(compile(item)).as("fits").isEmpty());
      return items.stream().map(item -> result(item, height(item))).toList();
    }
  }

  private static List<Item> landscape(List<String> works) {
    List<Item> items = new ArrayList<>();
    for (int x = 0; x < 20; x++) {
      for (int y = 0; y < 10; y++) {
        for (String work : works) {
          Map<String, String> variables = new TreeMap<>();
          variables.put("x", "" + x);
          variables.put("y", "" + y);
          if (!work.isEmpty()) {
            variables.put("w", work);
          }
          items.add(item(identity("k", variables)));
        }
      }
    }
    return items;
  }

  private static Tuner.Outcome tune(List<String> works, int budget) {
    return new Tuner(
            new Valley(),
            result -> result.cycles().orElseThrow(),
            budget,
            works.size() > 1 ? Optional.of("w") : Optional.empty())
        .tune(landscape(works));
  }

  @Test
  void neighboursLeadToTheValley() {
    Tuner.Outcome outcome = tune(List.of(""), 60);
    assertThat(outcome.choices()).isEqualTo(200);
    assertThat(outcome.runs()).isLessThanOrEqualTo(60);
    assertThat(outcome.best().orElseThrow().cycles()).contains(1_000L);
    assertThat(outcome.unfit()).isNotEmpty();
  }

  @Test
  void aBudgetForAllFindsTheBestOfAll() {
    Tuner.Outcome outcome = tune(List.of(""), 1_000);
    assertThat(outcome.runs()).isEqualTo(140);
    assertThat(outcome.unfit()).hasSize(60);
    assertThat(outcome.best().orElseThrow().cycles()).contains(1_000L);
  }

  @Test
  void littleWorkFirst() {
    Tuner.Outcome outcome = tune(List.of("1", "4", "16"), 300);
    assertThat(outcome.runs()).isLessThanOrEqualTo(300);
    ItemResult best = outcome.best().orElseThrow();
    assertThat(best.identity().variables()).containsEntry("w", "16");
    assertThat(best.cycles()).contains(16_000L);
    long full =
        outcome.trials().stream()
            .filter(each -> each.identity().variables().get("w").equals("16"))
            .count();
    assertThat(full).isLessThan(outcome.runs() / 4);
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3", "7"})
  void anyBudgetIsKept(int budget) {
    for (List<String> works : List.of(List.of(""), List.of("1", "4", "16"))) {
      Tuner.Outcome outcome = tune(works, Math.max(budget, works.size()));
      assertThat(outcome.runs()).isBetween(1, Math.max(budget, works.size()));
      assertThat(outcome.best()).isPresent();
    }
  }

  @Test
  void changesAgainstABaseline() {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      items.add(item(identity("k", Map.of("n", "" + i))));
    }
    List<ItemResult> before = new ArrayList<>();
    items.subList(0, 4).forEach(item -> before.add(result(item, 100)));
    List<ItemResult> now = new ArrayList<>();
    now.add(result(items.get(0), 103));
    now.add(result(items.get(1), 90));
    now.add(ItemResult.failed(items.get(2), "2", ItemStatus.TRAPPED, List.of()));
    now.add(result(items.get(4), 1));
    List<Baseline.Change> changes = Baseline.compare(before, now);
    assertThat(changes.stream().map(Baseline.Change::kind))
        .containsExactly(
            Baseline.Kind.SLOWER,
            Baseline.Kind.FASTER,
            Baseline.Kind.BROKEN,
            Baseline.Kind.ADDED,
            Baseline.Kind.GONE);
    assertThat(changes.stream().filter(Baseline.Change::isUnmatched)).hasSize(2);
    assertThat(changes.getFirst().text()).isEqualTo("100 -> 103 cycles, +3.00 %");
    assertThat(changes.getFirst().isOver(new BigDecimal("2"))).isTrue();
    assertThat(changes.getFirst().isOver(new BigDecimal("3"))).isFalse();
    assertThat(changes.get(2).isOver(new BigDecimal("50"))).isTrue();
  }

  private static ItemResult with(ItemResult like, String argument, Map<String, Long> cycles) {
    ItemResult.Measure old = like.measure();
    ItemResult.Measure measure =
        new ItemResult.Measure(cycles, 1, old.words(), old.pipes(), old.roof(), 0);
    return new ItemResult(
        like.key(),
        like.version(),
        like.identity(),
        like.status(),
        List.of(argument),
        measure,
        0,
        like.outputs(),
        like.diagnostics(),
        0);
  }

  /** Items that cannot be compared are reported, and counted apart from worse ones. */
  @Test
  void figuresThatOneSideLacksAreNoAgreement() {
    ItemResult like = result(item(identity("k", Map.of())), 100);
    ItemResult timed = with(like, "x", Map.of("calibrated", 7L));
    Map<ItemResult, String> others =
        Map.of(
            with(like, "x", Map.of()), "the baseline has no calibrated cycles of it",
            with(like, "x", Map.of("documented", 7L)),
                "the baseline has no calibrated cycles of it",
            with(like, "y", Map.of("calibrated", 7L)), "ran with other arguments");
    others.forEach(
        (old, text) ->
            assertThat(Baseline.compare(List.of(old), List.of(timed)))
                .singleElement()
                .matches(Baseline.Change::isUnmatched)
                .extracting(Baseline.Change::text)
                .isEqualTo(text));
    ItemResult untimed = with(like, "x", Map.of());
    assertThat(Baseline.compare(List.of(timed), List.of(untimed)).getFirst().text())
        .isEqualTo("has no cycles any more");
    assertThat(Baseline.compare(List.of(untimed), List.of(untimed))).isEmpty();
  }

  @Test
  void itemsOfOneNameAreToldApartByTheirArguments() {
    ItemResult like = result(item(identity("k", Map.of())), 100);
    ItemResult one = with(like, "n=1", Map.of("documented", 1L));
    ItemResult two = with(like, "n=2", Map.of("documented", 2L));
    assertThat(Baseline.compare(List.of(one, two), List.of(two, one))).isEmpty();
    assertThat(Baseline.compare(List.of(one, two), List.of(two)).getFirst().kind())
        .isEqualTo(Baseline.Kind.GONE);
  }
}
