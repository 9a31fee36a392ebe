package org.ptoc.spark;

import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.ptoc.tools.sweep.ItemResult;
import org.ptoc.tools.sweep.ResultLine;
import scala.jdk.javaapi.CollectionConverters;

/** Results as rows, for SQL and Parquet; the last column holds the line of JSON. */
final class ResultRows {
  static final StructType SCHEMA =
      new StructType(
          new StructField[] {
            text("key"),
            text("version"),
            text("kernel"),
            text("function"),
            text("profile"),
            text("options"),
            new StructField(
                "vary",
                DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType),
                false,
                Metadata.empty()),
            number("seed"),
            number("blocks"),
            text("status"),
            new StructField(
                "cycles",
                DataTypes.createMapType(DataTypes.StringType, DataTypes.LongType),
                false,
                Metadata.empty()),
            number("instructions"),
            number("words"),
            new StructField(
                "busy",
                DataTypes.createMapType(DataTypes.StringType, DataTypes.LongType),
                false,
                Metadata.empty()),
            number("roof"),
            number("ubBytes"),
            number("findings"),
            text("code"),
            text("message"),
            number("wallMicroseconds"),
            text("line")
          });

  /** The number of the last column. */
  static final int LINE = SCHEMA.length() - 1;

  private ResultRows() {}

  private static StructField text(String name) {
    return new StructField(name, DataTypes.StringType, false, Metadata.empty());
  }

  private static StructField number(String name) {
    return new StructField(name, DataTypes.LongType, false, Metadata.empty());
  }

  static Row of(ItemResult result) {
    var identity = result.identity();
    var measure = result.measure();
    return RowFactory.create(
        result.key(),
        result.version(),
        identity.kernel(),
        identity.function(),
        identity.profile(),
        identity.options(),
        CollectionConverters.asScala(identity.variables()),
        identity.seed(),
        identity.blocks(),
        result.status().word(),
        CollectionConverters.asScala(measure.cycles()),
        measure.instructions(),
        measure.words(),
        CollectionConverters.asScala(measure.pipes()),
        measure.roof(),
        measure.unifiedBufferBytes(),
        result.findings(),
        result.reason().map(ItemResult.Message::code).orElse(""),
        result.reason().map(ItemResult.Message::text).orElse(""),
        result.wallMicroseconds(),
        ResultLine.of(result));
  }
}
