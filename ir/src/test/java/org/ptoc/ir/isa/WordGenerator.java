package org.ptoc.ir.isa;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Random legal words of a row, found by choosing operand values until the encoder accepts them. */
final class WordGenerator {
  private final Profile profile;
  private final Random random;

  WordGenerator(Profile profile, long seed) {
    this.profile = profile;
    this.random = new Random(seed);
  }

  Instruction next(InstructionDefinition row) {
    for (int attempt = 0; attempt < 10_000; attempt++) {
      if (attempt(row) instanceof Instruction instruction) {
        return instruction;
      }
    }
    throw new AssertionError("no legal word of " + row);
  }

  private DecodedWord attempt(InstructionDefinition row) {
    InstructionEncoder encoder = InstructionEncoder.of(profile, row);
    for (OperandField operand : row.operands()) {
      encoder.set(operand, value(operand));
    }
    if (!row.types().pairs().isEmpty()) {
      List<ConversionPair> pairs = new ArrayList<>(row.types().pairs());
      row.types()
          .singles()
          .forEach(type -> pairs.add(row.types().attributes(type, DataType.NONE).orElseThrow()));
      ConversionPair pair = pairs.get(random.nextInt(pairs.size()));
      encoder.set(OperandRole.DT, pair.source()).set(OperandRole.DT2, pair.result());
    }
    Optional<OperandField> merge = row.operandInField(FieldName.MRG);
    if (merge.isPresent() && random.nextBoolean()) {
      encoder.set(OperandRole.MRG, 0);
    }
    return encoder.encode();
  }

  private long value(OperandField operand) {
    long raw = operand.field().get(random.nextLong());
    if (operand.field().width() > 8 && random.nextBoolean()) {
      raw %= 8; // Small and zero offsets print differently.
    }
    return operand.registerClass().isPresent() && random.nextInt(8) == 0 ? operand.limit() : raw;
  }
}
