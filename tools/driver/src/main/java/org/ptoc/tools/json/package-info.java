/** Writing JSON; sees nothing else of the project. */
package org.ptoc.tools.json;
