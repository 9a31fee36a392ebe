/**
 * Syntax tree to IR: names, attributes, types and the operation formats of the catalogue. Sees the
 * syntax tree and the IR; decides by shapes and formats of catalogue rows, never by a mnemonic.
 */
package org.ptoc.frontend.bind;
