package org.ptoc.tools.cli;

import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.Argument;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.toolchain.DeviceView;

/**
 * A kernel argument after it was checked against its parameter.
 *
 * @param argument what the machine gets
 * @param format type of the elements, for output files
 * @param shape shape of the elements, for output files
 * @param resident the array of a device that the argument points to, if it does
 */
record BoundArgument(
    Argument argument, DataFormat format, List<Integer> shape, Optional<DeviceView> resident) {
  /** An argument of this launch alone. */
  BoundArgument(Argument argument, DataFormat format, List<Integer> shape) {
    this(argument, format, shape, Optional.empty());
  }
}
