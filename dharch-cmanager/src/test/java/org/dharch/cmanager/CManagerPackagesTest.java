package org.dharch.cmanager;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.dharch.testing.PackageRules;

/** Checks the dependencies of the transport's packages: its SPI, no container, no manager. */
@AnalyzeClasses(
    packages = "org.dharch.cmanager",
    importOptions = ImportOption.DoNotIncludeTests.class)
class CManagerPackagesTest {
  private static final String JMS = "jakarta.jms..";
  private static final String ACTIVE_MQ = "org.apache.activemq..";
  private static final String TLS = "javax.net..";
  private static final String CRYPTO = "javax.crypto..";
  private static final String LOG = "org.slf4j..";

  /** The exact dependencies of each package, without the JDK. */
  private static final Map<String, Set<String>> TABLE =
      Map.ofEntries(
          dependencies(
              "cmanager.options",
              "api",
              "core.files",
              "core.message",
              "core.text",
              "core.spi",
              ACTIVE_MQ,
              TLS,
              CRYPTO,
              LOG),
          dependencies(
              "cmanager.frame",
              "api",
              "core.message",
              "core.text",
              "core.wire",
              "cmanager.options",
              JMS,
              ACTIVE_MQ,
              CRYPTO,
              LOG),
          dependencies(
              "cmanager.guard",
              "core.message",
              "core.text",
              "cmanager.options",
              "cmanager.frame",
              JMS,
              ACTIVE_MQ,
              TLS,
              LOG),
          dependencies(
              "cmanager.broker",
              "api",
              "core.message",
              "core.text",
              "core.spi",
              "cmanager.options",
              "cmanager.frame",
              "cmanager.guard",
              JMS,
              ACTIVE_MQ,
              TLS,
              LOG),
          dependencies("cmanager.link", "io.netty..", TLS, LOG),
          dependencies(
              "cmanager.direct",
              "api",
              "core.message",
              "core.text",
              "core.wire",
              "core.spi",
              "cmanager.options",
              "cmanager.frame",
              "cmanager.broker",
              "cmanager.link",
              ACTIVE_MQ,
              TLS,
              LOG),
          dependencies(
              "cmanager.manager",
              "api",
              "core.message",
              "core.text",
              "core.wire",
              "core.spi",
              "cmanager.options",
              "cmanager.frame",
              "cmanager.guard",
              "cmanager.broker",
              "cmanager.direct",
              JMS,
              LOG),
          dependencies(
              "cmanager.node",
              "api",
              "core.message",
              "core.text",
              "core.wire",
              "core.spi",
              "cmanager.options",
              "cmanager.frame",
              "cmanager.guard",
              "cmanager.broker",
              "cmanager.direct",
              JMS,
              LOG),
          dependencies(
              "cmanager",
              "api",
              "core.spi",
              "cmanager.options",
              "cmanager.broker",
              "cmanager.manager",
              "cmanager.node"));

  @ArchTest static final ArchRule exactDependencies = PackageRules.exactly(TABLE);

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();

  private static Map.Entry<String, Set<String>> dependencies(String name, String... seen) {
    return Map.entry(
        full(name),
        Arrays.stream(seen).map(CManagerPackagesTest::full).collect(Collectors.toSet()));
  }

  private static String full(String name) {
    return name.endsWith("..") ? name : "org.dharch." + name;
  }
}
