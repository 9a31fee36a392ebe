package org.ptoc.spark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.ptoc.tools.cli.Sweeps;
import org.ptoc.tools.data.DataFiles;
import org.ptoc.tools.data.DataResult;
import org.ptoc.tools.sweep.Item;
import org.ptoc.tools.sweep.ItemResult;
import org.ptoc.tools.sweep.ResultLine;
import org.ptoc.tools.sweep.ResultOrder;

/**
 * Runs the items of a plan on Spark, {@code local[*]} or a cluster. Items travel with the text of
 * their kernel; data files that they name must be where they are on the driver. Each worker process
 * keeps one toolchain. The results are those of {@code ptoc sweep}, byte for byte but for the wall
 * times.
 */
public final class SparkSweep {
  private SparkSweep() {}

  /**
   * The results, computed when somebody asks for them.
   *
   * @param partitions parts that run by themselves; one that is lost runs again
   */
  public static Dataset<Row> results(SparkSession spark, List<Item> items, int partitions) {
    MapPartitionsFunction<Item, Row> run = part -> new Rows(part);
    return spark
        .createDataset(items, Encoders.javaSerialization(Item.class))
        .repartition(partitions)
        .mapPartitions(run, Encoders.row(ResultRows.SCHEMA));
  }

  /** Runs an item when its row is asked for, so that no more than one result is held. */
  private record Rows(Iterator<Item> items) implements Iterator<Row> {
    @Override
    public boolean hasNext() {
      return items.hasNext();
    }

    @Override
    public Row next() {
      return ResultRows.of(WarmToolchain.RUNNER.run(items.next()));
    }
  }

  /** The results of rows in the order of {@code ptoc sweep}. */
  public static List<ItemResult> collect(Dataset<Row> rows) {
    List<ItemResult> results = new ArrayList<>();
    rows.select("line")
        .collectAsList()
        .forEach(row -> ResultLine.read(row.getString(0)).ifPresent(results::add));
    return ResultOrder.sorted(results);
  }

  /**
   * The application of {@code spark-submit}.
   *
   * @param arguments {@code PLAN --parquet DIR --lines FILE --where COND --partitions N}, all but
   *     the plan optional
   */
  public static void main(String[] arguments) throws IOException {
    Arguments wanted = Arguments.of(arguments);
    List<Item> items =
        switch (Sweeps.items(Path.of(wanted.plan()), wanted.value("--where").orElse(""))) {
          case DataResult.Value<List<Item>>(List<Item> value) -> value;
          case DataResult.Problem<List<Item>>(String message, var _) ->
              throw new IllegalArgumentException(message);
        };
    try (SparkSession spark = SparkSession.builder().appName("ptoc sweep").getOrCreate()) {
      int cores = spark.sparkContext().defaultParallelism();
      int partitions = wanted.value("--partitions").map(Integer::parseInt).orElse(4 * cores);
      Dataset<Row> rows = results(spark, items, Math.min(partitions, items.size())).cache();
      Optional<String> parquet = wanted.value("--parquet");
      parquet.ifPresent(place -> rows.write().mode("overwrite").parquet(place));
      List<ItemResult> results = collect(rows);
      if (wanted.value("--lines").isPresent()) {
        write(Path.of(wanted.value("--lines").get()), results);
      }
      rows.createOrReplaceTempView("results");
      spark
          .sql(
              "SELECT status, count(*) AS items, sum(wallMicroseconds) / 1000000 AS seconds FROM"
                  + " results GROUP BY status ORDER BY status")
          .show(false);
    }
  }

  private static void write(Path file, List<ItemResult> results) throws IOException {
    StringBuilder text = new StringBuilder();
    results.forEach(result -> text.append(ResultLine.of(result)).append('\n'));
    Optional<String> problem =
        DataFiles.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
    if (problem.isPresent()) {
      throw new IOException(problem.get());
    }
  }
}
