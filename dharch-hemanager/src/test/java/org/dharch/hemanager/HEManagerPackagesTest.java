package org.dharch.hemanager;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.dharch.testing.PackageRules;

/** Checks the dependencies of the node host: no manager, gateway, Axis2 or transport. */
@AnalyzeClasses(
    packages = "org.dharch.hemanager",
    importOptions = ImportOption.DoNotIncludeTests.class)
class HEManagerPackagesTest {
  private static final String LOG = "org.slf4j..";
  private static final String JNDI = "javax.naming..";

  /** The exact dependencies of each package, without the JDK. */
  private static final Map<String, Set<String>> TABLE =
      Map.ofEntries(
          dependencies(
              "hemanager.document",
              "api",
              "schema.node..",
              "core.document",
              "core.message",
              "core.spi",
              "org.apache.xmlbeans.."),
          dependencies("hemanager.naming", JNDI),
          dependencies("hemanager.naming.java", "hemanager.naming", JNDI),
          dependencies(
              "hemanager.loading",
              "api",
              "core.document",
              "core.message",
              "core.text",
              "core.spi",
              "hemanager.document",
              "hemanager.naming",
              LOG),
          dependencies(
              "hemanager.resources",
              "api",
              "core.document",
              "core.message",
              "core.text",
              "hemanager.document",
              "hemanager.loading",
              "com.zaxxer.hikari..",
              JNDI,
              LOG),
          dependencies(
              "hemanager.reload",
              "api",
              "core.document",
              "core.message",
              "core.text",
              "core.wire",
              "core.spi",
              "hemanager.document",
              "hemanager.loading",
              "hemanager.resources",
              LOG),
          dependencies(
              "hemanager",
              "api",
              "core.document",
              "core.message",
              "core.wire",
              "core.node",
              "core.node.journal",
              "core.spi",
              "hemanager.document",
              "hemanager.loading",
              "hemanager.resources",
              "hemanager.reload",
              LOG));

  @ArchTest static final ArchRule exactDependencies = PackageRules.exactly(TABLE);

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();

  private static Map.Entry<String, Set<String>> dependencies(String name, String... seen) {
    return Map.entry(
        full(name),
        Arrays.stream(seen).map(HEManagerPackagesTest::full).collect(Collectors.toSet()));
  }

  private static String full(String name) {
    return name.startsWith("schema.") || !name.endsWith("..") ? "org.dharch." + name : name;
  }
}
