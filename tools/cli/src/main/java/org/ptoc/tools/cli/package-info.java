/**
 * The {@code ptoc} command line: arguments, files, messages, exit statuses. What a program means is
 * behind {@link org.ptoc.tools.toolchain.Toolchain}. The only package that sees picocli and the
 * standard streams.
 */
package org.ptoc.tools.cli;
