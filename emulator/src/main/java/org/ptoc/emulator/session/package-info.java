/**
 * Sessions: launches that stop between words, go back, and know who wrote a byte. The machine is
 * deterministic, so going back is the nearest checkpoint and a replay. A session knows words,
 * memories and registers, no sources but the positions of words.
 */
package org.ptoc.emulator.session;
