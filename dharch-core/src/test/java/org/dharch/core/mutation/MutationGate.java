package org.dharch.core.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;

/** Judges PIT's report, in the profile "mutation" only; {@code -Dmutation.report} says where. */
class MutationGate {
  @Test
  void theTestsCatchWhatChangesBehaviour() throws IOException {
    String folder = System.getProperty("mutation.report");
    assertNotNull(folder, "-Dmutation.report is the folder of PIT's report");
    Path report = Path.of(folder, "mutations.xml");
    KnownSurvivors known = KnownSurvivors.of(DocsPage.of("mutation.md").text().lines().toList());
    MutationScore score = new MutationScore(MutationReport.read(report), known);
    System.out.println(score);
    say("survived, and docs/mutation.md does not name them", score.unlisted());
    say("docs/mutation.md names them, but they did not survive", score.stale());
    assertEquals(List.of(), score.tooLow(), "below " + MutationScore.LEAST + " %");
  }

  private static void say(String what, List<Mutant.Place> places) {
    if (!places.isEmpty()) {
      System.out.println(what + ":");
      places.forEach(System.out::println);
    }
  }
}
