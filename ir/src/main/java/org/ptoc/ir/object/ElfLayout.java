package org.ptoc.ir.object;

/**
 * The numbers of the file format that writer and reader share (spec/40, 12.1 to 12.4, and the
 * ELF-64 format).
 */
final class ElfLayout {
  static final int FILE_HEADER_BYTES = 64;
  static final int PROGRAM_HEADER_BYTES = 56;
  static final int SECTION_HEADER_BYTES = 64;
  static final int SYMBOL_BYTES = 24;

  static final int ELF_MAGIC = 0x464C457F;
  static final int MACHINE = 0xB7C3;
  static final int TYPE_RELOCATABLE = 1;
  static final int TYPE_EXECUTABLE = 2;

  static final int PROGBITS = 1;
  static final int SYMTAB = 2;
  static final int STRTAB = 3;
  static final int RELA = 4;
  static final int NOTE = 7;
  static final int ALLOCATE = 2;
  static final int EXECUTE = 4;

  static final int SEGMENT_LOAD = 1;
  static final int SEGMENT_NOTE = 4;
  static final int READ_EXECUTE = 5;
  static final int READ = 4;

  static final int SYMBOL_GLOBAL_FUNCTION = 1 << 4 | 2;
  static final int SYMBOL_GLOBAL = 1 << 4;
  static final int SECTION_ABSOLUTE = 0xFFF1;
  static final int RELOCATION_BYTES = 24;

  static final int WORD_BYTES = 8;
  static final int CODE_ALIGNMENT = 64;
  static final long CODE_START = 0x1000;

  static final int NOTE_TYPE = 0x5054;
  static final int NOTE_NAME = 0x004F5450;
  static final int NOTE_HEADER_BYTES = 16;
  static final int NOTE_DESCRIPTION_BYTES = 32;
  static final int NOTE_LAYOUT = 1;
  static final int FEATURE_SPILLS = 1;
  static final int FEATURE_LOCAL = 2;

  static final int KERNEL_RECORD_BYTES = 64;
  static final int ARGUMENT_RECORD_BYTES = 16;
  static final int EXTENT_RECORD_BYTES = 44;
  static final int UB_UNKNOWN = 0xFFFFFFFF;
  static final int FLAG_BUFFERS = 1;
  static final int FLAG_EVENTS = 2;
  static final int FLAG_SPILLS = 4;
  static final int FLAG_UB_UNKNOWN = 8;
  static final int FLAG_COMBINES = 16;
  static final int FLAG_DEVICE = 32;
  static final int FLAG_PART = 64;
  static final int FLAGS = 127;

  static final String TEXT_PREFIX = ".text.";
  static final String RODATA_PREFIX = ".rodata.";

  static final String RELOCATIONS_PREFIX = ".rela.text.";

  /** Only there when a kernel has pipes between cores. */
  static final String PIPES = ".pto.pipes";

  /** Only there when a linker is needed. */
  static final String ENDS = ".pto.ends";

  /** Only there when a kernel has one. */
  static final String EXTENTS = ".pto.extents";

  /** Only there when a kernel has checks: an object file of them, with the names of the kernels. */
  static final String CHECKS = ".pto.checks";

  private ElfLayout() {}

  /** Profile and ISA version as the file header carries them. */
  static int flags(int profile) {
    return profile | ObjectFile.ISA_MAJOR << 8 | ObjectFile.ISA_MINOR << 16;
  }

  static long align(long value, int alignment) {
    return (value + alignment - 1) / alignment * alignment;
  }
}
