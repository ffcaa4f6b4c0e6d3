package org.dharch.testing;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Every module's tests have these helpers, so these know no module. */
@AnalyzeClasses(
    packages = "org.dharch.testing",
    importOptions = ImportOption.DoNotIncludeTests.class)
class TestingPackagesTest {
  @ArchTest static final ArchRule nothingOfDHArch = PackageRules.ofDHArchOnly("org.dharch.testing..");

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();
}
