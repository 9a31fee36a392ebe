package org.ptoc.ir.cycles;

import java.util.ArrayList;
import java.util.List;

/**
 * The forwarding distance: cycles from the start of a producer to the earliest start of a consumer
 * (spec/30, 8.6).
 */
public final class Forwarding {
  private static final int LOAD_DISTANCE = 6;
  private static final int LOAD_TO_DUPLICATE = 2;
  private static final int DUPLICATE_DISTANCE = 8;
  private static final int DUPLICATE_TO_STORE = 4;
  private static final int COMPARE_DISTANCE = 4;
  private static final int COMPARE_TO_SELECT = 2;
  private static final int PREDICATE_DISTANCE = 2;
  private static final int ALIGN_DISTANCE = 1;

  /** An entry that the rules do not give; only for 16-bit floats where {@code half} is set. */
  private record Special(String producer, String consumer, boolean half, int distance) {}

  /** The one exception that is relative to the latency. */
  private static final String LATE_INTO_SELECT = "vcgmax";

  // @formatter:off
  private static final List<Special> SPECIALS = List.of(
      new Special("vexp",  "vmuls", true, 13),
      new Special("vexp",  "vdup",  true, 13),
      new Special("vcmin", "vmuls", true, 13),
      new Special("vcmax", "vdup",  true, 13),
      new Special("vcmin", "vdup",  true, 13),
      new Special("vcadd", "vdup",  true, 19),
      new Special("vdiv",  "vsub",  true, 14),
      new Special("vdiv",  "vdup",  true, 14),
      new Special("vmins", "vcadd", true, 3));

  // @formatter:on

  private Forwarding() {}

  /** All names of the exceptions. */
  public static List<String> mnemonics() {
    List<String> all = new ArrayList<>(List.of(LATE_INTO_SELECT));
    for (Special special : SPECIALS) {
      all.add(special.producer());
      all.add(special.consumer());
    }
    return all;
  }

  /** How a consumer counts. */
  private enum Consumer {
    SLOW_INPUT,
    STORE,
    SELECT,
    OTHER
  }

  /** The distance through a vector or predicate register, in cycles. */
  public static int distance(IssueCost producer, IssueCost consumer) {
    for (Special special : SPECIALS) {
      if (special.half() == producer.half()
          && producer.mnemonic().equals(special.producer())
          && consumer.mnemonic().equals(special.consumer())) {
        return special.distance();
      }
    }
    return rule(producer, consumer);
  }

  /**
   * The distance through the state of an unaligned stream: in a primed stream one word per cycle.
   *
   * @param primes true if the producer starts the stream
   */
  public static int alignDistance(boolean primes) {
    return primes ? LOAD_DISTANCE : ALIGN_DISTANCE;
  }

  private static int rule(IssueCost producer, IssueCost consumer) {
    Consumer kind = consumer(consumer);
    int latency = producer.latency();
    if (kind == Consumer.SELECT && producer.mnemonic().equals(LATE_INTO_SELECT)) {
      return latency - 1;
    }
    return switch (producer.slot()) {
      case LOAD -> producer.blocked() > 0 ? byLatency(latency, kind) : fromLoad(consumer);
      case PREDICATE -> PREDICATE_DISTANCE;
      default ->
          switch (producer.schedulingClass()) {
            case ADD,
                ADD_SCALAR,
                MULTIPLY,
                MULTIPLY_SCALAR,
                NEGATE,
                MAX_MIN,
                MAX_MIN_SCALAR,
                BITWISE,
                SELECT,
                SHIFT,
                SHIFT_SCALAR,
                CONVERT ->
                fromShort(latency, kind);
            case DUPLICATE ->
                isDuplicate(producer) ? fromDuplicate(kind) : fromShort(latency, kind);
            case COMPARE -> kind == Consumer.SELECT ? COMPARE_TO_SELECT : COMPARE_DISTANCE;
            default -> byLatency(latency, kind);
          };
    };
  }

  /** Of loads that take a slot for one cycle; gathers, which take longer, go by their latency. */
  private static int fromLoad(IssueCost consumer) {
    return isDuplicate(consumer) ? LOAD_TO_DUPLICATE : LOAD_DISTANCE;
  }

  /** Of producers that no table lists. */
  private static int byLatency(int latency, Consumer kind) {
    return Math.max(0, kind == Consumer.STORE ? latency - 2 : latency - 3);
  }

  private static int fromShort(int latency, Consumer kind) {
    return switch (kind) {
      case SLOW_INPUT -> latency - 3;
      case STORE, SELECT -> latency - 2;
      case OTHER -> latency - 4;
    };
  }

  private static int fromDuplicate(Consumer kind) {
    return kind == Consumer.STORE ? DUPLICATE_TO_STORE : DUPLICATE_DISTANCE;
  }

  private static Consumer consumer(IssueCost operation) {
    if (operation.slot() == IssueSlot.STORE) {
      return Consumer.STORE;
    }
    return switch (operation.schedulingClass()) {
      case EXP, DIVIDE, ABS -> Consumer.SLOW_INPUT;
      case DUPLICATE -> isDuplicate(operation) ? Consumer.SLOW_INPUT : Consumer.OTHER;
      case SELECT -> Consumer.SELECT;
      default -> Consumer.OTHER;
    };
  }

  private static boolean isDuplicate(IssueCost operation) {
    return operation.slot() == IssueSlot.FIRST_UNIT_ALU;
  }
}
