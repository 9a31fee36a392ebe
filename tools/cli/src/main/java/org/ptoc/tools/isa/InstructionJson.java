package org.ptoc.tools.isa;

import java.util.HexFormat;
import java.util.List;
import org.ptoc.ir.cycles.TimingConstant;
import org.ptoc.ir.isa.BitField;
import org.ptoc.ir.isa.ConversionPair;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.tools.json.Json;
import org.ptoc.tools.report.TimingConstants;

/** A row of the instruction table for programs: enough to write a decoder from. */
public final class InstructionJson {
  private InstructionJson() {}

  /**
   * One object: names, the bits that are fixed ({@code word & mask == match}), every field,
   * operands, legal types and cycles.
   */
  public static void write(Json json, InstructionDefinition row, Profile profile) {
    json.beginObject().field("mnemonic", row.mnemonic()).field("format", row.format().toString());
    json.field("class", row.format().number()).field("operation", row.operation());
    json.field("mask", hex(row.requiredMask())).field("match", hex(row.requiredBits()));
    json.field("pipe", row.pipe().toString());
    json.field("schedulingClass", row.schedulingClass().toString());
    json.field("semantics", InstructionPage.semantics(row)).field("reference", row.reference());
    operands(json, row);
    fields(json, row);
    types(json, row);
    cycles(json, row, profile);
    json.end();
  }

  private static String hex(long word) {
    return "0x" + HexFormat.of().toHexDigits(word);
  }

  private static void operands(Json json, InstructionDefinition row) {
    json.key("operands").beginArray();
    for (OperandField operand : row.operands()) {
      json.beginObject()
          .field("role", operand.role().spelling())
          .field("field", operand.field().name());
      json.field("lsb", operand.field().lsb()).field("width", operand.field().width());
      json.field("kind", operand.kind().toString()).field("access", operand.access().toString());
      json.end();
    }
    json.end();
  }

  private static void fields(Json json, InstructionDefinition row) {
    json.key("fields").beginArray();
    for (BitField field : row.format().fields()) {
      json.beginObject().field("name", field.name()).field("lsb", field.lsb());
      json.field("width", field.width()).key("signed").value(field.signed()).end();
    }
    json.end();
  }

  private static void types(Json json, InstructionDefinition row) {
    json.key("types").beginArray();
    for (DataType type : row.types().singles()) {
      json.beginObject().field("name", type.spelling()).field("code", type.code()).end();
    }
    for (ScalarWidth width : row.types().widths()) {
      json.beginObject().field("name", width.spelling()).field("code", width.code()).end();
    }
    json.end().key("conversions").beginArray();
    for (ConversionPair pair : row.types().pairs()) {
      json.beginObject().field("source", pair.source().spelling());
      json.field("result", pair.result().spelling()).key("roundings").beginArray();
      for (RoundingMode rounding : RoundingMode.values()) {
        if (pair.acceptsRounding(rounding.code())) {
          json.value(rounding.spelling());
        }
      }
      json.end().key("saturates").value(pair.saturates()).field("parts", pair.parts()).end();
    }
    json.end();
  }

  /** The constants of every model and type; none for words that a model times as part of others. */
  private static void cycles(Json json, InstructionDefinition row, Profile profile) {
    json.key("cycles").beginArray();
    for (TimingConstants.Entry entry : TimingConstants.entries(row, profile)) {
      json.beginObject().field("model", entry.model().spelling());
      json.field("type", spelling(entry.type())).field("result", spelling(entry.result()));
      constants(json, entry.constants());
      json.end();
    }
    json.end();
  }

  private static void constants(Json json, List<TimingConstant> constants) {
    json.key("constants").beginArray();
    for (TimingConstant constant : constants) {
      json.beginObject().field("name", constant.name()).field("value", constant.value());
      json.field("source", String.valueOf(constant.source().tag()));
      json.key("assumed").value(constant.isAssumed()).end();
    }
    json.end();
  }

  private static String spelling(DataType type) {
    return type == DataType.NONE ? "" : type.spelling();
  }
}
