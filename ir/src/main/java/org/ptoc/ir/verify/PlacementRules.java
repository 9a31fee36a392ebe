package org.ptoc.ir.verify;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;

/** A function gives all its tiles addresses, or none (spec/20, section 2). */
final class PlacementRules {
  private final List<Operation> placed = new ArrayList<>();
  private final List<Operation> unplaced = new ArrayList<>();
  private final Set<Value> assigned = new HashSet<>();

  /** Collects the tiles of a function. */
  void scan(Region region) {
    for (Operation op : region.operations()) {
      switch (op.definition().shape()) {
        case ALLOC_TILE, ALLOC_MULTI_TILE -> (op.group("addr").isEmpty() ? unplaced : placed).add(op);
        case ASSIGN_TILE -> {
          placed.add(op);
          assigned.addAll(op.group("tile"));
        }
        default -> op.regions().forEach(this::scan);
      }
    }
  }

  /** True when the function gives any tile an address. */
  boolean isManual() {
    return !placed.isEmpty();
  }

  /** Reports the tiles without address of a function that places others. */
  void report(Diagnostics diagnostics) {
    List<Operation> missing =
        unplaced.stream().filter(op -> !op.results().isEmpty() && !assigned.contains(op.result())).toList();
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
        first.name() + ": this tile has no address, but others of the function have; give all tiles addresses or none",
        notes.toArray(new Diagnostic.Note[0]));
  }
}
