package org.ptoc.emulator.jit.carrier;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.lane.CanonicalNumbers;
import org.ptoc.ir.isa.DataType;

/** An array of lanes of one element type. */
public enum LaneArray {
  /** A {@code float[]}. */
  SINGLE(float[].class, "floats", Float.BYTES, Opcodes.FALOAD, Opcodes.FASTORE),
  /** A {@code short[]} of halves that are computed as {@code float}. */
  HALF(short[].class, "shorts", Short.BYTES, Opcodes.SALOAD, Opcodes.SASTORE),
  /** A {@code byte[]} of integers or bits. */
  BYTE(byte[].class, "bytes", Byte.BYTES, Opcodes.BALOAD, Opcodes.BASTORE),
  /** A {@code short[]} of integers or bits. */
  SHORT(short[].class, "shorts", Short.BYTES, Opcodes.SALOAD, Opcodes.SASTORE),
  /** An {@code int[]} of integers or bits. */
  INT(int[].class, "ints", Integer.BYTES, Opcodes.IALOAD, Opcodes.IASTORE),
  /** A {@code long[]} of integers. */
  LONG(long[].class, "longs", Long.BYTES, Opcodes.LALOAD, Opcodes.LASTORE);

  // How memory has the elements.

  /** How memory has lanes of eight bytes: little-endian, at any address. */
  public static final ValueLayout.OfLong LONGS =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** The same for f32. */
  public static final ValueLayout.OfFloat FLOATS =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** The same for lanes of four bytes. */
  public static final ValueLayout.OfInt INTS =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** The same for lanes of two bytes. */
  public static final ValueLayout.OfShort SHORTS =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Class<?> array;
  private final String elements;
  private final int bytes;
  private final int load;
  private final int store;

  LaneArray(Class<?> array, String elements, int bytes, int load, int store) {
    this.array = array;
    this.elements = elements;
    this.bytes = bytes;
    this.load = load;
    this.store = store;
  }

  /** The array of bits and integers of {@code type}. */
  public static LaneArray ofBits(DataType type) {
    return switch (type.bytes()) {
      case 1 -> BYTE;
      case 2 -> SHORT;
      case 4 -> INT;
      default -> LONG;
    };
  }

  /** The array for arithmetic in {@code type}; bf16 has none and is bits. */
  public static LaneArray ofNumbers(DataType type) {
    return switch (type) {
      case FP32 -> SINGLE;
      case FP16 -> HALF;
      default -> ofBits(type);
    };
  }

  /** The type of the array. */
  public Class<?> array() {
    return array;
  }

  /** What the elements of the JVM are called. */
  public String elements() {
    return elements;
  }

  /** Bytes of a lane. */
  public int bytes() {
    return bytes;
  }

  /** The instruction that loads a lane. */
  int load() {
    return load;
  }

  /** The instruction that stores a lane. */
  int store() {
    return store;
  }

  /** The result of a NaN in lanes that are numbers; 0 when they saturate (spec/11, 5.3). */
  public Optional<CanonicalNumbers> canonical(boolean saturate) {
    return switch (this) {
      case SINGLE -> Optional.of(CanonicalNumbers.SINGLES);
      case HALF ->
          Optional.of(saturate ? CanonicalNumbers.SATURATED_HALVES : CanonicalNumbers.HALVES);
      case BYTE, SHORT, INT, LONG -> Optional.empty();
    };
  }
}
