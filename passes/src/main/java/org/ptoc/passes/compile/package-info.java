/**
 * The compiler driver: the order of the passes, what a back end brings ({@link
 * org.ptoc.passes.compile.Target}), and from a function of the IR to the code of a kernel. Sees all
 * other packages of the passes; only back ends and tools see it.
 */
package org.ptoc.passes.compile;
