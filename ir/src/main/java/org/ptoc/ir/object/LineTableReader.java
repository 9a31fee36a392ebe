package org.ptoc.ir.object;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the line table back into one position for each word. Only the opcodes that our writer uses
 * are known, and every kernel must have exactly one sequence that covers it from end to end.
 */
final class LineTableReader {
  private final ByteView section;
  private final KernelRecords kernels;
  private final List<String> files = new ArrayList<>();
  private final SourcePosition[][] positions;
  private final Map<Long, Integer> kernelAt = new HashMap<>();
  private long next;

  private LineTableReader(ByteView section, KernelRecords kernels) {
    this.section = section;
    this.kernels = kernels;
    positions = new SourcePosition[kernels.count()][];
    for (int i = 0; i < positions.length; i++) {
      kernelAt.put(kernels.text(i).address(), i);
    }
  }

  static LineTableReader read(ByteView section, KernelRecords kernels, String sourceName)
      throws Malformed {
    LineTableReader reader = new LineTableReader(section, kernels);
    reader.header(sourceName);
    while (reader.next < section.size()) {
      reader.sequence();
    }
    for (int i = 0; i < reader.positions.length; i++) {
      if (reader.positions[i] == null) {
        throw new Malformed(
            section.offset(0), "kernel " + kernels.name(i) + " has no source lines");
      }
    }
    return reader;
  }

  /** The positions of the words of a kernel. */
  List<SourcePosition> positions(int kernel) {
    return Collections.unmodifiableList(Arrays.asList(positions[kernel]));
  }

  private void header(String sourceName) throws Malformed {
    section.expect32(0, section.size() - 4, "line table size");
    section.expect16(4, LineTable.VERSION, "line table version");
    section.expect16(6, 8, "address and segment size of the line table");
    long end = 12 + (section.u32(8) & 0xFFFF_FFFFL);
    byte[] fixed = {
      ElfLayout.WORD_BYTES, 1, 1, LineTable.LINE_BASE, LineTable.LINE_RANGE, LineTable.OPCODE_BASE
    };
    next = 12;
    expectBytes(fixed);
    expectBytes(LineTable.OPERAND_COUNTS);
    expectBytes(new byte[] {1, LineTable.CONTENT_PATH, LineTable.FORM_STRING, 1, '.', 0});
    expectBytes(
        new byte[] {
          2,
          LineTable.CONTENT_PATH,
          LineTable.FORM_STRING,
          LineTable.CONTENT_DIRECTORY,
          LineTable.FORM_UDATA
        });
    int count = unsigned("number of source files");
    if (count < 2 || count > section.size()) {
      throw new Malformed(section.offset(next), "a line table cannot have " + count + " files");
    }
    for (int i = 0; i < count; i++) {
      String file = section.text(next, "name of a source file");
      next += file.getBytes(StandardCharsets.UTF_8).length + 1L;
      expectBytes(new byte[] {0});
      files.add(file);
    }
    if (!files.get(0).equals(sourceName) || !files.get(1).equals(sourceName)) {
      throw new Malformed(
          section.offset(12), "the first files of the line table are not the source");
    }
    if (next != end) {
      throw new Malformed(section.offset(8), "the size of the line table header is wrong");
    }
  }

  private void expectBytes(byte[] wanted) throws Malformed {
    for (byte each : wanted) {
      section.expect8(next++, each & 0xFF, "line table header");
    }
  }

  private void sequence() throws Malformed {
    long start = next;
    expectExtended(9, LineTable.EXTENDED_SET_ADDRESS);
    long address = section.u64(next);
    next += 8;
    Integer kernel = kernelAt.get(address);
    if (kernel == null || positions[kernel] != null) {
      throw new Malformed(
          section.offset(start),
          "source lines for address 0x"
              + Long.toHexString(address)
              + ", where no kernel starts, or for the second time");
    }
    int words = kernels.text(kernel).content().size() / ElfLayout.WORD_BYTES;
    positions[kernel] = rows(new SourcePosition[words]);
  }

  /** Runs the opcodes of one sequence and fills in the position of each word. */
  private SourcePosition[] rows(SourcePosition[] result) throws Malformed {
    int file = 1;
    int line = 1;
    int column = 0;
    int word = 0;
    int filled = 0;
    SourcePosition current = SourcePosition.NONE;
    boolean anyRow = false;
    while (true) {
      long at = next;
      int opcode = section.u8(next++);
      switch (opcode) {
        case LineTable.COPY -> {
          if (anyRow && word == filled || !anyRow && word != 0) {
            throw new Malformed(
                section.offset(at), "a source line covers no words or the first words have none");
          }
          Arrays.fill(result, filled, word, current);
          filled = word;
          current = position(file, line, column, at);
          anyRow = true;
        }
        case LineTable.ADVANCE_PC ->
            word = Math.min(result.length + 1, addClamped(word, unsigned("address advance")));
        case LineTable.ADVANCE_LINE -> line = line(line, at);
        case LineTable.SET_FILE -> file = unsigned("source file number");
        case LineTable.SET_COLUMN -> column = unsigned("source column");
        case 0 -> {
          next--;
          expectExtended(1, LineTable.EXTENDED_END_SEQUENCE);
          if (word != result.length || !anyRow) {
            throw new Malformed(
                section.offset(at), "the source lines of a kernel do not cover its words");
          }
          Arrays.fill(result, filled, word, current);
          return result;
        }
        default ->
            throw new Malformed(
                section.offset(at), "line table opcode " + opcode + " is not known");
      }
      if (word > result.length) {
        throw new Malformed(section.offset(at), "source lines reach beyond the words of a kernel");
      }
    }
  }

  private static int addClamped(int left, int right) {
    return (int) Math.min(Integer.MAX_VALUE, (long) left + right);
  }

  private int line(int line, long at) throws Malformed {
    long moved = line + signed();
    if (moved < 0 || moved > Integer.MAX_VALUE) {
      throw new Malformed(section.offset(at), "a source line number is out of range");
    }
    return (int) moved;
  }

  private SourcePosition position(int file, int line, int column, long at) throws Malformed {
    if (line == 0 && column == 0) {
      return SourcePosition.NONE;
    }
    if (line == 0 || file < 1 || file >= files.size() || files.get(file).isEmpty()) {
      throw new Malformed(section.offset(at), "a source line has no file, or a column has no line");
    }
    return new SourcePosition(files.get(file), line, column);
  }

  private void expectExtended(int length, int opcode) throws Malformed {
    section.expect8(next++, 0, "line table opcode");
    section.expect8(next++, length, "length of a line table opcode");
    section.expect8(next++, opcode, "line table opcode");
  }

  private int unsigned(String what) throws Malformed {
    long start = next;
    long value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int each = section.u8(next++);
      value |= (long) (each & 0x7F) << shift;
      if (each < 0x80) {
        if (value > Integer.MAX_VALUE) {
          break;
        }
        return (int) value;
      }
    }
    throw new Malformed(section.offset(start), "the " + what + " is too large");
  }

  private long signed() throws Malformed {
    long start = next;
    long value = 0;
    for (int shift = 0; shift < 42; shift += 7) {
      int each = section.u8(next++);
      value |= (long) (each & 0x7F) << shift;
      if (each < 0x80) {
        int unused = 64 - shift - 7;
        return value << unused >> unused;
      }
    }
    throw new Malformed(section.offset(start), "a line advance is too large");
  }
}
