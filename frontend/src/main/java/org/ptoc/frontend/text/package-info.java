/**
 * What tools ask of a source text beside its meaning: its tokens with comments, and its names with
 * definitions and uses. Made only on request; a text with errors has them too.
 */
package org.ptoc.frontend.text;
