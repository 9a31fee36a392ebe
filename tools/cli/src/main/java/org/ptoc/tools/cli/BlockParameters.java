package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.LaunchValue;
import org.ptoc.ir.object.ObjectFile;
import picocli.CommandLine.ParseResult;

/**
 * The option that names the parameters which the launcher fills, where they are not called as the
 * framework calls them (spec/50, 5.2).
 *
 * @param names in the order of {@link LaunchValue}; empty for one that the kernel does not have
 */
record BlockParameters(List<String> names) {
  static final Option OPTION =
      Option.value(
              "NAMES",
              "parameters that take block index, number of blocks, index of the vector core:"
                  + " idx,num,sub (default: __pypto_spmd_block_idx and so on)",
              "--block-params")
          .seldom();

  static BlockParameters of(ParseResult arguments) throws CommandFailure {
    Optional<String> text = OPTION.text(arguments);
    if (text.isEmpty()) {
      return new BlockParameters(List.of());
    }
    List<String> names = new ArrayList<>();
    for (String name : text.get().split(",", -1)) {
      names.add(name.startsWith("%") ? name.substring(1) : name);
    }
    if (names.size() > LaunchValue.values().length || names.stream().allMatch(String::isEmpty)) {
      throw OPTION.refused(
          text.get(),
          "",
          "it takes up to three names of parameters, such as idx,num or idx,num,sub; a place may be"
              + " empty");
    }
    return new BlockParameters(List.copyOf(names));
  }

  /** The file with the launch values of these parameters, which some kernel of it must have. */
  ObjectFile apply(ObjectFile object) throws CommandFailure {
    if (names.isEmpty()) {
      return object;
    }
    for (String name : names) {
      if (!name.isEmpty()
          && object.kernels().stream()
              .allMatch(kernel -> ArgumentTexts.parameter(kernel, name).isEmpty())) {
        List<String> known =
            object.kernels().stream()
                .flatMap(kernel -> kernel.arguments().stream().map(KernelArgument::name))
                .distinct()
                .toList();
        throw CommandFailure.of(
            DiagnosticCode.BAD_ARGUMENT,
            "no kernel has a parameter '" + name + "'" + Suggestion.phrase(name, known));
      }
    }
    List<KernelObject> kernels = new ArrayList<>();
    for (KernelObject kernel : object.kernels()) {
      kernels.add(apply(kernel));
    }
    return new ObjectFile(
        object.profile(), object.producer(), object.sourceName(), object.sourceDigest(), kernels);
  }

  private KernelObject apply(KernelObject kernel) throws CommandFailure {
    List<KernelArgument> arguments = new ArrayList<>();
    for (KernelArgument argument : kernel.arguments()) {
      int place = argument.name().isEmpty() ? -1 : names.indexOf(argument.name());
      if (place < 0) {
        arguments.add(argument);
        continue;
      }
      if (!argument.canTakeLaunchValue()) {
        throw CommandFailure.of(
            DiagnosticCode.BAD_ARGUMENT,
            "parameter "
                + argument.name()
                + " of kernel "
                + kernel.name()
                + " is no integer of 32 or 64 bits, which "
                + OPTION
                + " needs");
      }
      arguments.add(argument.withLaunchValue(LaunchValue.values()[place]));
    }
    return kernel.withArguments(arguments);
  }
}
