package org.ptoc.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Profile;

/** Roles that the compiler asks for by name are declared somewhere: a misspelt one fails here. */
class RoleNamesTest {
  private static final List<String> MODULES = List.of("ir", "passes", "backend-a5", "backend-a2a3");
  private static final Pattern OPERANDS =
      Pattern.compile("\\b(?:operand|optional|group|hasOperand|operandIndex)\\(\\s*\"(\\w+)\"");
  private static final Pattern FIELDS = Pattern.compile("\\.(?:reg|imm)\\(\\s*\"(\\w+)\"");

  @Test
  void rolesAreDeclared() {
    Set<String> instructions = instructionRoles();
    assertThat(instructions).containsAll(named(FIELDS));
    Set<String> declared = new HashSet<>(instructions);
    for (OpDefinition row : OpCatalog.all()) {
      row.operands().forEach(role -> declared.add(role.name()));
      row.attributes().forEach(attribute -> declared.add(attribute.name()));
    }
    assertThat(declared).containsAll(named(OPERANDS));
  }

  private static Set<String> instructionRoles() {
    Set<String> roles = new HashSet<>();
    for (Profile profile : Profile.values()) {
      for (InstructionDefinition row : InstructionTable.of(profile).definitions()) {
        row.operands().stream().map(OperandField::role).forEach(roles::add);
      }
    }
    return roles;
  }

  private static Set<String> named(Pattern pattern) {
    Set<String> names = new TreeSet<>();
    for (String module : MODULES) {
      Path sources = Path.of("..", "..", module, "src", "main", "java");
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          Matcher matcher = pattern.matcher(Files.readString(file));
          while (matcher.find()) {
            names.add(matcher.group(1));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    assertThat(names).hasSizeGreaterThan(10);
    return names;
  }
}
