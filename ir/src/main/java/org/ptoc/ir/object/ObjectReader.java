package org.ptoc.ir.object;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads object files and rejects everything that it does not fully understand. No input makes it
 * throw; time and memory are linear in the size of the file.
 */
public final class ObjectReader {
  /** The result of reading a file. */
  public sealed interface Result {}

  /** The file is sound. Whether its words decode is for the loader to see. */
  public record Loaded(ObjectFile object) implements Result {}

  /**
   * The file was rejected.
   *
   * @param problems at least one reason, in the order of the check
   */
  public record Rejected(List<ObjectProblem> problems) implements Result {
    public Rejected {
      problems = List.copyOf(problems);
    }
  }

  private final ElfFile elf;
  private final NoteSection note;
  private final List<ObjectProblem> problems = new ArrayList<>();

  private ObjectReader(ElfFile elf, NoteSection note) {
    this.elf = elf;
    this.note = note;
  }

  /** Reads the bytes of a file. */
  public static Result read(byte[] file) {
    try {
      ElfFile elf = ElfFile.read(ByteView.of(file));
      return new ObjectReader(elf, NoteSection.read(elf)).kernels();
    } catch (Malformed e) {
      return new Rejected(List.of(e.problem()));
    }
  }

  /** The sections of a file in its order, without the null section; empty when it is rejected. */
  public static List<SectionHeader> sections(byte[] file) {
    try {
      return ElfFile.read(ByteView.of(file)).sections().stream()
          .skip(1)
          .map(SectionHeader::of)
          .toList();
    } catch (Malformed e) {
      return List.of();
    }
  }

  /** True when the bytes start like an ELF file, which is how tools tell objects from text. */
  public static boolean looksLikeObject(byte[] file) {
    return file.length >= 4
        && file[0] == 0x7F
        && file[1] == 'E'
        && file[2] == 'L'
        && file[3] == 'F';
  }

  /** The checks of the kernels by their names. */
  private Map<String, KernelObject> checks() throws Malformed {
    Map<String, KernelObject> programs = new HashMap<>();
    if (elf.has(ElfLayout.CHECKS)) {
      ElfFile.Section section = elf.section(ElfLayout.CHECKS);
      ElfFile own = ElfFile.read(ByteView.of(section.content().toBytes()));
      NoteSection about = NoteSection.read(own);
      if (own.has(ElfLayout.CHECKS) || about.profile() != note.profile()) {
        throw new Malformed(
            section.headerOffset(), "the checks have checks or are of another profile");
      }
      switch (new ObjectReader(own, about).kernels()) {
        case Loaded(ObjectFile object) ->
            object.kernels().forEach(program -> programs.put(program.name(), program));
        case Rejected(List<ObjectProblem> found) -> problems.addAll(found);
      }
    }
    return programs;
  }

  private KernelObject checked(KernelObject kernel, Optional<KernelObject> checks)
      throws Malformed {
    try {
      return kernel.withChecks(checks);
    } catch (IllegalArgumentException e) {
      throw new Malformed(
          elf.section(ElfLayout.CHECKS).headerOffset(), KernelObject.FOREIGN_CHECKS);
    }
  }

  private Result kernels() throws Malformed {
    KernelRecords records = KernelRecords.open(elf, note.kernelCount());
    SymbolSection.check(elf, records);
    LineTableReader lines =
        LineTableReader.read(elf.section(".debug_line").content(), records, note.sourceName());
    List<List<IndexedExtent>> extents = ExtentRecords.read(elf, note.kernelCount());
    List<Optional<OpenEnds>> open = OpenEndRecords.read(elf, records);
    List<List<PipeRecord>> pipes = PipeRecord.read(elf, note.kernelCount());
    Map<String, KernelObject> checks = checks();
    List<KernelObject> kernels = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < note.kernelCount(); i++) {
      try {
        KernelObject kernel = records.kernel(i, lines.positions(i), extents.get(i));
        if (!names.add(kernel.name())) {
          throw new Malformed(records.offset(i), "two kernels are named " + kernel.name());
        }
        KernelObject whole =
            checked(kernel, Optional.ofNullable(checks.remove(kernel.name())))
                .withPipes(pipes.get(i));
        kernels.add(open.get(i).isPresent() ? whole.withOpen(open.get(i)) : whole);
      } catch (Malformed e) {
        problems.add(e.problem());
      }
    }
    if (problems.isEmpty() && !checks.isEmpty()) {
      throw new Malformed(
          elf.section(ElfLayout.CHECKS).headerOffset(),
          "there are checks of kernels that the file does not have");
    }
    if (problems.isEmpty() && note.features() != ObjectWriter.features(kernels)) {
      problems.add(
          new ObjectProblem(
              note.offset(),
              "the features of the note disagree with the kernels",
              ObjectProblem.Kind.DAMAGED));
    }
    if (!problems.isEmpty()) {
      return new Rejected(problems);
    }
    return new Loaded(
        new ObjectFile(
            note.profile(),
            note.producer(),
            note.sourceName(),
            SourceDigest.of(note.sourceDigest()),
            kernels));
  }
}
