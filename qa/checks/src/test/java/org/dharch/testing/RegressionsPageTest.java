package org.dharch.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** Checks docs/regressions.md: each fault has a row, and the named tests exist. */
class RegressionsPageTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([A-H]\\d+) \\| .+? \\| (.+) \\|$");
  private static final Pattern NAMED = Pattern.compile("`(\\w+)#(\\w+)`");
  private static final Pattern MARK =
      Pattern.compile("@(Test|ParameterizedTest|Property|RepeatedTest)\\b");
  private static final Map<String, Integer> FAULTS =
      new TreeMap<>(Map.of("A", 9, "B", 10, "C", 4, "D", 9, "E", 10, "F", 12, "G", 98, "H", 32));

  private final String page = DocsPage.of("regressions.md").text();

  /** Returns the sources of tests by class name. */
  private static Map<String, String> sources() throws IOException {
    Map<String, String> sources = new TreeMap<>();
    for (Path file : JavaSources.under("src/test/java")) {
      sources.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
    }
    return sources;
  }

  @Test
  void faultsHaveRows() {
    List<String> expected = new ArrayList<>();
    FAULTS.forEach(
        (letter, most) -> IntStream.rangeClosed(1, most).forEach(i -> expected.add(letter + i)));
    assertEquals(expected, ROW.matcher(page).results().map(row -> row.group(1)).toList());
  }

  @Test
  void namedTestsExist() throws IOException {
    Map<String, String> sources = sources();
    List<String> wrong = new ArrayList<>();
    for (MatchResult row : ROW.matcher(page).results().toList()) {
      List<MatchResult> named = NAMED.matcher(row.group(2)).results().toList();
      String plain = NAMED.matcher(row.group(2)).replaceAll("").replaceAll("[, ]", "");
      assertEquals("", plain, () -> row.group(1) + " must have test names only");
      assertFalse(named.isEmpty(), row.group(1));
      named.stream()
          .filter(test -> !isTest(sources, test.group(1), test.group(2)))
          .forEach(test -> wrong.add(row.group(1) + ": " + test.group()));
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void otherMethodsAreNotTests() throws IOException {
    Map<String, String> sources = sources();
    assertTrue(isTest(sources, "RegressionsPageTest", "faultsHaveRows"));
    assertTrue(isTest(sources, "FilterEntryScenarios", "aPathThatFitsNoPatternIsRefused"));
    assertFalse(isTest(sources, "NosuchTest", "faultsHaveRows"));
    assertFalse(isTest(sources, "RegressionsPageTest", "eachFault"));
    assertFalse(isTest(sources, "RegressionsPageTest", "notAnnotated"));
    assertFalse(isTest(sources, "FilterBench", "serve"), "not run");
  }

  @SuppressWarnings("unused") // searched for above
  private static void notAnnotated() {}

  /** Returns whether the class, or a subclass, is run and the method has a test annotation. */
  private static boolean isTest(Map<String, String> sources, String name, String method) {
    String source = sources.getOrDefault(name, "");
    return isRun(sources, name)
        && Pattern.compile("\\bvoid " + method + "\\(")
            .matcher(source)
            .results()
            .anyMatch(found -> isMarked(source.substring(0, found.start())));
  }

  /** Returns whether a test annotation is between the preceding code and the method. */
  private static boolean isMarked(String before) {
    int from = Math.max(before.lastIndexOf("\n\n"), before.lastIndexOf(" {}"));
    String head = before.substring(Math.max(0, from));
    return MARK.matcher(head).find() && !head.contains("@Disabled");
  }

  private static boolean isRun(Map<String, String> sources, String name) {
    Pattern heir = Pattern.compile("class (\\w+(?:Test|IT)) extends " + name + "\\b");
    return (name.matches("\\w+(Test|IT)") && !isAbstract(sources, name))
        || sources.values().stream().anyMatch(source -> heir.matcher(source).find());
  }

  private static boolean isAbstract(Map<String, String> sources, String name) {
    return sources.getOrDefault(name, "").contains("abstract class " + name + " ");
  }

  /** Fault F12: the first use of some profiles needs the network, which testing.md denied. */
  @Test
  void profilesWithOwnLibrariesAreDocumentedToNeedTheNetwork() throws IOException {
    Map<String, Set<String>> inProfile = new TreeMap<>();
    Path root = Checkout.ROOT.resolve("pom.xml");
    collect(root, "", inProfile);
    for (Element module : elements(root, "module")) {
      Path folder = Checkout.ROOT.resolve(module.getTextContent());
      collect(folder.resolve("pom.xml"), profile(module), inProfile);
    }
    Set<String> always = inProfile.remove("");
    String output = DocsPage.of("testing.md").text().replaceAll("\\s+", " ");
    output = output.substring(output.indexOf("A profile that has libraries"));
    output = output.substring(0, output.indexOf("needs the network the first time"));
    Set<String> needed = new TreeSet<>();
    inProfile.forEach(
        (profile, used) -> {
          if (!always.containsAll(used)) {
            needed.add(profile);
          }
        });
    Set<String> onThePage = new TreeSet<>();
    Pattern.compile("`-P(\\w+)`").matcher(output).results().forEach(r -> onThePage.add(r.group(1)));
    assertEquals(needed, onThePage, () -> "" + inProfile);
  }

  /**
   * Adds the plugins and libraries of a pom to those of the profile that needs them; "" if every
   * build does.
   *
   * @param builtIn the profile whose builds contain the module
   */
  private static void collect(Path pom, String builtIn, Map<String, Set<String>> used)
      throws IOException {
    for (Element name : elements(pom, "artifactId")) {
      if (isUsed(name) && !name.getTextContent().matches("dharch-.*|peer-.*|stock-axis2-war")) {
        String own = profile(name);
        used.computeIfAbsent(own.isEmpty() ? builtIn : own, p -> new TreeSet<>())
            .add(name.getTextContent());
      }
    }
  }

  private static List<Element> elements(Path file, String name) throws IOException {
    NodeList found = DomXml.parse(Files.readAllBytes(file)).getElementsByTagNameNS("*", name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }

  /** Returns whether a plugin or library is used: not only managed or excluded. */
  private static boolean isUsed(Element artifactId) {
    Set<String> around = new TreeSet<>();
    for (Node up = artifactId.getParentNode(); up instanceof Element e; up = up.getParentNode()) {
      around.add(e.getLocalName());
    }
    return (around.contains("plugin") || around.contains("dependency"))
        && !around.contains("exclusion")
        && !around.contains("pluginManagement")
        && !around.contains("dependencyManagement")
        && !around.contains("configuration");
  }

  /** Returns the profile that must be selected; "" if every build has it. */
  private static String profile(Element artifactId) {
    for (Node up = artifactId.getParentNode(); up instanceof Element e; up = up.getParentNode()) {
      if (e.getLocalName().equals("profile")) {
        boolean asked = e.getElementsByTagNameNS("*", "activation").getLength() == 0;
        return asked ? e.getElementsByTagNameNS("*", "id").item(0).getTextContent() : "";
      }
    }
    return "";
  }
}
