/**
 * The data that goes into and comes out of kernels: {@code .npy} and raw files, literals and
 * generators, comparison, and files that appear whole or not at all. Sees the data type codes of
 * the object format; problems are values.
 */
package org.ptoc.tools.data;
