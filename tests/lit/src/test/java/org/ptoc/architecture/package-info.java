/** Rules between modules and packages, held by tests. */
package org.ptoc.architecture;
