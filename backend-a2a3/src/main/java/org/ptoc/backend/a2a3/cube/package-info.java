/** What the cube core of the profile does in its own way. */
package org.ptoc.backend.a2a3.cube;
