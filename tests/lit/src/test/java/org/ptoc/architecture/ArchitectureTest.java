package org.ptoc.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.catalog.MachineOps;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Profile;

/** Which part may see which: every arrow of the module table, and what stays inside one module. */
class ArchitectureTest {
  private static final JavaClasses CLASSES = ShippedClasses.all();

  @Test
  void machineLevelSeesNothingOfTheIr() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage("org.ptoc.ir.isa..", "org.ptoc.ir.object..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "org.ptoc.ir",
                "org.ptoc.ir.type..",
                "org.ptoc.ir.catalog..",
                "org.ptoc.ir.diagnostic..",
                "org.ptoc.ir.printer..",
                "org.ptoc.ir.verify.."));
  }

  @Test
  void irSeesNothingElse() {
    only(
        "org.ptoc.ir..",
        "org.ptoc.frontend..",
        "org.ptoc.passes..",
        "org.ptoc.backend..",
        "org.ptoc.emulator..",
        "org.ptoc.tools..");
  }

  @Test
  void frontEndSeesTheIrOnly() {
    only(
        "org.ptoc.frontend..",
        "org.ptoc.passes..",
        "org.ptoc.backend..",
        "org.ptoc.emulator..",
        "org.ptoc.tools..");
  }

  /** Texts name operations and instructions; the compiler has constants for those it means. */
  @Test
  void theCompilerNamesOperationsAndInstructionsByConstants() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage("org.ptoc.passes..", "org.ptoc.backend..")
            .should()
            .callMethod(OpCatalog.class, "get", String.class)
            .orShould()
            .callMethod(OpCatalog.class, "find", String.class)
            .orShould()
            .callMethod(MachineOps.class, "find", String.class)
            .orShould()
            .callMethod(InstructionTable.class, "byMnemonic", String.class));
  }

  /** Switches, which javac compiles with numbered classes, have a value for each profile. */
  @Test
  void codeAsksForFeaturesNotForProfiles() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(
                "org.ptoc.ir.verify..",
                "org.ptoc.ir.overlap..",
                "org.ptoc.passes..",
                "org.ptoc.emulator..",
                "org.ptoc.tools.*..")
            .and()
            .haveNameNotMatching(".*\\$[0-9]+")
            .should()
            .accessField(Profile.class, "A5")
            .orShould()
            .accessField(Profile.class, "A2A3"));
  }

  /** A library must not end the process of its caller. */
  @Test
  void onlyTheEntryPointsEndTheProcess() {
    check(
        noClasses()
            .that()
            .doNotHaveFullyQualifiedName("org.ptoc.tools.cli.Main")
            .and()
            .doNotHaveFullyQualifiedName("org.ptoc.tools.cli.Batch")
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class));
  }

  @Test
  void passesSeeNoTarget() {
    only(
        "org.ptoc.passes..",
        "org.ptoc.frontend..",
        "org.ptoc.backend..",
        "org.ptoc.emulator..",
        "org.ptoc.tools..");
  }

  @Test
  void backEndsDoNotSeeEachOther() {
    only(
        "org.ptoc.backend.a5..",
        "org.ptoc.backend.a2a3..",
        "org.ptoc.frontend..",
        "org.ptoc.emulator..",
        "org.ptoc.tools..");
    only(
        "org.ptoc.backend.a2a3..",
        "org.ptoc.backend.a5..",
        "org.ptoc.frontend..",
        "org.ptoc.emulator..",
        "org.ptoc.tools..");
  }

  @Test
  void passesKnowNoProfileByName() {
    check(
        noClasses()
            .that()
            .resideInAPackage("org.ptoc.passes..")
            .should()
            .accessField(Profile.class, "A5")
            .orShould()
            .accessField(Profile.class, "A2A3"));
  }

  @Test
  void theEmulatorKnowsWordsAndObjectsOnly() {
    check(
        noClasses()
            .that()
            .resideInAPackage("org.ptoc.emulator..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "org.ptoc.ir",
                "org.ptoc.ir.type..",
                "org.ptoc.ir.catalog..",
                "org.ptoc.ir.diagnostic..",
                "org.ptoc.ir.printer..",
                "org.ptoc.ir.verify..",
                "org.ptoc.frontend..",
                "org.ptoc.passes..",
                "org.ptoc.backend..",
                "org.ptoc.tools.."));
  }

  @Test
  void librariesStayWhereTheyBelong() {
    library("org.antlr..", "org.ptoc.frontend..");
    library("picocli..", "org.ptoc.tools..");
    library("org.eclipse.lsp4j..", "org.ptoc.tools..");
    library("org.snakeyaml..", "org.ptoc.tools.sweep..");
    library("org.objectweb.asm..", "org.ptoc.emulator.jit..");
  }

  /** Plans, items and results are shared by engines that know no command line. */
  @Test
  void sweepsDoNotSeeTheCommandLine() {
    only("org.ptoc.tools.sweep..", "org.ptoc.tools.cli..");
  }

  @Test
  void onlyToolsTouchTheProcess() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage("org.ptoc.tools..")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.io.File"));
  }

  @Test
  void noMutableStatics() {
    check(
        fields()
            .that()
            .areStatic()
            .and()
            .areDeclaredInClassesThat()
            .resideOutsideOfPackage("org.ptoc.frontend.parser..")
            .should()
            .beFinal());
  }

  @Test
  void noPackageSeesOneThatSeesIt() {
    check(SlicesRuleDefinition.slices().matching("org.ptoc.(**)").should().beFreeOfCycles());
  }

  /** The two back ends do the same jobs, so that their classes have the same names. */
  @Test
  void aClassIsNamedOnce() {
    Map<String, List<String>> packages =
        CLASSES.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .filter(type -> !type.getPackageName().startsWith("org.ptoc.backend.a2a3"))
            .collect(
                Collectors.groupingBy(
                    JavaClass::getSimpleName,
                    Collectors.mapping(JavaClass::getPackageName, Collectors.toList())));
    packages.values().removeIf(places -> places.size() == 1);
    assertThat(packages).isEmpty();
  }

  private static void only(String from, String... forbidden) {
    check(
        noClasses()
            .that()
            .resideInAPackage(from)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(forbidden));
  }

  private static void library(String library, String home) {
    check(
        noClasses()
            .that()
            .resideInAPackage("org.ptoc..")
            .and()
            .resideOutsideOfPackage(home)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(library)
            .allowEmptyShould(true));
  }

  private static void check(ArchRule rule) {
    rule.check(CLASSES);
  }
}
