package org.ptoc.ir.object;

/**
 * A section of an object file as its header describes it (spec/40, section 12).
 *
 * @param name name, {@code .text.k} for the words of kernel k
 * @param type {@code PROGBITS}, {@code NOTE}, {@code SYMTAB} or {@code STRTAB}
 * @param address where it is loaded, 0 when it has no address
 * @param offset first byte in the file
 * @param bytes size
 * @param loaded whether it is part of the running program
 * @param executed whether it holds words
 */
public record SectionHeader(
    String name,
    String type,
    long address,
    long offset,
    long bytes,
    boolean loaded,
    boolean executed) {
  static SectionHeader of(ElfFile.Section section) {
    String type =
        switch (section.type()) {
          case ElfLayout.PROGBITS -> "PROGBITS";
          case ElfLayout.RELA -> "RELA";
          case ElfLayout.NOTE -> "NOTE";
          case ElfLayout.SYMTAB -> "SYMTAB";
          case ElfLayout.STRTAB -> "STRTAB";
          default -> "0x" + Integer.toHexString(section.type());
        };
    return new SectionHeader(
        section.name(),
        type,
        section.address(),
        section.content().offset(0),
        section.content().size(),
        (section.flags() & ElfLayout.ALLOCATE) != 0,
        (section.flags() & ElfLayout.EXECUTE) != 0);
  }
}
