/**
 * The Maven plugin of the PTO toolchain: compiles, checks and emulates the kernels of a Maven
 * project.
 *
 * <p>Maven may run on Java 17, the toolchain needs Java 25: everything here is Java 17, sees only
 * the API of Maven, and starts {@code ptoc} in a Java process of its own. It never loads a class of
 * the toolchain.
 */
package org.ptoc.maven;
