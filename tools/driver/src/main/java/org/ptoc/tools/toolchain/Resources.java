package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.ptoc.ir.Function;
import org.ptoc.ir.catalog.MemoryLimits;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.SchedulingClass;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.placement.MemoryMap;
import org.ptoc.passes.placement.ScratchUse;

/**
 * What {@code compile -v} says about a kernel: code size, registers, spills, words, flags and
 * barriers, repeats, the places of its tiles in each memory.
 */
final class Resources {
  private static final int WIDTH = 100;

  private Resources() {}

  /**
   * The text, lines without a line break at the end.
   *
   * @param placed the function with its tiles placed, when it has tiles
   * @param scratch what its operations take beside them
   */
  static String describe(KernelCode code, Optional<Function> placed, Optional<ScratchUse> scratch) {
    KernelCode.ResourceUsage usage = code.usage();
    StringBuilder text = new StringBuilder("@").append(code.name()).append(": ");
    text.append(code.words().length)
        .append(" words (")
        .append(8L * code.words().length)
        .append(" bytes), ");
    text.append("registers X ").append(usage.scalars());
    text.append(", V ").append(usage.vectors());
    text.append(", P ").append(usage.predicates());
    text.append(", AL ").append(usage.aligns());
    text.append("\n  spill slots X ").append(usage.scalarSlots());
    text.append(", V ").append(usage.vectorSlots());
    text.append(", P ").append(usage.predicateSlots());
    text.append(", AL ").append(usage.alignSlots());
    text.append("; LOCAL ").append(usage.localBytes()).append(" bytes");
    counts("words:", code, instruction -> Optional.of(mnemonic(instruction)), text);
    counts("synchronization:", code, Resources::synchronization, text);
    repeats(code, text);
    memories(code.profile(), usage, placed.map(MemoryMap::of).orElse(Map.of()), text);
    scratch.filter(use -> use.bytes() > 0).ifPresent(use -> scratch(use, text));
    return text.toString();
  }

  /** The number of instructions of each name, the most frequent first. */
  private static void counts(
      String title,
      KernelCode code,
      java.util.function.Function<Instruction, Optional<String>> name,
      StringBuilder text) {
    Map<String, Integer> counts = new TreeMap<>();
    for (long word : code.words()) {
      if (InstructionDecoder.decode(code.profile(), word) instanceof Instruction instruction) {
        name.apply(instruction).ifPresent(each -> counts.merge(each, 1, Integer::sum));
      }
    }
    List<Map.Entry<String, Integer>> rows = new ArrayList<>(counts.entrySet());
    rows.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
    if (!rows.isEmpty()) {
      list(title, rows.stream().map(row -> row.getValue() + " " + row.getKey()).toList(), text);
    }
  }

  private static String mnemonic(Instruction instruction) {
    return instruction.definition().mnemonic();
  }

  /** Flags and barriers of all kinds with the pipes that their fields name. */
  private static Optional<String> synchronization(Instruction instruction) {
    if (instruction.definition().schedulingClass() != SchedulingClass.SYNCHRONIZATION) {
      return Optional.empty();
    }
    StringBuilder name = new StringBuilder(mnemonic(instruction));
    for (FieldName field : List.of(FieldName.P1, FieldName.P2)) {
      if (instruction.definition().operandInField(field).isPresent()) {
        Pipe.byCode(instruction.field(field))
            .ifPresent(pipe -> name.append(' ').append(pipe.spelling()));
      }
    }
    return Optional.of(name.toString());
  }

  /**
   * For each source line how often its vector words repeat; a plus sign where more of them depend
   * on data.
   */
  private static void repeats(KernelCode code, StringBuilder text) {
    Map<Integer, Map<String, Long>> known = new TreeMap<>();
    Set<String> open = new HashSet<>();
    for (StaticRepeats.Word word : StaticRepeats.of(code.profile(), code.words())) {
      int line = code.locations().get(word.index()).line();
      known
          .computeIfAbsent(line, _ -> new TreeMap<>())
          .merge(word.mnemonic(), word.repeats().orElse(0), Long::sum);
      if (word.repeats().isEmpty()) {
        open.add(line + word.mnemonic());
      }
    }
    known.forEach(
        (line, counts) -> {
          List<String> items = new ArrayList<>();
          counts.forEach(
              (mnemonic, count) ->
                  items.add(repeats(count, open.contains(line + mnemonic)) + " " + mnemonic));
          list("repeats of line " + line + ":", items, text);
        });
  }

  private static String repeats(long known, boolean more) {
    return more ? known == 0 ? "?" : known + "+" : Long.toString(known);
  }

  private static void list(String title, List<String> items, StringBuilder text) {
    text.append("\n  ").append(title);
    int column = title.length() + 2;
    for (String item : items) {
      if (column + item.length() + 2 > WIDTH) {
        text.append("\n        ");
        column = 8;
      }
      text.append(' ').append(item).append(',');
      column += item.length() + 2;
    }
    text.setLength(text.length() - 1);
  }

  private static void memories(
      Profile profile,
      KernelCode.ResourceUsage usage,
      Map<TileMemory, MemoryMap> maps,
      StringBuilder text) {
    if (maps.containsKey(TileMemory.UB) || maps.isEmpty()) {
      unifiedBuffer(profile, usage, text);
    }
    maps.forEach(
        (memory, map) -> {
          if (memory != TileMemory.UB) {
            text.append("\n  ").append(MemoryLimits.name(memory)).append(' ').append(map.bytes());
            text.append(" of ").append(MemoryLimits.bytes(memory, profile)).append(" bytes");
          }
          map.tiles().forEach(tile -> text.append("\n    ").append(tile.line()));
        });
  }

  /** The area and, by operation and line, what is taken of it. */
  private static void scratch(ScratchUse use, StringBuilder text) {
    long address = use.address().orElse(0);
    text.append("\n    ")
        .append(
            String.format(
                Locale.ROOT,
                "%6d..%6d %6d bytes  (scratch)",
                address,
                address + use.bytes() - 1,
                use.bytes()));
    Map<String, Long> users = new LinkedHashMap<>();
    use.users()
        .forEach(
            user ->
                users.merge(
                    user.operation().name() + " in line " + user.operation().location().line(),
                    user.bytes(),
                    Math::max));
    users.forEach(
        (name, bytes) ->
            text.append("\n")
                .append(" ".repeat(29))
                .append(bytes)
                .append(" bytes for ")
                .append(name));
  }

  private static void unifiedBuffer(
      Profile profile, KernelCode.ResourceUsage usage, StringBuilder text) {
    text.append("\n  UB ");
    text.append(
        usage.unifiedBufferBytes().isPresent()
            ? usage.unifiedBufferBytes().getAsInt()
                + " of "
                + profile.unifiedBufferBytes()
                + " bytes"
            : "of "
                + profile.unifiedBufferBytes()
                + " bytes, highest use not known before the run");
  }
}
