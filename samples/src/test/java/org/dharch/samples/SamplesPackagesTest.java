package org.dharch.samples;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.PackageRules;

/** The samples are plain Axis2 handlers and services: they know nothing of DHArch. */
@AnalyzeClasses(
    packages = "org.dharch.samples",
    importOptions = ImportOption.DoNotIncludeTests.class)
class SamplesPackagesTest {
  @ArchTest
  static final ArchRule noOtherDHArchPackages =
      PackageRules.onlyDHArchPackages("org.dharch.samples..");

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();
}
