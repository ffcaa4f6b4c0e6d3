package org.dharch.axis2;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.PackageRules;

/**
 * The gateway sees the manager and its container; transports and nodes are found by their service
 * files.
 */
@AnalyzeClasses(packages = "org.dharch.axis2", importOptions = ImportOption.DoNotIncludeTests.class)
class Axis2PackagesTest {
  @ArchTest
  static final ArchRule noTransportNoNode =
      PackageRules.onlyDHArchPackages(
          "org.dharch.axis2..",
          "org.dharch.core.document",
          "org.dharch.api",
          "org.dharch.core",
          "org.dharch.core.config",
          "org.dharch.core.flow",
          "org.dharch.core.message",
          "org.dharch.core.message.envelope",
          "org.dharch.core.message.xml",
          "org.dharch.core.orchestration",
          "org.dharch.core.orchestration.document",
          "org.dharch.core.orchestration.rule",
          "org.dharch.core.text",
          "org.dharch.core.settings",
          "org.dharch.core.spi",
          "org.dharch.outbound");

  @ArchTest static final ArchRule noExecutionInternals = PackageRules.noExecutionInternals();

  @ArchTest
  static final ArchRule noBroker =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.activemq..", "jakarta.jms..");

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();
}
