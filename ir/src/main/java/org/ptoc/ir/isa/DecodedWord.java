package org.ptoc.ir.isa;

/** The result of decoding or encoding one word: an instruction, or the reason why there is none. */
public sealed interface DecodedWord permits Instruction, IllegalWord {}
