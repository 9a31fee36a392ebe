package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.isa.ExampleCode;
import org.ptoc.tools.report.TimingConstants;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc explain-timing}: the cycle constants of instructions with their sources, and for an
 * operation the constants of its instructions with their sum.
 */
final class ExplainTimingCommand implements Command {
  private static final String DIALECT = "pto.";

  private static final Option PROFILE =
      Option.value(
              "PROFILE",
              Profile.names(" or ") + "; without it every profile that has the instruction",
              "--profile",
              "--pto-arch")
          .words(CodeOptions.PROFILES);

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(
        spec,
        ExplainTimingCommand::names,
        "OP",
        "1..*",
        "instructions or operations such as vadd or pto.tadd; 'ptoc isa' lists them");
    PROFILE.addTo(spec);
  }

  private static Iterator<String> names() {
    return Stream.of(Profile.values())
        .flatMap(profile -> InstructionTable.of(profile).definitions().stream())
        .map(InstructionDefinition::mnemonic)
        .distinct()
        .iterator();
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    Optional<Profile> wanted = CodeOptions.profile(arguments);
    List<Profile> profiles = wanted.map(List::of).orElse(List.of(Profile.values()));
    StringBuilder text = new StringBuilder();
    for (String name : Options.parameters(arguments)) {
      String mnemonic = name.startsWith(DIALECT) ? name.substring(DIALECT.length()) : name;
      int before = text.length();
      for (Profile profile : profiles) {
        Optional<InstructionDefinition> row = InstructionTable.of(profile).byMnemonic(mnemonic);
        row.ifPresent(
            found ->
                text.append(text.isEmpty() ? "" : "\n").append(TimingConstants.of(found, profile)));
        if (row.isEmpty()) {
          OpCatalog.find(DIALECT + mnemonic)
              .flatMap(
                  op ->
                      ExampleCode.of(op, profile, session.toolchain())
                          .filter(code -> !code.words().isEmpty())
                          .map(code -> code.timing(op)))
              .ifPresent(shown -> text.append(text.isEmpty() ? "" : "\n").append(shown));
        }
      }
      if (text.length() == before) {
        throw unknown(mnemonic, profiles);
      }
    }
    session.write("-", text.toString());
    return ExitStatus.OK;
  }

  private static CommandFailure unknown(String mnemonic, List<Profile> profiles) {
    if (OpCatalog.find(DIALECT + mnemonic).isPresent()) {
      return CommandFailure.usage(
          "'"
              + DIALECT
              + mnemonic
              + "' has no cycles of its own: it is compiled to other instructions"
              + (profiles.size() == 1 ? " for profile " + profiles.getFirst().spelling() : ""),
          "'ptoc compile -S' shows which");
    }
    List<String> known = new ArrayList<>();
    for (Profile profile : profiles) {
      InstructionTable.of(profile).definitions().forEach(row -> known.add(row.mnemonic()));
    }
    return CommandFailure.usage(
        "there is no instruction '" + mnemonic + "'" + Suggestion.phrase(mnemonic, known),
        "'ptoc isa' lists them");
  }
}
