package org.ptoc.frontend.syntax;

/** What may stand in a file or module. */
public sealed interface UnitSyntax extends SyntaxNode permits ModuleSyntax, FunctionSyntax {}
