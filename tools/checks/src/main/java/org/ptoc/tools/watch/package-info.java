/**
 * Listeners of a run: the trace, the commit log, and the checker of synchronisation. Sees the
 * emulator and objects.
 */
package org.ptoc.tools.watch;
