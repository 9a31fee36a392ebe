/**
 * Recipes: the meaning of a tile operation as typed steps, rewritten into what a profile has
 * instructions for. Each profile has its rewrites and one emitter.
 */
package org.ptoc.passes.recipe;
