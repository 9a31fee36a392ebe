package org.ptoc.tools.referee;

import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.tools.watch.Dependence;

/**
 * Two words that touch the same bytes in all the ways in which they did so.
 *
 * @param space the memory
 * @param earlier the word that runs first; in a loop its place may follow the place of the other
 * @param later the other word
 */
record Edge(AddressSpace space, Dependence.Access earlier, Dependence.Access later) {
  static Edge of(Dependence found) {
    return new Edge(found.space(), found.earlier(), found.later());
  }
}
