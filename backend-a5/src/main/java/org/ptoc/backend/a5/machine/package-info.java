/**
 * Operations with configuration words become machine instructions of the IR, so that clean-up
 * passes see the arithmetic. Operations without a word of their own become others that have one.
 */
package org.ptoc.backend.a5.machine;
