package org.dharch.outbound;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.PackageRules;

/** The outbound module depends on its callers' types and the JDK. */
@AnalyzeClasses(
    packages = "org.dharch.outbound",
    importOptions = ImportOption.DoNotIncludeTests.class)
class OutboundPackagesTest {
  @ArchTest
  static final ArchRule theCoreOnly =
      PackageRules.only(
          "org.dharch.outbound",
          "org.dharch.api",
          "org.dharch.core.message",
          "org.dharch.core.message.xml",
          "org.dharch.core.text",
          "org.dharch.core.settings",
          "org.dharch.core.spi",
          "java..",
          "javax.net.ssl..");

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();
}
