package org.dharch.test;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The BOM has the modules that users may depend on: all but those that are named here. */
final class BomTest {
  private static final Set<String> NOT_FOR_USERS =
      Set.of("dharch-bom", "dharch-testing", "dharch-axis2-archive", "dharch-cli");

  @Test
  void hasEveryPublicModule() throws Exception {
    Set<String> modules = names("../pom.xml", "<module>(?:\\w+/)?(dharch-[^<]+)</module>");
    modules.removeAll(NOT_FOR_USERS);
    Set<String> managed = names("../dharch-bom/pom.xml", "<artifactId>([^<]+)</artifactId>");
    managed.remove("dharch-bom");
    assertEquals(modules, managed);
  }

  @Test
  void hasTheProjectsVersion() throws Exception {
    String version = "<version>([^<$]+)</version>";
    String others = names("pom.xml", "<artifactId>dharch</artifactId>\\s*" + version).toString();
    assertEquals(others, names("../dharch-bom/pom.xml", version).toString());
  }

  private static Set<String> names(String file, String pattern) throws Exception {
    return Pattern.compile(pattern)
        .matcher(Files.readString(Path.of(file)))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
