package org.dharch.fuzz;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.PackageRules;

/**
 * The targets depend on the code that reads bytes; access to package-private code is in the
 * src/fuzz folders.
 */
@AnalyzeClasses(packages = "org.dharch.fuzz", importOptions = ImportOption.DoNotIncludeTests.class)
class FuzzPackagesTest {
  @ArchTest static final ArchRule noExecutionInternals = PackageRules.noExecutionInternals();

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();
}
