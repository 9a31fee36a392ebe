/**
 * Sweeps on Apache Spark: the items of a plan as a Dataset, results as rows. Sees the API of sweeps
 * and Spark; nothing of the toolchain sees it.
 */
package org.ptoc.spark;
