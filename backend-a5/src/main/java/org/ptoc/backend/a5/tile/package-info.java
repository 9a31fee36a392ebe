/**
 * Lowering of tile operations to vecscopes, SFU calls and transfers by the recipes of spec/21, part
 * A.
 */
package org.ptoc.backend.a5.tile;
