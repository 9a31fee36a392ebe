/**
 * The machine-level instruction set: tables, word formats, encoding and decoding, assembly text,
 * decoded programs. It is the one source of truth of an instruction; assembler, disassembler,
 * emulator, timing and manual are derived from the rows. It sees nothing of the rest of the
 * toolchain.
 *
 * <h2>Assembly text</h2>
 *
 * A line is {@code mnemonic.suffixes operands}; a comment starts with {@code ;}, {@code //} or
 * {@code #}. Everything follows from the operand list of the row, in its order:
 *
 * <ul>
 *   <li>Types are suffixes: {@code addi.i64}, {@code vcvt.f32.f16}, {@code plt.b32}; a result type
 *       that is the type of the operation is not written. {@code .s} marks the signed form of a
 *       scalar operation.
 *   <li>Operands are separated by commas, results first: {@code vadd.f32 V2, V0, V1, P0}. A second
 *       result of a predicate instruction follows an arrow: {@code plt.b32 P0, X7 -> X7}.
 *   <li>Registers are {@code X0} to {@code X30} and {@code XZR}, {@code V0} to {@code V31}, {@code
 *       P0} to {@code P14} and {@code PT}, {@code AL0} to {@code AL3}. A governing predicate that
 *       is {@code PT} is not written.
 *   <li>An address is {@code [X10 + X3 + 4]}; an index that is {@code XZR} and an offset that is 0
 *       are not written. The unit of the offset is that of the word: elements of its type, or
 *       bytes.
 *   <li>Codes are written by name ({@code NORM_B32}, {@code GT}, {@code MTE2}); the default
 *       rounding is not written. Single bits are written by name when set: {@code SAT}, {@code
 *       MRG}, {@code POST}, {@code ROUND}.
 *   <li>Where a number may come from a register, the register takes its place: {@code set_flag
 *       MTE2, V, X4}.
 *   <li>Branch offsets, loop bodies and regions count words: {@code brc.i64 X3, X4, ult, -6},
 *       {@code loop 0, X5, 3}. A label may replace the number: the label of the target, or the
 *       label after the last word of the body.
 * </ul>
 */
package org.ptoc.ir.isa;
