/** Tests of plans, keys, shards, caches and tuning. */
package org.ptoc.tools.sweep;
