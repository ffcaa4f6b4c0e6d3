package org.dharch.axis2.archive;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.PackageRules;

/** The shell is loaded by Axis2, and what it passes calls on to is not to be seen from there. */
@AnalyzeClasses(
    packages = "org.dharch.axis2.archive",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchivePackagesTest {
  @ArchTest
  static final ArchRule noOtherDHArchPackages =
      PackageRules.onlyDHArchPackages("org.dharch.axis2.archive..");

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();
}
