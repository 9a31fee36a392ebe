/**
 * Tile-level planning that all profiles share: where tiles and views lie, placement in UB,
 * synchronisation insertion. What a tile operation becomes is a back end's business.
 */
package org.ptoc.passes.tile;
