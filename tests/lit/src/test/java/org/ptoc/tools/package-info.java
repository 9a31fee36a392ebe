/**
 * Tests of what users get: the archives, the documents with their commands, the instruction set
 * reference.
 */
package org.ptoc.tools;
