package org.ptoc.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** All classes of the project but tests, read once for all who ask. */
final class ShippedClasses {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.ptoc");

  private ShippedClasses() {}

  static JavaClasses all() {
    return ALL;
  }
}
