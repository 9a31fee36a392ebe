/** Hand-written level of A2/A3: transfers as machine copies, and what the profile does not have. */
package org.ptoc.backend.a2a3.machine;
