/** Pipes between the cores of a block, lowered to transfers of tiles and signals. */
package org.ptoc.passes.pipe;
