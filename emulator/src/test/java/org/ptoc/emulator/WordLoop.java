package org.ptoc.emulator;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;

/**
 * An A5 loop around one word. It loads V0, V1 and V2, counts down mask P1, compares into P2 and
 * sets all of P3, executes the word, and stores V2, V3 and what P3 selects. In front of the loop P4
 * becomes every fourth lane, P5 none, P6 all and P7 the first three.
 */
public final class WordLoop {
  static final int OUTPUT_AT = 32_768;

  /** An address register for the word, and one that the loop moves on. */
  static final int ADDRESS = 9;

  private static final Profile PROFILE = Profile.A5;
  private static final int COMPARED = 2;
  private static final int ALL = 3;

  private final List<Long> words = new ArrayList<>();
  private final int width;
  private final int token;
  private final DataType type;

  private WordLoop(DataType type) {
    this.type = type;
    this.width = type.bytes();
    this.token = Math.min(2, Integer.numberOfTrailingZeros(width));
  }

  /** The words of the kernel. */
  public static long[] words(long word, DataType type, int count) {
    WordLoop loop = new WordLoop(type);
    loop.build(word, count);
    return loop.words.stream().mapToLong(Long::longValue).toArray();
  }

  static TestKernel around(long word, DataType type, int count) {
    return new TestKernel(
        PROFILE,
        words(word, type, count),
        List.of(ParameterKind.POINTER, ParameterKind.POINTER),
        new byte[64]);
  }

  private void build(long word, int count) {
    set(20, 0x10L | (long) RandomLoop.DATA_BYTES << 25);
    transfer("gm_to_ub", 31, 0);
    set(2, 3); // A scalar operand: a small count, and a subnormal number.
    set(3, OUTPUT_AT);
    set(4, count);
    set(29, 15);
    for (int v = 0; v < 3; v++) {
      set(5 + v, 4096L * v);
    }
    set(ADDRESS, 2048);
    List<Long> before = new ArrayList<>();
    int[] patterns = {11, 15, 0, 3};
    for (int p = 0; p < patterns.length; p++) {
      before.add(
          encoder("pset")
              .set(OperandRole.PD, 4 + p)
              .set(OperandRole.GR, token)
              .set(OperandRole.PAT, patterns[p])
              .word());
    }
    List<Long> body = body(word);
    add(encoder("vf_begin").set(OperandRole.IMM32, before.size() + body.size() + 2));
    words.addAll(before);
    add(
        encoder("loop")
            .set(OperandRole.LVL, 0)
            .set(OperandRole.X, 29)
            .set(OperandRole.IMM32, body.size()));
    words.addAll(body);
    add(encoder("vf_end"));
    set(20, 0x10L | (long) (OUTPUT_AT + 16_384) << 25);
    transfer("ub_to_gm", 1, 31);
    add(encoder("end"));
  }

  private List<Long> body(long word) {
    List<Long> body = new ArrayList<>();
    body.add(
        encoder("plt")
            .set(OperandRole.PD, 1)
            .set(OperandRole.GR, token)
            .set(OperandRole.XB, 4)
            .set(OperandRole.XO, 4)
            .word());
    for (int v = 0; v < 3; v++) {
      body.add(
          encoder("vlds")
              .set(OperandRole.VD, v)
              .set(OperandRole.XB, 5 + v)
              .set(OperandRole.XO, 31)
              .set(OperandRole.IMM10, 256 / width)
              .set(OperandRole.LOAD, 0)
              .set(OperandRole.POST, 1)
              .set(OperandRole.DT, type.code())
              .word());
    }
    DataType integers =
        DataType.byCode(
                switch (width) {
                  case 1 -> DataType.S8.code();
                  case 2 -> DataType.S16.code();
                  case 4 -> DataType.S32.code();
                  default -> DataType.S64.code();
                })
            .orElseThrow();
    if (width < 8) {
      body.add(
          encoder("pset")
              .set(OperandRole.PD, ALL)
              .set(OperandRole.GR, token)
              .set(OperandRole.PAT, 0)
              .word());
      body.add(
          encoder("vcmp")
              .set(OperandRole.PD, COMPARED)
              .set(OperandRole.VA, 0)
              .set(OperandRole.VB, 2)
              .set(OperandRole.PG, 1)
              .set(OperandRole.DT, integers.code())
              .set(OperandRole.CMP, 2)
              .word());
    }
    body.add(word);
    body.add(store(2));
    body.add(store(3));
    if (width < 8) {
      body.add(
          encoder("vsel")
              .set(OperandRole.VD, 4)
              .set(OperandRole.VA, 0)
              .set(OperandRole.VB, 1)
              .set(OperandRole.PG, ALL)
              .set(OperandRole.DT, integers.code())
              .word());
      body.add(store(4));
    }
    return body;
  }

  private long store(int v) {
    return encoder("vsts")
        .set(OperandRole.VD, v)
        .set(OperandRole.XB, 3)
        .set(OperandRole.XO, 31)
        .set(OperandRole.IMM10, 256 / width)
        .set(OperandRole.PG, 15)
        .set(OperandRole.STORE, token)
        .set(OperandRole.POST, 1)
        .set(OperandRole.DT, type.code())
        .word();
  }

  /** One burst between the memories, as long as X20 says. */
  private void transfer(String mnemonic, int to, int from) {
    add(
        encoder(mnemonic)
            .set(OperandRole.DT, DataType.FP32.code())
            .set(OperandRole.XD, to)
            .set(OperandRole.XS, from)
            .set(OperandRole.C0, 20)
            .set(OperandRole.C1, 31));
  }

  private static InstructionEncoder encoder(String mnemonic) {
    return InstructionEncoder.of(PROFILE, mnemonic);
  }

  private void add(InstructionEncoder encoder) {
    words.add(encoder.word());
  }

  private void set(int x, long value) {
    add(encoder("movi").set(OperandRole.XD, x).set(OperandRole.IMM32, (int) value));
    if (value >> 32 != (int) value >> 31) {
      add(
          encoder("movhi")
              .set(OperandRole.XD, x)
              .set(OperandRole.XA, x)
              .set(OperandRole.IMM32, value >> 32));
    }
  }
}
