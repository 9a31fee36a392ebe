package org.ptoc.ir.object;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.ptoc.ir.isa.Profile;

/** One object of two kernels whose every field has a value of its own, and places in its bytes. */
final class SmallObject {
  private static final int PROGRAM_HEADERS = 64;

  private SmallObject() {}

  static ObjectFile object() {
    return new ObjectFile(
        Profile.A5,
        "ptoc 9",
        "a.pto",
        SourceDigest.of(0x1122334455667788L),
        List.of(vector(), cube()));
  }

  /** A vector kernel that uses nothing worth mentioning and whose use of UB is not known. */
  static KernelProperties plain() {
    return new KernelProperties(
        KernelProperties.Kind.VECTOR,
        false,
        false,
        false,
        false,
        OptionalInt.empty(),
        0,
        0,
        KernelProperties.RegisterUse.NONE,
        0,
        0,
        KernelProperties.CubeMemoryUse.NONE,
        KernelProperties.Role.KERNEL);
  }

  private static KernelObject vector() {
    KernelProperties properties =
        new KernelProperties(
            KernelProperties.Kind.VECTOR,
            true,
            false,
            true,
            false,
            OptionalInt.of(0x1234),
            0x56,
            7,
            new KernelProperties.RegisterUse(1, 2, 3, 4),
            5,
            0x81,
            KernelProperties.CubeMemoryUse.NONE,
            KernelProperties.Role.KERNEL);
    return new KernelObject(
        "alpha",
        new long[] {0x0102030405060708L, -1, 3},
        new byte[] {9, 8, 7, 6, 5},
        List.of(
            KernelArgument.atPosition(0, "p", KernelArgument.Kind.GM_POINTER, 20, true, false),
            KernelArgument.atPosition(1, "n", KernelArgument.Kind.SCALAR, 16, false, true)),
        properties,
        List.of(
            new SourcePosition("a.pto", 3, 4),
            SourcePosition.NONE,
            new SourcePosition("b.pto", 70, 1)),
        List.of(
            new IndexedExtent(3, 4, true, new IndexedExtent.Tile(32, 96)),
            new IndexedExtent(5, 6, false, new IndexedExtent.View(0, 8, 16, List.of(1)))),
        Optional.empty());
  }

  private static KernelObject cube() {
    KernelProperties properties =
        new KernelProperties(
            KernelProperties.Kind.CUBE,
            false,
            true,
            false,
            true,
            OptionalInt.empty(),
            0,
            0,
            new KernelProperties.RegisterUse(11, 12, 13, 14),
            32,
            0xFF,
            new KernelProperties.CubeMemoryUse(0x12345, 17, 18, 0x1920),
            KernelProperties.Role.KERNEL);
    return new KernelObject(
        "beta",
        new long[] {5, 6},
        new byte[0],
        List.of(),
        properties,
        List.of(new SourcePosition("a.pto", 9, 2), new SourcePosition("a.pto", 9, 2)),
        List.of(),
        Optional.empty());
  }

  /**
   * The first byte of a part: {@code file}, {@code program N}, {@code header NAME} (a section
   * header) or the name of a section.
   */
  static int place(byte[] bytes, String part) {
    TinyElf elf = TinyElf.read(bytes);
    if (part.equals("file")) {
      return 0;
    }
    if (part.startsWith("program ")) {
      return PROGRAM_HEADERS + 56 * Integer.parseInt(part.substring(8));
    }
    if (!part.startsWith("header ")) {
      return elf.section(part).offset();
    }
    int table = (int) elf.file().getLong(0x28);
    String name = part.substring(7).strip();
    return table + 64 * (name.equals("null") ? 0 : elf.sections().indexOf(elf.section(name)));
  }

  /** Little-endian value of 1 to 8 bytes. */
  static long get(byte[] bytes, int at, int size) {
    long value = 0;
    for (int i = size - 1; i >= 0; i--) {
      value = value << 8 | bytes[at + i] & 0xFF;
    }
    return value;
  }

  static void set(byte[] bytes, int at, int size, long value) {
    byte[] all = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
    System.arraycopy(all, 0, bytes, at, size);
  }
}
