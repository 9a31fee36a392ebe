package org.ptoc.emulator;

import java.util.Optional;
import org.ptoc.ir.object.SourcePosition;

/**
 * The first word of a launch whose repeat count is 0. It does nothing (spec/21, 6.1); mostly the
 * count was computed wrongly.
 *
 * @param block the lowest block that has such a word
 * @param core its name in the block, as in {@link Trap}
 * @param wordOffset number of the word in the text
 * @param line where the source says so
 */
public record ZeroRepeat(int block, String core, int wordOffset, Optional<SourcePosition> line)
    implements Notice {}
