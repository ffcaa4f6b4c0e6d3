package org.dharch.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows between the modules, as the design draws them; this module sees all the others. */
@AnalyzeClasses(packages = "org.dharch", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule coreKnowsNoContainerNoJmsNoHttp =
      noClasses()
          .that()
          .resideInAPackage("org.dharch.core..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.axis2..",
              "org.apache.axiom..",
              "org.apache.activemq..",
              "jakarta.jms..",
              "jakarta.servlet..",
              "java.net.http..",
              "org.dharch.cmanager..",
              "org.dharch.hemanager..",
              "org.dharch.axis2..",
              "org.dharch.servlet..",
              "org.dharch.cli..");

  @ArchTest
  static final ArchRule theTransportKnowsNoContainerAndNoHost =
      noClasses()
          .that()
          .resideInAPackage("org.dharch.cmanager..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.axis2..",
              "jakarta.servlet..",
              "org.dharch.hemanager..",
              "org.dharch.axis2..",
              "org.dharch.servlet..");

  @ArchTest
  static final ArchRule theNodeKnowsNoGateway =
      noClasses()
          .that()
          .resideInAPackage("org.dharch.hemanager..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.dharch.axis2..", "org.dharch.servlet..");

  @ArchTest
  static final ArchRule theGatewayKnowsNoTransportAndNoNode =
      noClasses()
          .that()
          .resideInAPackage("org.dharch.axis2..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.activemq..",
              "jakarta.jms..",
              "org.dharch.cmanager..",
              "org.dharch.hemanager..");

  @ArchTest
  static final ArchRule theFilterKnowsTheCoreAndServletsOnly =
      noClasses()
          .that()
          .resideInAPackage("org.dharch.servlet..")
          .should()
          .dependOnClassesThat()
          .resideOutsideOfPackages(
              "org.dharch.servlet..",
              "org.dharch.core..",
              "jakarta.servlet..",
              "org.slf4j..",
              "java..",
              "javax.xml..");

  @ArchTest
  static final ArchRule theSamplesKnowNothingOfDHArch =
      noClasses()
          .that()
          .resideInAPackage("org.dharch.samples..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.dharch.core..",
              "org.dharch.cmanager..",
              "org.dharch.hemanager..",
              "org.dharch.axis2..",
              "org.dharch.servlet..");

  @ArchTest
  static final ArchRule modulesHaveNoCycles =
      slices().matching("org.dharch.(*)..").should().beFreeOfCycles();
}
