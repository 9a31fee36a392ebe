/**
 * Tile operations of the cube core as machine words (spec/60, section 5): what the profiles share,
 * and {@link org.ptoc.passes.cube.CubeTarget} for what they do not.
 */
package org.ptoc.passes.cube;
