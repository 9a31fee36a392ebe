package org.ptoc.ir.isa;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The names of the fields of {@link ConfigurationWord}s. A layout that has another name is rejected
 * when the layouts are read.
 */
public enum ConfigurationField {
  BIAS("bias"),
  BLOCK_STRIDE("blockStride"),
  BLOCKS("blocks"),
  BURSTS("bursts"),
  CACHE("cache"),
  CHANNEL_SPLIT("channelSplit"),
  CLIP("clip"),
  COLUMN_START("columnStart"),
  COLUMN_STRIDE("columnStride"),
  COLUMNS("columns"),
  CONVERT("convert"),
  CORE("core"),
  COUNT("count"),
  DESTINATION_BLOCK("destinationBlock"),
  DESTINATION_GAP("destinationGap"),
  DESTINATION_REPEAT("destinationRepeat"),
  DESTINATION_REPEAT_HIGH("destinationRepeatHigh"),
  DESTINATION_STRIDE("destinationStride"),
  FIRST_BLOCK("firstBlock"),
  FIRST_REPEAT("firstRepeat"),
  GAP("gap"),
  GROUP_STRIDE("groupStride"),
  GROUPS("groups"),
  K("k"),
  LEFT("left"),
  LENGTH("length"),
  LIST0("list0"),
  LIST1("list1"),
  LIST2("list2"),
  LIST3("list3"),
  LISTS("lists"),
  LOOP1("loop1"),
  LOOP2("loop2"),
  M("m"),
  MODE("mode"),
  N("n"),
  ORDINARY("ordinary"),
  PAD_VALUE("padValue"),
  QUANT("quant"),
  QUANT_HIGH("quantHigh"),
  RELU("relu"),
  REPEAT("repeat"),
  REPEAT_STRIDE("repeatStride"),
  REPEATS("repeats"),
  RIGHT("right"),
  ROW_START("rowStart"),
  ROW_STRIDE("rowStride"),
  ROWS("rows"),
  SECOND_BLOCK("secondBlock"),
  SECOND_REPEAT("secondRepeat"),
  SID("sid"),
  SIGNED_RESULT("signedResult"),
  SMALL_ROWS("smallRows"),
  SMALLER_INDEX_FIRST("smallerIndexFirst"),
  SOURCE_GAP("sourceGap"),
  SOURCE_STRIDE("sourceStride"),
  SPLIT("split"),
  STOP_WHEN_EXHAUSTED("stopWhenExhausted"),
  UNIT_FLAG("unitFlag"),
  ZERO("zero");

  private static final List<ConfigurationField> OF_LISTS = List.of(LIST0, LIST1, LIST2, LIST3);
  private static final Map<String, ConfigurationField> BY_SPELLING = new HashMap<>();

  static {
    for (ConfigurationField field : values()) {
      BY_SPELLING.put(field.spelling, field);
    }
  }

  private final String spelling;

  ConfigurationField(String spelling) {
    this.spelling = spelling;
  }

  /**
   * The constant of a name in a layout.
   *
   * @throws IllegalStateException when there is none
   */
  public static ConfigurationField of(String spelling) {
    ConfigurationField field = BY_SPELLING.get(spelling);
    if (field == null) {
      throw new IllegalStateException("unknown configuration field " + spelling);
    }
    return field;
  }

  /** The field of one of the four lists, 0 to 3, of {@link ConfigurationWord#LISTS}. */
  public static ConfigurationField list(int number) {
    return OF_LISTS.get(number);
  }

  @Override
  public String toString() {
    return spelling;
  }
}
