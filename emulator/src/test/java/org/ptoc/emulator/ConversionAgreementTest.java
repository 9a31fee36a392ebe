package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RoundingMode;

/**
 * NumberConversions of all pairs in all modes give the same bits compiled and interpreted, on hard
 * values.
 */
class ConversionAgreementTest {
  private static final List<Engine> COMPILED = List.of(Engine.JIT, Engine.VECTOR);

  /** Where the formats of results end or become coarser. */
  private static final float[] LIMITS = {
    65504,
    65520,
    128,
    256,
    32768,
    65536,
    0x1p31f,
    0x1p32f,
    0x1p63f,
    448,
    464,
    57344,
    0x1p23f,
    0x1p24f,
    0x1p-14f,
    0x1p-24f,
    0x1p-25f,
    Float.MAX_VALUE
  };

  private static final float[] SPECIAL = {
    0, Float.POSITIVE_INFINITY, Float.NaN, Float.MIN_VALUE, Float.MIN_NORMAL
  };

  /** A pair of types, or one type twice for the rounding to integral values. */
  record Conversion(String mnemonic, DataType from, DataType to) {
    int width() {
      return Math.max(from.bytes(), to.bytes());
    }
  }

  static Stream<Conversion> conversions() {
    Stream<Conversion> pairs =
        row("vcvt").types().pairs().stream()
            .map(pair -> new Conversion("vcvt", pair.source(), pair.result()));
    return Stream.concat(
        pairs,
        row("vtrc").types().singles().stream().map(type -> new Conversion("vtrc", type, type)));
  }

  private static InstructionDefinition row(String mnemonic) {
    return InstructionTable.of(Profile.A5).byMnemonic(mnemonic).orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("conversions")
  void everyModeGivesTheSameBits(Conversion conversion) {
    int words = 0;
    for (Instruction word : words(conversion)) {
      byte[] data = data(new Random(words++), conversion.from);
      DataType wide =
          conversion.from.bytes() == conversion.width() ? conversion.from : conversion.to;
      TestKernel kernel = WordLoop.around(word.word(), wide, 14 * 256 / conversion.width() + 5);
      RunResult expected = run(kernel, data, Engine.INTERPRET, word, true);
      for (Engine engine : COMPILED) {
        RunResult actual = run(kernel, data, engine, word, expected instanceof RunResult.Trapped);
        if (!Arrays.equals(output(actual), output(expected))) {
          assertThat(text(actual)).as(word + " by " + engine).isEqualTo(text(expected));
        }
      }
    }
    assertThat(words).isGreaterThan(1);
  }

  /** Every rounding, saturation, part, mask and merging that the pair has. */
  private static List<Instruction> words(Conversion conversion) {
    List<Instruction> words = new ArrayList<>();
    InstructionDefinition row = row(conversion.mnemonic);
    boolean converts = conversion.mnemonic.equals("vcvt");
    for (RoundingMode rounding : RoundingMode.values()) {
      for (int mask : conversion.width() == 8 ? new int[] {15, 1} : new int[] {15, 1, 2, 4}) {
        for (int variant = 0; variant < (converts ? 16 : 2); variant++) {
          InstructionEncoder encoder =
              InstructionEncoder.of(Profile.A5, row)
                  .set(OperandRole.DT, conversion.from)
                  .set(OperandRole.VD, 2)
                  .set(OperandRole.VA, 0)
                  .set(OperandRole.PG, mask)
                  .set(OperandRole.RND, rounding.code())
                  .set(OperandRole.MRG, variant % 2);
          if (converts) {
            encoder
                .set(OperandRole.DT2, conversion.to)
                .set(OperandRole.SAT, variant / 2 % 2)
                .set(OperandRole.PART, variant / 4);
          }
          boolean merges = mask != 15 || variant % 2 == 0; // Else there is nothing to merge.
          if (merges && encoder.encode() instanceof Instruction word) {
            words.add(word);
          }
        }
      }
    }
    return words;
  }

  private static RunResult run(
      TestKernel kernel, byte[] data, Engine engine, Instruction word, boolean mayCut) {
    if (!(LoadedKernel.load(kernel, engine) instanceof LoadedKernel.Loaded(LoadedKernel loaded))) {
      throw new AssertionError("not a program: " + word);
    }
    RunResult result =
        loaded.run(
            KernelLaunch.of(
                kernel, List.of(new Argument.Buffer(data), new Argument.Buffer(new byte[65_536]))));
    // The truth values of wide lanes are no mask of another part.
    boolean otherMask =
        word.code(FieldName.PG) == 2
            && word.resultType().bytes() > word.type().bytes()
            && word.code(FieldName.PART) > 0;
    if (mayCut || otherMask) {
      return result;
    }
    if (isByTable(word.type()) || isByTable(word.resultType())) {
      // The interpreter converts in the middle of the loop.
      assertThat(loaded.engineLog())
          .as(word.toString())
          .allMatch(line -> line.contains("compiled, 8 of 11"));
    } else {
      assertThat(loaded.engineLog())
          .as(word.toString())
          .anyMatch(
              line -> line.contains("compiled, 9 of 11") || line.contains("compiled, 6 of 7"));
    }
    return result;
  }

  /** Formats that tables define; compiled loops leave them to the interpreter. */
  private static boolean isByTable(DataType type) {
    return switch (type) {
      case HIF8, E1M2X2, E2M1X2 -> true;
      default -> false;
    };
  }

  private static byte[] output(RunResult result) {
    return result instanceof RunResult.Completed completed
        ? completed.buffers().get(1)
        : text(result).getBytes(StandardCharsets.UTF_8);
  }

  private static String text(RunResult result) {
    return switch (result) {
      case RunResult.Completed completed -> {
        StringBuilder text = new StringBuilder();
        ByteBuffer bytes =
            ByteBuffer.wrap(completed.buffers().get(1)).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
          text.append(bytes.position() % 256 == 0 ? "\n" : " ")
              .append(Long.toHexString(bytes.getLong()));
        }
        yield text.toString();
      }
      case RunResult.Trapped trapped -> trapped.trap().toString();
      default -> result.toString();
    };
  }

  /** Values around halves, powers of two and the limits of all formats. */
  private static byte[] data(Random random, DataType type) {
    ByteBuffer data = ByteBuffer.allocate(RandomLoop.DATA_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    while (data.hasRemaining()) {
      long bits =
          switch (type) {
            case FP32 -> Float.floatToRawIntBits(hardFloat(random));
            case FP16 ->
                random.nextInt(3) == 0 ? Float.floatToFloat16(hardFloat(random)) : random.nextInt();
            case BF16 -> Float.floatToRawIntBits(hardFloat(random)) >> 16;
            default -> hardInteger(random);
          };
      for (int i = 0; i < type.bytes(); i++) {
        data.put((byte) (bits >> 8 * i));
      }
    }
    return data.array();
  }

  private static float hardFloat(Random random) {
    float sign = random.nextBoolean() ? 1 : -1;
    int exponent = random.nextInt(70) - 30;
    float near = (float) Math.scalb(1 + random.nextInt(8) / 8.0, exponent);
    return sign
        * switch (random.nextInt(9)) {
          case 0 -> random.nextInt(300) + 0.5f;
          case 1 -> Float.intBitsToFloat(Float.floatToRawIntBits(near) + random.nextInt(5) - 2);
          case 2 -> Math.scalb(1f, exponent) + 0.5f;
          case 3 -> Float.intBitsToFloat(random.nextInt());
          // Ties of the narrow formats, and their neighbours.
          case 4 ->
              Float.intBitsToFloat(
                  (Float.floatToRawIntBits(near) & -1 << 12 | 1 << 12) + random.nextInt(3) - 1);
          case 5 ->
              Float.intBitsToFloat(
                  (Float.floatToRawIntBits(near) & -1 << 15 | 1 << 15) + random.nextInt(3) - 1);
          case 6 ->
              Float.intBitsToFloat(
                  Float.floatToRawIntBits(LIMITS[random.nextInt(LIMITS.length)])
                      + random.nextInt(3)
                      - 1);
          case 7 -> SPECIAL[random.nextInt(SPECIAL.length)];
          default -> 1000 * random.nextFloat();
        };
  }

  private static long hardInteger(Random random) {
    long near = (1L << random.nextInt(64)) + random.nextInt(5) - 2;
    return switch (random.nextInt(4)) {
      case 0 -> near;
      case 1 -> -near;
      // Ties of numbers with 24 and with 11 bits.
      case 2 ->
          (1L << random.nextInt(63)) + (random.nextLong() >>> random.nextInt(64))
              & -1L << random.nextInt(40);
      default -> random.nextLong() >> random.nextInt(64);
    };
  }
}
