/**
 * The inputs on which other implementations are known to fail, one named test for each row of the
 * list (spec/21, section 9), run from text through the encoded binary on every profile that can
 * hold them.
 */
package org.ptoc.edge;
