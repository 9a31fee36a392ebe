package org.ptoc.passes.cube;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;

/** Micro operations between L1, the tables and UB, and fills of L1 (spec/60, 3.5). */
final class MicroTables {
  private final CubeWords words;
  private final IrBuilder builder;
  private final Operation op;

  MicroTables(CubeWords words, Operation op) {
    this.words = words;
    this.builder = words.builder();
    this.op = op;
  }

  private ElementType element(RoleName role) {
    return ((PointerType) op.operand(role).type()).element();
  }

  private WordBuilder bursts(ConfigurationWord layout) {
    return words
        .word(layout)
        .set(ConfigurationField.BURSTS, op.operand(RoleName.COUNT))
        .set(ConfigurationField.LENGTH, op.operand(RoleName.LENGTH))
        .set(ConfigurationField.SOURCE_GAP, op.operand(RoleName.SOURCE_GAP))
        .set(ConfigurationField.DESTINATION_GAP, op.operand(RoleName.DEST_GAP));
  }

  /** Floats of 16 bits are widened on the way. */
  void bias() {
    WordBuilder config = bursts(ConfigurationWord.BT);
    Optional<Value> stated =
        op.definition().form().hasOperand(RoleName.CONVERT)
            ? op.optional(RoleName.CONVERT)
            : Optional.empty();
    if (stated.isPresent()) {
      config.set(ConfigurationField.CONVERT, stated.get());
    } else {
      config.set(ConfigurationField.CONVERT, element(RoleName.SOURCE).bits() == Short.SIZE ? 1 : 0);
    }
    words.typed(
        Mnemonic.L1_TO_BT,
        CubeWords.type(element(RoleName.SOURCE)),
        op.operand(RoleName.DEST),
        op.operand(RoleName.SOURCE),
        config.word());
  }

  void parameters() {
    words.typed(
        Mnemonic.L1_TO_FB,
        CubeWords.type(element(RoleName.SOURCE)),
        op.operand(RoleName.DEST),
        op.operand(RoleName.SOURCE),
        bursts(ConfigurationWord.FB).word());
  }

  /** Between L1 and UB; the scalar unit runs the loops around it. */
  void blocks(Mnemonic mnemonic) {
    WordBuilder config = bursts(ConfigurationWord.L1UB);
    if (op.definition().form().hasOperand(RoleName.SID)) {
      config.set(ConfigurationField.CORE, op.operand(RoleName.SID));
    }
    List<Value> loops =
        op.definition().form().hasOperand(RoleName.LOOPS) ? op.group(RoleName.LOOPS) : List.of();
    loop(
        builder,
        loops,
        builder.value(Op.CASTPTR, ElementType.I64, op.operand(RoleName.SOURCE)),
        builder.value(Op.CASTPTR, ElementType.I64, op.operand(RoleName.DEST)),
        mnemonic,
        config.word());
  }

  /** Loops come as count, source stride and destination stride in bytes, the innermost first. */
  private void loop(
      IrBuilder at, List<Value> loops, Value source, Value dest, Mnemonic mnemonic, Value config) {
    if (loops.isEmpty()) {
      new CubeWords(at, words.target()).emit(mnemonic, IrBuilder.fields(), dest, source, config);
      return;
    }
    int last = loops.size() - 3;
    at.loop(
        at.index(0),
        at.cast(loops.get(last), ElementType.INDEX),
        at.index(1),
        (body, index) -> {
          Value iteration = body.cast(index, ElementType.I64);
          loop(
              body,
              loops.subList(0, last),
              body.add(source, body.mul(iteration, loops.get(last + 1))),
              body.add(dest, body.mul(iteration, loops.get(last + 2))),
              mnemonic,
              config);
        });
  }

  void fill() {
    Value config =
        words
            .word(ConfigurationWord.FILL)
            .set(ConfigurationField.REPEATS, op.operand(RoleName.REPEAT))
            .set(ConfigurationField.BLOCKS, op.operand(RoleName.BLOCKS))
            .set(ConfigurationField.GAP, op.operand(RoleName.GAP))
            .word();
    boolean matrix = !op.definition().form().hasOperand(RoleName.OFFSET);
    Value value = op.operand(RoleName.VALUE);
    long bits =
        matrix
            ? ((ElementType) value.type()).bits()
            : op.attributes().integer(AttributeName.FILL_WORD_BITS).orElse((long) Integer.SIZE);
    Value start = op.operand(RoleName.DEST);
    if (!matrix) {
      Value base = builder.value(Op.CASTPTR, ElementType.I64, start);
      start = builder.add(base, op.operand(RoleName.OFFSET));
    }
    int type = (bits == Short.SIZE ? DataType.S16 : DataType.S32).code();
    words.typed(Mnemonic.L1_FILL, type, start, config, value);
  }
}
