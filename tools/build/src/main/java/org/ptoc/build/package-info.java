/** Steps of the build itself. */
package org.ptoc.build;
