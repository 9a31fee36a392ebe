/**
 * Building and rewriting operations: a builder that folds constants and a base class for rewriting
 * passes.
 */
package org.ptoc.passes.build;
