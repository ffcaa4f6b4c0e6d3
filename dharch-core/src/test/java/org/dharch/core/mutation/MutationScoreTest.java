package org.dharch.core.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.dharch.core.DHManager;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gate itself. */
class MutationScoreTest {
  private static final List<String> PAGE =
      List.of(
          "| class | method | change | times | why |",
          KnownSurvivors.SAME,
          "| class | method | change | times | why |",
          "| --- | --- | --- | --- | --- |",
          "| Store.Key | put | removed call to List::add | 2 | only a hint |",
          "## Something else",
          "| Store | get | a | 1 | another table |",
          KnownSurvivors.MISSED,
          "| Store | get | negated conditional | 1 | needs a broken disk |");

  private static Mutant mutant(String type, String method, String change, boolean caught) {
    return Mutant.of("org.dharch.core.store." + type, method, change, caught);
  }

  private static List<Mutant> survivors() {
    String add = "removed call to java/util/List::add";
    return List.of(
        mutant("Store$Key", "put", add, false),
        mutant("Store$Key", "lambda$put$3", add, false),
        mutant("Store", "get", "negated conditional", false));
  }

  @Test
  void whatChangesNothingIsNotCounted() {
    List<Mutant> mutants = new ArrayList<>(survivors());
    for (int i = 0; i < 9; i++) {
      mutants.add(mutant("Store", "get", "x", true));
    }
    MutationScore score = new MutationScore(mutants, KnownSurvivors.of(PAGE));
    assertEquals(List.of(), score.tooLow());
    assertEquals(90, score.packages().get("store").percent());
    assertEquals(List.of(), score.unlisted());
    assertEquals(List.of(), score.stale());
    assertTrue(score.toString().contains("| store | 12 | 9 | 2 | 1 | 90.0 |"), score.toString());
  }

  @Test
  void oneMoreThatIsNotCaughtIsTooMany() {
    List<Mutant> mutants = new ArrayList<>(survivors());
    mutants.addAll(survivors());
    for (int i = 0; i < 9; i++) {
      mutants.add(mutant("Store", "get", "x", true));
    }
    MutationScore score = new MutationScore(mutants, KnownSurvivors.of(PAGE));
    assertEquals(List.of("store"), score.tooLow());
    assertEquals(3, score.unlisted().size());
  }

  @Test
  void whatDoesNotSurviveAnyMoreIsSaid() {
    Mutant caught = mutant("Store", "get", "negated conditional", true);
    MutationScore score =
        new MutationScore(List.of(survivors().get(0), caught), KnownSurvivors.of(PAGE));
    assertEquals(
        "[| Store.Key | put | removed call to List::add |, | Store | get | negated conditional |]",
        score.stale().toString());
  }

  @Test
  void changesAreNamedWithoutPackagesAndWithoutTheirMethod() {
    assertEquals(
        "replaced return value with Collections.emptyList",
        mutant(
                "Store",
                "get",
                "replaced return value with Collections.emptyList for org/dharch/core/Store::get",
                true)
            .place()
            .change());
  }

  @Test
  void aRowWithoutAReasonIsRefused() {
    List<String> page = List.of(KnownSurvivors.SAME, "| Store | get | negated conditional | 1 | |");
    IllegalArgumentException output =
        assertThrows(IllegalArgumentException.class, () -> KnownSurvivors.of(page));
    assertTrue(output.getMessage().contains("| Store | get |"), output.getMessage());
  }

  @Test
  void aReportIsRead(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("mutations.xml");
    Files.writeString(
        file,
        "<mutations><mutation detected='true' status='KILLED'>"
            + "<mutatedClass>org.dharch.core.store.Store$1</mutatedClass>"
            + "<mutatedMethod>&lt;init&gt;</mutatedMethod><description>d</description></mutation>"
            + "<mutation detected='false' status='NO_COVERAGE'>"
            + "<mutatedClass>org.dharch.core.store.Store</mutatedClass>"
            + "<mutatedMethod>get</mutatedMethod><description>e</description></mutation>"
            + "</mutations>");
    assertEquals(
        List.of(mutant("Store", "<init>", "d", true), mutant("Store", "get", "e", false)),
        MutationReport.read(file));
    Files.writeString(file, "<mutations/>");
    assertThrows(IOException.class, () -> MutationReport.read(file));
  }

  /** A row of a method that was renamed or moved would count nothing any more. */
  @Test
  void thePageNamesExistingMethods() throws Exception {
    KnownSurvivors page = KnownSurvivors.of(DocsPage.of("mutation.md").text().lines().toList());
    Path classes =
        Path.of(DHManager.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Map<String, List<String>> methods = new HashMap<>();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        String name = classes.relativize(file).toString().replace('/', '.');
        Class<?> type =
            Class.forName(
                name.substring(0, name.length() - ".class".length()),
                false,
                DHManager.class.getClassLoader());
        String shown =
            type.getName()
                .substring(type.getName().lastIndexOf('.') + 1)
                .replaceFirst("\\$\\d+$", "")
                .replace('$', '.');
        List<String> of = methods.computeIfAbsent(shown, s -> new ArrayList<>());
        of.add("<init>");
        Arrays.stream(type.getDeclaredMethods()).map(Method::getName).forEach(of::add);
      }
    }
    List<Mutant.Place> gone =
        Stream.concat(page.same().keySet().stream(), page.missed().keySet().stream())
            .filter(row -> !methods.getOrDefault(row.type(), List.of()).contains(row.method()))
            .toList();
    assertEquals(List.of(), gone, "rows of methods that do not exist");
  }
}
