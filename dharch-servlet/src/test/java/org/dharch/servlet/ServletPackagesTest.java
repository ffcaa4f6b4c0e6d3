package org.dharch.servlet;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.PackageRules;

/**
 * The filter sees the manager and the Servlet API; no container, no SOAP stack, no transport, no
 * node.
 */
@AnalyzeClasses(
    packages = "org.dharch.servlet",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ServletPackagesTest {
  @ArchTest
  static final ArchRule theCoreAndServletsOnly =
      PackageRules.only(
          "org.dharch.servlet..",
          "org.dharch.core..",
          "org.dharch.outbound",
          "org.dharch.api",
          "jakarta.servlet..",
          "org.slf4j..",
          "java..",
          "javax.xml..");

  @ArchTest
  static final ArchRule noTransportNoNode =
      PackageRules.onlyDHArchPackages(
          "org.dharch.servlet..",
          "org.dharch.api",
          "org.dharch.core",
          "org.dharch.core.config",
          "org.dharch.core.flow",
          "org.dharch.core.message",
          "org.dharch.core.message.envelope",
          "org.dharch.core.message.xml",
          "org.dharch.core.orchestration.rule",
          "org.dharch.core.text",
          "org.dharch.core.settings",
          "org.dharch.core.spi",
          "org.dharch.outbound");

  @ArchTest static final ArchRule noExecutionInternals = PackageRules.noExecutionInternals();

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();
}
