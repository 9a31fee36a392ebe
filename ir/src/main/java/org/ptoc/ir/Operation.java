package org.ptoc.ir;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.RoleName;

/**
 * One operation. Operands are grouped by the roles that the catalogue row declares: a single role
 * has one value, an optional role at most one, a variadic role any number.
 */
public final class Operation {
  private final OpDefinition definition;
  private final Value[] operands;
  private final int[] ends;
  private final List<Value> results;
  private final Attributes attributes;
  private final List<Region> regions;
  private final Location location;

  private Operation(
      OpDefinition definition,
      Value[] operands,
      int[] ends,
      List<Value> results,
      Attributes attributes,
      List<Region> regions,
      Location location) {
    this.definition = definition;
    this.operands = operands;
    this.ends = ends;
    this.results = results;
    this.attributes = attributes;
    this.regions = regions;
    this.location = location;
  }

  /**
   * Creates an operation.
   *
   * @param groups values of each declared operand role, in the order of the catalogue row
   * @throws IllegalArgumentException when the number of groups is not the number of declared roles
   */
  public static Operation create(
      OpDefinition definition,
      List<List<Value>> groups,
      List<Value> results,
      Attributes attributes,
      List<Region> regions,
      Location location) {
    if (groups.size() != definition.operands().size()) {
      throw new IllegalArgumentException(
          definition.name() + " declares " + definition.operands().size() + " roles");
    }
    int[] ends = new int[groups.size()];
    int count = 0;
    for (int i = 0; i < ends.length; i++) {
      count += groups.get(i).size();
      ends[i] = count;
    }
    Value[] flat = new Value[count];
    int next = 0;
    for (List<Value> group : groups) {
      for (Value value : group) {
        flat[next++] = value;
      }
    }
    return new Operation(
        definition, flat, ends, List.copyOf(results), attributes, List.copyOf(regions), location);
  }

  public OpDefinition definition() {
    return definition;
  }

  /** Mnemonic with dialect prefix, {@code pto.vadd}. */
  public String name() {
    return definition.name();
  }

  /** All operands, role after role. */
  public List<Value> operands() {
    return List.of(operands);
  }

  public int operandCount() {
    return operands.length;
  }

  /** Operand by position over all roles. */
  public Value operandAt(int position) {
    return operands[position];
  }

  /** The values of a role. */
  public List<Value> group(int role) {
    return Arrays.asList(operands).subList(role == 0 ? 0 : ends[role - 1], ends[role]);
  }

  /** The values of a role by its name. */
  public List<Value> group(RoleName role) {
    return group(definition.operandIndex(role));
  }

  /** All roles with their values, as {@link #create} takes them. */
  public List<List<Value>> groups() {
    List<List<Value>> groups = new ArrayList<>(ends.length);
    for (int role = 0; role < ends.length; role++) {
      groups.add(List.copyOf(group(role)));
    }
    return groups;
  }

  /** The value of a role that has exactly one. */
  public Value operand(RoleName role) {
    return group(role).getFirst();
  }

  /** The value of an optional role. */
  public Optional<Value> optional(RoleName role) {
    List<Value> group = group(role);
    return group.isEmpty() ? Optional.empty() : Optional.of(group.getFirst());
  }

  public List<Value> results() {
    return results;
  }

  /** Result by position. */
  public Value result(int position) {
    return results.get(position);
  }

  /** The only or first result. */
  public Value result() {
    return results.getFirst();
  }

  public Attributes attributes() {
    return attributes;
  }

  public List<Region> regions() {
    return regions;
  }

  /** The only or first region. */
  public Region region() {
    return regions.getFirst();
  }

  public Location location() {
    return location;
  }

  /** The same operation with other operands, role by role; results are the same values. */
  public Operation withGroups(List<List<Value>> groups) {
    return create(definition, groups, results, attributes, regions, location);
  }

  /** The same operation with other regions. */
  public Operation withRegions(List<Region> newRegions) {
    return new Operation(
        definition, operands, ends, results, attributes, List.copyOf(newRegions), location);
  }

  /** The same operation with other attributes. */
  public Operation withAttributes(Attributes newAttributes) {
    return new Operation(definition, operands, ends, results, newAttributes, regions, location);
  }

  /** The same operation with every operand mapped; returns this when nothing changed. */
  public Operation mapOperands(java.util.function.UnaryOperator<Value> mapping) {
    Value[] mapped = operands;
    for (int i = 0; i < operands.length; i++) {
      Value value = mapping.apply(operands[i]);
      if (value != operands[i]) {
        if (mapped == operands) {
          mapped = operands.clone();
        }
        mapped[i] = value;
      }
    }
    return mapped == operands
        ? this
        : new Operation(definition, mapped, ends, results, attributes, regions, location);
  }

  @Override
  public String toString() {
    return definition.name() + " at " + location;
  }
}
