package org.ptoc.emulator.timing.pipe;

import org.ptoc.ir.isa.Pipe;

/**
 * What one pipe of a block did, in cycles.
 *
 * @param pipe the pipe
 * @param busy cycles in which it worked
 * @param idle the other cycles of the block
 * @param instructions instructions that it executed; a vector region counts as one
 */
public record PipeUsage(Pipe pipe, long busy, long idle, long instructions) {}
