/** Tests of the JUnit extension: examples that pass, and what failing tests tell. */
package org.ptoc.junit;
