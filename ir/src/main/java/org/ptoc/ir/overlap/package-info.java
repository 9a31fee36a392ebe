/**
 * Which operands of a tile operation may share bytes, and in which order the operation then
 * executes (spec/50, 3.3). The class of an operation is in its row of the catalogue ({@link
 * org.ptoc.ir.catalog.InPlace}); the verifier and the lowerings ask {@link
 * org.ptoc.ir.overlap.OverlapRule} with what they know of addresses and extents. May see types, the
 * catalogue and operations.
 */
package org.ptoc.ir.overlap;
