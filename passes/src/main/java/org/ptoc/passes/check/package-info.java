/**
 * Programs that run before a run of a source: they check what only the run can decide, such as the
 * extents of open tiles, without changing the words of the kernel.
 */
package org.ptoc.passes.check;
