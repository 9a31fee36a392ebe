/**
 * Compares what a run leaves in tiles with what the operations of the source say: {@link
 * org.ptoc.tools.validate.TileValidator}.
 */
package org.ptoc.tools.validate;
