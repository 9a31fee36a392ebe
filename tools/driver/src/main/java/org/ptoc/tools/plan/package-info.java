/**
 * Arguments for a kernel that was given none: sizes from the views of the kernel, numbers that fit
 * its loops and tiles, data by a seed. Sees the IR and {@code tools.data}.
 */
package org.ptoc.tools.plan;
