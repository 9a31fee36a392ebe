/** Analyses of decoded programs: which words follow each other, and what is live between them. */
package org.ptoc.ir.isa.flow;
