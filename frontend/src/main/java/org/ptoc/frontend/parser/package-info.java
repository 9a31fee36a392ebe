/**
 * Text to syntax tree: the lexer and parser that ANTLR makes from the grammar, the marking of
 * statement starts, error reports in the user's words and recovery. The only package that sees
 * ANTLR; it knows no operation by name.
 */
package org.ptoc.frontend.parser;
