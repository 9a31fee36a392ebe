package org.ptoc.tools.assembly;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.RegisterCounter;
import org.ptoc.ir.object.IndexedExtent;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.ir.object.KernelProperties.RegisterUse;
import org.ptoc.ir.object.LaunchValue;
import org.ptoc.ir.object.PipeRecord;
import org.ptoc.ir.object.SourcePosition;

/**
 * A kernel while its lines are read. Malformed directives are {@link IllegalArgumentException}s
 * with a message.
 */
final class KernelText {
  private final String name;
  private final int line;
  private final boolean isChecks;
  private final List<KernelArgument> arguments = new ArrayList<>();
  private final ByteArrayOutputStream rodata = new ByteArrayOutputStream();
  private final List<SourcePosition> positions = new ArrayList<>();
  private final List<IndexedExtent> extents = new ArrayList<>();
  private final List<PipeRecord> pipes = new ArrayList<>();
  private long[] words = new long[16];
  private int size;
  private KernelProperties.Kind kind = KernelProperties.Kind.VECTOR;
  private List<String> uses = List.of();
  private OptionalInt unifiedBufferBytes = OptionalInt.empty();
  private int local;
  private int blocks;
  private int buffers;
  private int events;
  private Optional<RegisterUse> registers = Optional.empty();
  private KernelProperties.Role role = KernelProperties.Role.KERNEL;
  private KernelProperties.CubeMemoryUse cubeMemory = KernelProperties.CubeMemoryUse.NONE;
  private boolean explicitPositions;
  private SourcePosition position = SourcePosition.NONE;

  /**
   * @param line the line of the directive
   * @param isChecks whether launchers run it in front of the kernel of its name
   */
  KernelText(String name, int line, boolean isChecks) {
    this.name = name;
    this.line = line;
    this.isChecks = isChecks;
  }

  /** True if launchers run it in front of the kernel of its name. */
  boolean isChecks() {
    return isChecks;
  }

  /** The line where the kernel starts. */
  int line() {
    return line;
  }

  void directive(List<String> parts, String file, int at) {
    switch (parts.getFirst()) {
      case ".kind" -> kind = kind(one(parts));
      case ".uses" -> uses = uses(parts.subList(1, parts.size()));
      case ".device" -> {
        expect(parts, 1, ".device takes nothing");
        role = KernelProperties.Role.DEVICE;
      }
      case ".part" -> {
        expect(parts, 1, ".part takes nothing");
        role = KernelProperties.Role.PART;
      }
      case ".ub" -> unifiedBufferBytes = OptionalInt.of(number(one(parts)));
      case ".local" -> local = number(one(parts));
      case ".blocks" -> blocks = number(one(parts));
      case ".buffers" -> buffers = number(one(parts));
      case ".events" -> events = number(one(parts));
      case ".cube_memory" -> {
        expect(parts, 5, ".cube_memory takes the bytes of L1 and the KiB of L0A, L0B and L0C");
        cubeMemory =
            new KernelProperties.CubeMemoryUse(
                number(parts.get(1)),
                number(parts.get(2)),
                number(parts.get(3)),
                number(parts.get(4)));
      }
      case ".registers" -> {
        expect(parts, 5, ".registers takes four numbers: X, V, P, AL");
        registers =
            Optional.of(
                new RegisterUse(
                    number(parts.get(1)),
                    number(parts.get(2)),
                    number(parts.get(3)),
                    number(parts.get(4))));
      }
      case ".argument" -> arguments.add(argument(parts));
      case ".extent" -> extents.add(ExtentText.read(parts));
      case ".pipe" -> pipes.add(pipe(parts));
      case ".rodata" -> rodata.writeBytes(hexadecimal(one(parts)));
      case ".loc" -> location(parts);
      case ".word" -> word(pattern(one(parts)), file, at);
      default -> throw new IllegalArgumentException("there is no directive " + parts.getFirst());
    }
  }

  void word(long word, String file, int at) {
    if (size == words.length) {
      words = Arrays.copyOf(words, size * 2);
    }
    words[size++] = word;
    positions.add(explicitPositions ? position : new SourcePosition(file, at, 0));
  }

  /** Words so far. */
  int size() {
    return size;
  }

  /** The registers that the words name. */
  private RegisterUse count(Profile profile) {
    RegisterCounter counter = new RegisterCounter();
    for (int i = 0; i < size; i++) {
      if (InstructionDecoder.decode(profile, words[i]) instanceof Instruction instruction) {
        counter.add(instruction);
      }
    }
    return new RegisterUse(
        counter.count(RegisterClass.X),
        counter.count(RegisterClass.V),
        counter.count(RegisterClass.P),
        counter.count(RegisterClass.AL));
  }

  /** The kernel; registers are counted where no directive has their number. */
  KernelObject build(Profile profile) {
    KernelProperties properties =
        new KernelProperties(
            kind,
            uses.contains("buffers"),
            uses.contains("flags"),
            uses.contains("spills"),
            uses.contains("atomics"),
            unifiedBufferBytes,
            local,
            blocks,
            registers.orElseGet(() -> count(profile)),
            buffers,
            events,
            cubeMemory,
            role);
    return new KernelObject(
            name,
            Arrays.copyOf(words, size),
            rodata.toByteArray(),
            arguments,
            properties,
            positions,
            extents,
            Optional.empty())
        .withPipes(pipes);
  }

  private static PipeRecord pipe(List<String> parts) {
    expect(parts, 6, ".pipe takes number, directions, slots, first flag, and whole or split");
    return new PipeRecord(
        number(parts.get(1)),
        number(parts.get(2)),
        number(parts.get(3)),
        number(parts.get(4)),
        parts.get(5).equals("whole"));
  }

  private static KernelProperties.Kind kind(String word) {
    for (KernelProperties.Kind each : KernelProperties.Kind.values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(word)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "'" + word + "' is no kind of kernel; vector, cube and mixed are");
  }

  private static List<String> uses(List<String> words) {
    for (String word : words) {
      if (!List.of("buffers", "flags", "spills", "atomics").contains(word)) {
        throw new IllegalArgumentException(
            ".uses takes buffers, flags, spills and atomics, not '" + word + "'");
      }
    }
    return List.copyOf(words);
  }

  private static KernelArgument argument(List<String> parts) {
    boolean read = parts.contains("read") && parts.indexOf("read") < parts.size() - 1;
    boolean written = parts.contains("write") && parts.indexOf("write") < parts.size() - 1;
    int count = 6 + (read ? 1 : 0) + (written ? 1 : 0);
    String form =
        ".argument takes pointer or scalar, type code, register, read, write, offset, what the"
            + " launcher gives (block_idx, block_num, subblock_idx) and name";
    Optional<LaunchValue> given =
        parts.size() == count + 1 ? LaunchValue.bySpelling(parts.get(count - 1)) : Optional.empty();
    expect(parts, given.isPresent() ? count + 1 : count, form);
    boolean pointer = parts.get(1).equals("pointer");
    if (!pointer && !parts.get(1).equals("scalar")) {
      throw new IllegalArgumentException(form);
    }
    return new KernelArgument(
        parts.getLast(),
        pointer ? KernelArgument.Kind.GM_POINTER : KernelArgument.Kind.SCALAR,
        number(parts.get(2)),
        number(parts.get(3)),
        read,
        written,
        number(parts.get(count - 2)),
        given);
  }

  private void location(List<String> parts) {
    if (!explicitPositions && size > 0) {
      throw new IllegalArgumentException(
          "the first .loc must stand before the first word of its kernel");
    }
    explicitPositions = true;
    if (parts.size() == 2 && parts.get(1).equals("none")) {
      position = SourcePosition.NONE;
      return;
    }
    expect(parts, 4, ".loc takes a file name, a line and a column, or none");
    position = new SourcePosition(parts.get(1), number(parts.get(2)), number(parts.get(3)));
  }

  static String one(List<String> parts) {
    expect(parts, 2, parts.getFirst() + " takes one value");
    return parts.get(1);
  }

  private static void expect(List<String> parts, int count, String message) {
    if (parts.size() != count) {
      throw new IllegalArgumentException(message);
    }
  }

  static int number(String text) {
    try {
      int value = Integer.decode(text);
      if (value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the message.
    }
    throw new IllegalArgumentException(
        "'" + text + "' is no number from 0 to " + Integer.MAX_VALUE);
  }

  /** A 64-bit pattern, {@code 0x} and up to 16 digits. */
  static long pattern(String text) {
    try {
      if (text.startsWith("0x")) {
        return Long.parseUnsignedLong(text, 2, text.length(), 16);
      }
    } catch (NumberFormatException e) {
      // Falls through to the message.
    }
    throw new IllegalArgumentException(
        "'" + text + "' is no 64-bit pattern like 0x0000000000000045");
  }

  private static byte[] hexadecimal(String text) {
    try {
      return HexFormat.of().parseHex(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is no even number of hexadecimal digits", e);
    }
  }
}
