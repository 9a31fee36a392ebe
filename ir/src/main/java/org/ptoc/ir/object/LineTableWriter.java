package org.ptoc.ir.object;

import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the source positions of all kernels as one DWARF 5 line number program. */
final class LineTableWriter {
  private final Map<String, Integer> fileNumbers = new LinkedHashMap<>();
  private final ByteSink program = new ByteSink();

  /** File 0 and file 1 are the source: readers of older DWARF count from 1, newer ones from 0. */
  private LineTableWriter(String sourceName) {
    fileNumbers.put(sourceName, 1);
  }

  /** The section for kernels whose first words lie at the given addresses. */
  static byte[] write(ObjectFile object, long[] entries) {
    LineTableWriter writer = new LineTableWriter(object.sourceName());
    int kernel = 0;
    for (KernelObject each : object.kernels()) {
      writer.sequence(each, entries[kernel++]);
    }
    return writer.section(object.sourceName());
  }

  private void sequence(KernelObject kernel, long entry) {
    program.u8(0).unsigned(9).u8(LineTable.EXTENDED_SET_ADDRESS).u64(entry);
    SourcePosition last = new SourcePosition("?", 1, 0);
    int lastFile = 1;
    int rowWord = 0;
    for (int word = 0; word < kernel.wordCount(); word++) {
      SourcePosition position = kernel.positions().get(word);
      if (word > 0 && position.equals(last)) {
        continue;
      }
      advance(word - rowWord);
      rowWord = word;
      int file = fileNumber(position, lastFile);
      if (file != lastFile) {
        program.u8(LineTable.SET_FILE).unsigned(file);
      }
      if (position.column() != last.column()) {
        program.u8(LineTable.SET_COLUMN).unsigned(position.column());
      }
      if (position.line() != last.line()) {
        program.u8(LineTable.ADVANCE_LINE).signed((long) position.line() - last.line());
      }
      program.u8(LineTable.COPY);
      last = position;
      lastFile = file;
    }
    advance(kernel.wordCount() - rowWord);
    program.u8(0).unsigned(1).u8(LineTable.EXTENDED_END_SEQUENCE);
  }

  private int fileNumber(SourcePosition position, int current) {
    if (!position.isKnown()) {
      return current;
    }
    return fileNumbers.computeIfAbsent(position.file(), name -> fileNumbers.size() + 1);
  }

  private void advance(int words) {
    if (words > 0) {
      program.u8(LineTable.ADVANCE_PC).unsigned(words);
    }
  }

  private byte[] section(String sourceName) {
    ByteSink tables = new ByteSink();
    tables.u8(ElfLayout.WORD_BYTES).u8(1).u8(1).u8(LineTable.LINE_BASE).u8(LineTable.LINE_RANGE);
    tables.u8(LineTable.OPCODE_BASE).all(LineTable.OPERAND_COUNTS);
    tables
        .u8(1)
        .unsigned(LineTable.CONTENT_PATH)
        .unsigned(LineTable.FORM_STRING)
        .unsigned(1)
        .text(".");
    tables.u8(2).unsigned(LineTable.CONTENT_PATH).unsigned(LineTable.FORM_STRING);
    tables.unsigned(LineTable.CONTENT_DIRECTORY).unsigned(LineTable.FORM_UDATA);
    tables.unsigned(fileNumbers.size() + 1L).text(sourceName).unsigned(0);
    for (String file : fileNumbers.keySet()) {
      tables.text(file).unsigned(0);
    }
    ByteSink section = new ByteSink();
    section.u32(LineTable.BYTES_BEFORE_TABLES + tables.size() + program.size());
    section.u16(LineTable.VERSION).u8(8).u8(0).u32(tables.size());
    return section.all(tables.toBytes()).all(program.toBytes()).toBytes();
  }
}
