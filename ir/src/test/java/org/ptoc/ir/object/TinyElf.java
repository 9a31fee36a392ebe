package org.ptoc.ir.object;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * A second, independent and trusting ELF-64 reader, written from the ELF documents and not from the
 * product.
 */
record TinyElf(ByteBuffer file, List<Section> sections) {
  record Section(String name, int type, int offset, int size, int link, int info) {}

  record LineRow(long address, String file, long line, long column, boolean end) {}

  static TinyElf read(byte[] bytes) {
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int table = (int) file.getLong(0x28);
    int names = (int) file.getLong(table + 64 * file.getShort(0x3E) + 0x18);
    List<Section> sections = new ArrayList<>();
    for (int i = 0; i < file.getShort(0x3C); i++) {
      int at = table + 64 * i;
      sections.add(
          new Section(
              text(file, names + file.getInt(at)),
              file.getInt(at + 4),
              (int) file.getLong(at + 0x18),
              (int) file.getLong(at + 0x20),
              file.getInt(at + 0x28),
              file.getInt(at + 0x2C)));
    }
    return new TinyElf(file, sections);
  }

  Section section(String name) {
    for (Section section : sections) {
      if (section.name().equals(name)) {
        return section;
      }
    }
    throw new NoSuchElementException(name);
  }

  static String text(ByteBuffer file, int at) {
    int end = at;
    while (file.get(end) != 0) {
      end++;
    }
    return new String(file.array(), at, end - at, StandardCharsets.UTF_8);
  }

  /** The line table by the state machine of DWARF 5, section 6.2, special opcodes included. */
  List<LineRow> lineRows() {
    Section section = section(".debug_line");
    ByteBuffer in = file.slice(section.offset(), section.size()).order(ByteOrder.LITTLE_ENDIAN);
    in.position(8);
    int programStart = in.getInt() + 12;
    int instructionBytes = in.get();
    in.get();
    in.get();
    int lineBase = in.get();
    int lineRange = in.get();
    int opcodeBase = in.get();
    in.position(in.position() + opcodeBase - 1);
    List<String> files = files(in);
    in.position(programStart);
    List<LineRow> rows = new ArrayList<>();
    long address = 0;
    long line = 1;
    long column = 0;
    int source = 1;
    while (in.hasRemaining()) {
      int opcode = in.get() & 0xFF;
      if (opcode >= opcodeBase) {
        address += (long) (opcode - opcodeBase) / lineRange * instructionBytes;
        line += lineBase + (opcode - opcodeBase) % lineRange;
        rows.add(new LineRow(address, files.get(source), line, column, false));
        continue;
      }
      switch (opcode) {
        case 0 -> {
          uleb(in);
          if (in.get() == 2) {
            address = in.getLong();
          } else {
            rows.add(new LineRow(address, files.get(source), line, column, true));
            line = 1;
            column = 0;
            source = 1;
          }
        }
        case 1 -> rows.add(new LineRow(address, files.get(source), line, column, false));
        case 2 -> address += uleb(in) * instructionBytes;
        case 3 -> line += sleb(in);
        case 4 -> source = (int) uleb(in);
        case 5 -> column = uleb(in);
        default -> throw new IllegalStateException("opcode " + opcode);
      }
    }
    return rows;
  }

  private static List<String> files(ByteBuffer in) {
    skipEntries(in, new ArrayList<>());
    List<String> files = new ArrayList<>();
    skipEntries(in, files);
    return files;
  }

  private static void skipEntries(ByteBuffer in, List<String> names) {
    int formats = in.get();
    long[] form = new long[formats];
    for (int i = 0; i < formats; i++) {
      uleb(in);
      form[i] = uleb(in);
    }
    for (long left = uleb(in); left > 0; left--) {
      for (long each : form) {
        if (each == 0x08) {
          int start = in.arrayOffset() + in.position();
          String name = text(ByteBuffer.wrap(in.array()), start);
          names.add(name);
          in.position(in.position() + name.getBytes(StandardCharsets.UTF_8).length + 1);
        } else {
          uleb(in);
        }
      }
    }
  }

  private static long uleb(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte each = in.get();
      value |= (each & 0x7FL) << shift;
      if (each >= 0) {
        return value;
      }
    }
  }

  private static long sleb(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte each = in.get();
      value |= (each & 0x7FL) << shift;
      if (each >= 0) {
        return (each & 0x40) != 0 ? value | -1L << shift + 7 : value;
      }
    }
  }
}
