package org.ptoc.tools.assembly;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.diagnostic.NearestName;
import org.ptoc.ir.isa.Assembler;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.LabelScope;
import org.ptoc.ir.isa.ParsedLine;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.SourceDigest;

/** Reads the assembly text of an object; all faulty lines are reported. */
public final class AssemblyReader {
  private static final Pattern MNEMONIC = Pattern.compile("\\w+");
  private static final Pattern VERSION = Pattern.compile("(\\d{1,5})\\.(\\d{1,5})");

  private final String name;
  private final Diagnostics diagnostics;
  private final List<KernelObject> kernels = new ArrayList<>();
  private Optional<Profile> profile;
  private String producer;
  private String sourceName;
  private SourceDigest digest = SourceDigest.of(0);
  private List<Map<String, Labels.Place>> labels = List.of();
  private Map<String, Labels.Place> known = Map.of();
  private Map<String, Integer> labelWords = Map.of();
  private int kernelNumber;
  private Optional<KernelText> current = Optional.empty();
  private int line;
  private String lineText = "";

  private AssemblyReader(
      String name, String producer, Optional<Profile> profile, Diagnostics diagnostics) {
    this.name = name;
    this.producer = producer;
    this.sourceName = name;
    this.profile = profile;
    this.diagnostics = diagnostics;
  }

  /**
   * Assembles a text.
   *
   * @param name file name for messages and, without {@code .source}, for the object
   * @param producer producer of the object unless the text says
   * @param profile profile unless the text says
   * @param digest digest of the text, unless the text says
   * @return the object, empty when {@code diagnostics} has new errors
   */
  public static Optional<ObjectFile> read(
      String name,
      String text,
      String producer,
      Optional<Profile> profile,
      SourceDigest digest,
      Diagnostics diagnostics) {
    int before = diagnostics.errorCount();
    AssemblyReader reader = new AssemblyReader(name, producer, profile, diagnostics);
    reader.digest = digest;
    List<String> lines = text.lines().toList();
    reader.labels = Labels.scan(lines);
    lines.forEach(reader::line);
    reader.lineText = "";
    reader.finishKernel();
    if (diagnostics.errorCount() == before && reader.kernels.isEmpty()) {
      reader.problem("the text has no kernel; one starts with .kernel \"name\"");
    }
    if (diagnostics.errorCount() > before) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new ObjectFile(
              reader.profile.orElseThrow(),
              reader.producer,
              reader.sourceName,
              reader.digest,
              reader.kernels));
    } catch (IllegalArgumentException e) {
      reader.problem(reason(e));
      return Optional.empty();
    }
  }

  private void line(String text) {
    line++;
    lineText = text;
    int start = 0;
    for (Optional<Labels.Definition> label = Labels.at(text, 0);
        label.isPresent();
        label = Labels.at(text, start)) {
      label(label.get());
      start = label.get().end();
    }
    String stripped = text.substring(start).strip();
    if (Labels.isBlank(stripped)) {
      return;
    }
    if (stripped.startsWith(".")) {
      Optional<List<String>> words = Quoted.words(stripped);
      if (words.isEmpty()) {
        problem("a quote is not closed");
        return;
      }
      try {
        directive(words.get());
      } catch (IllegalArgumentException e) {
        problem(reason(e));
      }
      return;
    }
    instruction(start);
  }

  private void label(Labels.Definition label) {
    if (current.isEmpty()) {
      diagnostics.report(
          DiagnosticCode.ASSEMBLY_SYNTAX,
          here(label.column() + 1, label.name().length()),
          "a label must stand after .kernel");
      return;
    }
    Labels.Place first = Objects.requireNonNull(known.get(label.name()));
    if (first.line() != line) {
      diagnostics.report(
          DiagnosticCode.ASSEMBLY_SYNTAX,
          here(label.column() + 1, label.name().length()),
          "label '" + label.name() + "' is defined twice, first in line " + first.line());
    }
  }

  private void directive(List<String> words) {
    switch (words.getFirst()) {
      case ".profile" -> setProfile(KernelText.one(words));
      case ".isa" -> checkVersion(KernelText.one(words));
      case ".producer" -> producer = KernelText.one(words);
      case ".source" -> {
        if (words.size() != 3) {
          throw new IllegalArgumentException(".source takes a file name and a digest");
        }
        sourceName = words.get(1);
        digest = SourceDigest.of(KernelText.pattern(words.get(2)));
      }
      case ".kernel", ".checks" -> {
        finishKernel();
        known = labels.get(kernelNumber++);
        labelWords =
            known.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> e.getValue().word()));
        current =
            Optional.of(
                new KernelText(KernelText.one(words), line, words.getFirst().equals(".checks")));
      }
      default -> kernel().directive(words, name, line);
    }
  }

  private KernelText kernel() {
    return current.orElseThrow(() -> new IllegalArgumentException("this must stand after .kernel"));
  }

  private void checkVersion(String version) {
    Matcher numbers = VERSION.matcher(version);
    if (!numbers.matches()) {
      throw new IllegalArgumentException(".isa takes a version such as 1.0");
    }
    if (!ObjectFile.knowsVersion(
        Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)))) {
      diagnostics.report(
          DiagnosticCode.OBJECT_VERSION,
          here(1, lineText.length()),
          "the text needs version "
              + version
              + " of the instruction set, this program knows "
              + ObjectFile.ISA_MAJOR
              + "."
              + ObjectFile.ISA_MINOR);
    }
  }

  private void setProfile(String text) {
    Profile found =
        Profile.bySpelling(text)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "there is no profile '"
                            + text
                            + "'; "
                            + Profile.names(" and ")
                            + " exist"));
    if (profile.isPresent() && profile.get() != found) {
      diagnostics.report(
          DiagnosticCode.SETTING_CONFLICT,
          here(1, lineText.length()),
          "the text is for profile "
              + found.spelling()
              + ", but "
              + profile.get().spelling()
              + " was asked for");
    }
    profile = Optional.of(found);
  }

  private void instruction(int start) {
    if (current.isEmpty()) {
      problem("an instruction must stand after .kernel");
      return;
    }
    if (profile.isEmpty()) {
      diagnostics.report(
          DiagnosticCode.NO_PROFILE,
          here(1, lineText.length()),
          "nothing says which profile this is for; write .profile a5 or give --profile");
      profile = Optional.of(Profile.DEFAULT);
    }
    String rest = lineText.substring(start);
    int indent = lineText.length() - rest.stripLeading().length();
    switch (Assembler.parse(profile.get(), rest.strip(), scope())) {
      case ParsedLine.Assembled(var instruction) ->
          current.get().word(instruction.word(), name, line);
      case ParsedLine.SyntaxError(int column, String message, var code) ->
          diagnostics.add(unreadable(profile.get(), indent, column, message));
    }
  }

  private LabelScope scope() {
    return new LabelScope(labelWords, current.orElseThrow().size());
  }

  /** With what an unknown mnemonic was probably meant to be. */
  private Diagnostic unreadable(Profile known, int indent, int column, String message) {
    Matcher word = MNEMONIC.matcher(lineText).region(indent, lineText.length());
    InstructionTable table = InstructionTable.of(known);
    if (word.lookingAt() && table.byMnemonic(word.group()).isEmpty()) {
      List<String> mnemonics =
          table.definitions().stream().map(InstructionDefinition::mnemonic).toList();
      Optional<String> near = NearestName.to(word.group(), mnemonics);
      if (near.isPresent()) {
        Location place = here(indent + 1, word.group().length());
        return Diagnostic.of(
                DiagnosticCode.ASSEMBLY_SYNTAX,
                place,
                message + "; did you mean '" + near.get() + "'?")
            .withFix(new Fix.Replace(place, word.group(), near.get()));
      }
    }
    return Diagnostic.of(DiagnosticCode.ASSEMBLY_SYNTAX, here(indent + column, 1), message);
  }

  private void finishKernel() {
    if (current.isEmpty()) {
      return;
    }
    KernelText kernel = current.get();
    current = Optional.empty();
    try {
      add(kernel.build(profile.orElse(Profile.DEFAULT)), kernel.isChecks());
    } catch (IllegalArgumentException e) {
      diagnostics.report(
          DiagnosticCode.ASSEMBLY_SYNTAX, new Location(name, kernel.line(), 1, 7), reason(e));
    }
  }

  /** Checks follow the kernel that they are for. */
  private void add(KernelObject built, boolean isChecks) {
    if (!isChecks) {
      kernels.add(built);
      return;
    }
    for (int i = 0; i < kernels.size(); i++) {
      if (kernels.get(i).name().equals(built.name())) {
        if (kernels.get(i).checks().isPresent()) {
          throw new IllegalArgumentException("kernel " + built.name() + " has two .checks");
        }
        kernels.set(i, kernels.get(i).withChecks(Optional.of(built)));
        return;
      }
    }
    throw new IllegalArgumentException(
        "there is no kernel " + built.name() + " in front of its .checks");
  }

  private void problem(String message) {
    diagnostics.report(DiagnosticCode.ASSEMBLY_SYNTAX, here(1, lineText.length()), message);
  }

  private Location here(int column, int length) {
    return new Location(name, Math.max(1, line), column, length);
  }

  private static String reason(RuntimeException problem) {
    return Objects.requireNonNullElse(problem.getMessage(), "the directive is malformed");
  }
}
