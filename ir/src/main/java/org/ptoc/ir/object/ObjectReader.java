package org.ptoc.ir.object;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads object files and refuses everything that it does not fully understand. No input makes it
 * throw; time and memory are linear in the size of the file.
 */
public final class ObjectReader {
  /** What became of a file. */
  public sealed interface Result {}

  /** The file is sound. Whether its words decode is for the loader to see. */
  public record Loaded(ObjectFile object) implements Result {}

  /**
   * The file was refused.
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

  /** The sections of a file in its order, without the null section; empty when it is refused. */
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

  private Result kernels() throws Malformed {
    KernelRecords records = KernelRecords.open(elf, note.kernelCount());
    SymbolSection.check(elf, records);
    LineTableReader lines =
        LineTableReader.read(elf.section(".debug_line").content(), records, note.sourceName());
    List<List<IndexedExtent>> extents = ExtentRecords.read(elf, note.kernelCount());
    List<KernelObject> kernels = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < note.kernelCount(); i++) {
      try {
        KernelObject kernel = records.kernel(i, lines.positions(i), extents.get(i));
        if (!names.add(kernel.name())) {
          throw new Malformed(records.offset(i), "two kernels are named " + kernel.name());
        }
        kernels.add(kernel);
      } catch (Malformed e) {
        problems.add(e.problem());
      }
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
            note.profile(), note.producer(), note.sourceName(), note.sourceDigest(), kernels));
  }
}
