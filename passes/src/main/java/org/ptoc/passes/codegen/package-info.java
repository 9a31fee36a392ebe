/** The code generator that all profiles share: machine code on virtual registers, register allocation, emission. */
package org.ptoc.passes.codegen;
