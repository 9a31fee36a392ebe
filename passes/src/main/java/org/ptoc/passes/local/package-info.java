/**
 * Local arrays, structs and arrays of events become scalar accesses to LOCAL memory (spec/50, 2.7).
 */
package org.ptoc.passes.local;
