package org.dharch.test;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.FailureRules;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.document.OrchestrationDocument;

/** The entry of one handler in orchestration documents. */
final class DeclaredEntry {
  private DeclaredEntry() {}

  /**
   * Finds the entry of the handler of this name and makes it independent: it must perform, is not
   * oneway, may run on any node, and has no compensator.
   *
   * @throws org.dharch.core.document.DocumentException with all errors in the document
   * @throws IllegalArgumentException if there is none, or there are several that differ
   */
  static HandlerEntry find(Path document, String name) {
    Set<HandlerEntry> found = new LinkedHashSet<>();
    Set<String> names = new TreeSet<>();
    for (Orchestration each : OrchestrationDocument.read(document).byName().values()) {
      Constructs.eachStage(
          each.body(),
          stage ->
              stage
                  .handlers()
                  .forEach(
                      entry -> {
                        names.add(entry.name());
                        if (entry.name().equals(name)) {
                          found.add(alone(entry));
                        }
                      }));
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          document + " must have handler '" + name + "' (got " + String.join(", ", names) + ")");
    }
    if (found.size() > 1) {
      throw new IllegalArgumentException(
          document
              + " must have only one entry of handler '"
              + name
              + "' (got "
              + found.size()
              + ")");
    }
    return found.iterator().next();
  }

  private static HandlerEntry alone(HandlerEntry entry) {
    return new HandlerEntry(
        entry.name(),
        new FailureRules(true, entry.failures().retry(), Atomicity.STATELESS, Optional.empty()),
        false,
        entry.timeToStart(),
        entry.timeToFinish(),
        entry.parts(),
        entry.completionCallback(),
        Optional.empty(),
        entry.mayRespond(),
        Optional.empty());
  }
}
