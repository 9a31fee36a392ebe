package org.ptoc.emulator;

import java.util.Optional;
import org.ptoc.ir.object.SourcePosition;

/**
 * The first access of a launch behind the data of a buffer. It is legal: such bytes read as zero,
 * and what is written there is not returned (spec/00, 1.1). Mostly the data is shorter than the
 * kernel expects.
 *
 * @param buffer number among the buffer arguments, 0 for the first
 * @param block the lowest block that did it
 * @param core its name in the block, as in {@link Trap}
 * @param wordOffset number of the word in the text
 * @param offset first byte of the access, from the start of the buffer
 * @param bytes length of the access
 * @param line where the source says so
 */
public record SlackAccess(
    int buffer,
    int block,
    String core,
    int wordOffset,
    long offset,
    long bytes,
    Optional<SourcePosition> line)
    implements Notice {}
