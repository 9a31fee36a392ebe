package org.ptoc.tools.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.diagnostic.Limit;

/** A plan while it is read; what it does not say is the usual. */
final class PlanValues {
  private final List<Plan.Kernels> kernels = new ArrayList<>();
  private final List<Plan.Variable> variables = new ArrayList<>();
  private final List<Plan.Chained> chain = new ArrayList<>();
  private List<String> buffers = List.of();
  private List<String> profiles = List.of("");
  private List<String> options = List.of("");
  private List<String> arguments = List.of(Plan.AUTO);
  private List<Long> seeds = List.of(1L);
  private List<Long> blocks = List.of(0L);
  private List<String> checks = List.of();
  private List<String> expectations = List.of();
  private String tolerance = "";
  private int repeat = 1;
  private long limit = Limit.WORK.value();
  private Optional<String> fidelity = Optional.empty();

  List<Plan.Kernels> kernels() {
    return kernels;
  }

  List<Plan.Variable> variables() {
    return variables;
  }

  List<Plan.Chained> chain() {
    return chain;
  }

  void buffers(List<String> values) {
    buffers = values;
  }

  Optional<String> fidelity() {
    return fidelity;
  }

  void profiles(List<String> values) {
    profiles = values;
  }

  void options(List<String> values) {
    options = values;
  }

  void arguments(List<String> values) {
    arguments = values;
  }

  void seeds(List<Long> values) {
    seeds = values;
  }

  void blocks(List<Long> values) {
    blocks = values;
  }

  void checks(List<String> values) {
    checks = values;
  }

  void expectations(List<String> values) {
    expectations = values;
  }

  void tolerance(String value) {
    tolerance = value;
  }

  void repeat(int value) {
    repeat = value;
  }

  void limit(long value) {
    limit = value;
  }

  void fidelity(Optional<String> value) {
    fidelity = value;
  }

  Plan plan() {
    return new Plan(
        kernels,
        buffers,
        chain,
        profiles.isEmpty() ? List.of("") : profiles,
        options.isEmpty() ? List.of("") : options,
        arguments,
        variables,
        seeds,
        blocks,
        checks,
        expectations,
        tolerance,
        repeat,
        limit,
        fidelity);
  }
}
