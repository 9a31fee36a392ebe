/**
 * The intermediate representation: modules, functions, regions, operations and values. Everything
 * is immutable; a pass builds new operations. Sees {@code type}, {@code catalog} and {@code
 * diagnostic}.
 *
 * <p>Conventions that every producer follows:
 *
 * <ul>
 *   <li>A function body's region arguments are the parameters; it ends in {@code func.return}.
 *   <li>{@code scf.for}: one region, arguments are the induction variable and then the carried
 *       values. {@code scf.if}: one region, or two when there is an else part. {@code scf.while}:
 *       region 0 takes the carried values and ends in {@code scf.condition}, region 1 takes the
 *       forwarded values and ends in {@code scf.yield}. A yield that the text omits is added by the
 *       front end, so every scf region has its terminator; the printer omits an empty one.
 *   <li>{@code pto.vecscope} and {@code pto.section.*}: one region without arguments and without
 *       terminator. {@code pto.strict_vecscope}: the region arguments represent the captures.
 *   <li>Tile operations are always in destination-passing form: the destination is the last operand
 *       role and there are no results. Level 1 and assembly forms get an {@code pto.alloc_tile}.
 *   <li>{@code arith.constant}: attribute {@code value}, an {@code Int} (sign-extended) or {@code
 *       Real} (bit pattern).
 *   <li>Tokens of attributes are canonical spellings of the catalogue row; pipes, events and
 *       distributions are {@code Text} attributes whatever spelling the source used.
 * </ul>
 */
package org.ptoc.ir;
