package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.isa.InstructionPage;
import org.ptoc.tools.isa.IsaIndex;
import org.ptoc.tools.isa.IsaIndex.Entry;
import org.ptoc.tools.isa.IsaSite;
import org.ptoc.tools.isa.Level;
import org.ptoc.tools.isa.OperationPage;
import org.ptoc.tools.isa.Section;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc isa}: lists of operations and instructions, what is found under a word, one of them
 * with all that is known, or the fields of words; all from the tables themselves.
 */
final class IsaCommand implements Command {
  private static final String DIALECT = "pto.";
  private static final Option LEVEL =
      Option.value("LEVEL", "only tile, vector, cube, scalar or machine", "--level")
          .words(Level.spellings());
  private static final Option PAGES =
      Option.value("DIR", "write the whole reference as pages for a browser", "--html");

  /** Operations and instructions, each with its row. */
  private record Rows(List<OpDefinition> operations, List<InstructionDefinition> words) {}

  private static final Option PROFILE =
      Option.value(
              "PROFILE",
              "what this profile has; a5 (default of 'decode' and of JSON) or a2a3",
              "--profile",
              "--pto-arch")
          .words(CodeOptions.PROFILES);
  private static final Option FORMAT =
      Option.value("FORMAT", "text (default) or json", "--format").words(List.of("text", "json"));

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(
        spec,
        IsaCommand::names,
        "WORD",
        "0..*",
        "operations or instructions, words to look for, or: decode 0xWORD...; none lists all");
    Option.add(spec, PROFILE, LEVEL, FORMAT, PAGES);
  }

  /**
   * The names of all operations, also without the dialect, and instructions, read when a shell asks
   * for them.
   */
  private static Iterator<String> names() {
    return Stream.concat(
            Stream.of("decode"),
            IsaIndex.all().stream()
                .map(Entry::name)
                .flatMap(
                    name ->
                        name.startsWith(DIALECT)
                            ? Stream.of(name, name.substring(DIALECT.length()))
                            : Stream.of(name)))
        .distinct()
        .iterator();
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    Optional<Profile> stated = CodeOptions.profile(arguments);
    Profile profile = stated.orElse(Profile.DEFAULT);
    boolean json = FORMAT.word(arguments).equals("json");
    List<String> words = Options.parameters(arguments);
    if (!words.isEmpty() && words.getFirst().equals("decode")) {
      return WordFields.decode(words.subList(1, words.size()), profile, json, session);
    }
    Optional<String> directory = PAGES.text(arguments);
    if (directory.isPresent()) {
      return site(directory.get(), words, session);
    }
    List<Entry> entries = entries(arguments, stated);
    boolean named =
        !words.isEmpty()
            && !LEVEL.isIn(arguments)
            && words.stream().allMatch(word -> isName(word, profile));
    if (!named && !words.isEmpty()) {
      entries = found(words, entries, profile);
    }
    boolean all = words.isEmpty() && !LEVEL.isIn(arguments);
    Rows rows = named ? named(words, profile) : all ? all(profile) : rows(entries, profile);
    if (json) {
      session.write(
          "-",
          IsaJson.write(profile, rows.operations(), rows.words(), named, session.toolchain())
              + "\n");
      return ExitStatus.OK;
    }
    session.write("-", named ? pages(rows, stated, session) : IsaIndex.text(entries));
    if (named && rows.operations().isEmpty()) {
      seeAlso(words, session);
    }
    return ExitStatus.OK;
  }

  private static int site(String directory, List<String> words, Session session)
      throws CommandFailure {
    if (!words.isEmpty()) {
      throw CommandFailure.usage(PAGES + " writes the whole reference and takes no words");
    }
    for (IsaSite.Page page : IsaSite.pages(session.toolchain())) {
      String file = directory + "/" + page.name();
      session.makeDirectory(file.substring(0, file.lastIndexOf('/')));
      session.write(file, page.text());
    }
    return ExitStatus.OK;
  }

  /** What the options leave of the index. */
  private static List<Entry> entries(ParseResult arguments, Optional<Profile> stated)
      throws CommandFailure {
    Optional<String> level = LEVEL.text(arguments);
    if (level.isPresent()) {
      LEVEL.word(arguments);
    }
    return IsaIndex.all().stream()
        .filter(entry -> level.isEmpty() || entry.level().spelling().equals(level.get()))
        .filter(entry -> stated.isEmpty() || entry.profiles().contains(stated.get()))
        .toList();
  }

  private static Optional<OpDefinition> operation(String name) {
    return OpCatalog.find(DIALECT + name).or(() -> OpCatalog.find(name));
  }

  private static Optional<InstructionDefinition> row(String name, Profile profile) {
    return InstructionTable.of(profile)
        .byMnemonic(name.startsWith(DIALECT) ? name.substring(DIALECT.length()) : name);
  }

  private static boolean isName(String word, Profile profile) {
    return operation(word).isPresent() || row(word, profile).isPresent();
  }

  /** What the names mean: operations, instructions, or both. */
  private static Rows named(List<String> names, Profile profile) {
    return new Rows(
        names.stream().flatMap(name -> operation(name).stream()).toList(),
        names.stream().flatMap(name -> row(name, profile).stream()).toList());
  }

  /** Both tables as they are, with what is known only to be refused. */
  private static Rows all(Profile profile) {
    return new Rows(
        List.copyOf(OpCatalog.all()), List.copyOf(InstructionTable.of(profile).definitions()));
  }

  private static Rows rows(List<Entry> entries, Profile profile) {
    return new Rows(
        entries.stream()
            .filter(entry -> entry.level() != Level.MACHINE)
            .map(entry -> OpCatalog.get(entry.name()))
            .toList(),
        entries.stream()
            .filter(entry -> entry.level() == Level.MACHINE)
            .flatMap(entry -> InstructionTable.of(profile).byMnemonic(entry.name()).stream())
            .toList());
  }

  private static List<Entry> found(List<String> words, List<Entry> entries, Profile profile)
      throws CommandFailure {
    List<Entry> found = IsaIndex.search(entries, words);
    if (!found.isEmpty()) {
      return found;
    }
    if (words.stream().allMatch(word -> isName(word, profile))) {
      throw CommandFailure.usage(
          "what --level and --profile leave has no '" + String.join(" ", words) + "'",
          "'ptoc isa " + String.join(" ", words) + "' shows it");
    }
    String unknown =
        words.stream().filter(word -> !isName(word, profile)).findFirst().orElse(words.getFirst());
    List<String> known = new ArrayList<>();
    for (Entry entry : entries) {
      boolean bare = !unknown.contains(".") && entry.name().startsWith(DIALECT);
      known.add(bare ? entry.name().substring(DIALECT.length()) : entry.name());
      known.addAll(entry.topics());
    }
    throw CommandFailure.usage(
        "there is no operation or instruction '"
            + unknown
            + "', and no description has "
            + (words.size() == 1 ? "the word" : "all of these words")
            + Suggestion.phrase(unknown, known),
        "'ptoc isa' lists all, with --profile those of one profile");
  }

  private static String pages(Rows rows, Optional<Profile> stated, Session session) {
    List<Profile> profiles = stated.map(List::of).orElse(List.of(Profile.values()));
    Profile profile = profiles.getFirst();
    StringBuilder text = new StringBuilder();
    for (OpDefinition op : rows.operations()) {
      page(op.name(), "operation", OperationPage.of(op, profiles, session.toolchain()), text);
    }
    for (InstructionDefinition row : rows.words()) {
      page(
          row.mnemonic(),
          "instruction of profile " + profile.spelling(),
          InstructionPage.of(row, profile),
          text);
    }
    return text.toString();
  }

  private static void page(String name, String kind, List<Section> sections, StringBuilder text) {
    text.append(text.isEmpty() ? "" : "\n").append(name).append(" (").append(kind).append(")\n");
    sections.forEach(section -> text.append(section.text()));
  }

  /** Who asks for 'max' may mean more than the scalar instruction of that name. */
  private static void seeAlso(List<String> words, Session session) throws CommandFailure {
    List<Entry> others =
        IsaIndex.search(IsaIndex.all(), words).stream()
            .filter(entry -> entry.level() != Level.MACHINE)
            .toList();
    if (!others.isEmpty()) {
      session.write(
          "-", "\nalso found under " + String.join(" ", words) + "\n" + IsaIndex.text(others));
    }
  }
}
