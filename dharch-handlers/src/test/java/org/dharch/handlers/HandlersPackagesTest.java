package org.dharch.handlers;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;
import org.dharch.testing.PackageRules;

/** The allowed dependencies of the handlers. */
@AnalyzeClasses(
    packages = "org.dharch.handlers",
    importOptions = ImportOption.DoNotIncludeTests.class)
class HandlersPackagesTest {
  @ArchTest
  static final ArchRule seesExactlyItsTable =
      PackageRules.exactly(
          Map.of(
              "org.dharch.handlers",
              Set.of(
                  "org.dharch.api",
                  "org.dharch.core.document",
                  "org.dharch.core.message",
                  "org.dharch.core.message.envelope",
                  "org.dharch.core.text",
                  "javax.management..",
                  "io.micrometer..")));
}
