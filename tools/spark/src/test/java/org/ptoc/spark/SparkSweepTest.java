package org.ptoc.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.tools.cli.Sweeps;
import org.ptoc.tools.data.DataResult;
import org.ptoc.tools.sweep.Item;
import org.ptoc.tools.sweep.ItemResult;
import org.ptoc.tools.sweep.ResultLine;
import org.ptoc.tools.sweep.ResultOrder;
import org.ptoc.tools.sweep.SweepEngine;

/** On {@code local[*]}, which is the code of a cluster but for the network. */
class SparkSweepTest {
  private static final Path PLAN = Path.of("../../examples/sweep/heights.yaml");

  @TempDir Path directory;

  @Test
  void sparkGivesTheBytesOfTheEmbeddedEngine() throws Exception {
    List<Item> items = new ArrayList<>();
    if (Sweeps.items(PLAN, "ROWS >= 64")
        instanceof DataResult.Value<List<Item>>(List<Item> value)) {
      items.addAll(value);
    }
    assertThat(items).hasSize(16);
    List<ItemResult> embedded = new ArrayList<>();
    new SweepEngine(Sweeps.runner(), 2).run(items, embedded::add);
    try (SparkSession spark =
        SparkSession.builder()
            .master("local[*]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .getOrCreate()) {
      Dataset<Row> rows = SparkSweep.results(spark, items, 5);
      String place = directory.resolve("results").toString();
      rows.write().parquet(place);
      Dataset<Row> read = spark.read().parquet(place);
      assertThat(SparkSweep.collect(read).stream().map(ResultLine::timeless))
          .containsExactlyElementsOf(
              ResultOrder.sorted(embedded).stream().map(ResultLine::timeless).toList());
      read.createOrReplaceTempView("results");
      Row best =
          spark
              .sql(
                  "SELECT min_by(vary['ROWS'], cycles['documented']), count(*) FROM results WHERE"
                      + " status = 'ok' AND profile = 'a5'")
              .first();
      assertThat(best.getString(0)).isEqualTo("256");
      assertThat(best.getLong(1)).isEqualTo(6);
    }
    Path lines = directory.resolve("lines.jsonl");
    System.setProperty("spark.master", "local[2]");
    System.setProperty("spark.ui.enabled", "false");
    SparkSweep.main(
        new String[] {PLAN.toString(), "--lines", lines.toString(), "--where", "ROWS >= 64"});
    assertThat(
            Files.readAllLines(lines).stream()
                .map(ResultLine::read)
                .flatMap(Optional::stream)
                .map(ResultLine::timeless))
        .containsExactlyElementsOf(
            ResultOrder.sorted(embedded).stream().map(ResultLine::timeless).toList());
  }

  @Test
  void wrongWordsAreRefused() {
    for (String words : List.of("", "plan.yaml --bogus x", "plan.yaml other.yaml", "--where")) {
      assertThatThrownBy(() -> Arguments.of(words.isEmpty() ? new String[0] : words.split(" ")))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
