package org.dharch.ws;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.dharch.testing.PackageRules;

/** The rooms of the WS-* protocols: which package sees which (docs/architecture.md, "Packages"). */
@AnalyzeClasses(
    packages = "org.dharch.ws",
    importOptions = {ImportOption.DoNotIncludeTests.class, WsPackagesTest.NotGenerated.class})
class WsPackagesTest {
  private static final String LOG = "org.slf4j..";

  /** Exactly what each sees, beside the JDK. */
  private static final Map<String, Set<String>> TABLE =
      Map.ofEntries(
          pkg(
              "ws.soap",
              "core.document",
              "core.message",
              "ws.types.soap11",
              "ws.types.soap12",
              "org.apache.xmlbeans..",
              "org.apache.axiom..",
              "jakarta.xml.soap..",
              "com.ctc.wstx..",
              "org.codehaus.stax2.."),
          pkg("ws.addressing", "ws.soap", "org.apache.xmlbeans.."),
          pkg(
              "ws",
              "api",
              "core.message.envelope",
              "ws.soap",
              "ws.addressing",
              "org.apache.xmlbeans..",
              "jakarta.xml.soap.."),
          pkg(
              "ws.policy",
              "api",
              "core.message",
              "core.text",
              "ws",
              "ws.soap",
              "ws.addressing",
              "ws.rm",
              "ws.rm.message",
              "org.apache.neethi.."),
          pkg("ws.rm", "api", "core.states"),
          pkg("ws.rm.message", "core.text", "ws", "ws.soap", "ws.addressing", "ws.rm"),
          pkg("ws.jdbc", "core.message", "core.text", LOG),
          pkg("ws.rm.store", "ws.rm", "ws.jdbc"),
          pkg(
              "ws.resource",
              "api",
              "core.message",
              "core.xpath",
              "ws",
              "ws.jdbc",
              "ws.soap",
              "org.apache.xmlbeans.."),
          pkg("ws.rm.engine", "ws.rm", "ws.rm.store", "ws.jdbc"),
          pkg(
              "ws.rm.processor",
              "api",
              "core.message",
              "core.message.envelope",
              "ws",
              "ws.soap",
              "ws.addressing",
              "ws.policy",
              "ws.rm",
              "ws.rm.message",
              "ws.rm.engine",
              "ws.jdbc"),
          pkg(
              "ws.eventing",
              "api",
              "core.message",
              "core.text",
              "core.xpath",
              "ws",
              "ws.soap",
              "ws.addressing"),
          pkg("ws.eventing.store", "ws.eventing", "ws.soap", "ws.jdbc"));

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();

  @ArchTest static final ArchRule eachSeesExactlyItsTable = PackageRules.exactly(TABLE);

  @ArchTest
  static final ArchRule noThreadNoSocketNoContainer =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.net.http..",
              "org.apache.axis2..",
              "org.apache.activemq..",
              "jakarta.servlet..");

  /** Strangers' XML is parsed in one place, with bounds and without DTDs. */
  @ArchTest
  static final ArchRule onlySafeXmlParses =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("org.dharch.ws.soap.SafeXml")
          .should()
          .callMethodWhere(parsesByXmlBeans())
          .orShould()
          .dependOnClassesThat()
          .haveNameMatching(
              "javax\\.xml\\.parsers\\..*|javax\\.xml\\.transform\\..*|javax\\.xml\\.validation\\..*"
                  + "|.*\\.XMLInputFactory2?|com\\.ctc\\.wstx\\.stax\\.WstxInputFactory|org\\.xml\\.sax\\..*");

  private static DescribedPredicate<JavaMethodCall> parsesByXmlBeans() {
    return DescribedPredicate.describe(
        "a parse method of XMLBeans or a generated type",
        call ->
            call.getName().equals("parse")
                && call.getTargetOwner()
                    .getPackageName()
                    .matches("org\\.apache\\.xmlbeans.*|org\\.dharch\\.ws\\.types.*"));
  }

  /** The generated types are no rooms. */
  static final class NotGenerated implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/org/dharch/ws/types/");
    }
  }

  private static Map.Entry<String, Set<String>> pkg(String name, String... seen) {
    return Map.entry(
        full(name), Arrays.stream(seen).map(WsPackagesTest::full).collect(Collectors.toSet()));
  }

  private static String full(String name) {
    return name.endsWith("..") ? name : "org.dharch." + name;
  }
}
