package org.dharch.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.PackageRules;

/** The command line composes the other modules from outside. */
@AnalyzeClasses(packages = "org.dharch.cli", importOptions = ImportOption.DoNotIncludeTests.class)
class CliPackagesTest {
  @ArchTest static final ArchRule noExecutionInternals = PackageRules.noExecutionInternals();

  @ArchTest
  static final ArchRule noNodeFromWithin =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.dharch.core.node..", "org.dharch.core.inprocess..");

  @ArchTest
  static final ArchRule noBenchmark =
      noClasses().should().dependOnClassesThat().resideInAnyPackage("org.dharch.benchmarks..");

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();
}
