package org.ptoc.tools.cli;

import java.util.List;
import java.util.Locale;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.isa.BitField;
import org.ptoc.ir.isa.Disassembler;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.isa.InstructionPage;
import org.ptoc.tools.json.Json;

/** The tables for programs. */
final class IsaJson {
  private IsaJson() {}

  static String write(Profile profile, List<OpDefinition> operations, List<InstructionDefinition> rows) {
    Json json = new Json().beginObject().field("profile", profile.spelling());
    json.key("operations").beginArray();
    for (OpDefinition op : operations) {
      json.beginObject().field("name", op.name()).field("semantics", op.semantics());
      json.field("types", op.types(profile).describe()).field("reference", op.spec());
      roles(json, "operands", op.operands());
      roles(json, "results", op.results());
      json.end();
    }
    json.end().key("instructions").beginArray();
    for (InstructionDefinition row : rows) {
      instruction(json, row);
    }
    return json.end().end().toString();
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
    json.field("class", row.format().number()).field("operation", row.operation()).field("pipe", row.pipe().toString());
    json.field("schedulingClass", row.schedulingClass().toString()).field("semantics", InstructionPage.semantics(row));
    json.field("reference", row.reference()).key("operands").beginArray();
    for (OperandField operand : row.operands()) {
      json.beginObject().field("role", operand.role()).field("field", operand.field().name());
      json.field("lsb", operand.field().lsb()).field("width", operand.field().width());
      json.field("kind", operand.kind().toString()).field("access", operand.access().toString()).end();
    }
    json.end().end();
  }

  /** The fields of one word. */
  static String decoded(String bits, Instruction instruction) {
    Json json = new Json().beginObject().field("word", bits).field("text", Disassembler.text(instruction));
    json.field("mnemonic", instruction.definition().mnemonic()).key("fields").beginArray();
    for (BitField field : instruction.definition().format().fields()) {
      json.beginObject().field("name", field.name()).field("lsb", field.lsb()).field("width", field.width());
      json.field("value", field.get(instruction.word())).end();
    }
    return json.end().end().toString();
  }
}
