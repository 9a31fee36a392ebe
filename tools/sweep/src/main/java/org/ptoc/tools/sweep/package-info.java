/**
 * Thousands of runs: plans ({@link org.ptoc.tools.sweep.PlanReader}), items with keys ({@link
 * org.ptoc.tools.sweep.Item}), the embedded engine ({@link org.ptoc.tools.sweep.SweepEngine}),
 * results as lines ({@link org.ptoc.tools.sweep.ItemResult}), their cache, shards and reports. How
 * one item runs is the business of an {@link org.ptoc.tools.sweep.ItemRunner}, so that other
 * engines share all of this. Sees the front end of no command; only {@code PlanReader} and its kin
 * see the reader of YAML.
 */
package org.ptoc.tools.sweep;
