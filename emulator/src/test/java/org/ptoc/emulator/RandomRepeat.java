package org.ptoc.emulator;

import java.util.List;
import java.util.Random;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Semantics;

/**
 * Random executions of one A2/A3 word that works lane by lane: dense and strided, apart, in place
 * and overlapping, under full, prefix, counted and arbitrary masks, at legal, misaligned and
 * missing addresses.
 */
final class RandomRepeat {
  static final int DATA_BYTES = 65_536;
  static final int MEMORY_BYTES = 196_608;
  private static final int EXECUTIONS = 8;

  /** Most bytes that lie between operands of the same execution. */
  private static final int WINDOW = 24_576;

  private final Random random;
  private final Instruction word;
  private final boolean twoSources;
  private final boolean compares;
  private final boolean selects;

  /** Whether each repeat is a word of its own. */
  private final boolean split;

  private final StringBuilder text = new StringBuilder();

  // Of the present execution.
  private long repeats;
  private int activeLanes;
  private int lastLanes;

  private RandomRepeat(Random random, Instruction word, boolean split) {
    this.random = random;
    this.word = word;
    this.split = split;
    this.compares = word.definition().operand(OperandRole.CMP).isPresent();
    this.selects = reads(word, Slot.SELECTOR);
    this.twoSources = hasTwoSources(word);
  }

  /** Whether a word reads two vectors, and has the configuration of such words. */
  static boolean hasTwoSources(Instruction word) {
    return reads(word, Slot.SECOND);
  }

  private static boolean reads(Instruction word, Slot slot) {
    return word.definition().semantics() instanceof Semantics.Lanes lanes && lanes.reads(slot);
  }

  /**
   * A kernel that loads {@link #DATA_BYTES} from its first argument, executes the word several
   * times and stores all of the unified buffer to its second argument. The word names X12 as
   * destination, X10 and X11 as sources or X11 as scalar, and X15 for its configuration.
   */
  static TestKernel kernel(Random random, Instruction word) {
    return kernel(new RandomRepeat(random, word, false));
  }

  /** The same kernel with a word for each repeat. */
  static TestKernel splitKernel(Random random, Instruction word) {
    return kernel(new RandomRepeat(random, word, true));
  }

  private static TestKernel kernel(RandomRepeat program) {
    program.text.append("const X20, ").append(1L << 4 | (long) DATA_BYTES / 32 << 16).append('\n');
    program
        .text
        .append("const X21, ")
        .append(1L << 4 | (long) MEMORY_BYTES / 32 << 16)
        .append('\n');
    program.text.append("gm_to_ub.f32 XZR, X0, X20\n");
    for (int i = 0; i < EXECUTIONS; i++) {
      program.execution();
    }
    program.text.append("ub_to_gm.f32 X1, XZR, X21\nend\n");
    return TestKernel.a2a3(program.text.toString(), ParameterKind.POINTER, ParameterKind.POINTER);
  }

  private void execution() {
    boolean counted = random.nextInt(4) == 0;
    int repeats = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(random.nextBoolean() ? 4 : 40);
    if (random.nextInt(24) == 0) {
      repeats = 255;
    }
    long count = random.nextInt(3000);
    mask(counted, count);
    int mode = selects ? random.nextInt(random.nextInt(20) == 0 ? 4 : 3) : 0;
    long configuration = configuration(counted ? 0 : repeats) | (long) mode << 48;
    if (counted) {
      this.repeats = (count + lanes() - 1) / lanes();
      activeLanes = lanes();
      lastLanes = (int) (count - (this.repeats - 1) * lanes());
    } else {
      this.repeats = repeats;
      lastLanes = activeLanes;
    }
    long to = compares && random.nextInt(20) > 0 ? address() & -16 : address();
    long first = near(to);
    long second = mode == 1 ? bits(to) : twoSources ? near(to) : scalar();
    long selector = mode == 0 ? random.nextLong() : mode == 1 ? element(to) : bits(to);
    // An operand in four, about, ends where the memory does, or one granule behind that.
    if (random.nextInt(4) == 0) {
      to = compares ? endOfBits() : endOfBlocks(configuration, "destination", resultBytes());
    }
    if (random.nextInt(4) == 0) {
      first = endOfBlocks(configuration, "first", word.type().bytes());
    }
    if (twoSources && random.nextInt(4) == 0) {
      second = mode == 1 ? endOfBits() : endOfBlocks(configuration, "second", word.type().bytes());
    }
    if (mode > 0 && random.nextInt(4) == 0) {
      selector = mode == 1 ? MEMORY_BYTES - word.type().bytes() : endOfBits();
    }
    constant(16, selector);
    constant(17, random.nextLong());
    text.append("mov_spr_x CMPMASK0, X16\nmov_spr_x CMPMASK1, X17\n");
    text.append("spr_bit_hi CTRL, 27, ").append(random.nextInt(2)).append('\n');
    text.append("spr_bit_hi CTRL, 28, ").append(random.nextInt(2)).append('\n');
    if (split) {
      split(counted, counted ? count : repeats, configuration, mode, to, first, second, selector);
    } else {
      word(configuration, to, first, second);
    }
  }

  private void split(
      boolean counted,
      long count,
      long configuration,
      int mode,
      long to,
      long first,
      long second,
      long selector) {
    int lanes = lanes();
    int bits = lanes / 8;
    long step = compares ? bits : stride(configuration, ConfigurationField.DESTINATION_REPEAT);
    for (int r = 0; r < (counted ? (count + lanes - 1) / lanes : count); r++) {
      if (counted) {
        constant(16, Math.min(lanes, count - r * lanes));
        text.append("mov_spr_x MASK0, X16\n");
      }
      if (mode == 2) {
        constant(16, selector + r * bits);
        text.append("mov_spr_x CMPMASK0, X16\n");
      }
      word(
          ConfigurationValues.set(
              layout(), configuration, ConfigurationField.REPEAT, counted ? 0 : 1),
          to + r * step,
          first + r * stride(configuration, ConfigurationField.FIRST_REPEAT),
          mode == 1
              ? second + r * bits
              : twoSources
                  ? second + r * stride(configuration, ConfigurationField.SECOND_REPEAT)
                  : second);
    }
  }

  private int lanes() {
    return 256 / Math.max(word.type().bytes(), word.resultType().bytes());
  }

  private int resultBytes() {
    return word.resultType().bytes();
  }

  /** Where blocks with these strides begin that end with the memory. */
  private long endOfBlocks(long configuration, String operand, int laneBytes) {
    long block = stride(configuration, ConfigurationField.of(operand + "Block"));
    long repeat = stride(configuration, ConfigurationField.of(operand + "Repeat"));
    long end = 32;
    for (long r = 0; r < repeats; r++) {
      int bytes = (r == repeats - 1 ? lastLanes : activeLanes) * laneBytes;
      end = Math.max(end, r * repeat + (bytes - 1) / 32 * block + 32);
    }
    return MEMORY_BYTES - end + (random.nextInt(8) == 0 ? 32 : 0);
  }

  /** Where the bits of all lanes begin that end with the memory. */
  private long endOfBits() {
    return MEMORY_BYTES - Math.max(1, repeats) * lanes() / 8 + (random.nextInt(8) == 0 ? 16 : 0);
  }

  /** Where the bits of a selection lie: anywhere, and now and then where it writes. */
  private long bits(long to) {
    return near(to) + random.nextInt(64);
  }

  /** Where the element lies that a selection takes for all lanes. */
  private long element(long to) {
    return random.nextInt(8) == 0
        ? near(to) + random.nextInt(8)
        : near(to) + 4L * random.nextInt(64);
  }

  private void word(long configuration, long to, long first, long second) {
    constant(15, configuration);
    constant(12, to);
    constant(10, first);
    constant(11, second);
    text.append(word).append('\n');
  }

  private ConfigurationWord layout() {
    return twoSources ? ConfigurationWord.BIN : ConfigurationWord.UNA;
  }

  private long stride(long configuration, ConfigurationField field) {
    return 32 * layout().get(configuration, field);
  }

  private void constant(int register, long value) {
    text.append("const X").append(register).append(", ").append(value).append('\n');
  }

  private void mask(boolean counted, long count) {
    text.append("spr_bit_hi CTRL, 24, ").append(counted ? 1 : 0).append('\n');
    long low =
        switch (random.nextInt(4)) {
          case 0 -> random.nextLong();
          case 1 -> (1L << random.nextInt(64)) - 1;
          default -> -1;
        };
    long high =
        low == -1 || random.nextInt(6) == 0 ? -1L >>> random.nextInt(2) * random.nextInt(64) : 0;
    low = low == 0 && high == 0 ? 1 : low;
    high = random.nextInt(4) == 0 ? 0 : high;
    constant(16, counted ? count : low);
    constant(17, high);
    long other = lanes() > Long.SIZE ? high : 0;
    activeLanes =
        Math.min(
            lanes(),
            other != 0
                ? 2 * Long.SIZE - Long.numberOfLeadingZeros(other)
                : Long.SIZE - Long.numberOfLeadingZeros(low));
    text.append("mov_spr_x MASK0, X16\nmov_spr_x MASK1, X17\n");
  }

  private long configuration(int repeats) {
    ConfigurationWord layout = layout();
    boolean dense = random.nextBoolean();
    boolean alike = random.nextBoolean();
    long block = stride(dense, 1, 5);
    long repeat = stride(dense, 8, 40);
    long value = ConfigurationValues.set(layout, 0, ConfigurationField.REPEAT, repeats);
    for (String operand :
        twoSources ? List.of("destination", "first", "second") : List.of("destination", "first")) {
      value =
          ConfigurationValues.set(
              layout,
              value,
              ConfigurationField.of(operand + "Block"),
              alike ? block : stride(dense, 1, 5));
      value =
          ConfigurationValues.set(
              layout,
              value,
              ConfigurationField.of(operand + "Repeat"),
              alike ? repeat : stride(dense, 8, 40));
    }
    return value;
  }

  private int stride(boolean dense, int usual, int bound) {
    return dense && random.nextInt(8) > 0 ? usual : random.nextInt(bound);
  }

  private long address() {
    return switch (random.nextInt(40)) {
      case 0 -> random.nextInt(MEMORY_BYTES);
      case 1 -> MEMORY_BYTES - 32L * random.nextInt(300);
      case 2 -> random.nextLong();
      default -> 32L * random.nextInt(WINDOW / 32);
    };
  }

  private long near(long to) {
    return switch (random.nextInt(6)) {
      case 0 -> to;
      case 1, 2 -> to + 32L * (random.nextInt(129) - 64);
      case 3 -> address();
      default -> WINDOW + 32L * random.nextInt(WINDOW / 32);
    };
  }

  private long scalar() {
    return switch (random.nextInt(6)) {
      case 0 -> random.nextLong();
      case 1 -> 0x7FC1_2345L;
      case 2 -> 0xC020_4100L;
      case 3 -> -1;
      default -> random.nextInt(40);
    };
  }
}
