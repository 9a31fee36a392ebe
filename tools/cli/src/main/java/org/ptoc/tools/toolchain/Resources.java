package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.Shape;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.codegen.emit.KernelCode;

/** What {@code compile -v} says about a kernel: code size, registers, spills, the places of its tiles in UB. */
final class Resources {
  private static final int WIDTH = 100;

  private Resources() {}

  /**
   * The text, lines without a line break at the end.
   *
   * @param placed the function with its tiles placed, when it has tiles
   */
  static String describe(KernelCode code, Optional<Function> placed) {
    KernelCode.ResourceUsage usage = code.usage();
    StringBuilder text = new StringBuilder("@").append(code.name()).append(": ");
    text.append(code.words().length).append(" words (").append(8L * code.words().length).append(" bytes), ");
    text.append("registers X ").append(usage.scalars());
    text.append(", V ").append(usage.vectors());
    text.append(", P ").append(usage.predicates());
    text.append(", AL ").append(usage.aligns());
    text.append("\n  spill slots X ").append(usage.scalarSlots());
    text.append(", V ").append(usage.vectorSlots());
    text.append(", P ").append(usage.predicateSlots());
    text.append(", AL ").append(usage.alignSlots());
    text.append("; LOCAL ").append(usage.localBytes()).append(" bytes");
    words(code, text);
    unifiedBuffer(code.profile(), usage, placed.map(Resources::tiles).orElse(List.of()), text);
    return text.toString();
  }

  /** How often each instruction stands in the code, the most frequent first. */
  private static void words(KernelCode code, StringBuilder text) {
    Map<String, Integer> counts = new TreeMap<>();
    for (long word : code.words()) {
      if (InstructionDecoder.decode(code.profile(), word) instanceof Instruction instruction) {
        counts.merge(instruction.definition().mnemonic(), 1, Integer::sum);
      }
    }
    List<Map.Entry<String, Integer>> rows = new ArrayList<>(counts.entrySet());
    rows.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
    int column = WIDTH;
    for (Map.Entry<String, Integer> row : rows) {
      String item = row.getValue() + " " + row.getKey();
      boolean wraps = column + item.length() + 2 > WIDTH;
      text.append(wraps ? "\n  " + (column == WIDTH ? "words: " : "       ") : ", ").append(item);
      column = (wraps ? 9 : column + 2) + item.length();
    }
  }

  private record Tile(String name, TileType type, OptionalLong address) {}

  private static void unifiedBuffer(
      Profile profile, KernelCode.ResourceUsage usage, List<Tile> tiles, StringBuilder text) {
    text.append("\n  UB ");
    text.append(
        usage.unifiedBufferBytes().isPresent()
            ? usage.unifiedBufferBytes().getAsInt() + " of " + profile.unifiedBufferBytes() + " bytes"
            : "of " + profile.unifiedBufferBytes() + " bytes, highest use not known before the run");
    for (Tile tile : tiles) {
      text.append("\n    ");
      if (tile.address().isPresent()) {
        long start = tile.address().getAsLong();
        text.append(String.format(Locale.ROOT, "0x%06x to 0x%06x", start, start + tile.type().bytes()));
      } else {
        text.append("computed address    ");
      }
      text.append("  %").append(tile.name()).append(", ").append(tile.type().bytes()).append(" bytes, ");
      text.append(tile.type().rows()).append('x').append(tile.type().columns()).append('x');
      text.append(tile.type().element().spelling());
    }
  }

  private static List<Tile> tiles(Function function) {
    List<Tile> tiles = new ArrayList<>();
    Constants constants = Constants.of(function);
    function.body().ifPresent(body -> collect(body, constants, tiles));
    tiles.sort(Comparator.comparingLong(tile -> tile.address().orElse(Long.MAX_VALUE)));
    return tiles;
  }

  private static void collect(Region region, Constants constants, List<Tile> into) {
    for (Operation operation : region.operations()) {
      if (operation.definition().shape() == Shape.ALLOC_TILE && operation.result().type() instanceof TileType type) {
        OptionalLong address =
            operation.optional("addr").map(constants::integer).orElse(OptionalLong.empty());
        into.add(new Tile(operation.result().name(), type, address));
      }
      operation.regions().forEach(inner -> collect(inner, constants, into));
    }
  }
}
