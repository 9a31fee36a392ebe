package org.ptoc.ir.object;

import java.util.Optional;
import org.ptoc.ir.isa.DataType;

/**
 * A parameter of a kernel (spec/40, 12.4).
 *
 * @param name name in the source, may be empty
 * @param kind scalar or pointer
 * @param dataType data type code of spec/40, 7.2: of the scalar, or of the elements behind the
 *     pointer; {@link #UNKNOWN_TYPE} when not known
 * @param register X register that holds the argument at entry, 0 to 15, or {@link #NO_REGISTER}
 * @param read true when the compiler found that the buffer is read
 * @param written true when the compiler found that the buffer is written; neither means not known
 * @param parameterOffset byte offset in the parameter block, a multiple of 8
 * @param launchValue what the launcher gives by itself, by default what the name says; empty for
 *     what the user gives
 */
public record KernelArgument(
    String name,
    Kind kind,
    int dataType,
    int register,
    boolean read,
    boolean written,
    int parameterOffset,
    Optional<LaunchValue> launchValue) {
  /** Data type code that says nothing. */
  public static final int UNKNOWN_TYPE = 31;

  /** Register number of an argument that lies only in the parameter block. */
  public static final int NO_REGISTER = 255;

  /** Bytes that each argument takes in the parameter block. */
  public static final int PARAMETER_BYTES = 8;

  /** Arguments that also arrive in registers. */
  public static final int REGISTER_ARGUMENTS = 16;

  /** How the bits of an argument are used. */
  public enum Kind {
    SCALAR,
    GM_POINTER
  }

  public KernelArgument {
    Text.require(name, "argument name");
    if (!isDataType(dataType)) {
      throw new IllegalArgumentException("no data type has the code " + dataType);
    }
    if (register != NO_REGISTER && (register < 0 || register >= REGISTER_ARGUMENTS)) {
      throw new IllegalArgumentException("no argument arrives in register X" + register);
    }
    if (!isParameterOffset(parameterOffset)) {
      throw new IllegalArgumentException("bad parameter block offset " + parameterOffset);
    }
    launchValue = launchValue.or(() -> launchValue(name, kind, dataType));
    if (launchValue.isPresent() && !canTake(kind, dataType)) {
      throw new IllegalArgumentException("a launcher gives integers of 32 or 64 bits only");
    }
  }

  /** As above; what the launcher gives follows from the name. */
  public KernelArgument(
      String name,
      Kind kind,
      int dataType,
      int register,
      boolean read,
      boolean written,
      int parameterOffset) {
    this(name, kind, dataType, register, read, written, parameterOffset, Optional.empty());
  }

  /** What the name of a parameter asks of a launcher. */
  private static Optional<LaunchValue> launchValue(String name, Kind kind, int dataType) {
    return LaunchValue.byParameter(name).filter(value -> canTake(kind, dataType));
  }

  /**
   * True if a launcher can give a value to such a parameter: integers that hold every number of a
   * block.
   */
  private static boolean canTake(Kind kind, int dataType) {
    return kind == Kind.SCALAR
        && DataType.byCode(dataType)
            .filter(type -> type.isInteger() && type.bytes() >= Integer.BYTES)
            .isPresent();
  }

  /** True if a launcher can give a value to this parameter. */
  public boolean canTakeLaunchValue() {
    return canTake(kind, dataType);
  }

  /**
   * What the launcher gives where the name does not say it; files carry no more, so that equal
   * kernels have equal bytes.
   */
  public Optional<LaunchValue> statedLaunchValue() {
    return launchValue.equals(launchValue(name, kind, dataType)) ? Optional.empty() : launchValue;
  }

  /** The same parameter with a value that the launcher gives. */
  public KernelArgument withLaunchValue(LaunchValue value) {
    return new KernelArgument(
        name, kind, dataType, register, read, written, parameterOffset, Optional.of(value));
  }

  /** The argument with the given position as the kernel ABI places it (spec/40, 5.4). */
  public static KernelArgument atPosition(
      int position, String name, Kind kind, int dataType, boolean read, boolean written) {
    int register = position < REGISTER_ARGUMENTS ? position : NO_REGISTER;
    return new KernelArgument(
        name, kind, dataType, register, read, written, position * PARAMETER_BYTES);
  }

  static boolean isDataType(int code) {
    return code >= 0 && code <= UNKNOWN_TYPE;
  }

  static boolean isParameterOffset(int offset) {
    return offset >= 0
        && offset % PARAMETER_BYTES == 0
        && offset / PARAMETER_BYTES < KernelObject.MAX_ARGUMENTS;
  }
}
