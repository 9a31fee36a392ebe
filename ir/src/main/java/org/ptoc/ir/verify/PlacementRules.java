package org.ptoc.ir.verify;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;

/** A function gives all its tiles addresses, or none (spec/20, section 2). */
final class PlacementRules {
  private final List<Operation> placed = new ArrayList<>();
  private final List<Operation> unplaced = new ArrayList<>();
  private final Set<Value> assigned = new HashSet<>();
  private final VerifierOptions.Placement mode;

  PlacementRules(VerifierOptions.Placement mode) {
    this.mode = mode;
  }

  /** Collects the tiles of a function. */
  void scan(Region region) {
    for (Operation op : region.operations()) {
      switch (op.definition().form()) {
        case ALLOC_TILE, ALLOC_MULTI_TILE -> {
          // The compiler says where it gave an address or found that none is needed.
          if (!op.attributes().has(AttributeName.PLACED)) {
            (op.group(RoleName.ADDR).isEmpty() ? unplaced : placed).add(op);
          }
        }
        case ASSIGN_TILE -> {
          placed.add(op);
          assigned.addAll(op.group(RoleName.TILE));
        }
        // The handle that a reshape gives lies where its source does.
        case RESHAPE_TILE -> assigned.addAll(op.group(RoleName.DST));
        // Scales lie where their factor says.
        case TILE_SCALE_ADDRESS -> assigned.addAll(op.group(RoleName.DST));
        default -> op.regions().forEach(this::scan);
      }
    }
  }

  /** True when the function gives tiles their addresses. */
  boolean isManual() {
    return switch (mode) {
      case INFERRED -> !placed.isEmpty();
      case AUTO -> false;
      case MANUAL -> true;
    };
  }

  /** Reports the tiles without address of a function that places others. */
  void report(Diagnostics diagnostics) {
    List<Operation> missing =
        unplaced.stream()
            .filter(op -> !op.results().isEmpty() && !assigned.contains(op.result()))
            .toList();
    switch (mode) {
      case INFERRED -> mixed(missing, diagnostics);
      case AUTO ->
          placed.forEach(
              op ->
                  refuse(
                      op,
                      "this tile has an address, but --mode=auto leaves them to the compiler",
                      diagnostics));
      case MANUAL ->
          missing.forEach(
              op ->
                  refuse(
                      op, "this tile has no address, but --mode=manual asks for one", diagnostics));
    }
  }

  private static void refuse(Operation op, String why, Diagnostics diagnostics) {
    diagnostics.report(DiagnosticCode.MIXED_PLACEMENT, op.location(), op.name() + ": " + why);
  }

  private void mixed(List<Operation> missing, Diagnostics diagnostics) {
    if (placed.isEmpty() || missing.isEmpty()) {
      return;
    }
    List<Diagnostic.Note> notes = new ArrayList<>();
    notes.add(new Diagnostic.Note(placed.getFirst().location(), "a tile gets an address here"));
    for (Operation op : missing.subList(1, missing.size())) {
      notes.add(new Diagnostic.Note(op.location(), "this tile has no address either"));
    }
    Operation first = missing.getFirst();
    diagnostics.report(
        DiagnosticCode.MIXED_PLACEMENT,
        first.location(),
        first.name()
            + ": this tile has no address, but others of the function have; give all tiles"
            + " addresses or none",
        notes.toArray(new Diagnostic.Note[0]));
  }
}
