package org.dharch.testing;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Tests of every module use these helpers, so the helpers depend on no module. */
@AnalyzeClasses(
    packages = "org.dharch.testing",
    importOptions = ImportOption.DoNotIncludeTests.class)
class TestingPackagesTest {
  @ArchTest
  static final ArchRule noOtherDHArchPackages =
      PackageRules.onlyDHArchPackages("org.dharch.testing..");

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();
}
