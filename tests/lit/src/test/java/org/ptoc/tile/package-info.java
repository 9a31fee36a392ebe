/**
 * Tile operations from text through the encoded binary, compared with plain reference functions
 * written from the specification. Sees the front end, the passes, the A5 backend and the emulator;
 * shares no arithmetic with any of them.
 */
package org.ptoc.tile;
