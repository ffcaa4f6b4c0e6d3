package org.dharch.ws.handlers;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;
import org.dharch.testing.PackageRules;

/** What the handlers see. */
@AnalyzeClasses(
    packages = "org.dharch.ws.handlers",
    importOptions = ImportOption.DoNotIncludeTests.class)
class WsHandlersPackagesTest {
  @ArchTest
  static final ArchRule seesExactlyItsTable =
      PackageRules.exactly(
          Map.of(
              "org.dharch.ws.handlers",
              Set.of(
                  "org.dharch.api",
                  "org.dharch.core.document",
                  "org.dharch.core.message",
                  "org.dharch.core.text",
                  "org.dharch.core.xpath",
                  "org.dharch.outbound",
                  "org.dharch.ws",
                  "org.dharch.ws.addressing",
                  "org.dharch.ws.eventing",
                  "org.dharch.ws.eventing.store",
                  "org.dharch.ws.jdbc",
                  "org.dharch.ws.policy",
                  "org.dharch.ws.resource",
                  "org.dharch.ws.rm",
                  "org.dharch.ws.rm.engine",
                  "org.dharch.ws.rm.processor",
                  "org.dharch.ws.rm.store",
                  "org.dharch.ws.soap",
                  "org.slf4j..")));
}
