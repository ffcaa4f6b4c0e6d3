package org.dharch.sbom;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.PackageRules;

/** The check is independent of the shipped code. */
@AnalyzeClasses(packages = "org.dharch.sbom", importOptions = ImportOption.DoNotIncludeTests.class)
class SbomPackagesTest {
  @ArchTest
  static final ArchRule noOtherDHArchPackages =
      PackageRules.onlyDHArchPackages("org.dharch.sbom..");
}
