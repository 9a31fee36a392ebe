/**
 * The A2/A3 profile: how tile operations become UB-to-UB vector instructions with repeats, strides
 * and masks.
 */
package org.ptoc.backend.a2a3;
