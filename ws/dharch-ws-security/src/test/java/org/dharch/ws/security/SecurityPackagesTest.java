package org.dharch.ws.security;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.PackageRules;

/** What the handlers see, and what is seen of them. */
@AnalyzeClasses(
    packages = "org.dharch.ws.security",
    importOptions = ImportOption.DoNotIncludeTests.class)
class SecurityPackagesTest {
  @ArchTest
  static final ArchRule seesOfDHArch =
      PackageRules.onlyDHArchPackages(
          "org.dharch.ws.security",
          "org.dharch.api",
          "org.dharch.core.document",
          "org.dharch.core.message",
          "org.dharch.core.message.envelope",
          "org.dharch.core.text");

  @ArchTest
  static final ArchRule handlersAlone =
      classes().that().arePublic().should().haveNameMatching(".*\\.Security(In|Out)Handler");
}
