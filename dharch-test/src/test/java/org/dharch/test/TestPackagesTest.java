package org.dharch.test;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;
import org.dharch.testing.PackageRules;

/** The test module depends on the node's host, the manager and their protocol. */
@AnalyzeClasses(packages = "org.dharch.test", importOptions = ImportOption.DoNotIncludeTests.class)
class TestPackagesTest {
  @ArchTest
  static final ArchRule eachPackageSeesWhatTheTableSays =
      PackageRules.exactly(
          Map.of(
              "org.dharch.test",
              Set.of(
                  "org.dharch.api",
                  "org.dharch.hemanager",
                  "org.dharch.schema.node",
                  "org.dharch.core",
                  "org.dharch.core.config",
                  "org.dharch.core.view",
                  "org.dharch.core.document",
                  "org.dharch.core.inprocess",
                  "org.dharch.core.message",
                  "org.dharch.core.orchestration",
                  "org.dharch.core.orchestration.document",
                  "org.dharch.core.orchestration.rule",
                  "org.dharch.core.wire",
                  "org.dharch.core.spi",
                  "org.apache.xmlbeans..",
                  "org.junit.jupiter.api.extension",
                  "org.slf4j",
                  "ch.qos.logback..")));

  @ArchTest static final ArchRule noExecutionInternals = PackageRules.noExecutionInternals();

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();
}
