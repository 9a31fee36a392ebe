/**
 * Tiles and views as lowering sees them: where they lie, what may be one, what they are made of.
 */
package org.ptoc.passes.storage;
