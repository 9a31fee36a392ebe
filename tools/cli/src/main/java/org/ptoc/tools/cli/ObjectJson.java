package org.ptoc.tools.cli;

import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.OpenEnds;
import org.ptoc.ir.object.SectionHeader;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.assembly.AssemblyWriter;
import org.ptoc.tools.assembly.SourceText;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.json.Json;

/**
 * An object file as JSON. Words are hexadecimal text, because JSON numbers do not hold 64 bits
 * everywhere.
 */
final class ObjectJson {
  private ObjectJson() {}

  /**
   * @param sections the sections to list; none are listed when it is empty
   * @param sources where the text of source lines comes from; empty to leave it out
   */
  static String write(
      ObjectFile object, List<SectionHeader> sections, Optional<SourceText> sources) {
    Json json = new Json().beginObject().field("profile", object.profile().spelling());
    json.field("isa", ObjectFile.ISA_MAJOR + "." + ObjectFile.ISA_MINOR)
        .field("producer", object.producer());
    json.field("source", object.sourceName())
        .field("sourceDigest", hex(Long.reverseBytes(object.sourceDigest().value())));
    if (!sections.isEmpty()) {
      sections(json, sections);
    }
    json.key("kernels").beginArray();
    for (KernelObject kernel : object.kernels()) {
      kernel(json, object, kernel, sources.orElse(SourceText.none()));
    }
    return json.end().end() + "\n";
  }

  private static void sections(Json json, List<SectionHeader> sections) {
    json.key("sections").beginArray();
    for (SectionHeader each : sections) {
      json.beginObject().field("name", each.name()).field("type", each.type());
      json.field("address", each.address()).field("offset", each.offset());
      json.field("bytes", each.bytes()).end();
    }
    json.end();
  }

  private static void kernel(
      Json json, ObjectFile object, KernelObject kernel, SourceText sources) {
    KernelProperties properties = kernel.properties();
    json.beginObject().field("name", kernel.name());
    json.field("kind", properties.kind().name().toLowerCase(Locale.ROOT))
        .key("spills")
        .value(properties.spills());
    if (properties.role() == KernelProperties.Role.DEVICE) {
      json.key("device").value(true);
    }
    if (properties.unifiedBufferBytes().isPresent()) {
      json.field("unifiedBufferBytes", properties.unifiedBufferBytes().getAsInt());
    }
    KernelProperties.CubeMemoryUse cube = properties.cubeMemory();
    if (!cube.equals(KernelProperties.CubeMemoryUse.NONE)) {
      json.key("cubeMemory").beginObject().field("l1Bytes", cube.l1Bytes());
      json.field("l0aKib", cube.l0aKib()).field("l0bKib", cube.l0bKib());
      json.field("l0cKib", cube.l0cKib()).end();
    }
    json.field("localBytes", properties.localBytes()).field("blocks", properties.blockCount());
    KernelProperties.RegisterUse use = properties.registers();
    json.key("registers").beginObject().field("x", use.x()).field("v", use.v()).field("p", use.p());
    json.field("al", use.al()).end().key("arguments").beginArray();
    for (KernelArgument argument : kernel.arguments()) {
      json.beginObject().field("name", argument.name());
      json.field("kind", argument.kind() == KernelArgument.Kind.SCALAR ? "scalar" : "pointer");
      json.field(
          "type", ArgumentBinder.format(argument).map(DataFormat::spelling).orElse("unknown"));
      argument.launchValue().ifPresent(value -> json.field("launch", value.spelling()));
      json.key("read").value(argument.read()).key("written").value(argument.written()).end();
    }
    json.end();
    if (kernel.open().isPresent()) {
      json.key("symbols").beginArray();
      for (OpenEnds.Buffer each : kernel.open().get().symbols()) {
        json.beginObject().field("name", each.symbol());
        if (each.address().isPresent()) {
          json.field("address", each.address().getAsInt()).field("bytes", each.bytes());
        }
        json.end();
      }
      json.end();
    }
    json.field("rodata", HexFormat.of().formatHex(kernel.rodata())).key("words").beginArray();
    for (int i = 0; i < kernel.wordCount(); i++) {
      json.beginObject().field("offset", 8L * i).field("word", hex(kernel.word(i)));
      json.field("text", AssemblyWriter.instruction(object.profile(), kernel.word(i)));
      SourcePosition position = kernel.positions().get(i);
      if (position.isKnown()) {
        json.field("file", position.file())
            .field("line", position.line())
            .field("column", position.column());
        sources.line(position).ifPresent(line -> json.field("sourceText", line));
      }
      int word = i;
      kernel.open().stream()
          .flatMap(ends -> ends.relocations(word))
          .forEach(each -> json.field("relocation", each.toString()));
      json.end();
    }
    json.end().end();
  }

  private static String hex(long bits) {
    return HexFormat.of().toHexDigits(bits);
  }
}
