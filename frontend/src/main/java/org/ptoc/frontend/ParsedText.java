package org.ptoc.frontend;

import java.util.List;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;

/**
 * A text as IR, bound and typed, not verified.
 *
 * @param module the file as a module without a name; functions with errors may be incomplete
 * @param isComplete true when no error was reported
 * @param sound the functions, those of nested modules too, that have no error themselves nor in
 *     what they call; none when an error stands outside of all functions
 */
public record ParsedText(Module module, boolean isComplete, List<Function> sound) {}
