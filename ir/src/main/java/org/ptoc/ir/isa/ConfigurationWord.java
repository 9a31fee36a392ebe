package org.ptoc.ir.isa;

import java.util.List;

/**
 * Layouts of the 64-bit words that instructions read from X registers and special registers
 * (spec/40, 1.6 and section 9). Bits called {@code z} are zero; a set one traps with {@link
 * TrapCode#CONFIGURATION_WORD} when the word is used.
 */
public enum ConfigurationWord {
  /** Two sources; strides in 32-byte blocks. */
  BIN(
      "destinationBlock 8 firstBlock 8 secondBlock 8 "
          + "destinationRepeat 8 firstRepeat 8 secondRepeat 8 mode 2 z 6 repeat 8"),
  /** One source, or source and scalar. The destination repeat stride is split. */
  UNA(
      "destinationBlock 16 firstBlock 16 destinationRepeat 8 firstRepeat 12 destinationRepeatHigh 4"
          + " repeat 8"),
  /** Block sort. */
  SRT("smallerIndexFirst 1 z 55 repeat 8"),
  /** Merge sort. */
  MRG("repeat 8 lists 4 stopWhenExhausted 1 z 51"),
  /** Transpose; repeat strides in units of 512 bytes, 0 means 1. */
  TRN("z 32 destinationRepeat 8 firstRepeat 12 destinationRepeatHigh 4 repeat 8"),
  /** Four 16-bit list lengths or list addresses divided by 8. */
  LISTS("list0 16 list1 16 list2 16 list3 16"),
  /** A2/A3 copy; length and gaps in 32-byte blocks. */
  DMA2("sid 4 bursts 12 length 16 sourceGap 16 destinationGap 16"),
  /** A2/A3 byte-granular copy, first word; length in bytes, padding in elements. */
  DMA2A_0("sid 4 bursts 12 length 21 left 6 right 6 z 15"),
  /** A2/A3 byte-granular copy, second word; the GM gap in bytes, the UB gap in blocks. */
  DMA2A_1("sourceGap 32 destinationGap 32"),
  /** A5 GM to UB, first word; length in bytes, padding in elements. */
  DMA5_IN_0("sid 4 bursts 21 length 21 left 6 right 6 padValue 1 z 1 cache 4"),
  /** A5 GM to UB, second word; strides start to start in bytes. */
  DMA5_IN_1("sourceStride 40 destinationStride 21 z 3"),
  /** A5 UB to GM, first word. */
  DMA5_OUT_0("sid 4 bursts 21 length 21 z 14 cache 4"),
  /** A5 UB to GM, second word. */
  DMA5_OUT_1("destinationStride 40 sourceStride 21 z 3"),
  /** A5 UB to UB; length and gaps in 32-byte blocks. */
  DMA5_LOCAL("bursts 16 length 16 sourceGap 16 destinationGap 16"),
  /** Counts of the two outer DMA loops (A5 special registers). */
  LOOP_SIZE("loop1 21 loop2 21 z 22"),
  /** Strides of an outer DMA loop, GM to UB. */
  LOOP_STRIDE_IN("sourceStride 40 destinationStride 21 z 3"),
  /** Strides of an outer DMA loop, UB to GM. */
  LOOP_STRIDE_OUT("destinationStride 40 sourceStride 21 z 3"),
  /** Block-strided vector load and store; strides in 32-byte blocks. */
  BLOCK_STRIDE("repeatStride 16 blockStride 16 z 32"),
  /**
   * A matrix product; {@code ordinary} says that one row of A lies as rows of larger matrices do,
   * on A2/A3 that f32 rows of A are padded to 16 columns.
   */
  MAD("m 12 k 12 n 12 z 19 unitFlag 2 z 4 ordinary 1 bias 1 zero 1"),
  /** L1 to L0, first word; starts and counts in fractals, of scales in 32-byte pieces. */
  LD0("rowStart 16 columnStart 16 rows 8 columns 8 z 16"),
  /** L1 to L0, second word; distances of columns of fractals, in fractals. */
  LD1("sourceStride 16 destinationStride 16 z 32"),
  /** GM to fractals in L1, first word; the stride in bytes. */
  ND0("sid 4 sourceStride 40 cache 4 rows 16"),
  /** GM to fractals in L1, second word; the width in elements, the stride of groups in bytes. */
  ND1("columns 21 groupStride 40 smallRows 1 z 2"),
  /** Groups of matrices and strides of rows, fractal columns and groups, in 32-byte units. */
  ND2("groups 16 rowStride 16 columnStride 16 groupStride 16"),
  /** L1 to the bias table; length and gaps in units of the profile. */
  BT("z 3 convert 1 bursts 12 length 16 sourceGap 16 destinationGap 16"),
  /**
   * L1 to fixpipe parameters; length and gaps in units of the profile. Bit 3 gives scales that are
   * made of floats their bit 46.
   */
  FB("z 3 signedResult 1 bursts 12 length 16 sourceGap 16 destinationGap 16"),
  /** L1 to UB and back; the vector core, length and gaps in 32-byte blocks. */
  L1UB("core 4 bursts 12 length 16 sourceGap 16 destinationGap 16"),
  /** Fill of L1; blocks of 32 bytes. */
  FILL("repeats 15 z 1 blocks 15 z 1 gap 15 z 17"),
  /** Fixpipe, shape; the destination stride in elements. */
  FIXM("sid 4 n 12 m 16 destinationStride 32"),
  /** Fixpipe to GM, mode; the source stride in rows of 16 accumulators. */
  FIXT_GM(fixpipe("cache 4")),
  /** Fixpipe to L1, mode. */
  FIXT_L1(fixpipe("z 4")),
  /** Fixpipe to UB, mode: {@code split} 1 by rows and 2 by columns, else the vector core. */
  FIXT_UB(fixpipe("split 2 core 1 z 1")),
  /** Repetition of a fixpipe word; strides in 64 bytes and in destination elements. */
  LOOP3("count 16 sourceStride 16 destinationStride 32"),
  /** Source stride of a fixpipe word that writes columns. */
  CHANNEL("z 48 sourceStride 16"),
  /** Addresses of fixpipe parameters in their segments: alphas in 64, scales in 128 bytes. */
  FPC("relu 8 quant 8 z 48");

  /**
   * What a program puts into the register of a word when a value that it computed does not fit its
   * field. No instruction can carry it out: it sets reserved bits, or asks for more than a memory
   * holds.
   */
  public static final long IMPOSSIBLE = -1;

  private static final String HIGH = "High";

  private final List<BitField> fields;
  private final BitField[] byName = new BitField[ConfigurationField.values().length];
  private final BitField[] highParts = new BitField[byName.length];
  private final long reserved;

  ConfigurationWord(String layout) {
    this.fields = FieldLayout.parse(List.of(), layout);
    long mask = 0;
    for (BitField field : fields) {
      if (field.name().equals("z")) {
        mask |= field.mask();
      } else {
        byName[ConfigurationField.of(field.name()).ordinal()] = field;
      }
    }
    this.reserved = mask;
    for (BitField field : fields) {
      if (field.name().endsWith(HIGH)) {
        String low = field.name().substring(0, field.name().length() - HIGH.length());
        highParts[ConfigurationField.of(low).ordinal()] = field;
      }
    }
  }

  /** The mode word of the fixpipe with the four bits that depend on the destination. */
  private static String fixpipe(String destination) {
    return "sourceStride 16 "
        + destination
        + " z 9 quantHigh 1 clip 2 unitFlag 2 quant 5 relu 3 channelSplit 1 rows 1 z 18 columns 1"
        + " z 1";
  }

  /** All fields, lowest bit first. */
  List<BitField> fields() {
    return fields;
  }

  /**
   * A field.
   *
   * @throws IllegalArgumentException when the layout has none of that name
   */
  public BitField field(ConfigurationField name) {
    BitField field = byName[name.ordinal()];
    if (field == null) {
      throw new IllegalArgumentException(this + " has no field " + name);
    }
    return field;
  }

  /**
   * The value of a field; a field {@code f} with another one {@code fHigh} is put together from
   * both parts.
   */
  public long get(long word, ConfigurationField name) {
    BitField field = field(name);
    BitField high = highParts[name.ordinal()];
    long low = field.get(word);
    return high == null ? low : low | high.get(word) << field.width();
  }

  /** True if no reserved bit of {@code word} is set. */
  public boolean isValid(long word) {
    return (word & reserved) == 0;
  }
}
