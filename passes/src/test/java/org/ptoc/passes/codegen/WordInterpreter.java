package org.ptoc.passes.codegen;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.isa.ScalarWidth;

/**
 * Runs the words of test kernels. Vectors and predicates are single numbers; an instruction without
 * numeric meaning here is an arbitrary function of its inputs, the same one that {@link
 * IrInterpreter} uses.
 */
final class WordInterpreter {
  private static final int F32 = ScalarWidth.F32.code();
  private static final long STEP_LIMIT = 5_000_000;

  private final List<Instruction> program;
  private final long[] scalars = new long[32];
  private final long[] vectors = new long[32];
  private final long[] predicates = new long[16];
  private final long[] aligns = new long[4];
  private final Map<String, Long> local = new HashMap<>();
  private final Map<Long, Long> memory = new HashMap<>();
  private final long[] arguments;
  private final Deque<long[]> loops = new ArrayDeque<>();

  private WordInterpreter(Program program, long[] arguments) {
    this.program = program.instructions();
    this.arguments = arguments;
    // Registers start with rubbish so that a value read before it is written shows.
    Arrays.fill(scalars, 0xDEAD_BEEFL);
    Arrays.fill(vectors, 0xBAD_F00DL);
    Arrays.fill(predicates, 0xBAD_CAFEL);
    Arrays.fill(aligns, 0xBAD_A11L);
    System.arraycopy(arguments, 0, scalars, 0, Math.min(16, arguments.length));
    scalars[31] = 0;
    predicates[15] = -1;
  }

  /** Memory after a run. */
  static Map<Long, Long> run(long[] words, long... arguments) {
    WordInterpreter interpreter =
        new WordInterpreter((Program) ProgramDecoder.decode(Profile.A5, words), arguments);
    interpreter.run();
    return interpreter.memory;
  }

  private void run() {
    int pc = 0;
    for (long steps = 0; ; steps++) {
      if (steps > STEP_LIMIT) {
        throw new AssertionError("the program does not end");
      }
      // A loop record is {begin, last, rest}.
      while (!loops.isEmpty() && pc == loops.peek()[1] + 1) {
        long[] loop = loops.peek();
        if (--loop[2] > 0) {
          pc = (int) loop[0] + 1;
        } else {
          loops.pop();
        }
      }
      Instruction instruction = program.get(pc);
      String mnemonic = instruction.definition().mnemonic();
      switch (mnemonic) {
        case "end" -> {
          return;
        }
        case "br" -> pc += instruction.code("imm32");
        case "brz" -> pc += scalars[instruction.code("xa")] == 0 ? instruction.code("imm32") : 1;
        case "brc" -> pc += compare(instruction, "xa", "xb") ? instruction.code("imm32") : 1;
        case "loop" -> {
          long count = scalars[instruction.code("x")];
          int length = instruction.code("imm32");
          if (count > 0) {
            loops.push(new long[] {pc, pc + length, count});
            pc++;
          } else {
            pc += length + 1;
          }
        }
        default -> {
          execute(instruction, mnemonic);
          scalars[31] = 0;
          pc++;
        }
      }
    }
  }

  private boolean compare(Instruction i, String left, String right) {
    return Reference.compare(
        i.code("cond"), i.code("w2"), scalars[i.code(left)], scalars[i.code(right)]);
  }

  private void execute(Instruction i, String mnemonic) {
    switch (mnemonic) {
      case "nop", "vf_begin", "vf_end" -> {}
      case "movi" -> scalars[i.code("xd")] = i.field("imm32");
      case "movhi" ->
          scalars[i.code("xd")] = scalars[i.code("xa")] & 0xFFFF_FFFFL | i.field("imm32") << 32;
      case "mov" -> scalars[i.code("xd")] = scalars[i.code("xa")];
      case "select" ->
          scalars[i.code("xd")] = scalars[i.code(scalars[i.code("xa")] != 0 ? "xb" : "xc")];
      case "cmp" ->
          scalars[i.code("xd")] =
              (i.code("w") == F32
                      ? Reference.compareFloats(i.code("cond"), f32(i, "xa"), f32(i, "xb"))
                      : Reference.compare(
                          i.code("cond"),
                          i.code("w"),
                          scalars[i.code("xa")],
                          scalars[i.code("xb")]))
                  ? 1
                  : 0;
      case "cvt" -> scalars[i.code("xd")] = convert(i);
      case "neg" ->
          scalars[i.code("xd")] = Integer.toUnsignedLong(Float.floatToRawIntBits(-f32(i, "xa")));
      case "cmpi" ->
          scalars[i.code("xd")] =
              Reference.compare(
                      i.code("cond"), i.code("w2"), scalars[i.code("xa")], i.field("imm32"))
                  ? 1
                  : 0;
      case "ldp" -> scalars[i.code("xd")] = arguments[i.code("imm24") / 8];
      case "ld" -> scalars[i.code("xd")] = load(i);
      case "st" -> store(i, scalars[i.code("xd")]);
      case "ext" ->
          scalars[i.code("xd")] =
              i.code("sg") != 0
                  ? Reference.signExtend(scalars[i.code("xa")], bits(i.code("w")))
                  : Reference.zeroExtend(scalars[i.code("xa")], bits(i.code("w")));
      case "vmov" -> vectors[i.code("vd")] = vectors[i.code("va")];
      case "pmov" -> predicates[i.code("pd")] = predicates[i.code("pa")];
      case "vspill" -> local.put("v" + i.code("imm10"), vectors[i.code("vd")]);
      case "vfill" -> vectors[i.code("vd")] = local.get("v" + i.code("imm10"));
      case "pspill" -> local.put("p" + i.code("imm10"), predicates[i.code("pd")]);
      case "pfill" -> predicates[i.code("pd")] = local.get("p" + i.code("imm10"));
      case "alspill" -> local.put("a" + i.code("imm10"), aligns[i.code("al")]);
      case "alfill" -> aligns[i.code("al")] = local.get("a" + i.code("imm10"));
      case "pset" -> predicates[i.code("pd")] = Reference.mix(mnemonic, i.code("pat"));
      case "pand", "por", "pxor" ->
          predicates[i.code("pd")] =
              Reference.mix(
                  mnemonic,
                  predicates[i.code("pa")],
                  predicates[i.code("pb")],
                  predicates[i.code("pg")]);
      case "plt" -> {
        long count = scalars[i.code("xb")];
        predicates[i.code("pd")] = Reference.mix(mnemonic, count);
        scalars[i.code("xo")] = Math.max(0, count - 64);
      }
      case "vbr" -> vectors[i.code("vd")] = Reference.mix(mnemonic, scalars[i.code("vb")]);
      case "vadd", "vsub" ->
          vectors[i.code("vd")] =
              Reference.mix(
                  mnemonic, vectors[i.code("va")], vectors[i.code("vb")], predicates[i.code("pg")]);
      case "vmula" ->
          vectors[i.code("vd")] =
              Reference.mix(
                  mnemonic,
                  vectors[i.code("va")],
                  vectors[i.code("vb")],
                  vectors[i.code("vc")],
                  predicates[i.code("pg")]);
      case "vintlv" -> {
        long left = vectors[i.code("va")];
        long right = vectors[i.code("vb")];
        vectors[i.code("vd")] = Reference.mix("low", left, right);
        vectors[i.code("vc")] = Reference.mix("high", left, right);
      }
      case "vsts" ->
          memory.put(
              scalars[i.code("xb")] + 4 * scalars[i.code("xo")],
              Reference.mix("vsts", vectors[i.code("vd")], predicates[i.code("pg")]));
      case "init_align" -> aligns[i.code("al")] = Reference.mix(mnemonic);
      case "vldus" -> {
        long align = aligns[i.code("al")];
        vectors[i.code("vd")] = Reference.mix("vldus", align, scalars[i.code("xb")]);
        aligns[i.code("al")] = Reference.mix("align", align);
      }
      default -> arithmetic(i, mnemonic);
    }
  }

  private float f32(Instruction i, String field) {
    return Float.intBitsToFloat((int) scalars[i.code(field)]);
  }

  private long convert(Instruction i) {
    if (i.code("w") == F32) {
      float number = Reference.signExtend(scalars[i.code("xa")], bits(i.code("cond")));
      return Integer.toUnsignedLong(Float.floatToRawIntBits(number));
    }
    int bits = bits(i.code("w"));
    long limit = Long.MAX_VALUE >> (64 - bits);
    return Math.clamp((long) f32(i, "xa"), -limit - 1, limit);
  }

  private static long floatArithmetic(String mnemonic, float a, float b) {
    float result =
        switch (mnemonic) {
          case "add" -> a + b;
          case "sub" -> a - b;
          case "mul" -> a * b;
          case "div" -> a / b;
          case "max" -> Math.max(a, b);
          case "min" -> Math.min(a, b);
          default -> throw new AssertionError("no float operation " + mnemonic);
        };
    return Integer.toUnsignedLong(Float.floatToRawIntBits(result));
  }

  private void arithmetic(Instruction i, String mnemonic) {
    if (i.definition().operand("w").isPresent() && i.code("w") == F32) {
      scalars[i.code("xd")] = floatArithmetic(mnemonic, f32(i, "xa"), f32(i, "xb"));
      return;
    }
    boolean immediate = i.definition().operand("imm32").isPresent();
    int width = i.code(immediate ? "w2" : "w");
    boolean signed = !immediate && i.definition().operand("sg").isPresent() && i.code("sg") != 0;
    String operation =
        switch (mnemonic) {
          case "shrui" -> "shr";
          case "shrsi" -> "shr";
          default -> immediate ? mnemonic.substring(0, mnemonic.length() - 1) : mnemonic;
        };
    scalars[i.code("xd")] =
        Reference.arithmetic(
            operation,
            bits(width),
            signed || mnemonic.equals("shrsi"),
            scalars[i.code("xa")],
            immediate ? i.field("imm32") : scalars[i.code("xb")]);
  }

  private static int bits(int width) {
    return switch (ScalarWidth.byCode(width).orElseThrow()) {
      case I1 -> 1;
      case I8 -> 8;
      case I16 -> 16;
      case I32 -> 32;
      case I64 -> 64;
      default -> throw new AssertionError("no floats here");
    };
  }

  private long address(Instruction i) {
    return scalars[i.code("xb")] + scalars[i.code("xo")] + i.field("imm24");
  }

  private long load(Instruction i) {
    return i.code("sp") == 2
        ? local.get(localName(address(i)))
        : memory.getOrDefault(address(i), 0L);
  }

  private void store(Instruction i, long value) {
    if (i.code("sp") == 2) {
      local.put(localName(address(i)), value);
    } else {
      memory.put(address(i), value);
    }
  }

  /** Slots of aligns are also copied word by word; the first word stands for all. */
  private static String localName(long address) {
    return address >= 40_960 && address < 57_344 ? "a" + (address - 40_960) / 64 : "x" + address;
  }
}
