package org.ptoc.tools.sweep;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Everything that a plan may say: what is read, what the schema holds, what messages list. */
enum PlanKey {
  KERNELS(
      "kernels",
      Shape.KERNELS,
      "files, directories and patterns relative to the plan, or objects with file, functions, args,"
          + " expect"),
  BUFFERS(
      "buffers",
      Shape.PAIRS,
      "for chain: NAME: DATA, what stays between its launches, as ptoc run --buf"),
  CHAIN(
      "chain",
      Shape.LAUNCHES,
      "launches of ptoc run on the same buffers, in order: file, kernel, args, grid, blocks"),
  PROFILES("profiles", Shape.TEXTS, "a5, a2a3; what each module says when left out"),
  OPTIONS("options", Shape.TEXTS, "sets of options of ptoc run, a text each; \"\" is the usual"),
  ARGS(
      "args",
      Shape.TEXTS,
      "values as ptoc run --arg takes them; auto chooses what the others leave out (the usual)"),
  VARY(
      "vary",
      Shape.VARIABLES,
      "values of scalar parameters, or of ${NAME} in the text, in args and expect"),
  SEEDS("seeds", Shape.NUMBERS, "what arguments that are chosen depend on; 1"),
  BLOCKS("blocks", Shape.NUMBERS, "numbers of blocks; what each kernel requires, or 1"),
  CHECKS("checks", Shape.TEXTS, "checks of ptoc run --check: all, sync, bounds, ...; none"),
  EXPECT("expect", Shape.PAIRS, "what buffers must hold: NAME: DATA, as ptoc run --expect"),
  TOLERANCE("tolerance", Shape.TEXT, "of expect, as ptoc run --tol: abs=1e-6,rel=1e-3"),
  REPEAT("repeat", Shape.NUMBER, "runs of each item that must agree, for their least wall time; 1"),
  LIMIT(
      "limit", Shape.NUMBER, "most work of all blocks, as ptoc run --timeout-insns; 100000000000"),
  FIDELITY(
      "fidelity",
      Shape.TEXT,
      "for ptoc tune: the variable that says how much work a trial is, small values first");

  /** The type of the value of a key, in the terms of JSON Schema. */
  enum Shape {
    TEXT("{\"type\":[\"string\",\"number\"]}"),
    NUMBER("{\"type\":\"integer\"}"),
    TEXTS(
        "{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"array\",\"items\":"
            + "{\"type\":[\"string\",\"number\"]}}]}"),
    NUMBERS("{\"$ref\":\"#/$defs/values\"}"),
    PAIRS(
        "{\"oneOf\":[{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}},"
            + "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}]}"),
    VARIABLES("{\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/$defs/values\"}}"),
    LAUNCHES("{\"type\":\"array\",\"minItems\":1,\"items\":{\"$ref\":\"#/$defs/launch\"}}"),
    KERNELS(
        "{\"oneOf\":[{\"$ref\":\"#/$defs/kernel\"},"
            + "{\"type\":\"array\",\"minItems\":1,\"items\":{\"$ref\":\"#/$defs/kernel\"}}]}");

    private final String schema;

    Shape(String schema) {
      this.schema = schema;
    }

    String schema() {
      return schema;
    }
  }

  private final String spelling;
  private final Shape shape;
  private final String meaning;

  PlanKey(String spelling, Shape shape, String meaning) {
    this.spelling = spelling;
    this.shape = shape;
    this.meaning = meaning;
  }

  String spelling() {
    return spelling;
  }

  Shape shape() {
    return shape;
  }

  String meaning() {
    return meaning;
  }

  static Optional<PlanKey> bySpelling(String spelling) {
    return Stream.of(values()).filter(key -> key.spelling.equals(spelling)).findFirst();
  }

  static List<String> spellings() {
    return Stream.of(values()).map(PlanKey::spelling).toList();
  }
}
