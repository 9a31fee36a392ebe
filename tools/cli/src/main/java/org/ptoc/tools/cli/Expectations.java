package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.tools.data.BufferComparison;
import org.ptoc.tools.data.BufferComparison.Tolerance;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.data.KernelValue;

/** Compares buffers with what {@code --expect} says. */
final class Expectations {
  private Expectations() {}

  /**
   * The tolerance of {@code --tol}: {@code abs=A,rel=R} in any order, or {@code R} or {@code R,A}.
   */
  static Tolerance tolerance(String text) throws CommandFailure {
    double absolute = 0;
    double relative = 0;
    String[] parts = text.split(",", -1);
    boolean sound = parts.length <= 2;
    for (int i = 0; i < parts.length && sound; i++) {
      boolean named = parts[i].startsWith("abs=") || parts[i].startsWith("rel=");
      double value = number(named ? parts[i].substring(4) : parts[i]);
      sound = value >= 0;
      if (named ? parts[i].startsWith("abs=") : i == 1) {
        absolute = value;
      } else {
        relative = value;
      }
    }
    if (!sound) {
      throw RunCommand.TOLERANCE.refused(text, "; write abs=1e-6,rel=1e-3, or REL, or REL,ABS");
    }
    return new Tolerance(absolute, relative);
  }

  private static double number(String text) {
    try {
      double value = Double.parseDouble(text);
      return Double.isFinite(value) ? value : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /**
   * The expected array, in the type of the elements of a buffer.
   *
   * @param buffer how the option names it
   * @param file the data
   */
  static DataArray load(String buffer, String file, DataFormat format) throws CommandFailure {
    return switch (ArgumentBinder.load(file)) {
      case KernelValue.Array(DataArray array) when ArgumentBinder.agree(format, array.format()) ->
          array.as(format);
      case KernelValue.Array(DataArray array)
          when BufferComparison.isComparable(format, array.format()) ->
          array;
      case KernelValue.Array(DataArray array) ->
          throw other(buffer, file, format, "it holds " + array.format().spelling());
      case KernelValue.Raw(byte[] bytes) when bytes.length % format.bytes() == 0 ->
          DataArray.of(format, List.of(bytes.length / format.bytes()), bytes);
      case KernelValue.Raw(byte[] bytes) ->
          throw other(buffer, file, format, "it has " + bytes.length + " bytes");
      case KernelValue.Number _ -> throw other(buffer, file, format, "it is a number");
      case KernelValue.Mapped _ -> throw other(buffer, file, format, "it is shared memory");
    };
  }

  private static CommandFailure other(String buffer, String file, DataFormat format, String what) {
    return CommandFailure.of(
        DiagnosticCode.BAD_DATA_FILE,
        "--expect "
            + buffer
            + "="
            + file
            + " must be an array of type "
            + format.spelling()
            + ", but "
            + what);
  }

  private static List<Diagnostic> differs(String message) {
    return List.of(Diagnostic.of(DiagnosticCode.EXPECTATION, Location.NONE, message));
  }

  /**
   * What is wrong with a buffer; empty when it is as expected.
   *
   * @param buffer what messages call it
   * @param file what messages call the expected data
   */
  static List<Diagnostic> compare(
      String buffer, String file, DataArray got, DataArray wanted, Tolerance tolerance) {
    if (got.size() != wanted.size()) {
      return differs(
          buffer + " has " + got.size() + " elements, " + file + " has " + wanted.size());
    }
    BufferComparison comparison = BufferComparison.of(got, wanted, tolerance);
    if (comparison.isEqual()) {
      return List.of();
    }
    List<Diagnostic.Note> notes = new ArrayList<>();
    for (BufferComparison.Mismatch each : comparison.first()) {
      String distance = each.distance().signum() < 0 ? "NaN on one side" : each.distance() + " ULP";
      notes.add(
          new Diagnostic.Note(
              Location.NONE,
              "["
                  + got.indexText(each.index())
                  + "] got "
                  + each.got()
                  + ", expected "
                  + each.wanted()
                  + " ("
                  + distance
                  + ")"));
    }
    if (comparison.mismatches() > BufferComparison.SHOWN) {
      notes.add(
          new Diagnostic.Note(
              Location.NONE, comparison.mismatches() - BufferComparison.SHOWN + " more"));
    }
    return List.of(
        Diagnostic.of(
            DiagnosticCode.EXPECTATION,
            Location.NONE,
            buffer
                + " differs from "
                + file
                + " in "
                + comparison.mismatches()
                + " of "
                + comparison.elements()
                + " elements",
            notes.toArray(Diagnostic.Note[]::new)));
  }
}
