package org.ptoc.emulator.interpreter.step;

import java.util.Arrays;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.emulator.machine.OperandDoubt;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.TrapCode;
import org.ptoc.ir.isa.UnitOperation;

/**
 * Bursts of L1 into the bias table or the parameters of the fixpipe, where 16-bit floats may become
 * f32 biases and floats scales of 64 bits (spec/60, 1.6, 3.5 and 5.2); and the fill of L1.
 */
public final class TableLoadStep extends Step {
  private static final int BLOCK = 32;
  private static final int UNIT = 32;
  private static final int BIAS_ALIGNMENT = 64;
  private static final int SCALE_ALIGNMENT = 128;
  private static final int ALPHA_ALIGNMENT = 64;
  private static final int SCALE_BYTES = 8;
  private static final int SCALE_MASK = 0xFFFFE000;
  private static final int SIGNED_BIT = 46;
  private static final long FIRST_ALPHA = 1L << 16;

  private final UnitOperation operation;
  private final int unit;
  private final boolean converts;
  private final int destination;
  private final int source;
  private final int first;
  private final int second;
  private final DataType type;

  public TableLoadStep(Instruction instruction, UnitOperation operation, Profile profile) {
    this.operation = operation;
    this.converts = profile.has(ProfileFeature.TABLE_CONVERSIONS);
    int scale = operation == UnitOperation.LOAD_PARAMETERS ? 2 : 1;
    this.unit = scale * (converts ? UNIT : 2 * UNIT);
    this.destination = instruction.code(FieldName.XD);
    this.source = instruction.code(FieldName.XS);
    this.first = instruction.code(FieldName.C0);
    this.second = instruction.code(FieldName.C1);
    this.type = instruction.type();
  }

  /** How one element of the source becomes one of the table. */
  private enum Conversion {
    COPY,
    BIAS,
    SCALE,
    SIGNED_SCALE
  }

  @Override
  public int execute(Core core, int at) {
    long word = core.x[first];
    switch (operation) {
      case FILL_L1 -> fill(core, Configuration.checked(ConfigurationWord.FILL, word));
      case LOAD_BIAS -> loadBias(core, Configuration.checked(ConfigurationWord.BT, word));
      case LOAD_PARAMETERS ->
          loadParameters(core, Configuration.checked(ConfigurationWord.FB, word));
      default -> throw new IllegalStateException("no load of a table " + operation);
    }
    return at + 1;
  }

  private void fill(Core core, long word) {
    ConfigurationWord layout = ConfigurationWord.FILL;
    int repeats = (int) layout.get(word, ConfigurationField.REPEATS);
    int bytes = (int) layout.get(word, ConfigurationField.BLOCKS) * BLOCK;
    long step = bytes + layout.get(word, ConfigurationField.GAP) * BLOCK;
    core.spend((long) repeats * (1 + bytes / Core.VECTOR_BYTES));
    core.record.repeats(repeats);
    core.record.moved((long) repeats * bytes);
    int pattern = (int) core.x[second];
    int both = type == DataType.S16 ? pattern << 16 | pattern & 0xFFFF : pattern;
    byte[] l1 = core.cube.array(AddressSpace.L1);
    for (int i = 0; i < repeats && bytes > 0; i++) {
      long to = core.x[destination] + i * step;
      int place = core.cube.at(AddressSpace.L1, to, bytes, BLOCK);
      core.record.writes(AddressSpace.L1, to, bytes);
      for (int done = 0; done < bytes; done += Integer.BYTES) {
        LittleEndian.put32(l1, place + done, both);
      }
    }
  }

  private void loadBias(Core core, long word) {
    boolean converts = ConfigurationWord.BT.get(word, ConfigurationField.CONVERT) != 0;
    if (converts && type.bytes() != 2) {
      throw Configuration.illegal(type.spelling() + " biases need no conversion");
    }
    bursts(
        core,
        ConfigurationWord.BT,
        word,
        AddressSpace.BT,
        BIAS_ALIGNMENT,
        converts ? Conversion.BIAS : Conversion.COPY);
  }

  /**
   * 64-bit scales and f32 alphas are copied; floats become scales where the profile converts them.
   */
  private void loadParameters(Core core, long word) {
    boolean alphas = core.x[destination] >= FIRST_ALPHA;
    boolean raw = type.bytes() == SCALE_BYTES || alphas && type == DataType.FP32;
    if (!raw && (alphas || !converts)) {
      throw MachineTrap.of(
          TrapCode.ILLEGAL_OPERAND_TYPE,
          type.spelling() + " parameters of segment " + (alphas ? 1 : 0) + " do not exist");
    }
    boolean signed = ConfigurationWord.FB.get(word, ConfigurationField.SIGNED_RESULT) != 0;
    if (raw && signed) {
      throw Configuration.illegal("parameters that are copied say themselves what is signed");
    }
    Conversion scale = signed ? Conversion.SIGNED_SCALE : Conversion.SCALE;
    bursts(
        core,
        ConfigurationWord.FB,
        word,
        AddressSpace.FB,
        alphas ? ALPHA_ALIGNMENT : SCALE_ALIGNMENT,
        raw ? Conversion.COPY : scale);
  }

  /**
   * Bursts; bytes past the end of the table are left out (spec/60, F21). The first one is aligned,
   * the others follow in units of the operation (spec/60, 1.1 and 3.5).
   */
  private void bursts(
      Core core,
      ConfigurationWord layout,
      long word,
      AddressSpace space,
      int alignment,
      Conversion conversion) {
    int count = (int) layout.get(word, ConfigurationField.BURSTS);
    long length = layout.get(word, ConfigurationField.LENGTH) * unit;
    long sourceStep = length + layout.get(word, ConfigurationField.SOURCE_GAP) * unit;
    int wider =
        switch (conversion) {
          case COPY -> 1;
          case BIAS -> 2;
          case SCALE, SIGNED_SCALE -> SCALE_BYTES / type.bytes();
        };
    long targetStep =
        (length + layout.get(word, ConfigurationField.DESTINATION_GAP) * unit) * wider;
    core.spend(count * (1 + length / Core.VECTOR_BYTES));
    core.record.repeats(count);
    for (int burst = 0; burst < count && length > 0; burst++) {
      long from = core.x[source] + burst * sourceStep;
      long to = core.x[destination] + burst * targetStep;
      long bytes = Math.min(length, core.cube.room(space, to) / wider);
      if (bytes < length) {
        core.record.doubts(OperandDoubt.BURST_PAST_END, (length - bytes) * wider, 0);
      }
      bytes = Math.min(bytes, Math.max(BLOCK, core.cube.room(AddressSpace.L1, from)));
      int sourceAt = core.cube.at(AddressSpace.L1, from, bytes, BLOCK);
      int targetAt = core.cube.at(space, to, bytes * wider, burst == 0 ? alignment : 1);
      core.record.reads(AddressSpace.L1, from, bytes);
      core.record.writes(space, to, bytes * wider);
      core.record.moved(bytes);
      convert(core, sourceAt, core.cube.array(space), targetAt, (int) bytes, conversion);
      if (core.record.isExact()) {
        int moved = (int) bytes;
        core.record.moves((l1, table) -> spread(l1, sourceAt, table, (int) to, moved, wider));
      }
    }
  }

  /** Each byte becomes as many as its element grows to. */
  private static void spread(byte[] l1, int from, byte[] table, int to, int bytes, int wider) {
    for (int i = 0; i < bytes; i++) {
      Arrays.fill(table, to + i * wider, to + (i + 1) * wider, l1[from + i]);
    }
  }

  private void convert(
      Core core, int from, byte[] table, int to, int bytes, Conversion conversion) {
    byte[] l1 = core.cube.array(AddressSpace.L1);
    if (conversion == Conversion.COPY) {
      System.arraycopy(l1, from, table, to, bytes);
      return;
    }
    int width = type.bytes();
    for (int i = 0; i < bytes / width; i++) {
      int bits = Float.floatToRawIntBits(number(l1, from + i * width));
      if (conversion == Conversion.BIAS) {
        LittleEndian.put32(table, to + i * Float.BYTES, bits);
      } else {
        long sign = conversion == Conversion.SIGNED_SCALE ? 1L << SIGNED_BIT : 0;
        LittleEndian.put64(table, to + i * SCALE_BYTES, bits & SCALE_MASK & 0xFFFFFFFFL | sign);
      }
    }
  }

  private float number(byte[] memory, int at) {
    return switch (type) {
      case FP16 -> Float16.decode(LittleEndian.get16(memory, at));
      case BF16 -> BFloat16.decode(LittleEndian.get16(memory, at));
      default -> Float.intBitsToFloat(LittleEndian.get32(memory, at));
    };
  }
}
