package org.ptoc.tools.cli;

import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.ptoc.emulator.timing.TimingConstant;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.isa.BitField;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Disassembler;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.isa.ExampleCode;
import org.ptoc.tools.isa.InstructionPage;
import org.ptoc.tools.isa.OperationExample;
import org.ptoc.tools.json.Json;
import org.ptoc.tools.report.TimingConstants;

/** The tables for programs. */
final class IsaJson {
  private IsaJson() {}

  /**
   * All that is known of operations and instructions.
   *
   * @param named whether the instructions were asked for by name, which adds their cycles
   */
  static String write(
      Profile profile,
      List<OpDefinition> operations,
      List<InstructionDefinition> rows,
      boolean named,
      Toolchain toolchain) {
    Json json = new Json().beginObject().field("profile", profile.spelling());
    json.key("operations").beginArray();
    for (OpDefinition op : operations) {
      json.beginObject().field("name", op.name()).field("semantics", op.semantics());
      json.field("types", op.types(profile).describe()).field("reference", op.spec());
      roles(json, "operands", op.operands());
      roles(json, "results", op.results());
      OperationExample.of(op, profile)
          .ifPresent(
              example ->
                  json.field("example", String.join("\n", example.statement()))
                      .field("program", example.program()));
      ExampleCode.of(op, profile, toolchain).ifPresent(code -> code(json, code));
      json.end();
    }
    json.end().key("instructions").beginArray();
    for (InstructionDefinition row : rows) {
      instruction(json, row);
      if (named) {
        cycles(json, row, profile);
      }
      json.end();
    }
    return json.end().end().toString();
  }

  private static void code(Json json, ExampleCode code) {
    json.key("code").beginArray();
    for (Instruction word : code.words()) {
      json.beginObject().field("word", "0x" + HexFormat.of().toHexDigits(word.word()));
      json.field("text", Disassembler.text(word))
          .field("mnemonic", word.definition().mnemonic())
          .end();
    }
    json.end();
  }

  /**
   * The constants of every model and type; nothing for words that a model times as part of others.
   */
  private static void cycles(Json json, InstructionDefinition row, Profile profile) {
    json.key("cycles").beginArray();
    for (TimingConstants.Entry entry : TimingConstants.entries(row, profile)) {
      json.beginObject().field("model", entry.model().spelling());
      json.field("type", spelling(entry.type()))
          .field("result", spelling(entry.result()))
          .key("constants")
          .beginArray();
      for (TimingConstant constant : entry.constants()) {
        json.beginObject().field("name", constant.name()).field("value", constant.value());
        json.field("source", String.valueOf(constant.source().tag()))
            .key("assumed")
            .value(constant.isAssumed())
            .end();
      }
      json.end().end();
    }
    json.end();
  }

  private static String spelling(DataType type) {
    return type == DataType.NONE ? "" : type.spelling();
  }

  private static void roles(Json json, String key, List<Role> roles) {
    json.key(key).beginArray();
    for (Role role : roles) {
      json.beginObject().field("name", role.name()).field("kind", role.kind().description());
      json.field("arity", role.arity().name().toLowerCase(Locale.ROOT)).end();
    }
    json.end();
  }

  private static void instruction(Json json, InstructionDefinition row) {
    json.beginObject().field("mnemonic", row.mnemonic()).field("format", row.format().toString());
    json.field("class", row.format().number())
        .field("operation", row.operation())
        .field("pipe", row.pipe().toString());
    json.field("schedulingClass", row.schedulingClass().toString())
        .field("semantics", InstructionPage.semantics(row));
    json.field("reference", row.reference()).key("operands").beginArray();
    for (OperandField operand : row.operands()) {
      json.beginObject().field("role", operand.role()).field("field", operand.field().name());
      json.field("lsb", operand.field().lsb()).field("width", operand.field().width());
      json.field("kind", operand.kind().toString())
          .field("access", operand.access().toString())
          .end();
    }
    json.end();
  }

  /** The fields of one word. */
  static String decoded(String bits, Instruction instruction) {
    Json json =
        new Json().beginObject().field("word", bits).field("text", Disassembler.text(instruction));
    json.field("mnemonic", instruction.definition().mnemonic()).key("fields").beginArray();
    for (BitField field : instruction.definition().format().fields()) {
      json.beginObject()
          .field("name", field.name())
          .field("lsb", field.lsb())
          .field("width", field.width());
      json.field("value", field.get(instruction.word())).end();
    }
    return json.end().end().toString();
  }
}
