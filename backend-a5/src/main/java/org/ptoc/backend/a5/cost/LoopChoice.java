package org.ptoc.backend.a5.cost;

import java.util.function.Function;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.LoopForm;

/** h3 */
public final class LoopChoice implements IrBuilder.FormChoice {
  private final Constants constants;
  public LoopChoice(Constants constants) { this.constants = constants; }
  @Override public IrBuilder choose(Function<LoopForm, IrBuilder> emit) {
    IrBuilder b = emit.apply(new LoopForm(Integer.getInteger("h3.v", 8), Integer.getInteger("h3.r", 1)));
    RegionBody body = RegionWords.of(b.operations(), constants);
    if (Boolean.getBoolean("h3.dump")) System.out.println(body + " fits " + body.fits(30, 13));
    System.setProperty("h3.est", "" + RegionClock.cycles(body));
    return b;
  }
}
