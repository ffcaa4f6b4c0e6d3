package org.dharch.handlers.axis2;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.dharch.testing.PackageRules;

/** Checks the dependencies of the adapter for Axis2 handlers: no node host, no gateway. */
@AnalyzeClasses(
    packages = "org.dharch.handlers.axis2",
    importOptions = ImportOption.DoNotIncludeTests.class)
class Axis2HandlersPackagesTest {
  private static final String AXIS2 = "org.apache.axis2..";
  private static final String AXIOM = "org.apache.axiom..";
  private static final String LOG = "org.slf4j..";

  /** The exact dependencies of each package, without the JDK. */
  private static final Map<String, Set<String>> TABLE =
      Map.of(
          "org.dharch.handlers.axis2.tree",
          dependencies(
              "api", "core.message", "core.message.envelope", "core.text", "core.spi", AXIOM),
          "org.dharch.handlers.axis2.context",
          dependencies(
              "api",
              "core.message",
              AXIS2,
              AXIOM,
              "org.apache.neethi..",
              "org.apache.ws.commons.schema..",
              "jakarta.activation..",
              LOG),
          "org.dharch.handlers.axis2",
          dependencies(
              "api",
              "core.message",
              "core.message.envelope",
              "core.text",
              "core.spi",
              "handlers.axis2.context",
              "handlers.axis2.tree",
              AXIS2,
              AXIOM,
              LOG));

  @ArchTest static final ArchRule exactDependencies = PackageRules.exactly(TABLE);

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();

  private static Set<String> dependencies(String... names) {
    return Arrays.stream(names)
        .map(name -> name.endsWith("..") ? name : "org.dharch." + name)
        .collect(Collectors.toSet());
  }
}
