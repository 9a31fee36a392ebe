package org.ptoc.tools.debug;

import java.util.Arrays;
import java.util.Optional;
import org.ptoc.emulator.session.ByteRange;
import org.ptoc.tools.data.DataFormat;

/** Where a run stops. */
final class Breakpoint {
  /** What it waits for. */
  sealed interface Site {}

  /** The begin of a line. */
  record Line(String file, int line) implements Site {}

  /** A word, of the cores that have the selected text. */
  record Word(int word) implements Site {}

  /** A change of bytes, or with {@code reads} an access that reads them. */
  record Watch(ByteRange range, DataFormat format, boolean reads) implements Site {}

  final int number;
  final Site site;
  final Optional<String> condition;
  final boolean isTemporary;

  /** What is written in place of stopping, with expressions in braces. */
  final Optional<String> log;

  boolean isEnabled = true;
  int hits;

  /** The bytes of a watch when they were compared last. */
  byte[] known = {};

  Breakpoint(
      int number,
      Site site,
      Optional<String> condition,
      boolean isTemporary,
      Optional<String> log) {
    this.number = number;
    this.site = site;
    this.condition = condition;
    this.isTemporary = isTemporary;
    this.log = log;
  }

  String place() {
    return switch (site) {
      case Line(String file, int line) -> (file.isEmpty() ? "line " : file + ":") + line;
      case Word(int word) -> "*0x" + Integer.toHexString(8 * word);
      case Watch(ByteRange range, DataFormat format, boolean reads) ->
          range.space().spelling()
              + "[0x"
              + Long.toHexString(range.address())
              + "]:"
              + format.spelling()
              + (range.bytes() > format.bytes() ? " x " + range.bytes() / format.bytes() : "");
    };
  }

  String kind() {
    return switch (site) {
      case Line _, Word _ -> isTemporary ? "temporary breakpoint" : "breakpoint";
      case Watch(_, _, boolean reads) -> reads ? "read watchpoint" : "watchpoint";
    };
  }

  boolean hasChanged(byte[] now) {
    return !Arrays.equals(known, now);
  }
}
