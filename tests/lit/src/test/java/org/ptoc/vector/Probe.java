package org.ptoc.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.CompileOptions;

/**
 * One operation in one spelling with its operands, run for several rounds of data and compared with
 * a reference.
 *
 * @param inputs operands: {@code %a0}, {@code %a1} and so on in the statement
 * @param outputs results: {@code %r0} and so on; a memory output is an operand {@code %r0}
 * @param statement the statements under test
 * @param inside true when they stand in a vecscope
 * @param options of the compiler
 * @param data chooses the operands of each round
 * @param reference fills the outputs, one array each, from the inputs of a round
 * @param trap the run must end with a trap whose message has this text
 */
record Probe(
    List<Slot> inputs,
    List<Slot> outputs,
    String statement,
    boolean inside,
    CompileOptions options,
    Data data,
    Reference reference,
    Optional<String> trap) {
  static final int ROUNDS = 8;
  private static final byte POISON = (byte) 0xA5;

  /** Where the operands of a probe lie in UB: all of them up to one of its ends. */
  enum Place {
    /** The first input begins where UB does. */
    BEGIN,
    /** The last output ends where UB ends. */
    OUTPUTS_END,
    /** The last input ends where UB ends. */
    INPUTS_END
  }

  /** What the operation must compute. */
  interface Reference {
    /**
     * Vectors and masks among the outputs are zero at entry, memory has the bytes that it had
     * before.
     */
    void apply(byte[][] inputs, byte[][] outputs);
  }

  /** Chooses the operands of a round; by default {@link #random}. */
  interface Data {
    byte[] of(Slot slot, int position, int round, Samples samples);
  }

  static byte[] random(Slot slot, int position, int round, Samples samples) {
    return switch (slot) {
      case Slot.Vector vector -> samples.vector(vector.element());
      case Slot.Mask mask -> samples.mask(round, mask.laneBytes());
      case Slot.Scalar scalar -> scalar(scalar.element(), samples.lane(scalar.element()));
      case Slot.Memory memory -> memory(memory, samples);
      case Slot.Constant ignored -> new byte[0];
    };
  }

  static byte[] scalar(ElementType type, long bits) {
    byte[] data = new byte[32];
    Lanes.put(data, 0, type.bytes(), bits);
    return data;
  }

  private static byte[] memory(Slot.Memory memory, Samples samples) {
    byte[] data = new byte[memory.bytes()];
    for (int i = 0; i < data.length / memory.element().bytes(); i++) {
      Lanes.setLane(data, memory.element(), i, samples.lane(memory.element()));
    }
    return data;
  }

  static Probe of(List<Slot> inputs, List<Slot> outputs, String statement, Reference reference) {
    return new Probe(
        inputs,
        outputs,
        statement,
        true,
        CompileOptions.defaults(),
        Probe::random,
        reference,
        Optional.empty());
  }

  Probe with(Data other) {
    return new Probe(inputs, outputs, statement, inside, options, other, reference, trap);
  }

  Probe with(CompileOptions other) {
    return new Probe(inputs, outputs, statement, inside, other, data, reference, trap);
  }

  Probe outside() {
    return new Probe(inputs, outputs, statement, false, options, data, reference, trap);
  }

  /** The same where the emulator must stop with a message that has this text. */
  Probe expectingTrap(String message) {
    return new Probe(
        inputs, outputs, statement, inside, options, data, reference, Optional.of(message));
  }

  /** How it went: empty when everything agrees. */
  record Failure(A5.Stage stage, String message) {}

  Optional<Failure> check(long seed) {
    return check(seed, Profile.A5);
  }

  Optional<Failure> check(long seed, Profile profile) {
    return check(seed, profile, Place.BEGIN);
  }

  Optional<Failure> check(long seed, Profile profile, Place place) {
    String text = text(profile, place);
    A5.Compiled compiled = A5.compile(text, options, profile);
    if (compiled.failed().isPresent()) {
      return failure(compiled.failed().get(), compiled.messages() + text);
    }
    List<String> unstable = A5.unstableWords(compiled.object(), profile);
    if (!unstable.isEmpty()) {
      return failure(A5.Stage.ENCODE, "words that do not survive disassembly: " + unstable);
    }
    byte[][][] operands = operands(new Samples(seed));
    byte[] input = new byte[area(inputs)];
    lay(inputs, operands, input);
    byte[] expected = expected(operands);
    List<Argument> arguments =
        List.of(new Argument.Buffer(input), new Argument.Buffer(new byte[area(outputs)]));
    return switch (A5.run(
        compiled.object(), profile, arguments, launch -> launch.withUnifiedBufferFill(POISON))) {
      case RunResult.Trapped trapped
          when trap.filter(trapped.trap().message()::contains).isPresent() ->
          Optional.empty();
      case RunResult.Completed ignored when trap.isPresent() ->
          failure(A5.Stage.RUN, "no trap\n" + text);
      case RunResult.Completed completed ->
          compare(expected, completed.buffers().get(1), operands, text);
      case RunResult.Trapped trapped ->
          failure(A5.Stage.RUN, "trap: " + trapped.trap().message() + "\n" + text);
      case RunResult other -> failure(A5.Stage.RUN, other + "\n" + text);
    };
  }

  /** The compiled kernel, or what rejects it. */
  A5.Compiled compile(Profile profile) {
    return A5.compile(text(profile, Place.BEGIN), options, profile);
  }

  private static Optional<Failure> failure(A5.Stage stage, String message) {
    return Optional.of(new Failure(stage, message));
  }

  private byte[][][] operands(Samples samples) {
    byte[][][] operands = new byte[ROUNDS][inputs.size()][];
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < inputs.size(); i++) {
        operands[round][i] = data.of(inputs.get(i), i, round, samples);
      }
    }
    return operands;
  }

  private byte[] expected(byte[][][] operands) {
    byte[][][] results = new byte[ROUNDS][outputs.size()][];
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < outputs.size(); i++) {
        results[round][i] = new byte[outputs.get(i).bytes()];
        if (outputs.get(i) instanceof Slot.Memory || outputs.get(i) instanceof Slot.Scalar) {
          java.util.Arrays.fill(results[round][i], POISON);
        }
      }
      reference.apply(operands[round], results[round]);
      for (int i = 0; i < outputs.size(); i++) {
        if (outputs.get(i) instanceof Slot.Vector vector) {
          int stored = vector.lanes() * vector.element().bytes();
          java.util.Arrays.fill(results[round][i], stored, Lanes.VECTOR_BYTES, POISON);
        }
      }
    }
    byte[] area = new byte[area(outputs)];
    lay(outputs, results, area);
    return area;
  }

  private static int area(List<Slot> slots) {
    return ROUNDS * slots.stream().mapToInt(Slot::bytes).sum();
  }

  /** Slot after slot, round after round within each. */
  private static void lay(List<Slot> slots, byte[][][] data, byte[] area) {
    int base = 0;
    for (int i = 0; i < slots.size(); i++) {
      int bytes = slots.get(i).bytes();
      for (int round = 0; round < ROUNDS; round++) {
        System.arraycopy(
            data[round][i], 0, area, base + round * bytes, Math.min(bytes, data[round][i].length));
      }
      base += ROUNDS * bytes;
    }
  }

  private Optional<Failure> compare(
      byte[] expected, byte[] actual, byte[][][] operands, String text) {
    int at = java.util.Arrays.mismatch(expected, actual);
    if (at < 0) {
      return Optional.empty();
    }
    int base = 0;
    for (int i = 0; i < outputs.size(); i++) {
      int bytes = outputs.get(i).bytes();
      if (at < base + ROUNDS * bytes) {
        int round = (at - base) / bytes;
        return failure(
            A5.Stage.RUN,
            describe(i, round, at - base - round * bytes, at, expected, actual, operands) + text);
      }
      base += ROUNDS * bytes;
    }
    throw new AssertionError("mismatch outside the outputs");
  }

  private String describe(
      int output,
      int round,
      int offset,
      int at,
      byte[] expected,
      byte[] actual,
      byte[][][] operands) {
    int width =
        switch (outputs.get(output)) {
          case Slot.Vector vector -> vector.element().bytes();
          case Slot.Memory memory -> memory.element().bytes();
          default -> 1;
        };
    int start = at - offset % width;
    StringBuilder message =
        new StringBuilder("output " + output + " round " + round + " byte " + offset);
    message.append(": expected ").append(Long.toHexString(Lanes.get(expected, start, width)));
    message
        .append(" got ")
        .append(Long.toHexString(Lanes.get(actual, start, width)))
        .append("; operands there:");
    for (int i = 0; i < inputs.size(); i++) {
      byte[] operand = operands[round][i];
      message.append(' ');
      if (inputs.get(i) instanceof Slot.Vector vector) {
        message.append(
            Long.toHexString(
                Lanes.lane(
                    operand, vector.element(), offset / width % Lanes.count(vector.element()))));
      } else {
        message.append(Long.toHexString(Lanes.get(operand, 0, Math.min(8, operand.length))));
      }
    }
    return message.append('\n').toString();
  }

  /** The kernel: all operands into UB, one loop over the rounds, all results out. */
  String text() {
    return text(Profile.A5, Place.BEGIN);
  }

  private String text(Profile profile, Place place) {
    List<String> setup = new ArrayList<>();
    List<String> before = new ArrayList<>();
    List<String> after = new ArrayList<>();
    int high = profile.unifiedBufferBytes() - area(inputs) - area(outputs);
    int inputBase =
        switch (place) {
          case BEGIN -> 0;
          case OUTPUTS_END -> high;
          case INPUTS_END -> high + area(outputs);
        };
    int outputBase = place == Place.INPUTS_END ? high : inputBase + area(inputs);
    int base = inputBase;
    for (int i = 0; i < inputs.size(); i++) {
      address(inputs.get(i), "a" + i, base, setup, before);
      read(inputs.get(i), "a" + i, profile, before);
      base += ROUNDS * inputs.get(i).bytes();
    }
    base = outputBase;
    for (int i = 0; i < outputs.size(); i++) {
      address(outputs.get(i), "r" + i, base, setup, before);
      write(outputs.get(i), "r" + i, after);
      base += ROUNDS * outputs.get(i).bytes();
    }
    String body =
        "    scf.for %round = %c0 to %rounds step %c1 {\n"
            + join(before)
            + "      "
            + statement
            + "\n"
            + join(after)
            + "    }\n";
    return """
    module attributes {pto.target_arch = "PROFILE", pto.kernel_kind = #pto.kernel_kind<vector>} {
      func.func @probe(%in: !pto.ptr<ui8, gm>, %out: !pto.ptr<ui8, gm>) attributes {pto.aicore} {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %rounds = arith.constant ROUNDS : index
        %zero = arith.constant 0 : i64
        %one = arith.constant 1 : i64
        %from = arith.constant INPUT_BASE : i64
        %to = arith.constant OUTPUT_BASE : i64
        %length = arith.constant INPUT_BYTES : i64
        %written = arith.constant OUTPUT_BYTES : i64
        %source = pto.castptr %from : i64 -> !pto.ptr<ui8, ub>
        %target = pto.castptr %to : i64 -> !pto.ptr<ui8, ub>
    SETUP    pto.mte_gm_ub %in, %source, %zero, %length nburst(%one, %zero, %zero) : !pto.ptr<ui8, gm>, !pto.ptr<ui8, ub>, i64, i64, i64, i64, i64
        pto.barrier #pto.pipe<PIPE_ALL>
    BODY    pto.barrier #pto.pipe<PIPE_ALL>
        pto.mte_ub_gm %target, %out, %written nburst(%one, %zero, %zero) : !pto.ptr<ui8, ub>, !pto.ptr<ui8, gm>, i64, i64, i64, i64
        pto.barrier #pto.pipe<PIPE_ALL>
        return
      }
      func.func private @same(%value: i64) -> i64 {
        return %value : i64
      }
    }
    """
        .replace("PROFILE", profile.spelling())
        .replace("ROUNDS", Integer.toString(ROUNDS))
        .replace("INPUT_BASE", Integer.toString(inputBase))
        .replace("OUTPUT_BASE", Integer.toString(outputBase))
        .replace("INPUT_BYTES", Integer.toString(area(inputs)))
        .replace("OUTPUT_BYTES", Integer.toString(area(outputs)))
        .replace("SETUP", join(setup))
        .replace("BODY", inside ? "    pto.vecscope {\n" + body + "    }\n" : body);
  }

  private static String join(List<String> lines) {
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      text.append("    ").append(line).append('\n');
    }
    return text.toString();
  }

  /**
   * The pointer to the data of the round: {@code %aI} itself for memory, {@code %p_aI} for the
   * others.
   */
  private static void address(
      Slot slot, String name, int base, List<String> setup, List<String> before) {
    String pointer;
    int element;
    switch (slot) {
      case Slot.Vector vector -> {
        pointer = "!pto.ptr<" + vector.element().spelling() + ", ub>";
        element = vector.element().bytes();
      }
      case Slot.Mask ignored -> {
        pointer = "!pto.ptr<ui8, ub>";
        element = 1;
      }
      case Slot.Scalar scalar -> {
        pointer = "!pto.ptr<" + scalar.element().spelling() + ", ub>";
        element = scalar.element().bytes();
      }
      case Slot.Memory memory -> {
        pointer = memory.type();
        element = memory.element().bytes();
      }
      case Slot.Constant constant -> {
        setup.add("%" + name + " = arith.constant " + constant.value() + " : " + constant.type());
        return;
      }
    }
    String result = slot instanceof Slot.Memory ? "%" + name : "%p_" + name;
    setup.add("%at_" + name + " = arith.constant " + base + " : i64");
    setup.add("%base_" + name + " = pto.castptr %at_" + name + " : i64 -> " + pointer);
    setup.add("%step_" + name + " = arith.constant " + slot.bytes() / element + " : index");
    before.add("  %skip_" + name + " = arith.muli %round, %step_" + name + " : index");
    before.add(
        "  "
            + result
            + " = pto.addptr %base_"
            + name
            + ", %skip_"
            + name
            + " : "
            + pointer
            + " -> "
            + pointer);
  }

  /** A2/A3 has no loads of masks; there all lanes are active. */
  static void read(Slot slot, String name, Profile profile, List<String> before) {
    switch (slot) {
      case Slot.Vector vector ->
          before.add(
              "  %"
                  + name
                  + " = pto.vlds %p_"
                  + name
                  + "[%c0] : !pto.ptr<"
                  + vector.element().spelling()
                  + ", ub> -> "
                  + vector.type());
      case Slot.Mask mask when profile == Profile.A2A3 ->
          before.add(
              "  %" + name + " = pto.pset_" + mask.granularity() + " \"PAT_ALL\" : " + mask.type());
      case Slot.Mask mask ->
          before.add(
              "  %"
                  + name
                  + " = pto.plds %p_"
                  + name
                  + "[%c0], \"NORM\" : !pto.ptr<ui8, ub>, index -> "
                  + mask.type());
      case Slot.Scalar scalar ->
          before.add(
              "  %"
                  + name
                  + " = pto.load_scalar %p_"
                  + name
                  + "[%c0] : !pto.ptr<"
                  + scalar.type()
                  + ", ub> -> "
                  + scalar.type());
      case Slot.Memory ignored -> {}
      case Slot.Constant ignored -> {}
    }
  }

  static void write(Slot slot, String name, List<String> after) {
    switch (slot) {
      case Slot.Vector vector -> {
        Slot.Mask mask = Slot.Mask.of(vector.element());
        after.add(
            "  %all_"
                + name
                + " = pto.pset_"
                + mask.granularity()
                + " \"PAT_ALL\" : "
                + mask.type());
        after.add(
            "  pto.vsts %"
                + name
                + ", %p_"
                + name
                + "[%c0], %all_"
                + name
                + " : "
                + vector.type()
                + ", !pto.ptr<"
                + vector.element().spelling()
                + ", ub>, "
                + mask.type());
      }
      case Slot.Mask mask ->
          after.add(
              "  pto.psts %"
                  + name
                  + ", %p_"
                  + name
                  + "[%c0], \"NORM\" : "
                  + mask.type()
                  + ", !pto.ptr<ui8, ub>, index");
      case Slot.Scalar scalar ->
          after.add(
              "  pto.store_scalar %"
                  + name
                  + ", %p_"
                  + name
                  + "[%c0] : !pto.ptr<"
                  + scalar.type()
                  + ", ub>, "
                  + scalar.type());
      case Slot.Memory ignored -> {}
      case Slot.Constant ignored -> {}
    }
  }
}
