package org.ptoc.emulator;

/**
 * An access to global memory outside of the argument that lies nearest.
 *
 * @param argument number of the argument, 0 for the first
 * @param offset first byte of the access from the start of the argument; negative in front of it
 * @param bytes length of the access
 * @param size bytes of the argument
 */
public record OutOfRange(int argument, long offset, long bytes, long size) {}
