/**
 * Addresses of vector loads and stores in loops: indices become pointers that the accesses advance
 * themselves, so that a loop holds no words for its addresses (spec/21, 1.2).
 */
package org.ptoc.backend.a5.address;
