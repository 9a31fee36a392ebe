/**
 * Emission: canonical words, loop lengths, branch offsets, source places and the facts that an
 * object file records.
 */
package org.ptoc.passes.codegen.emit;
