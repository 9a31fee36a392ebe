package org.ptoc.frontend.syntax;

/** An item of a file or module. */
public sealed interface UnitSyntax extends SyntaxNode permits ModuleSyntax, FunctionSyntax {}
