package org.ptoc.tools.isa;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Profile;

/**
 * Everything that has a page, a line each: operations of the language by level, then the words of
 * the machine. Operations that the toolchain knows only to refuse are left out.
 */
public final class IsaIndex {
  /** Columns of a line of {@link #text}. */
  private static final int WIDTH = 100;

  private static final int MOST_NAME_COLUMNS = 33;

  private IsaIndex() {}

  /**
   * A line.
   *
   * @param level what it works on
   * @param name name of the operation with its dialect, or mnemonic of the word
   * @param profiles the profiles that have it
   * @param meaning what it does, in a line
   * @param topics words of other languages under which it is looked for
   */
  public record Entry(
      Level level, String name, List<Profile> profiles, String meaning, List<String> topics) {
    public Entry {
      profiles = List.copyOf(profiles);
      topics = List.copyOf(topics);
    }

    /** {@code a5 a2a3}, blanks where a profile does not have it. */
    String marks() {
      StringBuilder text = new StringBuilder();
      for (Profile profile : Profile.values()) {
        String word = profile.spelling();
        text.append(profiles.contains(profile) ? word : " ".repeat(word.length())).append(' ');
      }
      return text.toString();
    }

    /**
     * True if a word is a part of the name, the beginning of a word of the meaning, or the
     * beginning of a topic; case does not matter.
     */
    boolean matches(String word) {
      String wanted = word.toLowerCase(Locale.ROOT);
      return name.toLowerCase(Locale.ROOT).contains(wanted)
          || topics.stream().anyMatch(topic -> topic.startsWith(wanted))
          || Stream.of(meaning.toLowerCase(Locale.ROOT).split("[^a-z0-9]+"))
              .anyMatch(each -> each.startsWith(wanted));
    }
  }

  /** All lines, level after level, within a level in the order of the tables. */
  public static List<Entry> all() {
    Map<String, List<String>> topics = Topics.byOperation();
    List<Entry> entries = new ArrayList<>();
    for (Level level : Level.values()) {
      OpCatalog.all().stream()
          .filter(IsaIndex::isCompiled)
          .filter(op -> Level.of(op) == level)
          .forEach(op -> entries.add(entry(op, topics.getOrDefault(op.name(), List.of()))));
    }
    entries.addAll(words());
    return entries;
  }

  private static boolean isCompiled(OpDefinition op) {
    return op.form() != OperationForm.UNSUPPORTED && op.form() != OperationForm.MACHINE;
  }

  private static Entry entry(OpDefinition op, List<String> topics) {
    List<Profile> profiles =
        Stream.of(Profile.values()).filter(profile -> op.types(profile).exists()).toList();
    return new Entry(Level.of(op), op.name(), profiles, op.semantics(), topics);
  }

  private static List<Entry> words() {
    Map<String, List<Profile>> profiles = new LinkedHashMap<>();
    Map<String, InstructionDefinition> rows = new LinkedHashMap<>();
    for (Profile profile : Profile.values()) {
      for (InstructionDefinition row : InstructionTable.of(profile).definitions()) {
        profiles.computeIfAbsent(row.mnemonic(), key -> new ArrayList<>()).add(profile);
        rows.putIfAbsent(row.mnemonic(), row);
      }
    }
    List<Entry> entries = new ArrayList<>();
    rows.forEach(
        (name, row) ->
            entries.add(
                new Entry(
                    Level.MACHINE,
                    name,
                    profiles.getOrDefault(name, List.of()),
                    InstructionPage.semantics(row),
                    List.of())));
    return entries;
  }

  /** The entries that match every word. */
  public static List<Entry> search(List<Entry> entries, List<String> words) {
    return entries.stream().filter(entry -> words.stream().allMatch(entry::matches)).toList();
  }

  /** A heading for each level and a line for each entry, at most 100 columns wide. */
  public static String text(List<Entry> entries) {
    int columns =
        Math.min(
            MOST_NAME_COLUMNS,
            entries.stream().mapToInt(entry -> entry.name().length()).max().orElse(0));
    StringBuilder text = new StringBuilder();
    for (Level level : Level.values()) {
      List<Entry> own = entries.stream().filter(entry -> entry.level() == level).toList();
      if (!own.isEmpty()) {
        text.append(text.isEmpty() ? "" : "\n").append(level.spelling()).append(": ");
        text.append(level.description()).append('\n');
        own.forEach(entry -> text.append(line(entry, columns)).append('\n'));
      }
    }
    return text.toString();
  }

  private static String line(Entry entry, int columns) {
    String name = entry.name();
    String head =
        "  " + name + " ".repeat(Math.max(1, columns + 2 - name.length())) + entry.marks() + " ";
    int room = WIDTH - head.length();
    String meaning = entry.meaning();
    return head + (meaning.length() <= room ? meaning : meaning.substring(0, room - 3) + "...");
  }
}
