package org.dharch.api;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.PackageRules;

/**
 * What a handler is written against sees the JDK and nothing else; the enforcer in the pom says the
 * same of jars.
 */
@AnalyzeClasses(packages = "org.dharch.api", importOptions = ImportOption.DoNotIncludeTests.class)
class ApiPackagesTest {
  @ArchTest
  static final ArchRule theJdkAlone =
      PackageRules.only("org.dharch.api..", "java..", "javax.xml.namespace");

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();
}
