package org.dharch.cmanager;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.core.message.LatestUsed;
import org.dharch.testing.PackageRules;

/** The transport sees its SPI and what travels, neither a container nor a host nor the manager. */
@AnalyzeClasses(
    packages = "org.dharch.cmanager",
    importOptions = ImportOption.DoNotIncludeTests.class)
class CManagerPackagesTest {
  @ArchTest
  static final ArchRule theSpiAndTheWire =
      PackageRules.onlyDHArchPackages(
          "org.dharch.cmanager..",
          "org.dharch.api",
          "org.dharch.core",
          "org.dharch.core.files",
          "org.dharch.core.message",
          "org.dharch.core.spi",
          "org.dharch.core.wire");

  @ArchTest
  static final ArchRule onlyLatestUsedOfTopLevel = PackageRules.onlyTopLevelClass(LatestUsed.class);

  @ArchTest static final ArchRule noExecutionInternals = PackageRules.noExecutionInternals();

  @ArchTest
  static final ArchRule noContainer =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.axis2..", "org.apache.axiom..", "jakarta.servlet..");

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();
}
