package org.ptoc.ir.object;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The checked container: header, sections that lie in the file and do not overlap, segments that
 * agree with them.
 *
 * @param flags {@code e_flags} of the header
 * @param isRelocatable whether it needs a linker
 * @param sections all sections by number; number 0 is the empty null section
 * @param byName the named sections
 * @param strings {@code .strtab}
 */
record ElfFile(
    int flags,
    boolean isRelocatable,
    List<Section> sections,
    Map<String, Section> byName,
    ByteView strings) {
  /** A section: its header fields and its bytes. */
  record Section(
      int number,
      String name,
      int type,
      long flags,
      long address,
      int link,
      int info,
      long entryBytes,
      long headerOffset,
      ByteView content) {}

  static ElfFile read(ByteView file) throws Malformed {
    checkHeader(file);
    List<Section> sections = sections(file);
    checkOverlaps(file, sections);
    checkSegments(file, sections);
    Map<String, Section> byName = new HashMap<>();
    for (Section section : sections) {
      if (section.number() > 0 && byName.put(section.name(), section) != null) {
        throw new Malformed(section.headerOffset(), "two sections are named " + section.name());
      }
    }
    Section strings = byName.get(".strtab");
    if (strings == null) {
      throw new Malformed(0, "there is no section .strtab");
    }
    boolean isRelocatable = byName.containsKey(ElfLayout.ENDS);
    file.expect16(
        16, isRelocatable ? ElfLayout.TYPE_RELOCATABLE : ElfLayout.TYPE_EXECUTABLE, "file type");
    return new ElfFile(
        file.u32(48), isRelocatable, List.copyOf(sections), Map.copyOf(byName), strings.content());
  }

  /** The section that every file of ours has. */
  boolean has(String name) {
    return byName.containsKey(name);
  }

  Section section(String name) throws Malformed {
    Section section = byName.get(name);
    if (section == null) {
      throw new Malformed(0, "there is no section " + name);
    }
    return section;
  }

  private static void checkHeader(ByteView file) throws Malformed {
    if (!file.contains(0, 4) || file.u32(0) != ElfLayout.ELF_MAGIC) {
      throw new Malformed(0, "this is not an ELF file");
    }
    if (file.size() < ElfLayout.FILE_HEADER_BYTES) {
      throw new Malformed(file.size(), "the file ends inside its header");
    }
    int machine = file.u16(18);
    if (machine != ElfLayout.MACHINE) {
      throw new Malformed(
          18,
          String.format(
              "this ELF file is for machine 0x%x, not an object of ptoc (0x%x)",
              machine, ElfLayout.MACHINE));
    }
    file.expect8(4, 2, "ELF class");
    file.expect8(5, 1, "byte order");
    file.expect8(6, 1, "ELF version");
    file.expect8(7, 0, "system");
    file.expect64(8, 0, "system version and padding");
    file.expect32(20, 1, "ELF version");
    file.expect64(24, 0, "entry address");
    file.expect16(52, ElfLayout.FILE_HEADER_BYTES, "header size");
    file.expect16(54, ElfLayout.PROGRAM_HEADER_BYTES, "program header size");
    file.expect16(58, ElfLayout.SECTION_HEADER_BYTES, "section header size");
  }

  private static List<Section> sections(ByteView file) throws Malformed {
    int count = file.u16(60);
    if (count < 2 || count >= 0xFF00) {
      throw new Malformed(60, "a file cannot have " + count + " sections");
    }
    long bytes = (long) count * ElfLayout.SECTION_HEADER_BYTES;
    if (!file.contains(file.u64(40), bytes)) {
      throw new Malformed(40, "the section headers lie outside the file");
    }
    ByteView headers = file.slice(file.u64(40), bytes, "the section header table");
    for (int i = 0; i < ElfLayout.SECTION_HEADER_BYTES; i += 8) {
      headers.expect64(i, 0, "null section header");
    }
    int nameSection = file.u16(62);
    if (nameSection < 1 || nameSection >= count) {
      throw new Malformed(62, "there is no section " + nameSection + " with the section names");
    }
    ByteView names = content(file, headers, nameSection);
    List<Section> sections = new ArrayList<>(count);
    sections.add(
        new Section(0, "", 0, 0, 0, 0, 0, 0, headers.offset(0), file.slice(0, 0, "nothing")));
    for (int i = 1; i < count; i++) {
      sections.add(section(file, headers, i, names));
    }
    expectType(sections.get(nameSection), ElfLayout.STRTAB);
    return sections;
  }

  private static Section section(ByteView file, ByteView headers, int number, ByteView names)
      throws Malformed {
    long at = (long) number * ElfLayout.SECTION_HEADER_BYTES;
    String name = names.text(headers.u32(at) & 0xFFFF_FFFFL, "name of section " + number);
    Section section =
        new Section(
            number,
            name,
            headers.u32(at + 4),
            headers.u64(at + 8),
            headers.u64(at + 16),
            headers.u32(at + 40),
            headers.u32(at + 44),
            headers.u64(at + 56),
            headers.offset(at),
            content(file, headers, number));
    SectionRules.check(section, headers.u64(at + 48));
    return section;
  }

  private static ByteView content(ByteView file, ByteView headers, int number) throws Malformed {
    long at = (long) number * ElfLayout.SECTION_HEADER_BYTES;
    long offset = headers.u64(at + 24);
    long size = headers.u64(at + 32);
    if (!file.contains(offset, size)) {
      throw new Malformed(headers.offset(at + 24), "section " + number + " lies outside the file");
    }
    return file.slice(offset, size, "section " + number);
  }

  static void expectType(Section section, int type) throws Malformed {
    if (section.type() != type) {
      throw new Malformed(
          section.headerOffset() + 4,
          "section " + section.name() + " has type " + section.type() + ", not " + type);
    }
  }

  /** Nothing that has a meaning may share bytes with something else that has one. */
  private static void checkOverlaps(ByteView file, List<Section> sections) throws Malformed {
    record Range(long start, long end, String name) {}
    List<Range> ranges = new ArrayList<>();
    ranges.add(new Range(0, ElfLayout.FILE_HEADER_BYTES, "the file header"));
    long programStart = file.u64(32);
    long programBytes = (long) file.u16(56) * ElfLayout.PROGRAM_HEADER_BYTES;
    if (!file.contains(programStart, programBytes)) {
      throw new Malformed(32, "the program headers lie outside the file");
    }
    ranges.add(new Range(programStart, programStart + programBytes, "the program headers"));
    long sectionBytes = (long) file.u16(60) * ElfLayout.SECTION_HEADER_BYTES;
    ranges.add(new Range(file.u64(40), file.u64(40) + sectionBytes, "the section headers"));
    for (Section section : sections) {
      if (section.content().size() > 0) {
        long start = section.content().offset(0);
        ranges.add(new Range(start, start + section.content().size(), "section " + section.name()));
      }
    }
    ranges.sort(Comparator.comparingLong(Range::start).thenComparingLong(Range::end));
    for (int i = 1; i < ranges.size(); i++) {
      if (ranges.get(i).start() < ranges.get(i - 1).end()) {
        throw new Malformed(
            ranges.get(i).start(), ranges.get(i).name() + " overlaps " + ranges.get(i - 1).name());
      }
    }
  }

  /** One PT_LOAD for each text section and one PT_NOTE, in the order of the sections. */
  private static void checkSegments(ByteView file, List<Section> sections) throws Malformed {
    long at = file.u64(32);
    int count = 0;
    for (Section section : sections) {
      boolean code = (section.flags() & ElfLayout.EXECUTE) != 0;
      if (!code && section.type() != ElfLayout.NOTE) {
        continue;
      }
      if (++count > file.u16(56)) {
        throw new Malformed(56, "section " + section.name() + " has no program header");
      }
      file.expect32(at, code ? ElfLayout.SEGMENT_LOAD : ElfLayout.SEGMENT_NOTE, "segment type");
      file.expect32(at + 4, code ? ElfLayout.READ_EXECUTE : ElfLayout.READ, "segment permission");
      file.expect64(at + 8, section.content().offset(0), "segment offset");
      file.expect64(at + 16, section.address(), "segment address");
      file.expect64(at + 24, section.address(), "segment load address");
      file.expect64(at + 32, section.content().size(), "segment size in the file");
      file.expect64(at + 40, section.content().size(), "segment size in memory");
      file.expect64(at + 48, code ? ElfLayout.CODE_ALIGNMENT : 4, "segment alignment");
      at += ElfLayout.PROGRAM_HEADER_BYTES;
    }
    file.expect16(56, count, "number of program headers");
  }
}
