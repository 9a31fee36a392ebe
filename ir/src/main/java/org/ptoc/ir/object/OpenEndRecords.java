package org.ptoc.ir.object;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.ptoc.ir.isa.OperandRole;

/** Open ends as sections: records, relocations and symbols (spec/70, 6.4). */
final class OpenEndRecords {
  private static final int NO_FLAG = 0xFFFF;
  private static final int NO_SYMBOL = 0;

  private OpenEndRecords() {}

  /**
   * The content of sections.
   *
   * @param ends records, empty without open ends
   * @param relocations one content for each kernel, empty without any
   * @param symbols entries that follow the symbols of kernels
   */
  record Written(byte[] ends, List<byte[]> relocations, byte[] symbols) {
    Written {
      relocations = List.copyOf(relocations);
    }

    boolean isPresent() {
      return ends.length > 0;
    }
  }

  static Written write(List<KernelObject> kernels, StringTable strings) {
    ByteSink ends = new ByteSink();
    Map<OpenEnds.Buffer, Integer> symbols = new LinkedHashMap<>();
    int first = 1 + kernels.size();
    List<byte[]> relocations = new ArrayList<>();
    for (int i = 0; i < kernels.size(); i++) {
      ByteSink own = new ByteSink();
      Optional<OpenEnds> open = kernels.get(i).open();
      if (open.isPresent()) {
        for (OpenEnds.End end : open.get().ends()) {
          write(ends, i, end, open.get(), strings, symbols, first);
        }
        for (Relocation each : open.get().relocations()) {
          OpenEnds.Buffer symbol = new OpenEnds.Buffer(each.symbol(), OptionalInt.empty(), 0);
          own.u64((long) each.word() * ElfLayout.WORD_BYTES);
          own.u32(each.type()).u32(number(symbol, symbols, first)).u64(each.addend());
        }
      }
      relocations.add(own.toBytes());
    }
    ByteSink table = new ByteSink();
    for (OpenEnds.Buffer each : symbols.keySet()) {
      table.u32(strings.offset(each.symbol())).u8(ElfLayout.SYMBOL_GLOBAL).u8(0);
      table.u16(each.address().isPresent() ? ElfLayout.SECTION_ABSOLUTE : 0);
      table.u64(each.address().orElse(0)).u64(each.bytes());
    }
    return new Written(ends.toBytes(), relocations, table.toBytes());
  }

  private static int number(
      OpenEnds.Buffer symbol, Map<OpenEnds.Buffer, Integer> symbols, int first) {
    return symbols.computeIfAbsent(symbol, _ -> first + symbols.size());
  }

  private static void write(
      ByteSink out,
      int kernel,
      OpenEnds.End end,
      OpenEnds all,
      StringTable strings,
      Map<OpenEnds.Buffer, Integer> symbols,
      int first) {
    out.u32(kernel).u32(end.id()).u32(end.slotBytes()).u16(end.slots()).u16(end.localSlots());
    out.u8(end.directions()).u8(end.splits()).u8(end.isWhole() ? 1 : 0).u8(all.signals());
    out.u16(all.flags()).u16(end.flag().orElse(NO_FLAG)).u32(end.given()).u32(end.taken());
    for (Optional<OpenEnds.Buffer> buffer : List.of(end.toVector(), end.toCube())) {
      out.u32(buffer.map(symbol -> number(symbol, symbols, first)).orElse(NO_SYMBOL));
    }
    out.u32(strings.offset(end.place().file())).u32(end.place().line()).u32(end.place().column());
    out.u32(0).u64(0);
  }

  /** The open ends of each kernel. */
  static List<Optional<OpenEnds>> read(ElfFile elf, KernelRecords kernels) throws Malformed {
    List<List<OpenEnds.End>> ends = new ArrayList<>();
    IntStream.range(0, kernels.count()).forEach(_ -> ends.add(new ArrayList<>()));
    int[] flags = new int[kernels.count()];
    int[] signals = new int[kernels.count()];
    Symbols symbols = new Symbols(elf, kernels.count());
    if (elf.isRelocatable()) {
      ByteView records = elf.section(ElfLayout.ENDS).content();
      for (int at = 0; at < records.size(); at += OpenEnds.RECORD_BYTES) {
        int kernel = records.u32(at);
        boolean isKnown = kernel >= 0 && kernel < ends.size();
        if (!isKnown
            || !ends.get(kernel).isEmpty()
                && (flags[kernel] != records.u16(at + 20) || signals[kernel] != records.u8(at + 19))
            || records.u8(at + 18) > 1
            || records.u8(at + 19) > 7) {
          throw new Malformed(records.offset(at), "a record of the end of a pipe makes no sense");
        }
        flags[kernel] = records.u16(at + 20);
        signals[kernel] = records.u8(at + 19);
        ends.get(kernel).add(end(elf, records, at, symbols));
      }
    }
    List<Optional<OpenEnds>> open = new ArrayList<>();
    int sections = 0;
    for (int i = 0; i < ends.size(); i++) {
      String name = ElfLayout.RELOCATIONS_PREFIX + kernels.name(i);
      boolean isOpen = !ends.get(i).isEmpty();
      List<Relocation> relocations =
          isOpen && elf.has(name)
              ? relocations(elf, elf.section(name), kernels.text(i), symbols)
              : List.of();
      sections += isOpen && elf.has(name) ? 1 : 0;
      open.add(
          isOpen
              ? Optional.of(new OpenEnds(ends.get(i), flags[i], signals[i], relocations))
              : Optional.empty());
    }
    for (ElfFile.Section section : elf.sections()) {
      sections -= section.type() == ElfLayout.RELA ? 1 : 0;
    }
    if (sections != 0 || elf.isRelocatable() && open.stream().noneMatch(Optional::isPresent)) {
      throw new Malformed(0, "relocations or ends of pipes belong to no kernel");
    }
    return open;
  }

  private static OpenEnds.End end(ElfFile elf, ByteView records, int at, Symbols symbols)
      throws Malformed {
    records.expect32(at + 52, 0, "reserved field of the end of a pipe");
    records.expect64(at + 56, 0, "reserved field of the end of a pipe");
    int flag = records.u16(at + 22);
    try {
      return new OpenEnds.End(
          records.u32(at + 4),
          records.u8(at + 16),
          records.u32(at + 8),
          records.u16(at + 12),
          records.u16(at + 14),
          records.u8(at + 17),
          records.u8(at + 18) == 1,
          records.u32(at + 24),
          records.u32(at + 28),
          flag == NO_FLAG ? OptionalInt.empty() : OptionalInt.of(flag),
          symbols.optional(records.u32(at + 32)),
          symbols.optional(records.u32(at + 36)),
          new SourcePosition(
              elf.strings().text(records.u32(at + 40) & 0xFFFF_FFFFL, "file of a pipe"),
              records.u32(at + 44),
              records.u32(at + 48)));
    } catch (IllegalArgumentException e) {
      throw new Malformed(records.offset(at), "the end of a pipe has no legal place");
    }
  }

  private static List<Relocation> relocations(
      ElfFile elf, ElfFile.Section section, ElfFile.Section text, Symbols symbols)
      throws Malformed {
    ByteView entries = section.content();
    if (section.link() != elf.section(".symtab").number()
        || section.info() != text.number()
        || entries.size() == 0) {
      throw new Malformed(
          section.headerOffset() + 40,
          "the section " + section.name() + " changes another section");
    }
    List<Relocation> found = new ArrayList<>();
    for (int at = 0; at < entries.size(); at += ElfLayout.RELOCATION_BYTES) {
      long offset = entries.u64(at);
      int type = entries.u32(at + 8);
      long addend = entries.u64(at + 16);
      OpenEnds.Buffer symbol = symbols.get(entries.u32(at + 12));
      if (offset < 0
          || offset >= text.content().size()
          || offset % ElfLayout.WORD_BYTES != 0
          || type != Relocation.IMM32 && type != Relocation.FLAG
          || addend != (int) addend
          || symbol.address().isPresent()) {
        throw new Malformed(entries.offset(at), "a relocation makes no sense");
      }
      found.add(
          new Relocation(
              (int) (offset / ElfLayout.WORD_BYTES),
              type == Relocation.IMM32 ? OperandRole.IMM32 : OperandRole.ID,
              symbol.symbol(),
              (int) addend));
    }
    return found;
  }

  /** The symbols that follow the kernels. */
  private static final class Symbols {
    private final ElfFile elf;
    private final ByteView table;
    private final int first;

    Symbols(ElfFile elf, int kernels) throws Malformed {
      this.elf = elf;
      ElfFile.Section section = elf.section(".symtab");
      table = section.content();
      first = section.info() + kernels;
    }

    Optional<OpenEnds.Buffer> optional(int number) throws Malformed {
      return number == NO_SYMBOL ? Optional.empty() : Optional.of(get(number));
    }

    OpenEnds.Buffer get(int number) throws Malformed {
      if (number < first || number >= table.size() / ElfLayout.SYMBOL_BYTES) {
        throw new Malformed(table.offset(0), "there is no symbol " + number + " of a pipe");
      }
      long at = (long) number * ElfLayout.SYMBOL_BYTES;
      int section = table.u16(at + 6);
      long address = table.u64(at + 8);
      long bytes = table.u64(at + 16);
      boolean isDefined = section == ElfLayout.SECTION_ABSOLUTE;
      boolean isLegal =
          isDefined
              ? address == (int) address && bytes == (int) bytes
              : section == 0 && address == 0 && bytes == 0;
      if (!isLegal || table.u16(at + 4) != ElfLayout.SYMBOL_GLOBAL) {
        throw new Malformed(table.offset(at), "the symbol of a pipe makes no sense");
      }
      try {
        return new OpenEnds.Buffer(
            elf.strings().text(table.u32(at) & 0xFFFF_FFFFL, "name of a symbol"),
            isDefined ? OptionalInt.of((int) address) : OptionalInt.empty(),
            (int) bytes);
      } catch (IllegalArgumentException e) {
        throw new Malformed(table.offset(at), "the symbol of a pipe has no legal name");
      }
    }
  }
}
