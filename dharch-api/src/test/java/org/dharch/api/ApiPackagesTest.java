package org.dharch.api;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.PackageRules;

/** The handler API depends only on the JDK; the enforcer in the pom checks the same for jars. */
@AnalyzeClasses(packages = "org.dharch.api", importOptions = ImportOption.DoNotIncludeTests.class)
class ApiPackagesTest {
  @ArchTest
  static final ArchRule theJdkAlone =
      PackageRules.only("org.dharch.api..", "java..", "javax.xml.namespace");

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();
}
