package org.ptoc.passes.cube;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
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

  private ElementType element(String role) {
    return ((PointerType) op.operand(role).type()).element();
  }

  private WordBuilder bursts(ConfigurationWord layout) {
    return words
        .word(layout)
        .set("bursts", op.operand("count"))
        .set("length", op.operand("length"))
        .set("sourceGap", op.operand("source_gap"))
        .set("destinationGap", op.operand("dest_gap"));
  }

  /** Floats of 16 bits are widened on the way. */
  void bias() {
    WordBuilder config = bursts(ConfigurationWord.BT);
    Optional<Value> stated =
        op.definition().form().hasOperand("convert") ? op.optional("convert") : Optional.empty();
    if (stated.isPresent()) {
      config.set("convert", stated.get());
    } else {
      config.set("convert", element("source").bits() == Short.SIZE ? 1 : 0);
    }
    words.typed(
        Mnemonic.L1_TO_BT,
        CubeWords.type(element("source")),
        op.operand("dest"),
        op.operand("source"),
        config.word());
  }

  void parameters() {
    words.typed(
        Mnemonic.L1_TO_FB,
        CubeWords.type(element("source")),
        op.operand("dest"),
        op.operand("source"),
        bursts(ConfigurationWord.FB).word());
  }

  /** Between L1 and UB; loops around it are those of the scalar unit. */
  void blocks(Mnemonic mnemonic) {
    WordBuilder config = bursts(ConfigurationWord.L1UB);
    if (op.definition().form().hasOperand("sid")) {
      config.set("core", op.operand("sid"));
    }
    List<Value> loops = op.definition().form().hasOperand("loops") ? op.group("loops") : List.of();
    loop(
        builder,
        loops,
        builder.value(Op.CASTPTR, ElementType.I64, op.operand("source")),
        builder.value(Op.CASTPTR, ElementType.I64, op.operand("dest")),
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
            .set("repeats", op.operand("repeat"))
            .set("blocks", op.operand("blocks"))
            .set("gap", op.operand("gap"))
            .word();
    boolean matrix = !op.definition().form().hasOperand("offset");
    Value value = op.operand("value");
    long bits =
        matrix
            ? ((ElementType) value.type()).bits()
            : op.attributes().integer("fill_word_bits").orElse((long) Integer.SIZE);
    Value start = op.operand("dest");
    if (!matrix) {
      Value base = builder.value(Op.CASTPTR, ElementType.I64, start);
      start = builder.add(base, op.operand("offset"));
    }
    int type = (bits == Short.SIZE ? DataType.S16 : DataType.S32).code();
    words.typed(Mnemonic.L1_FILL, type, start, config, value);
  }
}
