/** Estimates of the cycles of vecscopes, and the choice among forms of their loops. */
package org.ptoc.backend.a5.cost;
