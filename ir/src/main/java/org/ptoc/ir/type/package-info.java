/** The types of the IR and their one spelling each; sees nothing of the rest of the toolchain. */
package org.ptoc.ir.type;
