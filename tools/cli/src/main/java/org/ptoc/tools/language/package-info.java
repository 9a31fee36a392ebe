/**
 * The language server: a thin layer of the protocol over results of the front end, rows of the
 * catalogue and what the toolchain finds. Nothing here lists operations.
 */
package org.ptoc.tools.language;
