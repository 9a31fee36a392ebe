package org.ptoc.tools.debug;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.tools.data.DataFormat;

/** Registers and memory as text. */
final class Values {
  private static final int PREDICATE_BITS = 256;
  private static final int LINE_VALUES = 8;
  private static final int PIPES = 16;

  private Values() {}

  /** Elements from the first byte on, between blanks. */
  static String elements(byte[] bytes, DataFormat format) {
    List<String> values = new ArrayList<>();
    for (int at = 0; at + format.bytes() <= bytes.length; at += format.bytes()) {
      values.add(format.show(LittleEndian.get(bytes, at, format.bytes())));
    }
    return String.join(" ", values);
  }

  /** A number in decimal and in hexadecimal. */
  static String scalar(long value) {
    return value + " (0x" + Long.toHexString(value) + ")";
  }

  /** The bytes of a vector register. */
  static byte[] vector(Core core, int register) {
    int at = register * Core.VECTOR_BYTES;
    return java.util.Arrays.copyOfRange(core.vectors, at, at + Core.VECTOR_BYTES);
  }

  /** Lanes, eight to a line, each line with the number of its first. */
  static String lanes(byte[] bytes, DataFormat format) {
    StringBuilder text = new StringBuilder();
    int lanes = bytes.length / format.bytes();
    for (int lane = 0; lane < lanes; lane += LINE_VALUES) {
      text.append(lane == 0 ? "" : "\n").append("[").append(lane).append("]");
      for (int i = lane; i < Math.min(lanes, lane + LINE_VALUES); i++) {
        text.append(' ')
            .append(format.show(LittleEndian.get(bytes, i * format.bytes(), format.bytes())));
      }
    }
    return text.toString();
  }

  /**
   * The bits of a predicate register, lane 0 first.
   *
   * @param width bytes of a lane, whose first bit counts (spec/40, 5.2)
   */
  static String mask(Core core, int register, int width) {
    StringBuilder bits = new StringBuilder();
    int set = 0;
    for (int lane = 0; lane < PREDICATE_BITS; lane += width) {
      long word = core.predicates[register * Predicates.WORDS + lane / Long.SIZE];
      boolean isSet = (word >>> lane % Long.SIZE & 1) != 0;
      set += isSet ? 1 : 0;
      bits.append(lane > 0 && lane / width % 64 == 0 ? "\n" : "").append(isSet ? '1' : '0');
    }
    return set + " of " + PREDICATE_BITS / width + " lanes\n" + bits;
  }

  /** The register that a name means; -1 for none. */
  static int register(RegisterClass kind, String name) {
    return kind.parse(name.toUpperCase(java.util.Locale.ROOT));
  }

  /** The value of a parameter by its type. */
  static String parameter(KernelArgument parameter, long bits) {
    return switch (parameter.kind()) {
      case GM_POINTER -> "GM 0x" + Long.toHexString(bits);
      case SCALAR ->
          DataFormat.byCode(parameter.dataType())
              .map(format -> format.show(bits) + " : " + format.spelling())
              .orElse(scalar(bits));
    };
  }

  /** An event between two pipes. */
  record Event(Pipe source, Pipe destination, int number) {
    @Override
    public String toString() {
      return source + " -> " + destination + ", event " + number;
    }
  }

  /** The signals of the flags of a core that are set. */
  static Map<Event, Integer> flags(Core core) {
    int[] signals = core.signals();
    Map<Event, Integer> flags = new LinkedHashMap<>();
    for (Pipe source : Pipe.values()) {
      for (Pipe destination : Pipe.values()) {
        for (int number = 0; number < events(signals); number++) {
          Event event = new Event(source, destination, number);
          if (signals(signals, event) != 0) {
            flags.put(event, signals(signals, event));
          }
        }
      }
    }
    return flags;
  }

  /** The signals of an event less the waits for it, in an array of all events. */
  static int signals(int[] all, Event event) {
    boolean exists = event.number >= 0 && event.number < events(all);
    long place = ((long) event.source.code() * PIPES + event.destination.code()) * events(all);
    return exists ? all[(int) place + event.number] : 0;
  }

  private static int events(int[] signals) {
    return signals.length / PIPES / PIPES;
  }
}
