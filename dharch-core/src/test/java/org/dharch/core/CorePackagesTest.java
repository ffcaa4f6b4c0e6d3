package org.dharch.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.dharch.testing.PackageRules;

/** Checks which package of the core may see which (docs/architecture.md, "Packages"). */
@AnalyzeClasses(packages = "org.dharch.core", importOptions = ImportOption.DoNotIncludeTests.class)
class CorePackagesTest {
  private static final String[] MANAGER = {
    "org.dharch.core",
    "org.dharch.core.admission..",
    "org.dharch.core.config..",
    "org.dharch.core.context..",
    "org.dharch.core.emission..",
    "org.dharch.core.engine..",
    "org.dharch.core.placement..",
    "org.dharch.core.query..",
    "org.dharch.core.queue..",
    "org.dharch.core.recovery..",
    "org.dharch.core.view..",
    "org.dharch.core.execution..",
    "org.dharch.core.settings..",
    "org.dharch.core.flow..",
    "org.dharch.core.store..",
    "org.dharch.core.planner.."
  };

  private static final String LOG = "org.slf4j..";
  private static final String XML_BEANS = "org.apache.xmlbeans..";

  /** The exact dependencies of each package, apart from the JDK. */
  private static final Map<String, Set<String>> TABLE =
      Map.ofEntries(
          pkg("core.text", LOG),
          pkg("core.message", "api", "core.text"),
          pkg("core.message.xml", "api", "core.message", "core.text"),
          pkg("core.message.envelope", "api", "core.message", "core.message.xml", "core.text"),
          pkg("core.files"),
          pkg("core.states"),
          pkg("core.metrics"),
          pkg("core.xpath", "core.message"),
          pkg(
              "core.document",
              "core.message",
              "core.text",
              XML_BEANS,
              "org.apache.logging.log4j.."),
          pkg("core.wire.bytes", "api", "core.message"),
          pkg("core.wire", "api", "core.message", "core.message.xml", "core.wire.bytes"),
          pkg("core.spi", "api", "core.message", "core.wire"),
          pkg("core.inprocess", "api", "core.message", "core.wire", "core.spi"),
          pkg("core.orchestration", "api", "core.message", "core.message.envelope", "core.xpath"),
          pkg(
              "core.orchestration.rule",
              "core.document",
              "core.message",
              "core.orchestration",
              "schema.policy",
              XML_BEANS),
          pkg(
              "core.orchestration.document",
              "core.document",
              "core.message",
              "core.orchestration",
              "core.orchestration.rule",
              "core.text",
              "core.xpath",
              "schema.orchestration",
              XML_BEANS,
              LOG),
          pkg("core.orchestration.graph", "core.orchestration", "core.orchestration.rule"),
          pkg(
              "core.flow",
              "api",
              "core.message",
              "core.message.envelope",
              "core.orchestration",
              "core.orchestration.document",
              "core.orchestration.rule",
              "core.text",
              "core.document",
              "core.spi",
              "core.files",
              "core.xpath",
              "schema.flow",
              XML_BEANS,
              "com.netflix.concurrency.limits..",
              LOG),
          pkg("core.planner", "core.message", "core.orchestration", "core.orchestration.rule"),
          pkg(
              "core.store",
              "api",
              "core.message",
              "core.text",
              "core.wire",
              "core.wire.bytes",
              "core.files",
              LOG),
          pkg(
              "core.node",
              "api",
              "core.message",
              "core.message.envelope",
              "core.text",
              "core.wire",
              "core.wire.bytes",
              "core.node.emission",
              "core.node.failure",
              "core.node.journal",
              "core.node.manager",
              "core.node.parsed",
              "core.spi",
              LOG),
          pkg(
              "core.node.emission",
              "api",
              "core.message",
              "core.message.envelope",
              "core.text",
              "core.wire",
              "core.node.journal",
              "core.spi",
              LOG),
          pkg(
              "core.node.failure",
              "core.message",
              "core.text",
              "core.wire",
              "core.node.journal",
              LOG),
          pkg(
              "core.node.journal",
              "api",
              "core.files",
              "core.message",
              "core.text",
              "core.wire",
              "core.wire.bytes",
              LOG),
          pkg("core.node.manager", "core.node.failure", "core.spi", "core.wire"),
          pkg("core.node.parsed", "api", "core.message", "core.spi"),
          pkg(
              "core.execution",
              "api",
              "core.execution.event",
              "core.execution.progress",
              "core.execution.recovery",
              "core.execution.stage",
              "core.message",
              "core.metrics",
              "core.orchestration",
              "core.orchestration.rule",
              "core.states",
              "core.wire"),
          pkg(
              "core.execution.event",
              "api",
              "core.execution.progress",
              "core.execution.stage",
              "core.message",
              "core.metrics",
              "core.orchestration",
              "core.wire"),
          pkg(
              "core.execution.progress",
              "api",
              "core.document",
              "core.execution.stage",
              "core.message",
              "core.orchestration",
              "core.orchestration.document",
              "core.wire",
              "core.wire.bytes"),
          pkg("core.execution.recovery", "core.execution.progress", "core.orchestration"),
          pkg(
              "core.execution.stage",
              "api",
              "core.document",
              "core.message",
              "core.message.envelope",
              "core.orchestration",
              "core.orchestration.document",
              "core.xpath"),
          pkg(
              "core.admission",
              "api",
              "core.config",
              "core.context",
              "core.execution",
              "core.execution.progress",
              "core.flow",
              "core.message",
              "core.message.envelope",
              "core.orchestration",
              "core.orchestration.rule",
              "core.wire",
              "core.metrics",
              "core.placement",
              "core.queue",
              "core.recovery",
              "core.spi",
              "core.store",
              LOG),
          pkg("core.config", "api", "core.execution.event", "core.flow", "core.spi", "core.store"),
          pkg(
              "core.context",
              "api",
              "core.config",
              "core.execution",
              "core.execution.event",
              "core.execution.progress",
              "core.flow",
              "core.message",
              "core.orchestration",
              "core.orchestration.rule",
              "core.text",
              "core.wire",
              "core.metrics",
              "core.spi",
              "core.view",
              LOG),
          pkg(
              "core.emission",
              "api",
              "core.admission",
              "core.config",
              "core.execution.event",
              "core.message",
              "core.message.envelope",
              "core.text",
              "core.wire",
              "core.metrics",
              "core.spi",
              LOG),
          pkg(
              "core.engine",
              "api",
              "core.config",
              "core.context",
              "core.execution",
              "core.execution.event",
              "core.execution.progress",
              "core.execution.recovery",
              "core.execution.stage",
              "core.flow",
              "core.message",
              "core.orchestration",
              "core.text",
              "core.wire",
              "core.metrics",
              "core.placement",
              "core.queue",
              "core.recovery",
              "core.spi",
              "core.view",
              LOG),
          pkg(
              "core.placement",
              "core.config",
              "core.context",
              "core.execution",
              "core.execution.event",
              "core.flow",
              "core.message",
              "core.orchestration",
              "core.orchestration.rule",
              "core.text",
              "core.wire",
              "core.spi",
              "core.view"),
          pkg(
              "core.query",
              "api",
              "core.context",
              "core.emission",
              "core.message",
              "core.wire",
              "core.wire.bytes",
              "core.metrics",
              "core.spi",
              "core.view",
              LOG),
          pkg(
              "core.queue",
              "api",
              "core.context",
              "core.execution",
              "core.flow",
              "core.message",
              "core.metrics",
              "core.spi"),
          pkg(
              "core.recovery",
              "api",
              "core.context",
              "core.execution",
              "core.execution.progress",
              "core.message",
              "core.orchestration",
              "core.orchestration.rule",
              "core.text",
              "core.wire.bytes",
              "core.metrics",
              "core.spi",
              "core.store",
              "core.view",
              LOG),
          pkg(
              "core.view",
              "api",
              "core.execution.progress",
              "core.message",
              "core.wire",
              "core.store"),
          pkg(
              "core",
              "api",
              "core.admission",
              "core.config",
              "core.context",
              "core.emission",
              "core.engine",
              "core.execution.event",
              "core.execution.progress",
              "core.flow",
              "core.message",
              "core.orchestration",
              "core.orchestration.rule",
              "core.wire",
              "core.metrics",
              "core.placement",
              "core.query",
              "core.queue",
              "core.recovery",
              "core.spi",
              "core.store",
              "core.view",
              LOG),
          pkg(
              "core.settings",
              "api",
              "core.message",
              "core.orchestration.document",
              "core.orchestration.rule",
              "core.text",
              "core.metrics",
              "core.document",
              "core.spi",
              "core.flow",
              "core.store",
              "core",
              "core.config",
              "core.view",
              "javax.management..",
              "javax.security.auth..",
              LOG));

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();

  @ArchTest static final ArchRule eachSeesExactlyItsTable = PackageRules.exactly(TABLE);

  @ArchTest
  static final ArchRule theNodeNeverSeesTheManager =
      noClasses()
          .that()
          .resideInAPackage("org.dharch.core.node..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(MANAGER);

  @ArchTest
  static final ArchRule theManagerNeverSeesTheNode =
      noClasses()
          .that()
          .resideInAnyPackage(MANAGER)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.dharch.core.node..");

  @ArchTest
  static final ArchRule noContainerNoJmsNoHttp =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.axis2..",
              "org.apache.axiom..",
              "org.apache.activemq..",
              "jakarta..",
              "java.net.http..");

  @ArchTest
  static void theDescriptionsSayTheSame(JavaClasses ignored) throws IOException {
    for (Map.Entry<String, Set<String>> pkg : TABLE.entrySet()) {
      Set<String> packages = new TreeSet<>(pkg.getValue());
      packages.removeIf(seen -> !seen.startsWith("org.dharch.") || seen.contains(".schema."));
      assertEquals(packages, described(pkg.getKey()), pkg.getKey());
    }
  }

  private static Map.Entry<String, Set<String>> pkg(String name, String... seen) {
    return Map.entry(
        full(name), Arrays.stream(seen).map(CorePackagesTest::full).collect(Collectors.toSet()));
  }

  private static String full(String name) {
    return name.endsWith("..") ? name : "org.dharch." + name;
  }

  /**
   * What {@code package-info.java} says under "May see", where the core's own are named shortly.
   */
  private static Set<String> described(String name) throws IOException {
    Path source = Path.of("src/main/java", name.replace('.', '/'), "package-info.java");
    String text = Files.readString(source).replaceAll("\\s+\\*?\\s*", " ");
    Matcher sentence =
        Pattern.compile("May see: (nothing|(?:\\{@code [a-z.]+\\}(?:, )?)+)[.;]").matcher(text);
    assertTrue(sentence.find(), source + " does not say what it may see");
    return Pattern.compile("\\{@code ([a-z.]+)\\}")
        .matcher(sentence.group(1))
        .results()
        .map(pkg -> pkg.group(1))
        .map(pkg -> pkg.startsWith("org.dharch.") ? pkg : "org.dharch.core." + pkg)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
