package org.dharch.jaxws;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.PackageRules;

/** Of DHArch the adapter sees the handlers' interface, the message and what is implemented. */
@AnalyzeClasses(packages = "org.dharch.jaxws", importOptions = ImportOption.DoNotIncludeTests.class)
class JaxwsPackagesTest {
  @ArchTest
  static final ArchRule whatItSees =
      PackageRules.onlyDHArchPackages(
          "org.dharch.jaxws..",
          "org.dharch.api",
          "org.dharch.core.message",
          "org.dharch.core.message.envelope",
          "org.dharch.core.spi");
}
