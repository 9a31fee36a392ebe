/**
 * The A5 profile: how tile operations become vector operations and how vector operations become
 * words.
 */
package org.ptoc.backend.a5;
