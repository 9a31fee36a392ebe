/**
 * The verifier of the IR: structure, scopes, types, attributes and constants (spec/00, 1.7 and 4,
 * spec/10, spec/11, spec/20). What the rows of the op catalogue say is checked for all operations
 * alike; what a shape demands beyond that is one rule method per shape. Sees all of {@code ir} but
 * {@code printer} and {@code object}.
 */
package org.ptoc.ir.verify;
