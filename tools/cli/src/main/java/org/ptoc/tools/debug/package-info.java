/**
 * The debugger: what users ask of a session, for the terminal and for editors. It finds launches
 * through a {@link org.ptoc.tools.debug.Setup} and knows no command line.
 */
package org.ptoc.tools.debug;
