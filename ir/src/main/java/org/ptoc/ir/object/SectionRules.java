package org.ptoc.ir.object;

/**
 * What the header of each known section must say (spec/40, 12.2); a section of another name is
 * rejected.
 */
final class SectionRules {
  private record Rule(int type, int flags, int alignment, int entryBytes) {}

  private static final Rule TEXT =
      new Rule(
          ElfLayout.PROGBITS, ElfLayout.ALLOCATE | ElfLayout.EXECUTE, ElfLayout.CODE_ALIGNMENT, 0);
  private static final Rule RODATA =
      new Rule(ElfLayout.PROGBITS, ElfLayout.ALLOCATE, ElfLayout.CODE_ALIGNMENT, 0);
  private static final Rule NOTE = new Rule(ElfLayout.NOTE, 0, 4, 0);
  private static final Rule KERNELS =
      new Rule(ElfLayout.PROGBITS, 0, 8, ElfLayout.KERNEL_RECORD_BYTES);
  private static final Rule ARGUMENTS =
      new Rule(ElfLayout.PROGBITS, 0, 8, ElfLayout.ARGUMENT_RECORD_BYTES);
  private static final Rule EXTENTS =
      new Rule(ElfLayout.PROGBITS, 0, 8, ElfLayout.EXTENT_RECORD_BYTES);
  private static final Rule ENDS = new Rule(ElfLayout.PROGBITS, 0, 8, OpenEnds.RECORD_BYTES);
  private static final Rule PIPES = new Rule(ElfLayout.PROGBITS, 0, 8, PipeRecord.BYTES);
  private static final Rule RELOCATIONS =
      new Rule(ElfLayout.RELA, 0, 8, ElfLayout.RELOCATION_BYTES);
  private static final Rule CHECKS = new Rule(ElfLayout.PROGBITS, 0, 8, 0);
  private static final Rule LINES = new Rule(ElfLayout.PROGBITS, 0, 1, 0);
  private static final Rule SYMBOLS = new Rule(ElfLayout.SYMTAB, 0, 8, ElfLayout.SYMBOL_BYTES);
  private static final Rule STRINGS = new Rule(ElfLayout.STRTAB, 0, 1, 0);

  private SectionRules() {}

  static void check(ElfFile.Section section, long alignment) throws Malformed {
    long at = section.headerOffset();
    Rule rule = rule(section);
    ElfFile.expectType(section, rule.type());
    expect(section, at + 8, section.flags(), rule.flags(), "flags");
    expect(section, at + 48, alignment, rule.alignment(), "alignment");
    expect(section, at + 56, section.entryBytes(), rule.entryBytes(), "entry size");
    if (rule != TEXT) {
      expect(section, at + 16, section.address(), 0, "address");
    }
    if (rule != SYMBOLS && rule != RELOCATIONS) {
      expect(section, at + 40, section.link(), 0, "link");
      expect(section, at + 44, section.info(), 0, "info");
    }
    if (section.content().offset(0) % rule.alignment() != 0) {
      throw new Malformed(at + 24, "section " + section.name() + " is misaligned in the file");
    }
    if (rule.entryBytes() != 0 && section.content().size() % rule.entryBytes() != 0) {
      throw new Malformed(at + 32, "section " + section.name() + " is no whole number of records");
    }
  }

  private static Rule rule(ElfFile.Section section) throws Malformed {
    if (section.name().startsWith(ElfLayout.TEXT_PREFIX)) {
      return TEXT;
    }
    if (section.name().startsWith(ElfLayout.RODATA_PREFIX)) {
      return RODATA;
    }
    if (section.name().startsWith(ElfLayout.RELOCATIONS_PREFIX)) {
      return RELOCATIONS;
    }
    return switch (section.name()) {
      case ".note.pto" -> NOTE;
      case ".pto.kernels" -> KERNELS;
      case ".pto.args" -> ARGUMENTS;
      case ElfLayout.EXTENTS -> EXTENTS;
      case ElfLayout.CHECKS -> CHECKS;
      case ElfLayout.ENDS -> ENDS;
      case ElfLayout.PIPES -> PIPES;
      case ".debug_line" -> LINES;
      case ".symtab" -> SYMBOLS;
      case ".strtab", ".shstrtab" -> STRINGS;
      default ->
          throw new Malformed(
              section.headerOffset(), "section " + section.name() + " is not known");
    };
  }

  private static void expect(ElfFile.Section section, long at, long found, long wanted, String what)
      throws Malformed {
    if (found != wanted) {
      throw new Malformed(
          at,
          "the "
              + what
              + " of section "
              + section.name()
              + " is 0x"
              + Long.toHexString(found)
              + ", not 0x"
              + Long.toHexString(wanted));
    }
  }
}
