/** How close the cycle models come to measurements and published fits. */
package org.ptoc.cycles;
