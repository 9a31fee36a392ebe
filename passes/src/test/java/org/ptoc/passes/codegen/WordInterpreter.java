package org.ptoc.passes.codegen;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandRole;
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
        case "br" -> pc += instruction.code(FieldName.IMM32);
        case "brz" ->
            pc +=
                scalars[instruction.code(FieldName.XA)] == 0
                    ? instruction.code(FieldName.IMM32)
                    : 1;
        case "brc" ->
            pc +=
                compare(instruction, FieldName.XA, FieldName.XB)
                    ? instruction.code(FieldName.IMM32)
                    : 1;
        case "loop" -> {
          long count = scalars[instruction.code(FieldName.X)];
          int length = instruction.code(FieldName.IMM32);
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

  private boolean compare(Instruction i, FieldName left, FieldName right) {
    return Reference.compare(
        i.code(FieldName.COND),
        i.code(FieldName.W2),
        scalars[i.code(left)],
        scalars[i.code(right)]);
  }

  private void execute(Instruction i, String mnemonic) {
    switch (mnemonic) {
      case "nop", "vf_begin", "vf_end" -> {}
      case "movi" -> scalars[i.code(FieldName.XD)] = i.field(FieldName.IMM32);
      case "movhi" ->
          scalars[i.code(FieldName.XD)] =
              scalars[i.code(FieldName.XA)] & 0xFFFF_FFFFL | i.field(FieldName.IMM32) << 32;
      case "mov" -> scalars[i.code(FieldName.XD)] = scalars[i.code(FieldName.XA)];
      case "select" ->
          scalars[i.code(FieldName.XD)] =
              scalars[i.code(scalars[i.code(FieldName.XA)] != 0 ? FieldName.XB : FieldName.XC)];
      case "cmp" ->
          scalars[i.code(FieldName.XD)] =
              (i.code(FieldName.W) == F32
                      ? Reference.compareFloats(
                          i.code(FieldName.COND), f32(i, FieldName.XA), f32(i, FieldName.XB))
                      : Reference.compare(
                          i.code(FieldName.COND),
                          i.code(FieldName.W),
                          scalars[i.code(FieldName.XA)],
                          scalars[i.code(FieldName.XB)]))
                  ? 1
                  : 0;
      case "cvt" -> scalars[i.code(FieldName.XD)] = convert(i);
      case "neg" ->
          scalars[i.code(FieldName.XD)] =
              Integer.toUnsignedLong(Float.floatToRawIntBits(-f32(i, FieldName.XA)));
      case "cmpi" ->
          scalars[i.code(FieldName.XD)] =
              Reference.compare(
                      i.code(FieldName.COND),
                      i.code(FieldName.W2),
                      scalars[i.code(FieldName.XA)],
                      i.field(FieldName.IMM32))
                  ? 1
                  : 0;
      case "ldp" -> scalars[i.code(FieldName.XD)] = arguments[i.code(FieldName.IMM24) / 8];
      case "ld" -> scalars[i.code(FieldName.XD)] = load(i);
      case "st" -> store(i, scalars[i.code(FieldName.XD)]);
      case "ext" ->
          scalars[i.code(FieldName.XD)] =
              i.code(FieldName.SG) != 0
                  ? Reference.signExtend(scalars[i.code(FieldName.XA)], bits(i.code(FieldName.W)))
                  : Reference.zeroExtend(scalars[i.code(FieldName.XA)], bits(i.code(FieldName.W)));
      case "vmov" -> vectors[i.code(FieldName.VD)] = vectors[i.code(FieldName.VA)];
      case "pmov" -> predicates[i.code(FieldName.PD)] = predicates[i.code(FieldName.PA)];
      case "vspill" -> local.put("v" + i.code(FieldName.IMM10), vectors[i.code(FieldName.VD)]);
      case "vfill" -> vectors[i.code(FieldName.VD)] = local.get("v" + i.code(FieldName.IMM10));
      case "pspill" -> local.put("p" + i.code(FieldName.IMM10), predicates[i.code(FieldName.PD)]);
      case "pfill" -> predicates[i.code(FieldName.PD)] = local.get("p" + i.code(FieldName.IMM10));
      case "alspill" -> local.put("a" + i.code(FieldName.IMM10), aligns[i.code(FieldName.AL)]);
      case "alfill" -> aligns[i.code(FieldName.AL)] = local.get("a" + i.code(FieldName.IMM10));
      case "pset" ->
          predicates[i.code(FieldName.PD)] = Reference.mix(mnemonic, i.code(FieldName.PAT));
      case "pand", "por", "pxor" ->
          predicates[i.code(FieldName.PD)] =
              Reference.mix(
                  mnemonic,
                  predicates[i.code(FieldName.PA)],
                  predicates[i.code(FieldName.PB)],
                  predicates[i.code(FieldName.PG)]);
      case "plt" -> {
        long count = scalars[i.code(FieldName.XB)];
        predicates[i.code(FieldName.PD)] = Reference.mix(mnemonic, count);
        scalars[i.code(FieldName.XO)] = Math.max(0, count - 64);
      }
      case "vbr" ->
          vectors[i.code(FieldName.VD)] = Reference.mix(mnemonic, scalars[i.code(FieldName.VB)]);
      case "vadd", "vsub" ->
          vectors[i.code(FieldName.VD)] =
              Reference.mix(
                  mnemonic,
                  vectors[i.code(FieldName.VA)],
                  vectors[i.code(FieldName.VB)],
                  predicates[i.code(FieldName.PG)]);
      case "vmula" ->
          vectors[i.code(FieldName.VD)] =
              Reference.mix(
                  mnemonic,
                  vectors[i.code(FieldName.VA)],
                  vectors[i.code(FieldName.VB)],
                  vectors[i.code(FieldName.VC)],
                  predicates[i.code(FieldName.PG)]);
      case "vintlv" -> {
        long left = vectors[i.code(FieldName.VA)];
        long right = vectors[i.code(FieldName.VB)];
        vectors[i.code(FieldName.VD)] = Reference.mix("low", left, right);
        vectors[i.code(FieldName.VC)] = Reference.mix("high", left, right);
      }
      case "vsts" ->
          memory.put(
              scalars[i.code(FieldName.XB)] + 4 * scalars[i.code(FieldName.XO)],
              Reference.mix(
                  "vsts", vectors[i.code(FieldName.VD)], predicates[i.code(FieldName.PG)]));
      case "init_align" -> aligns[i.code(FieldName.AL)] = Reference.mix(mnemonic);
      case "vldus" -> {
        long align = aligns[i.code(FieldName.AL)];
        vectors[i.code(FieldName.VD)] =
            Reference.mix("vldus", align, scalars[i.code(FieldName.XB)]);
        aligns[i.code(FieldName.AL)] = Reference.mix("align", align);
      }
      default -> arithmetic(i, mnemonic);
    }
  }

  private float f32(Instruction i, FieldName field) {
    return Float.intBitsToFloat((int) scalars[i.code(field)]);
  }

  private long convert(Instruction i) {
    if (i.code(FieldName.W) == F32) {
      float number =
          Reference.signExtend(scalars[i.code(FieldName.XA)], bits(i.code(FieldName.COND)));
      return Integer.toUnsignedLong(Float.floatToRawIntBits(number));
    }
    int bits = bits(i.code(FieldName.W));
    long limit = Long.MAX_VALUE >> (64 - bits);
    return Math.clamp((long) f32(i, FieldName.XA), -limit - 1, limit);
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
    if (i.definition().operand(OperandRole.W).isPresent() && i.code(FieldName.W) == F32) {
      scalars[i.code(FieldName.XD)] =
          floatArithmetic(mnemonic, f32(i, FieldName.XA), f32(i, FieldName.XB));
      return;
    }
    boolean immediate = i.definition().operand(OperandRole.IMM32).isPresent();
    int width = i.code(immediate ? FieldName.W2 : FieldName.W);
    boolean signed =
        !immediate
            && i.definition().operand(OperandRole.SG).isPresent()
            && i.code(FieldName.SG) != 0;
    String operation =
        switch (mnemonic) {
          case "shrui" -> "shr";
          case "shrsi" -> "shr";
          default -> immediate ? mnemonic.substring(0, mnemonic.length() - 1) : mnemonic;
        };
    scalars[i.code(FieldName.XD)] =
        Reference.arithmetic(
            operation,
            bits(width),
            signed || mnemonic.equals("shrsi"),
            scalars[i.code(FieldName.XA)],
            immediate ? i.field(FieldName.IMM32) : scalars[i.code(FieldName.XB)]);
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
    return scalars[i.code(FieldName.XB)] + scalars[i.code(FieldName.XO)] + i.field(FieldName.IMM24);
  }

  private long load(Instruction i) {
    return i.code(FieldName.SP) == 2
        ? local.get(localName(address(i)))
        : memory.getOrDefault(address(i), 0L);
  }

  private void store(Instruction i, long value) {
    if (i.code(FieldName.SP) == 2) {
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
