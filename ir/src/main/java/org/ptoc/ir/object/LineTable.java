package org.ptoc.ir.object;

/** The numbers of DWARF 5 line tables (DWARF 5, section 6.2) that writer and reader share. */
final class LineTable {
  static final int VERSION = 5;
  static final int LINE_BASE = -5;
  static final int LINE_RANGE = 14;
  static final int OPCODE_BASE = 13;

  /**
   * Version, address size, segment selector size and header length, which the unit length covers.
   */
  static final int BYTES_BEFORE_TABLES = 8;

  static final byte[] OPERAND_COUNTS = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};

  static final int CONTENT_PATH = 1;
  static final int CONTENT_DIRECTORY = 2;
  static final int FORM_STRING = 0x08;
  static final int FORM_UDATA = 0x0F;

  static final int COPY = 1;
  static final int ADVANCE_PC = 2;
  static final int ADVANCE_LINE = 3;
  static final int SET_FILE = 4;
  static final int SET_COLUMN = 5;
  static final int EXTENDED_END_SEQUENCE = 1;
  static final int EXTENDED_SET_ADDRESS = 2;

  private LineTable() {}
}
