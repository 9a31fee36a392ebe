package org.ptoc.tools.cli;

import java.util.List;
import java.util.Optional;
import org.ptoc.passes.PtoasRelease;

/**
 * The options of the public assembler {@code ptoas}. A row says what an option is among the words
 * of {@code ptoc compile}; {@code %s} is replaced by its value. An option without words is
 * accepted: it tunes the inside of that tool, and a note says so, or asks for what is done here
 * anyway.
 */
enum PeerOption {
  OUTPUT("-o", "FILE", "output, - for stdout (default)", Part.OUTPUT, "--output=%s"),
  ARCH("--pto-arch", "ARCH", "a2, a3 (default) or a5", List.of("a2", "a3", "a5"), "--profile=%s"),
  LEVEL(
      "--pto-level",
      "LEVEL",
      "level3: the text has addresses; level1, level2: they are chosen",
      List.of("level1", "level2", "level3"),
      "--mode=%s"),
  BACKEND(
      "--pto-backend",
      "BACKEND",
      "emitc, vpto: both make our object",
      List.of("emitc", "vpto"),
      ""),
  INSERT_SYNC("--enable-insert-sync", "order the pipes by flags", Part.CODE, "--sync=auto"),
  GRAPH_SYNC("--enable-graph-sync-solver", Spelled.ALIKE, Part.CODE, "--sync=auto"),
  BUFFER_SYNC("--enable-bufid_sync", Spelled.ALIKE, Part.CODE, "--sync=auto"),
  BARRIER_SYNC("--enable-inject-barrier-all-sync", Spelled.ALIKE, Part.CODE, "--sync=auto"),
  ASSUME(
      CodeOptions.ASSUME.toString(),
      "RELEASE",
      "stand in for this release",
      PtoasRelease.spellings(),
      CodeOptions.ASSUME.of("%s")),
  PLAN_MEMORY("--plan-memory-impl", "NAME", "no effect", Part.INSIDE, ""),
  OP_FUSION("--enable-op-fusion", "no effect: always done", Part.INSIDE, ""),
  EXPAND("--enable-tile-op-expand", "no effect: always done", Part.INSIDE, ""),
  EMIT_TILES(
      "--emit-pto-ir", "tile operations, flags and addresses", Part.OUTPUT, "--emit=tile-ir"),
  EMIT_VECTORS("--emit-vpto", "vector operations", Part.OUTPUT, "--emit=vpto"),
  PRINT_ALL(
      "--mlir-print-ir-after-all", "the IR after each pass", Part.OUTPUT, "--print-after=all"),
  PRINT_SCOPE("--mlir-print-ir-module-scope", "no effect", Part.INSIDE, ""),
  PRINT_TREE(
      "--mlir-print-ir-tree-dir", "DIR", "the IR after each pass", Part.OUTPUT, "--dump-dir=%s"),
  TIMING("--mlir-timing", "time of each pass", Part.OUTPUT, "--time-passes");

  /** Texts that rows share. */
  private static final class Spelled {
    static final String ALIKE = "the same";
  }

  /** What an option is about. */
  enum Part {
    /** The code that is made. */
    CODE,
    /** What is written where. */
    OUTPUT,
    /** The inside of the other tool: nothing here. */
    INSIDE
  }

  private final Option row;
  private final Part part;
  private final String word;

  PeerOption(Option row, Part part, String word) {
    this.row = row;
    this.part = part;
    this.word = word;
  }

  PeerOption(
      String spelling, String label, String help, Part part, List<String> choices, String word) {
    this(Option.value(label, help, spelling).words(choices), part, word);
  }

  /** A flag, which may also be switched off. */
  PeerOption(String spelling, String help, Part part, String word) {
    this(
        Option.attached("BOOL", "true", help, spelling).words(List.of("true", "false")),
        part,
        word);
  }

  PeerOption(String spelling, String label, String help, Part part, String word) {
    this(spelling, label, help, part, List.of(), word);
  }

  PeerOption(String spelling, String label, String help, List<String> choices, String word) {
    this(spelling, label, help, Part.CODE, choices, word);
  }

  /** The row of the command; short help leaves out what does the same as another, or nothing. */
  Option row() {
    boolean seldom =
        part == Part.INSIDE
            || this == ASSUME
            || row.toString().startsWith("--mlir-")
            || row.help().equals(Spelled.ALIKE);
    return seldom ? row.seldom() : row;
  }

  String spelling() {
    return row.toString();
  }

  Part part() {
    return part;
  }

  /** The values that it takes; empty for any. */
  List<String> choices() {
    return row.allWords();
  }

  /** True if it takes a value; else it is a flag. */
  boolean takesValue() {
    return row.form() == Option.Form.VALUE;
  }

  /** The word of {@code ptoc compile} for the option with this value. */
  Optional<String> word(String value) {
    if (word.isEmpty()) {
      return Optional.empty();
    }
    String own = this == LEVEL ? value.equals("level3") ? "manual" : "auto" : value;
    return Optional.of(word.replace("%s", own));
  }

  /** The option of a word in any of its spellings: one dash or two, with a value or without. */
  static Optional<PeerOption> of(String word) {
    String name = word.startsWith("--") ? word : "-" + word;
    int equals = name.indexOf('=');
    String bare = equals < 0 ? name : name.substring(0, equals);
    for (PeerOption option : values()) {
      if (option.spelling().equals(bare) || option.spelling().equals(bare.substring(1))) {
        return Optional.of(option);
      }
    }
    return Optional.empty();
  }
}
