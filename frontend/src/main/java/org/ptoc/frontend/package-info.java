/**
 * The text front end: {@link org.ptoc.frontend.FrontEnd} turns the text of a {@code .pto} file into
 * IR.
 *
 * <p>One grammar reads all spellings of an operation; no option or file extension selects one.
 * Decisions on what the language leaves open:
 *
 * <ul>
 *   <li>Bare mnemonics of the assembly forms need no line-oriented mode. A word after {@code =} is
 *       a mnemonic, and so is a word that begins a line and is followed on that line by a value, a
 *       string, an attribute reference, a symbol, {@code ins} or a bracket with a string: no clause
 *       or flag is ever followed by one of these.
 *   <li>{@code #} followed by a blank or the end of the line starts a comment anywhere, except that
 *       {@code # pto.tassign %t, ...} binds an address. The address goes to the allocation of the
 *       tile in the same region, to the tile that a later statement defines under that name, or
 *       else to the name from there on.
 *   <li>A vector operation in bare form takes a result type that its type rule leaves open from the
 *       first later statement of the region that uses the result with a written type.
 *   <li>Numbers may stand where an operand is a scalar; they become constants.
 *   <li>A region operation or function whose head has an error still has its body read.
 * </ul>
 */
package org.ptoc.frontend;
