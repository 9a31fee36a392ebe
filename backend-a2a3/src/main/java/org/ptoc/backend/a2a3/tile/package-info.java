/** Lowering of tile operations by the recipes of spec/21, part B. */
package org.ptoc.backend.a2a3.tile;
