package org.ptoc.ir.object;

/**
 * Checks that the symbols say what the kernel records say; local symbols are labels and mean
 * nothing to us.
 */
final class SymbolSection {
  private static final int LOCAL_LABEL = 0;

  private SymbolSection() {}

  static void check(ElfFile elf, KernelRecords kernels) throws Malformed {
    ElfFile.Section section = elf.section(".symtab");
    ByteView symbols = section.content();
    int count = symbols.size() / ElfLayout.SYMBOL_BYTES;
    int locals = section.info();
    int others = count - locals - kernels.count();
    if (locals < 1 || others < 0 || others > 0 && !elf.isRelocatable()) {
      throw new Malformed(
          section.headerOffset() + 44,
          "the symbols are not one for each kernel behind the local ones");
    }
    if (section.link() != elf.section(".strtab").number()) {
      throw new Malformed(section.headerOffset() + 40, "the symbols do not use .strtab");
    }
    for (int i = 0; i < ElfLayout.SYMBOL_BYTES; i += 8) {
      symbols.expect64(i, 0, "null symbol");
    }
    for (int i = 1; i < locals; i++) {
      symbols.expect8(
          (long) i * ElfLayout.SYMBOL_BYTES + 4, LOCAL_LABEL, "kind of local symbol " + i);
    }
    for (int i = 0; i < kernels.count(); i++) {
      checkKernel(elf, kernels, i, symbols, locals);
    }
  }

  private static void checkKernel(
      ElfFile elf, KernelRecords kernels, int kernel, ByteView symbols, int locals)
      throws Malformed {
    String name = kernels.name(kernel);
    if (kernels.symbol(kernel) != locals + kernel) {
      throw new Malformed(kernels.offset(kernel) + 4, "kernel " + name + " names the wrong symbol");
    }
    long at = (long) (locals + kernel) * ElfLayout.SYMBOL_BYTES;
    if (!elf.strings().text(symbols.u32(at) & 0xFFFF_FFFFL, "name of a symbol").equals(name)) {
      throw new Malformed(symbols.offset(at), "the symbol of kernel " + name + " has another name");
    }
    ElfFile.Section text = kernels.text(kernel);
    symbols.expect8(at + 4, ElfLayout.SYMBOL_GLOBAL_FUNCTION, "kind of the symbol " + name);
    symbols.expect8(at + 5, 0, "visibility of the symbol " + name);
    symbols.expect16(at + 6, text.number(), "section of the symbol " + name);
    symbols.expect64(at + 8, text.address(), "value of the symbol " + name);
    symbols.expect64(at + 16, text.content().size(), "size of the symbol " + name);
  }
}
