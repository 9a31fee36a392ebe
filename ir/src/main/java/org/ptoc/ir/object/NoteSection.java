package org.ptoc.ir.object;

import org.ptoc.ir.isa.Profile;

/** The checked content of {@code .note.pto} (spec/40, 12.3). */
record NoteSection(
    long offset,
    Profile profile,
    int kernelCount,
    int features,
    String producer,
    String sourceName,
    long sourceDigest) {

  static NoteSection read(ElfFile elf) throws Malformed {
    ByteView note = elf.section(".note.pto").content();
    int base = ElfLayout.NOTE_HEADER_BYTES;
    if (note.size() != base + ElfLayout.NOTE_DESCRIPTION_BYTES) {
      throw new Malformed(note.offset(0), "the note has " + note.size() + " bytes");
    }
    note.expect32(0, 4, "note name size");
    note.expect32(4, ElfLayout.NOTE_DESCRIPTION_BYTES, "note size");
    note.expect32(8, ElfLayout.NOTE_TYPE, "note type");
    note.expect32(12, ElfLayout.NOTE_NAME, "note name");
    int number = note.u16(base);
    Profile profile = Profile.byNumber(number).orElse(null);
    if (profile == null) {
      throw new Malformed(note.offset(base), "there is no profile " + number);
    }
    checkVersion(note, base);
    note.expect16(base + 6, ElfLayout.NOTE_LAYOUT, "note layout version");
    if (elf.flags() != (number | note.u16(base + 2) << 8 | note.u16(base + 4) << 16)) {
      throw new Malformed(
          48,
          "header flags 0x"
              + Integer.toHexString(elf.flags())
              + " and note disagree about profile or version");
    }
    int kernels = note.u32(base + 8);
    if (kernels < 0 || kernels > ObjectFile.MAX_KERNELS) {
      throw new Malformed(
          note.offset(base + 8), "a file cannot have " + (kernels & 0xFFFF_FFFFL) + " kernels");
    }
    int features = note.u32(base + 12);
    if ((features & ~(ElfLayout.FEATURE_SPILLS | ElfLayout.FEATURE_LOCAL)) != 0) {
      throw new Malformed(
          note.offset(base + 12),
          "the kernels use features 0x" + Integer.toHexString(features) + " unknown here");
    }
    String producer = elf.strings().text(note.u32(base + 16) & 0xFFFF_FFFFL, "producer");
    String source = elf.strings().text(note.u32(base + 20) & 0xFFFF_FFFFL, "source name");
    return new NoteSection(
        note.offset(0), profile, kernels, features, producer, source, note.u64(base + 24));
  }

  private static void checkVersion(ByteView note, int base) throws Malformed {
    int major = note.u16(base + 2);
    int minor = note.u16(base + 4);
    if (!ObjectFile.knowsVersion(major, minor)) {
      throw new Malformed(
          note.offset(base + 2),
          "the file needs version "
              + major
              + "."
              + minor
              + " of the instruction set, this program knows "
              + ObjectFile.ISA_MAJOR
              + "."
              + ObjectFile.ISA_MINOR,
          ObjectProblem.Kind.OTHER_VERSION);
    }
  }
}
