package org.ptoc.frontend.syntax;

import org.ptoc.ir.Location;

/** A part of the syntax tree. */
public sealed interface SyntaxNode
    permits FileSyntax,
        AliasSyntax,
        UnitSyntax,
        ParameterSyntax,
        RegionSyntax,
        RegionSyntax.Block,
        StatementSyntax,
        ResultSyntax,
        ValueSyntax,
        BindingSyntax,
        ItemSyntax,
        GroupSyntax,
        SignatureSyntax,
        SignatureSyntax.Entry,
        EntrySyntax,
        AttributeSyntax,
        TypeSyntax {

  /** Its place in the text: at least the first token. */
  Location location();
}
