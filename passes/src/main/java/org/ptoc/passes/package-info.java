/**
 * What a pass is: its interface, its context, options, and the pass manager. Knows no profile by
 * name; back ends bring everything profile-specific. The packages below hold the passes and see
 * this one; {@code compile} puts them in order.
 */
package org.ptoc.passes;
