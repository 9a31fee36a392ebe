package org.ptoc.tools.cli;

import java.util.List;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.toolchain.Toolchain;

/**
 * A kernel argument after it was checked against its parameter.
 *
 * @param argument what the machine gets
 * @param format type of the elements, for output files
 * @param shape shape of the elements, for output files
 */
record BoundArgument(Toolchain.Argument argument, DataFormat format, List<Integer> shape) {}
