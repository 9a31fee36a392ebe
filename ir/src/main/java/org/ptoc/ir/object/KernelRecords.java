package org.ptoc.ir.object;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The kernel and argument records with the sections that they name (spec/40, 12.4). */
final class KernelRecords {
  private final ElfFile elf;
  private final ByteView records;
  private final ByteView arguments;
  private final List<String> names = new ArrayList<>();
  private final List<ElfFile.Section> texts = new ArrayList<>();

  private KernelRecords(ElfFile elf, ByteView records, ByteView arguments) {
    this.elf = elf;
    this.records = records;
    this.arguments = arguments;
  }

  /** Checks how records, text sections and addresses hang together. */
  static KernelRecords open(ElfFile elf, int count) throws Malformed {
    ByteView records = elf.section(".pto.kernels").content();
    if (records.size() != (long) count * ElfLayout.KERNEL_RECORD_BYTES) {
      throw new Malformed(
          records.offset(0),
          "the note announces "
              + count
              + " kernels, the records are "
              + records.size() / ElfLayout.KERNEL_RECORD_BYTES);
    }
    KernelRecords result = new KernelRecords(elf, records, elf.section(".pto.args").content());
    long freeAddress = ElfLayout.CODE_START;
    int rodataSections = 0;
    for (int i = 0; i < count; i++) {
      freeAddress = result.link(i, freeAddress);
      rodataSections += records.u32(result.at(i) + 20) != 0 ? 1 : 0;
    }
    result.checkSectionCount(rodataSections);
    return result;
  }

  int count() {
    return texts.size();
  }

  String name(int kernel) {
    return names.get(kernel);
  }

  ElfFile.Section text(int kernel) {
    return texts.get(kernel);
  }

  /** Place of a record in the file. */
  long offset(int kernel) {
    return records.offset(at(kernel));
  }

  /** The symbol that the record names. */
  int symbol(int kernel) throws Malformed {
    return records.u32(at(kernel) + 4);
  }

  private int at(int kernel) {
    return kernel * ElfLayout.KERNEL_RECORD_BYTES;
  }

  /** Finds the text of a kernel and returns the first address after it. */
  private long link(int kernel, long freeAddress) throws Malformed {
    int at = at(kernel);
    String name = elf.strings().text(records.u32(at) & 0xFFFF_FFFFL, "name of kernel " + kernel);
    if (name.isEmpty()) {
      throw new Malformed(offset(kernel), "kernel " + kernel + " has no name");
    }
    ElfFile.Section text = elf.section(ElfLayout.TEXT_PREFIX + name);
    int bytes = text.content().size();
    if (bytes == 0 || bytes % ElfLayout.WORD_BYTES != 0) {
      throw new Malformed(
          text.headerOffset() + 32,
          "the text of kernel "
              + name
              + " has "
              + bytes
              + " bytes, which is no positive multiple of 8");
    }
    if (bytes > KernelObject.MAX_WORDS * (long) ElfLayout.WORD_BYTES) {
      throw new Malformed(text.headerOffset() + 32, "the text of kernel " + name + " is too large");
    }
    records.expect64(at + 8, text.address(), "entry address of kernel " + name);
    records.expect32(at + 16, bytes, "text size of kernel " + name);
    long address = text.address();
    if (address < freeAddress || address > 1L << 48 || address % ElfLayout.CODE_ALIGNMENT != 0) {
      throw new Malformed(
          text.headerOffset() + 16,
          "the text of kernel " + name + " cannot lie at address 0x" + Long.toHexString(address));
    }
    names.add(name);
    texts.add(text);
    return address + bytes;
  }

  /** Every text and rodata section must belong to a kernel. */
  private void checkSectionCount(int rodataSections) throws Malformed {
    int code = 0;
    int constants = 0;
    for (ElfFile.Section section : elf.sections()) {
      code += section.name().startsWith(ElfLayout.TEXT_PREFIX) ? 1 : 0;
      constants += section.name().startsWith(ElfLayout.RODATA_PREFIX) ? 1 : 0;
    }
    if (code != texts.size() || constants != rodataSections) {
      throw new Malformed(records.offset(0), "a text or rodata section belongs to no kernel");
    }
  }

  /** The whole kernel. */
  KernelObject kernel(int index, List<SourcePosition> positions, List<IndexedExtent> extents)
      throws Malformed {
    ByteView text = text(index).content();
    long[] words = new long[text.size() / ElfLayout.WORD_BYTES];
    for (int i = 0; i < words.length; i++) {
      words[i] = text.u64((long) i * ElfLayout.WORD_BYTES);
    }
    List<KernelArgument> arguments = arguments(index);
    if (!KernelObject.haveArguments(extents, arguments)) {
      throw new Malformed(records.offset(at(index)), KernelObject.FOREIGN_EXTENT);
    }
    KernelObject kernel =
        new KernelObject(
            name(index),
            words,
            rodata(index),
            arguments,
            properties(index),
            positions,
            extents,
            Optional.empty());
    records.expect32(
        at(index) + 44, kernel.parameterBytes(), "parameter block size of kernel " + name(index));
    return kernel;
  }

  private byte[] rodata(int kernel) throws Malformed {
    int number = records.u32(at(kernel) + 20);
    if (number == 0) {
      return new byte[0];
    }
    ElfFile.Section section = elf.byName().get(ElfLayout.RODATA_PREFIX + name(kernel));
    if (section == null || section.number() != number || section.content().size() == 0) {
      throw new Malformed(
          offset(kernel) + 20,
          "section " + number + " holds no constants of kernel " + name(kernel));
    }
    return section.content().toBytes();
  }

  private List<KernelArgument> arguments(int kernel) throws Malformed {
    long first = records.u32(at(kernel) + 24) & 0xFFFF_FFFFL;
    int count = records.u16(at(kernel) + 28);
    // Records are in kernel order without gaps, so each kernel starts where the last one ended.
    long expected = 0;
    if (kernel > 0) {
      expected =
          (records.u32(at(kernel - 1) + 24) & 0xFFFF_FFFFL) + records.u16(at(kernel - 1) + 28);
    }
    long total = arguments.size() / ElfLayout.ARGUMENT_RECORD_BYTES;
    boolean last = kernel == count() - 1;
    if (first != expected || first + count > total || last && first + count != total) {
      throw new Malformed(
          offset(kernel) + 24,
          "the argument records of kernel "
              + name(kernel)
              + " do not follow those before them or are not all there");
    }
    List<KernelArgument> result = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      result.add(argument((first + i) * ElfLayout.ARGUMENT_RECORD_BYTES));
    }
    return result;
  }

  private KernelArgument argument(long at) throws Malformed {
    int kind = arguments.u8(at);
    int dataType = arguments.u8(at + 1);
    int register = arguments.u8(at + 2);
    int access = arguments.u8(at + 3);
    int offset = arguments.u32(at + 8);
    boolean registerExists =
        register == KernelArgument.NO_REGISTER || register < KernelArgument.REGISTER_ARGUMENTS;
    if (kind > 1 || !KernelArgument.isDataType(dataType) || !registerExists || access > 3) {
      throw new Malformed(
          arguments.offset(at), "kind, type, register or access of an argument is not known");
    }
    if (!KernelArgument.isParameterOffset(offset)) {
      throw new Malformed(
          arguments.offset(at + 8),
          "an argument cannot lie at offset "
              + (offset & 0xFFFF_FFFFL)
              + " of the parameter block");
    }
    String name = elf.strings().text(arguments.u32(at + 4) & 0xFFFF_FFFFL, "name of an argument");
    KernelArgument.Kind kindValue =
        kind == 0 ? KernelArgument.Kind.SCALAR : KernelArgument.Kind.GM_POINTER;
    KernelArgument argument =
        new KernelArgument(
            name, kindValue, dataType, register, (access & 1) != 0, (access & 2) != 0, offset);
    return withLaunchValue(argument, at + 12);
  }

  private KernelArgument withLaunchValue(KernelArgument argument, long at) throws Malformed {
    int code = arguments.u32(at);
    if (code == 0) {
      return argument;
    }
    LaunchValue value = LaunchValue.byCode(code).orElse(null);
    if (value == null
        || !argument.canTakeLaunchValue()
        || argument.launchValue().equals(Optional.of(value))) {
      throw new Malformed(
          arguments.offset(at),
          "the launch value "
              + Integer.toUnsignedLong(code)
              + " of an argument is not known, is none for its type or stands in its name already");
    }
    return argument.withLaunchValue(value);
  }

  private KernelProperties properties(int kernel) throws Malformed {
    int at = at(kernel);
    int kind = records.u8(at + 30);
    int flags = records.u8(at + 31);
    int ub = records.u32(at + 32);
    int local = records.u32(at + 36);
    int blocks = records.u32(at + 40);
    int buffers = records.u8(at + 52);
    int roles = ElfLayout.FLAG_PART | ElfLayout.FLAG_DEVICE;
    if (kind > 2
        || flags > ElfLayout.FLAGS
        || (flags & roles) == roles
        || buffers > KernelProperties.BUFFERS) {
      throw new Malformed(
          offset(kernel) + 30,
          "kind, flags or buffers of kernel " + name(kernel) + " are not known");
    }
    boolean unknownUb = (flags & ElfLayout.FLAG_UB_UNKNOWN) != 0;
    if (unknownUb != (ub == ElfLayout.UB_UNKNOWN) || !unknownUb && ub < 0) {
      throw new Malformed(
          offset(kernel) + 32, "the use of UB of kernel " + name(kernel) + " makes no sense");
    }
    if (local < 0
        || local > KernelProperties.LOCAL_MEMORY_BYTES
        || blocks < 0
        || blocks > KernelProperties.MOST_BLOCKS) {
      throw new Malformed(
          offset(kernel) + 36, "LOCAL bytes or blocks of kernel " + name(kernel) + " are too many");
    }
    records.expect16(at + 54, 0, "reserved field of kernel " + name(kernel));
    boolean cube = kind == KernelProperties.Kind.CUBE.ordinal();
    if (!cube) {
      records.expect64(at + 56, 0, "L1 and L0 of kernel " + name(kernel));
    } else if (records.u32(at + 56) < 0) {
      throw new Malformed(
          offset(kernel) + 56, "the use of L1 of kernel " + name(kernel) + " makes no sense");
    }
    return new KernelProperties(
        KernelProperties.Kind.values()[kind],
        (flags & ElfLayout.FLAG_BUFFERS) != 0,
        (flags & ElfLayout.FLAG_EVENTS) != 0,
        (flags & ElfLayout.FLAG_SPILLS) != 0,
        (flags & ElfLayout.FLAG_COMBINES) != 0,
        unknownUb ? OptionalInt.empty() : OptionalInt.of(ub),
        local,
        blocks,
        new KernelProperties.RegisterUse(
            records.u8(at + 48), records.u8(at + 49), records.u8(at + 50), records.u8(at + 51)),
        buffers,
        records.u8(at + 53),
        new KernelProperties.CubeMemoryUse(
            records.u32(at + 56), records.u8(at + 60), records.u8(at + 61), records.u16(at + 62)),
        (flags & ElfLayout.FLAG_PART) != 0
            ? KernelProperties.Role.PART
            : (flags & ElfLayout.FLAG_DEVICE) != 0
                ? KernelProperties.Role.DEVICE
                : KernelProperties.Role.KERNEL);
  }
}
