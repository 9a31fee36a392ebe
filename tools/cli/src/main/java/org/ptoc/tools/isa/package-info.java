/**
 * Descriptions of operations and instructions for people, all derived from the tables; see {@code
 * ptoc isa}.
 */
package org.ptoc.tools.isa;
