package org.ptoc.emulator.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.ConversionPair;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.UnitOperation.Places;
import org.ptoc.ir.isa.UnitOperation.PredicateSource;
import org.ptoc.ir.isa.WordFormat;

/** The words of a vecscope do what their unit operation says of them. */
class UnitPropertiesTest {
  private static final int WORDS = 40;
  private static final int VECTORS = 32 * Core.VECTOR_BYTES;

  private final Random random = new Random(11);

  /** What a word left behind. */
  private record Outcome(List<String> pieces, byte[] vectors, long[] predicates) {}

  /** What it works on: each part can be changed by itself. */
  private record State(long[] scalars, long[] predicates, byte[] data, byte[] vectors) {}

  static Stream<InstructionDefinition> rows() {
    Set<WordFormat> formats = EnumSet.of(WordFormat.V, WordFormat.L, WordFormat.P);
    return InstructionTable.of(Profile.A5).definitions().stream()
        .filter(row -> row.semantics() instanceof Semantics.Unit && formats.contains(row.format()));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void wordsDoWhatTheirOperationSays(InstructionDefinition row) {
    UnitOperation unit = ((Semantics.Unit) row.semantics()).operation();
    int executed = 0;
    boolean dependsOnMasks = false;
    boolean dependsOnData = false;
    for (int i = 0; i < WORDS; i++) {
      Instruction word = word(row);
      State state = state(word);
      byte[] vectors = bytes(VECTORS);
      State otherData = new State(state.scalars, state.predicates, bytes(1 << 16), vectors);
      State otherMasks = new State(state.scalars, predicates(), state.data, state.vectors);
      Optional<Outcome> outcome = run(word, state);
      Optional<Outcome> ofData = run(word, otherData);
      Optional<Outcome> ofMasks = run(word, otherMasks);
      if (outcome.isPresent() && ofData.isPresent() && ofMasks.isPresent()) {
        executed++;
        dependsOnData |= !ofData.get().pieces.equals(outcome.get().pieces);
        dependsOnMasks |= !ofMasks.get().pieces.equals(outcome.get().pieces);
        predicates(unit.predicates(), word, state, outcome.get(), ofData.get(), ofMasks.get());
        assertThatResultsAreWhole(word, state, outcome.get());
      }
    }
    assertThat(executed).as("words that were executed").isPositive();
    assertThat(dependsOnMasks).as("masks").isEqualTo(isMasked(unit.places()));
    assertThat(dependsOnData).as("data").isEqualTo(unit.places() == Places.LANES);
  }

  /** Data say how many bytes of streams of squeezed lanes by a register that stays here. */
  private static boolean isMasked(Places places) {
    return switch (places) {
      case MASKS, LANES -> true;
      case SCALARS, STREAM, COUNT -> false;
    };
  }

  private void predicates(
      PredicateSource source,
      Instruction word,
      State state,
      Outcome one,
      Outcome data,
      Outcome masks) {
    switch (source) {
      case NONE -> {
        assertThat(one.predicates).isEqualTo(state.predicates);
        assertThat(written(word, RegisterClass.P)).isEmpty();
      }
      case SCALARS ->
          assertThat(results(word, masks.predicates)).isEqualTo(results(word, one.predicates));
      case LOGIC, CHOICE -> bitByBit(word, state, one);
      case ARRANGEMENT, DATA -> assertThat(written(word, RegisterClass.P)).isNotEmpty();
    }
    if (source != PredicateSource.DATA) {
      assertThat(data.predicates).isEqualTo(one.predicates);
    }
    if (source == PredicateSource.LOGIC) {
      long[] result = results(word, one.predicates);
      for (int i = 0; i < Predicates.WORDS; i++) {
        long mask = state.predicates[word.code(FieldName.PG) * Predicates.WORDS + i];
        assertThat(result[i] & ~mask).isZero();
      }
    }
  }

  /** Bits at other places change nothing. */
  private void bitByBit(Instruction word, State state, Outcome outcome) {
    long kept = random.nextLong();
    long[] others = state.predicates.clone();
    for (int i = 0; i < Core.ALL_ACTIVE; i++) {
      others[i] = others[i] & kept | random.nextLong() & ~kept;
    }
    State changed = new State(state.scalars, others, state.data, state.vectors);
    long[] result = results(word, run(word, changed).orElseThrow().predicates);
    long[] expected = results(word, outcome.predicates);
    for (int i = 0; i < result.length; i++) {
      assertThat(result[i] & kept).isEqualTo(expected[i] & kept);
    }
  }

  /** What a register that is only written held before stays nowhere, unless the word merges. */
  private void assertThatResultsAreWhole(Instruction word, State state, Outcome outcome) {
    boolean merges =
        word.definition().format().field(FieldName.MRG).isPresent()
            && word.field(FieldName.MRG) != 0;
    if (merges) {
      return;
    }
    State other =
        new State(state.scalars, state.predicates.clone(), state.data, state.vectors.clone());
    for (int register : written(word, RegisterClass.V)) {
      System.arraycopy(
          bytes(Core.VECTOR_BYTES), 0, other.vectors, register * Core.VECTOR_BYTES, 256);
    }
    for (int register : written(word, RegisterClass.P)) {
      System.arraycopy(predicates(), 0, other.predicates, register * Predicates.WORDS, 4);
    }
    Outcome changed = run(word, other).orElseThrow();
    assertThat(changed.vectors).isEqualTo(outcome.vectors);
    assertThat(changed.predicates).isEqualTo(outcome.predicates);
  }

  private static long[] results(Instruction word, long[] predicates) {
    return written(word, RegisterClass.P).stream()
        .flatMapToLong(
            register ->
                Arrays.stream(
                    predicates, register * Predicates.WORDS, (register + 1) * Predicates.WORDS))
        .toArray();
  }

  private static List<Integer> written(Instruction word, RegisterClass registers) {
    return word.definition().operands().stream()
        .filter(each -> each.registerClass().equals(Optional.of(registers)))
        .filter(each -> each.access() != Access.READ)
        .map(each -> (int) word.value(each))
        .toList();
  }

  /** A word whose registers are all different, but for masks of all lanes. */
  private Instruction word(InstructionDefinition row) {
    for (int attempt = 0; attempt < 10_000; attempt++) {
      InstructionEncoder encoder = InstructionEncoder.of(Profile.A5, row);
      int register = 1;
      for (OperandField operand : row.operands()) {
        boolean isImmediate = operand.field().name().startsWith("imm");
        long value = isImmediate ? 0 : operand.field().get(random.nextLong());
        encoder.set(operand, operand.isRegister() ? register++ : value);
      }
      if (!row.types().pairs().isEmpty()) {
        List<ConversionPair> pairs = row.types().pairs();
        ConversionPair pair = pairs.get(random.nextInt(pairs.size()));
        encoder.set(OperandRole.DT, pair.source()).set(OperandRole.DT2, pair.result());
      }
      if (encoder.encode() instanceof Instruction instruction) {
        return instruction;
      }
    }
    throw new AssertionError("no legal word of " + row);
  }

  private State state(Instruction word) {
    long[] scalars = new long[32];
    for (OperandField operand : word.definition().operands()) {
      if (operand.registerClass().equals(Optional.of(RegisterClass.X))) {
        boolean isBase = operand.role() == OperandRole.XB;
        scalars[(int) word.value(operand)] =
            isBase ? 512L * random.nextInt(64) : (long) random.nextInt(3) << 16;
      }
    }
    return new State(scalars, predicates(), bytes(1 << 16), bytes(VECTORS));
  }

  /** The offsets in the lanes of gathers stay in memory. */
  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i += 4) {
      bytes[i] = (byte) (32 * random.nextInt(8));
      bytes[i + 1] = (byte) random.nextInt(64);
    }
    return bytes;
  }

  private long[] predicates() {
    long[] predicates = random.longs(Core.PREDICATE_SCRATCH).toArray();
    Arrays.fill(predicates, Core.ALL_ACTIVE, Core.PREDICATE_SCRATCH, -1);
    return predicates;
  }

  /** Empty where the word traps. */
  private static Optional<Outcome> run(Instruction word, State state) {
    Core core =
        new Core(Profile.A5, new GlobalMemory(List.of()), new byte[0], new byte[0], (byte) 0, true);
    System.arraycopy(state.scalars, 0, core.x, 0, state.scalars.length);
    System.arraycopy(state.predicates, 0, core.predicates, 0, state.predicates.length);
    System.arraycopy(state.data, 0, core.ub, 0, state.data.length);
    System.arraycopy(state.data, 0, core.local, 0, core.local.length);
    System.arraycopy(state.vectors, 0, core.vectors, 0, state.vectors.length);
    List<String> pieces = new ArrayList<>();
    core.record.notePieces();
    core.listener =
        Optional.of(
            (at, record) ->
                record
                    .pieces()
                    .visit(
                        (space, address, length, isWrite) ->
                            pieces.add(space + " " + address + " " + length + " " + isWrite)));
    try {
      Interpreter.of(new Program(Profile.A5, CoreKind.VECTOR, List.of(word))).runWords(core, 0, 1);
    } catch (MachineTrap trap) {
      return Optional.empty();
    }
    return Optional.of(
        new Outcome(
            pieces,
            Arrays.copyOf(core.vectors, VECTORS),
            Arrays.copyOf(core.predicates, Core.PREDICATE_SCRATCH)));
  }
}
