package org.ptoc.backend.a5;

import java.util.List;
import org.ptoc.backend.a5.address.PostUpdate;
import org.ptoc.backend.a5.cube.A5Cube;
import org.ptoc.backend.a5.machine.TransfersToMachine;
import org.ptoc.backend.a5.machine.VectorForms;
import org.ptoc.backend.a5.select.VectorSelector;
import org.ptoc.backend.a5.tile.TileToVector;
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
import org.ptoc.passes.vmi.VmiToVector;

/** The A5 back end. */
public final class A5Target implements Target {
  @Override
  public Profile profile() {
    return Profile.A5;
  }

  @Override
  public Pass logicalVectors() {
    return new VmiToVector();
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
        new Synchronization(false),
        new TileToCube(new A5Cube()),
        new MicroToCube(new A5Cube()),
        new TileToVector(),
        new VectorForms(),
        new TransfersToMachine(),
        new SortUnitToMachine());
  }

  @Override
  public List<Pass> finishing() {
    return List.of(new PostUpdate());
  }

  @Override
  public InstructionSelector selector() {
    return new VectorSelector();
  }

  @Override
  public List<Rewrite> rewrites() {
    return TileToVector.REWRITES;
  }
}
