/** The text front end: {@link org.ptoc.frontend.FrontEnd} turns the text of a {@code .pto} file into IR. */
package org.ptoc.frontend;
