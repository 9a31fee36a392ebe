package org.ptoc.ir.object;

import static org.ptoc.ir.object.ElfLayout.align;

import java.util.ArrayList;
import java.util.List;

/** Writes object files. Equal objects give equal bytes. */
public final class ObjectWriter {
  private record Section(
      String name,
      int type,
      int flags,
      long address,
      int alignment,
      int entryBytes,
      byte[] content) {}

  private final ObjectFile object;
  private final StringTable strings = new StringTable();
  private final List<Section> sections = new ArrayList<>();
  private final int producer;
  private final int source;
  private final long[] entries;
  private final int[] textSections;
  private final int[] rodataSections;

  private ObjectWriter(ObjectFile object) {
    this.object = object;
    producer = strings.offset(object.producer());
    source = strings.offset(object.sourceName());
    int count = object.kernels().size();
    entries = new long[count];
    textSections = new int[count];
    rodataSections = new int[count];
  }

  /**
   * The bytes of the ELF64 file (spec/40, section 12).
   *
   * @throws ArithmeticException when the file would exceed 2 GiB
   */
  public static byte[] write(ObjectFile object) {
    return new ObjectWriter(object).file();
  }

  private byte[] file() {
    addCode();
    add(".note.pto", ElfLayout.NOTE, 0, 0, 4, 0, note());
    byte[] arguments = argumentRecords();
    add(
        ".pto.kernels",
        ElfLayout.PROGBITS,
        0,
        0,
        8,
        ElfLayout.KERNEL_RECORD_BYTES,
        kernelRecords());
    add(".pto.args", ElfLayout.PROGBITS, 0, 0, 8, ElfLayout.ARGUMENT_RECORD_BYTES, arguments);
    byte[] extents = extentRecords();
    if (extents.length > 0) {
      add(ElfLayout.EXTENTS, ElfLayout.PROGBITS, 0, 0, 8, ElfLayout.EXTENT_RECORD_BYTES, extents);
    }
    ByteSink pipes = new ByteSink();
    for (int i = 0; i < entries.length; i++) {
      PipeRecord.write(pipes, i, object.kernels().get(i).pipes());
    }
    if (pipes.size() > 0) {
      add(ElfLayout.PIPES, ElfLayout.PROGBITS, 0, 0, 8, PipeRecord.BYTES, pipes.toBytes());
    }
    OpenEndRecords.Written open = OpenEndRecords.write(object.kernels(), strings);
    if (open.isPresent()) {
      add(ElfLayout.ENDS, ElfLayout.PROGBITS, 0, 0, 8, OpenEnds.RECORD_BYTES, open.ends());
    }
    byte[] checks = checks();
    if (checks.length > 0) {
      add(ElfLayout.CHECKS, ElfLayout.PROGBITS, 0, 0, 8, 0, checks);
    }
    add(".debug_line", ElfLayout.PROGBITS, 0, 0, 1, 0, LineTableWriter.write(object, entries));
    for (int i = 0; i < entries.length; i++) {
      byte[] relocations = open.relocations().get(i);
      if (relocations.length > 0) {
        String name = ElfLayout.RELOCATIONS_PREFIX + object.kernels().get(i).name();
        add(name, ElfLayout.RELA, 0, 0, 8, ElfLayout.RELOCATION_BYTES, relocations);
      }
    }
    add(
        ".symtab",
        ElfLayout.SYMTAB,
        0,
        0,
        8,
        ElfLayout.SYMBOL_BYTES,
        new ByteSink().all(symbols()).all(open.symbols()).toBytes());
    add(".strtab", ElfLayout.STRTAB, 0, 0, 1, 0, strings.toBytes());
    StringTable names = new StringTable();
    for (Section section : sections) {
      names.offset(section.name());
    }
    names.offset(".shstrtab");
    add(".shstrtab", ElfLayout.STRTAB, 0, 0, 1, 0, names.toBytes());
    return layOut(names);
  }

  /** Adds a section and returns its number; number 0 is the null section. */
  private int add(
      String name,
      int type,
      int flags,
      long address,
      int alignment,
      int entryBytes,
      byte[] content) {
    sections.add(new Section(name, type, flags, address, alignment, entryBytes, content));
    return sections.size();
  }

  private void addCode() {
    long address = ElfLayout.CODE_START;
    for (int i = 0; i < entries.length; i++) {
      KernelObject kernel = object.kernels().get(i);
      ByteSink text = new ByteSink();
      for (int word = 0; word < kernel.wordCount(); word++) {
        text.u64(kernel.word(word));
      }
      entries[i] = address;
      int flags = ElfLayout.ALLOCATE | ElfLayout.EXECUTE;
      String textName = ElfLayout.TEXT_PREFIX + kernel.name();
      textSections[i] =
          add(
              textName,
              ElfLayout.PROGBITS,
              flags,
              address,
              ElfLayout.CODE_ALIGNMENT,
              0,
              text.toBytes());
      address = align(address + text.size(), ElfLayout.CODE_ALIGNMENT);
      byte[] rodata = kernel.rodata();
      if (rodata.length > 0) {
        String name = ElfLayout.RODATA_PREFIX + kernel.name();
        rodataSections[i] =
            add(
                name,
                ElfLayout.PROGBITS,
                ElfLayout.ALLOCATE,
                0,
                ElfLayout.CODE_ALIGNMENT,
                0,
                rodata);
      }
    }
  }

  /** The number of a section, 0 without it. */
  private int number(String name) {
    for (int i = 0; i < sections.size(); i++) {
      if (sections.get(i).name().equals(name)) {
        return i + 1;
      }
    }
    return 0;
  }

  private byte[] note() {
    ByteSink out = new ByteSink();
    out.u32(4)
        .u32(ElfLayout.NOTE_DESCRIPTION_BYTES)
        .u32(ElfLayout.NOTE_TYPE)
        .u32(ElfLayout.NOTE_NAME);
    out.u16(object.profile().number()).u16(ObjectFile.ISA_MAJOR).u16(ObjectFile.ISA_MINOR);
    out.u16(ElfLayout.NOTE_LAYOUT).u32(entries.length).u32(features(object.kernels()));
    return out.u32(producer).u32(source).u64(object.sourceDigest().value()).toBytes();
  }

  /** The features word of the note, which sums up the kernels. */
  static int features(List<KernelObject> kernels) {
    int features = 0;
    for (KernelObject kernel : kernels) {
      features |= kernel.properties().spills() ? ElfLayout.FEATURE_SPILLS : 0;
      features |= kernel.properties().localBytes() > 0 ? ElfLayout.FEATURE_LOCAL : 0;
    }
    return features;
  }

  private byte[] kernelRecords() {
    ByteSink out = new ByteSink();
    int firstArgument = 0;
    for (int i = 0; i < entries.length; i++) {
      KernelObject kernel = object.kernels().get(i);
      KernelProperties properties = kernel.properties();
      out.u32(strings.offset(kernel.name())).u32(i + 1).u64(entries[i]);
      out.u32(kernel.wordCount() * ElfLayout.WORD_BYTES).u32(rodataSections[i]);
      out.u32(firstArgument).u16(kernel.arguments().size());
      out.u8(properties.kind().ordinal()).u8(flags(properties));
      out.u32(properties.unifiedBufferBytes().orElse(ElfLayout.UB_UNKNOWN))
          .u32(properties.localBytes());
      out.u32(properties.blockCount()).u32(kernel.parameterBytes());
      KernelProperties.RegisterUse use = properties.registers();
      out.u8(use.x()).u8(use.v()).u8(use.p()).u8(use.al());
      out.u8(properties.bufferCount()).u8(properties.eventSet()).u16(0);
      KernelProperties.CubeMemoryUse cube = properties.cubeMemory();
      out.u32(cube.l1Bytes()).u8(cube.l0aKib()).u8(cube.l0bKib()).u16(cube.l0cKib());
      firstArgument += kernel.arguments().size();
    }
    return out.toBytes();
  }

  private static int flags(KernelProperties properties) {
    return (properties.usesBuffers() ? ElfLayout.FLAG_BUFFERS : 0)
        | (properties.usesFlags() ? ElfLayout.FLAG_EVENTS : 0)
        | (properties.spills() ? ElfLayout.FLAG_SPILLS : 0)
        | (properties.combinesInMemory() ? ElfLayout.FLAG_COMBINES : 0)
        | (properties.role() == KernelProperties.Role.DEVICE ? ElfLayout.FLAG_DEVICE : 0)
        | (properties.role() == KernelProperties.Role.PART ? ElfLayout.FLAG_PART : 0)
        | (properties.unifiedBufferBytes().isEmpty() ? ElfLayout.FLAG_UB_UNKNOWN : 0);
  }

  private byte[] argumentRecords() {
    ByteSink out = new ByteSink();
    for (KernelObject kernel : object.kernels()) {
      for (KernelArgument argument : kernel.arguments()) {
        out.u8(argument.kind().ordinal()).u8(argument.dataType()).u8(argument.register());
        out.u8((argument.read() ? 1 : 0) | (argument.written() ? 2 : 0));
        out.u32(strings.offset(argument.name())).u32(argument.parameterOffset());
        out.u32(argument.statedLaunchValue().map(LaunchValue::code).orElse(0));
      }
    }
    return out.toBytes();
  }

  private byte[] extentRecords() {
    ByteSink out = new ByteSink();
    for (int i = 0; i < entries.length; i++) {
      ExtentRecords.write(out, i, object.kernels().get(i).extents());
    }
    return out.toBytes();
  }

  /** The checks of the kernels as an object file of their own; empty when there are none. */
  private byte[] checks() {
    List<KernelObject> programs =
        object.kernels().stream().flatMap(kernel -> kernel.checks().stream()).toList();
    return programs.isEmpty()
        ? new byte[0]
        : write(
            new ObjectFile(
                object.profile(),
                object.producer(),
                object.sourceName(),
                object.sourceDigest(),
                programs));
  }

  private byte[] symbols() {
    ByteSink out = new ByteSink();
    out.all(new byte[ElfLayout.SYMBOL_BYTES]);
    for (int i = 0; i < entries.length; i++) {
      KernelObject kernel = object.kernels().get(i);
      out.u32(strings.offset(kernel.name())).u8(ElfLayout.SYMBOL_GLOBAL_FUNCTION).u8(0);
      out.u16(textSections[i])
          .u64(entries[i])
          .u64((long) kernel.wordCount() * ElfLayout.WORD_BYTES);
    }
    return out.toBytes();
  }

  private byte[] layOut(StringTable names) {
    int programHeaders = entries.length + 1;
    long offset =
        ElfLayout.FILE_HEADER_BYTES + (long) programHeaders * ElfLayout.PROGRAM_HEADER_BYTES;
    long[] offsets = new long[sections.size()];
    for (int i = 0; i < offsets.length; i++) {
      offset = align(offset, sections.get(i).alignment());
      offsets[i] = offset;
      offset += sections.get(i).content().length;
    }
    ByteSink out = new ByteSink();
    fileHeader(out, programHeaders, align(offset, 8));
    programHeaders(out, offsets);
    for (Section section : sections) {
      out.pad(section.alignment()).all(section.content());
    }
    sectionHeaders(out.pad(8), offsets, names);
    return out.toBytes();
  }

  private void fileHeader(ByteSink out, int programHeaders, long sectionHeaderOffset) {
    out.u32(ElfLayout.ELF_MAGIC).u8(2).u8(1).u8(1).u8(0).u64(0);
    boolean open = object.kernels().stream().anyMatch(kernel -> kernel.open().isPresent());
    out.u16(open ? ElfLayout.TYPE_RELOCATABLE : ElfLayout.TYPE_EXECUTABLE)
        .u16(ElfLayout.MACHINE)
        .u32(1)
        .u64(0);
    out.u64(ElfLayout.FILE_HEADER_BYTES).u64(sectionHeaderOffset);
    out.u32(ElfLayout.flags(object.profile().number())).u16(ElfLayout.FILE_HEADER_BYTES);
    out.u16(ElfLayout.PROGRAM_HEADER_BYTES).u16(programHeaders);
    out.u16(ElfLayout.SECTION_HEADER_BYTES).u16(sections.size() + 1).u16(sections.size());
  }

  private void programHeaders(ByteSink out, long[] offsets) {
    for (int i = 0; i < sections.size(); i++) {
      Section section = sections.get(i);
      boolean code = (section.flags() & ElfLayout.EXECUTE) != 0;
      if (code || section.type() == ElfLayout.NOTE) {
        out.u32(code ? ElfLayout.SEGMENT_LOAD : ElfLayout.SEGMENT_NOTE);
        out.u32(code ? ElfLayout.READ_EXECUTE : ElfLayout.READ).u64(offsets[i]);
        out.u64(section.address()).u64(section.address());
        out.u64(section.content().length).u64(section.content().length).u64(section.alignment());
      }
    }
  }

  private void sectionHeaders(ByteSink out, long[] offsets, StringTable names) {
    out.all(new byte[ElfLayout.SECTION_HEADER_BYTES]);
    for (int i = 0; i < sections.size(); i++) {
      Section section = sections.get(i);
      boolean symbolTable = section.type() == ElfLayout.SYMTAB;
      out.u32(names.offset(section.name())).u32(section.type()).u64(section.flags());
      out.u64(section.address()).u64(offsets[i]).u64(section.content().length);
      // The string table follows the symbol table; the first global symbol is the one after the
      // null symbol. Relocations name the symbol table and the text that they change.
      boolean relocations = section.type() == ElfLayout.RELA;
      out.u32(symbolTable ? i + 2 : relocations ? number(".symtab") : 0);
      out.u32(symbolTable ? 1 : relocations ? number(section.name().substring(5)) : 0);
      out.u64(section.alignment()).u64(section.entryBytes());
    }
  }
}
