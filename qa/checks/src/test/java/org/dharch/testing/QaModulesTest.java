package org.dharch.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.NodeList;

/** A build without tests, such as that of the command line, compiles no module of qa. */
class QaModulesTest {
  @Test
  void onlyTheProfileOfTestsNeedsModulesOfQa() throws Exception {
    Set<String> qa = new TreeSet<>();
    for (String module : texts("", "//module")) {
      if (module.startsWith("qa/")) {
        qa.addAll(texts(module, "/project/artifactId"));
      }
    }
    assertFalse(qa.isEmpty());
    Map<String, Set<String>> needed = new TreeMap<>();
    for (String module : texts("", "/project/modules/module")) {
      Set<String> dependencies =
          new TreeSet<>(texts(module, "/project/dependencies/dependency/artifactId"));
      dependencies.retainAll(qa);
      if (!module.startsWith("qa/") && !dependencies.isEmpty()) {
        needed.put(module, dependencies);
      }
    }
    assertEquals(Map.of(), needed);
  }

  /** Returns the texts of these elements of a module's pom. */
  private static List<String> texts(String module, String path) throws Exception {
    Path pom = Checkout.ROOT.resolve(module).resolve("pom.xml");
    String anyNamespace = path.replaceAll("\\w+", "*[local-name()='$0']");
    NodeList found =
        (NodeList)
            XPathFactory.newInstance()
                .newXPath()
                .evaluate(
                    anyNamespace, DomXml.parse(Files.readAllBytes(pom)), XPathConstants.NODESET);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> found.item(i).getTextContent())
        .toList();
  }
}
