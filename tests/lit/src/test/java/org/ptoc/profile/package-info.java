/**
 * What holds between the two profiles: equal results, clear separation, emulated vector scopes,
 * modes left as found.
 */
package org.ptoc.profile;
