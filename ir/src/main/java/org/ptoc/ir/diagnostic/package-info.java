/**
 * Diagnostics as values: codes, places and notes; every part of the toolchain reports through them.
 */
package org.ptoc.ir.diagnostic;
