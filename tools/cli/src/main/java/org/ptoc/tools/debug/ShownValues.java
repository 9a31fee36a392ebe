package org.ptoc.tools.debug;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.session.ByteRange;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.tools.data.DataFormat;

/** Places in memory and values, as users name them. */
final class ShownValues {
  private static final Pattern PLACE =
      Pattern.compile("([A-Za-z0-9_]+)\\[(.+)\\](?::([A-Za-z0-9]+?)(?:x(\\d+))?)?");
  private static final Pattern LANES = Pattern.compile("(?i)\\$?(v\\d+)(?::(\\w+))?");
  private static final Pattern MASK = Pattern.compile("(?i)\\$?(p\\d+)(?::b(8|16|32))?");

  private ShownValues() {}

  /** Elements of one type in a memory. */
  record Place(ByteRange range, DataFormat format) {}

  /** The elements of {@code UB[0x40]:f32x8}: type and count are {@code i32x1} if left out. */
  static Place place(String text, Debugger debugger) throws DebugProblem {
    Matcher matcher = PLACE.matcher(text);
    if (!matcher.matches()) {
      throw new DebugProblem("'" + text + "' is no place in memory; UB[0x40]:f32x8 is one");
    }
    DataFormat format =
        matcher.group(3) == null ? DataFormat.I32 : Expression.format(matcher.group(3));
    long count = matcher.group(4) == null ? 1 : Expression.number(matcher.group(4));
    if (count < 1 || count > 1 << 20) {
      throw new DebugProblem("at most " + (1 << 20) + " elements, and at least one");
    }
    return new Place(
        new ByteRange(
            Expression.space(matcher.group(1)),
            debugger.core().number(),
            Expression.value(matcher.group(2), debugger),
            (int) count * format.bytes()),
        format);
  }

  /** The bytes at a place. */
  static byte[] bytes(ByteRange range, Debugger debugger) throws DebugProblem {
    return range
        .read(debugger.session())
        .orElseThrow(
            () ->
                new DebugProblem(
                    "there is no "
                        + range.space().spelling()
                        + " of "
                        + range.bytes()
                        + " bytes at 0x"
                        + Long.toHexString(range.address())
                        + " in this core"));
  }

  /** The value of an expression, lanes {@code v3:f16}, a mask {@code p2:b32} or elements. */
  static String show(String text, Debugger debugger) throws DebugProblem {
    Matcher lanes = LANES.matcher(text);
    Matcher mask = MASK.matcher(text);
    Core state = debugger.core().run().core();
    int vector = lanes.matches() ? Values.register(RegisterClass.V, lanes.group(1)) : -1;
    int predicate = mask.matches() ? Values.register(RegisterClass.P, mask.group(1)) : -1;
    if (vector >= 0) {
      DataFormat format =
          lanes.group(2) == null ? DataFormat.F32 : Expression.format(lanes.group(2));
      return Values.lanes(Values.vector(state, vector), format);
    }
    if (predicate >= 0) {
      int width = mask.group(2) == null ? 1 : Integer.parseInt(mask.group(2)) / Byte.SIZE;
      return Values.mask(state, predicate, width);
    }
    if (PLACE.matcher(text).matches()) {
      Place some = place(text, debugger);
      return Values.elements(bytes(some.range(), debugger), some.format());
    }
    Optional<KernelArgument> parameter =
        debugger.parameters().stream().filter(each -> text.equals("%" + each.name())).findFirst();
    return parameter.isPresent()
        ? Values.parameter(parameter.get(), debugger.bits(parameter.get()))
        : Values.scalar(Expression.value(text, debugger));
  }
}
