package org.ptoc.tools.cli;

import java.util.HexFormat;
import java.util.List;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.isa.BitField;
import org.ptoc.ir.isa.Disassembler;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.isa.ExampleCode;
import org.ptoc.tools.isa.InstructionJson;
import org.ptoc.tools.isa.OperationExample;
import org.ptoc.tools.isa.OperationJson;
import org.ptoc.tools.json.Json;
import org.ptoc.tools.toolchain.Toolchain;

/** The tables for programs. */
final class IsaJson {
  private IsaJson() {}

  /**
   * All that is known of operations and instructions.
   *
   * @param named whether they were asked for by name, which adds the code of an example
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
      json.beginObject();
      OperationJson.write(json, op);
      if (named) {
        example(json, op, profile, toolchain);
      }
      json.end();
    }
    json.end().key("instructions").beginArray();
    rows.forEach(row -> InstructionJson.write(json, row, profile));
    return json.end().end().toString();
  }

  private static void example(Json json, OpDefinition op, Profile profile, Toolchain toolchain) {
    OperationExample.of(op, profile)
        .ifPresent(
            example ->
                json.field("example", String.join("\n", example.statement()))
                    .field("program", example.program()));
    ExampleCode.of(op, profile, toolchain).ifPresent(code -> code(json, code));
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
