/** Operations between ranks, lowered to transfers of tiles, additions in GM and waits. */
package org.ptoc.passes.rank;
