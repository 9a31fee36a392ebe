/**
 * The pass manager and what passes share. Knows no profile by name; back ends bring everything
 * profile-specific.
 */
package org.ptoc.passes;
