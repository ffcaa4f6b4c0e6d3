package org.dharch.monitor;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.PackageRules;

/** What tells sees what it tells of, and nothing of how messages are executed. */
@AnalyzeClasses(
    packages = "org.dharch.monitor",
    importOptions = ImportOption.DoNotIncludeTests.class)
class MonitorPackagesTest {
  @ArchTest
  static final ArchRule theCoreOnly =
      PackageRules.only(
          "org.dharch.monitor..",
          "org.dharch.api",
          "org.dharch.core",
          "org.dharch.core.view",
          "org.dharch.core.document",
          "org.dharch.core.files",
          "org.dharch.core.message",
          "org.dharch.core.orchestration",
          "org.dharch.core.orchestration.graph",
          "org.dharch.core.orchestration.rule",
          "org.dharch.core.text",
          "org.dharch.core.wire",
          "org.dharch.core.metrics",
          "org.dharch.core.planner",
          "org.dharch.core.recovery",
          "org.dharch.core.settings",
          "org.dharch.core.spi",
          "org.dharch.core.store",
          "com.fasterxml.jackson..",
          "org.eclipse.jetty..",
          "io.micrometer..",
          "io.opentelemetry..",
          "io.prometheus..",
          "org.slf4j",
          "java..");

  @ArchTest static final ArchRule noExecutionInternals = PackageRules.noExecutionInternals();
  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();
}
