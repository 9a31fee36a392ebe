/**
 * The canonical text of the IR (spec/00, 3.2), derived from the formats of the op catalogue. Sees
 * {@code ir}, {@code type} and {@code catalog}.
 */
package org.ptoc.ir.printer;
