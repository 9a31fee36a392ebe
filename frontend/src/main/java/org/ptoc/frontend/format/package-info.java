/** The layout of source texts: from tokens alone, without knowledge of operations. */
package org.ptoc.frontend.format;
