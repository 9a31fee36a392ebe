package org.ptoc.spark;

import org.ptoc.tools.cli.Sweeps;
import org.ptoc.tools.sweep.ItemRunner;

/** The toolchain of a worker process: made when its first item comes, warm for all others. */
final class WarmToolchain {
  static final ItemRunner RUNNER = Sweeps.runner();

  private WarmToolchain() {}
}
