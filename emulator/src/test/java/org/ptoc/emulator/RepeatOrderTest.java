package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;

/**
 * A repeat of an A2/A3 word reads all of its sources before it writes, and repeats run in order
 * (spec/21, 6.1; spec/50, 3.4), whatever their blocks overlap: against a loop over plain integers,
 * on every engine.
 */
class RepeatOrderTest {
  private static final int PROGRAMS = Integer.getInteger("ptoc.programs", 40);
  private static final int BYTES = 65_536;
  private static final int LANES = 64;
  private static final int BLOCK_LANES = 8;
  private static final int SCALAR = 12_345;

  /** Where the blocks of an operand lie, in blocks of 32 bytes. */
  private record Layout(int start, int block, int repeat) {
    static Layout random(Random random, int start) {
      boolean dense = random.nextBoolean();
      return new Layout(
          start,
          dense ? 1 : 1 + random.nextInt(3),
          random.nextBoolean() ? 8 : 1 + random.nextInt(12));
    }

    int lane(int repeat, int lane) {
      int at = start + repeat * this.repeat + lane / BLOCK_LANES * block;
      return at * BLOCK_LANES + lane % BLOCK_LANES;
    }
  }

  private record Case(int repeats, Layout to, List<Layout> from) {
    static Case random(Random random, int sources) {
      Layout to = Layout.random(random, 600);
      List<Layout> from = new ArrayList<>();
      for (int i = 0; i < sources; i++) {
        from.add(Layout.random(random, to.start() + random.nextInt(-12, 13)));
      }
      return new Case(random.nextInt(1, 30), to, from);
    }

    void apply(int[] memory) {
      for (int r = 0; r < repeats; r++) {
        int[] results = new int[LANES];
        for (int lane = 0; lane < LANES; lane++) {
          int second = from.size() > 1 ? memory[from.get(1).lane(r, lane)] : SCALAR;
          results[lane] = memory[from.getFirst().lane(r, lane)] + second;
        }
        for (int lane = 0; lane < LANES; lane++) {
          memory[to.lane(r, lane)] = results[lane];
        }
      }
    }

    private String text() {
      boolean two = from.size() > 1;
      ConfigurationWord layout = two ? ConfigurationWord.BIN : ConfigurationWord.UNA;
      long word = ConfigurationValues.set(layout, 0, ConfigurationField.REPEAT, repeats);
      word = strides(layout, word, "destination", to);
      word = strides(layout, word, "first", from.getFirst());
      word = two ? strides(layout, word, "second", from.get(1)) : word;
      return "const X20, %d\ngm_to_ub.f32 XZR, X0, X20\nconst X16, -1\nmov_spr_x MASK0, X16\nmov_spr_x MASK1, X16\n"
              .formatted(1L << 4 | (long) BYTES / 32 << 16)
          + "const X12, %d\nconst X10, %d\nconst X11, %d\nconst X15, %d\n"
              .formatted(
                  32 * to.start(),
                  32 * from.getFirst().start(),
                  two ? 32 * from.get(1).start() : SCALAR,
                  word)
          + instruction(two ? "vadd" : "vadds")
          + "\nub_to_gm.f32 X1, XZR, X20\nend\n";
    }

    private static long strides(ConfigurationWord layout, long word, String operand, Layout at) {
      return ConfigurationValues.set(
          layout,
          ConfigurationValues.set(
              layout, word, ConfigurationField.of(operand + "Block"), at.block()),
          ConfigurationField.of(operand + "Repeat"),
          at.repeat());
    }
  }

  private static Instruction instruction(String mnemonic) {
    var row =
        InstructionTable.of(Profile.A2A3).definitions().stream()
            .filter(each -> each.mnemonic().equals(mnemonic))
            .findFirst()
            .orElseThrow();
    InstructionEncoder encoder =
        InstructionEncoder.of(Profile.A2A3, row)
            .set(OperandRole.DT, DataType.S32.code())
            .set(OperandRole.XD, 12)
            .set(OperandRole.XN, 10)
            .set(OperandRole.XM, 11)
            .set(OperandRole.XT, 15);
    return (Instruction) encoder.encode();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void overlappingRepeatsAreOneAfterTheOther(Engine engine) {
    Random random = new Random(31);
    int changed = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      Case each = Case.random(random, 1 + i % 2);
      int[] memory = random.ints(BYTES / 4).toArray();
      int[] atOnce = memory.clone();
      byte[] data = bytes(memory);
      each.apply(memory);
      assertThat(run(each.text(), data, engine)).as("%s", each).isEqualTo(bytes(memory));
      for (int r = 0; r < each.repeats(); r++) {
        int source = each.from().getFirst().lane(r, 0);
        changed += atOnce[source] == memory[source] ? 0 : 1;
      }
    }
    assertThat(changed).as("sources that are written too").isPositive();
  }

  private static byte[] bytes(int[] memory) {
    ByteBuffer buffer = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    buffer.asIntBuffer().put(memory);
    return buffer.array();
  }

  private static byte[] run(String text, byte[] data, Engine engine) {
    TestKernel kernel = TestKernel.a2a3(text, ParameterKind.POINTER, ParameterKind.POINTER);
    if (!(LoadedKernel.load(kernel, engine) instanceof LoadedKernel.Loaded(LoadedKernel loaded))) {
      throw new AssertionError("not a program: " + text);
    }
    List<Argument> arguments =
        List.of(new Argument.Buffer(data), new Argument.Buffer(new byte[BYTES]));
    if (!(loaded.run(KernelLaunch.of(kernel, arguments)) instanceof RunResult.Completed done)) {
      throw new AssertionError("did not complete: " + text);
    }
    return done.buffers().get(1);
  }
}
