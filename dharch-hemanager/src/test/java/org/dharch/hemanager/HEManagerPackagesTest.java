package org.dharch.hemanager;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.core.message.LatestUsed;
import org.dharch.testing.PackageRules;

/**
 * The nodes' host sees their runtime, neither the manager nor a gateway nor, but by its URI, a
 * transport.
 */
@AnalyzeClasses(
    packages = "org.dharch.hemanager",
    importOptions = ImportOption.DoNotIncludeTests.class)
class HEManagerPackagesTest {
  @ArchTest
  static final ArchRule theNodeAndWhatItSees =
      PackageRules.onlyDHArchPackages(
          "org.dharch.hemanager..",
          "org.dharch.api",
          "org.dharch.schema.node..",
          "org.dharch.core",
          "org.dharch.core.document",
          "org.dharch.core.message",
          "org.dharch.core.node",
          "org.dharch.core.spi",
          "org.dharch.core.wire");

  @ArchTest
  static final ArchRule onlyLatestUsedOfTopLevel = PackageRules.onlyTopLevelClass(LatestUsed.class);

  @ArchTest static final ArchRule noExecutionInternals = PackageRules.noExecutionInternals();

  @ArchTest
  static final ArchRule noTransport =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.activemq..", "jakarta.jms..", "jakarta.servlet..");

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();
}
