/**
 * Operations with configuration words become machine instructions of the IR, so that clean-up
 * passes see the arithmetic.
 */
package org.ptoc.backend.a5.machine;
