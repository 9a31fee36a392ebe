/** Addresses of tiles: lifetimes, scratch, two places for tiles that take turns. */
package org.ptoc.passes.placement;
