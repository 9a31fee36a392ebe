/** New kernels: directories with a kernel of the examples, its data and what runs it. */
package org.ptoc.tools.project;
