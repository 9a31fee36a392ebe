package org.ptoc.passes;

import org.ptoc.ir.Module;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;

/**
 * What a pass may ask about the compilation.
 *
 * @param profile target profile
 * @param module module that holds the function
 * @param options options of the command line
 * @param diagnostics where errors and warnings go
 */
public record PassContext(
    Profile profile, Module module, CompileOptions options, Diagnostics diagnostics) {}
