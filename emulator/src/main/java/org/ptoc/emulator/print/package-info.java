/** What programs print: collected for each core while it runs, written as text afterwards. */
package org.ptoc.emulator.print;
