package org.ptoc.junit;

import java.util.Optional;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.data.DataFormat.Kind;
import org.ptoc.tools.plan.ParameterUse;
import org.ptoc.tools.toolchain.DeviceView;

/**
 * A parameter of a kernel, and what may be given for it. The rules are those of {@code ptoc run
 * --arg}.
 */
record Parameter(Kernel kernel, int number) {

  private KernelArgument description() {
    return kernel.parameters().get(number);
  }

  private Optional<DataFormat> format() {
    return DataFormat.byCode(description().dataType());
  }

  boolean isBuffer() {
    return description().kind() == KernelArgument.Kind.GM_POINTER;
  }

  /** The array as the kernel sees it. */
  DataArray accept(DataArray given) {
    return given.as(elements(given.format()));
  }

  /** The array of a device as the kernel sees it. */
  DeviceView accept(DeviceView given) {
    return new DeviceView(given.memory(), given.offset(), elements(given.format()), given.shape());
  }

  /** The type of the elements behind the pointer where an array of another may be given. */
  private DataFormat elements(DataFormat given) {
    requireBuffer();
    DataFormat wanted = format().orElse(given);
    if (!agree(wanted, given)) {
      throw problem(
          "points to elements of type " + wanted.spelling() + ", not " + given.spelling());
    }
    return wanted;
  }

  /** Raw contents, which fit every element type. */
  DataArray acceptBytes(byte[] given) {
    requireBuffer();
    DataFormat wanted = format().orElse(DataFormat.I8);
    if (given.length % wanted.bytes() != 0) {
      throw problem(
          "has elements of "
              + wanted.bytes()
              + " bytes; "
              + given.length
              + " bytes are no multiple of it");
    }
    return Elements.of(wanted, given);
  }

  /** Refuses an array that is shorter than the view that the kernel makes of it. */
  void requireSpan(ParameterUse.View view, DeviceView given) {
    long elements = given.bytes() / elements(given.format()).bytes();
    if (elements < view.span().getAsLong()) {
      throw problem(
          "takes at least "
              + view.span().getAsLong()
              + " elements, what its view '"
              + view.name()
              + "' spans, not "
              + elements);
    }
  }

  void requireBuffer() {
    if (!isBuffer()) {
      throw problem("is a number, not a buffer");
    }
  }

  /** Register bits of an integer. */
  long accept(long value) {
    DataFormat wanted = scalarFormat().orElse(DataFormat.I64);
    if (wanted.kind() == Kind.FLOAT) {
      throw problem("has type " + wanted.spelling() + ", give it a float");
    }
    int unused = 64 - wanted.bits();
    boolean fits = value << unused >> unused == value || value << unused >>> unused == value;
    if (!fits) {
      throw problem("has type " + wanted.spelling() + ", which has no " + value);
    }
    return wanted.extend(value);
  }

  /** Register bits of a float. */
  long accept(float value) {
    DataFormat wanted = scalarFormat().orElse(DataFormat.F32);
    if (!Elements.isFloat(wanted)) {
      throw problem("has type " + wanted.spelling() + ", not a float");
    }
    return Elements.bits(wanted, value);
  }

  private Optional<DataFormat> scalarFormat() {
    if (isBuffer()) {
      throw problem("is a buffer, not a number");
    }
    return format();
  }

  /**
   * Widths must agree; signs do not matter; integers stand for the 8-bit floats, which Java has no
   * type for.
   */
  private static boolean agree(DataFormat wanted, DataFormat given) {
    return wanted == given
        || wanted.bytes() == given.bytes()
            && given.kind() != Kind.FLOAT
            && (wanted.isOpaque() || wanted.kind() != Kind.FLOAT);
  }

  private IllegalArgumentException problem(String message) {
    return new IllegalArgumentException(this + " " + message);
  }

  @Override
  public String toString() {
    String name = description().name();
    return "parameter "
        + number
        + (name.isEmpty() ? "" : " (" + name + ")")
        + " of @"
        + kernel.name();
  }
}
