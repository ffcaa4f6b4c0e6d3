package org.dharch.axis1;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.PackageRules;

/** Of DHArch the adapter sees the handlers' interface, the message and what is implemented. */
@AnalyzeClasses(packages = "org.dharch.axis1", importOptions = ImportOption.DoNotIncludeTests.class)
class Axis1PackagesTest {
  @ArchTest
  static final ArchRule whatItSees =
      PackageRules.onlyDHArchPackages(
          "org.dharch.axis1..",
          "org.dharch.api",
          "org.dharch.core.message",
          "org.dharch.core.message.envelope",
          "org.dharch.core.spi");
}
