package org.ptoc.backend.a2a3;

import java.util.List;
import org.ptoc.backend.a2a3.cube.A2A3Cube;
import org.ptoc.backend.a2a3.machine.TransfersToMachine;
import org.ptoc.backend.a2a3.tile.ScopeToUnified;
import org.ptoc.backend.a2a3.tile.TileToVector;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.Pass;
import org.ptoc.passes.codegen.InstructionSelector;
import org.ptoc.passes.codegen.SortUnitToMachine;
import org.ptoc.passes.compile.Target;
import org.ptoc.passes.cube.MicroToCube;
import org.ptoc.passes.cube.ParameterLoads;
import org.ptoc.passes.cube.TileToCube;
import org.ptoc.passes.placement.DoubleBuffering;
import org.ptoc.passes.placement.InvariantTiles;
import org.ptoc.passes.placement.Placement;
import org.ptoc.passes.recipe.Rewrite;
import org.ptoc.passes.synchronization.Synchronization;
import org.ptoc.passes.tile.AtomicStores;
import org.ptoc.passes.tile.CarriedTiles;
import org.ptoc.passes.vmi.VmiToTiles;

/** The A2/A3 back end. */
public final class A2A3Target implements Target {
  @Override
  public Profile profile() {
    return Profile.A2A3;
  }

  @Override
  public Pass logicalVectors() {
    return new VmiToTiles();
  }

  @Override
  public List<Pass> lowering() {
    Placement placement = new Placement(TileToVector.SCRATCH);
    return List.of(
        new AtomicStores(),
        new ParameterLoads(),
        new CarriedTiles(),
        new InvariantTiles(placement),
        new DoubleBuffering(placement),
        placement,
        new Synchronization(true),
        new ScopeToUnified(TileToVector.SCRATCH),
        new TileToCube(new A2A3Cube()),
        new MicroToCube(new A2A3Cube()),
        new TileToVector(),
        new TransfersToMachine(),
        new SortUnitToMachine());
  }

  /** Everything is lowered to machine instructions before selection. */
  @Override
  public InstructionSelector selector() {
    return (operation, selection) -> false;
  }

  @Override
  public List<Rewrite> rewrites() {
    return TileToVector.REWRITES;
  }
}
