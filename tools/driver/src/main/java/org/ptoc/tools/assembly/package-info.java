/**
 * Assembly text of whole object files. A line is an instruction as {@link org.ptoc.ir.isa} writes
 * it, a directive, or empty; labels may precede it, and a comment starts with {@code ;}, {@code //}
 * or {@code #} outside quotes. Text of an object, assembled, gives the same object.
 *
 * <pre>
 * .profile a5
 * .isa 1.1                                    version of the instruction set; a later one is refused
 * .producer "ptoc VERSION"                    program that made the object
 * .source "vadd.pto" 0x0123456789abcdef       source file and digest
 * .kernel "vadd"                              starts a kernel; all below belongs to it
 * .kind vector                                vector, cube or mixed
 * .uses buffers flags spills atomics          any of these
 * .ub 1024                                    bytes of UB; absent when not known
 * .local 0                                    bytes of LOCAL memory
 * .blocks 0                                   blocks required, 0 when free
 * .registers 4 3 1 0                          X, V, P, AL registers; counted when absent
 * .buffers 0                                  highest buffer number plus 1
 * .events 0x00                                set of events used
 * .argument pointer 1 0 read write 0 "x"      kind, data type code, register or 255, access, offset, name
 * .argument scalar 17 1 8 block_idx "me"      the same for a value of the launcher, unless the name says it
 * .rodata 00ff                                constants in hexadecimal, lines add up
 * .extent 3 5 read 0 4096                      bytes of UB that indexed words of line 3, column 5 may read
 * .loc "vadd.pto" 3 5                         source of the words below; .loc none for no source
 *   movi X5, 64
 * next:                                       a label, for branches, loops and regions
 *   .word 0x0000000000000045                  a word by its bits
 * </pre>
 *
 * Without any {@code .loc} in a kernel the lines of the assembly text are the source.
 */
package org.ptoc.tools.assembly;
