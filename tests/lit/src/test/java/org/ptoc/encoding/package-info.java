/**
 * The words of all instructions against words that were computed from the text of spec/40 alone.
 */
package org.ptoc.encoding;
