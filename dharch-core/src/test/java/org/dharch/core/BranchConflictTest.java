package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.dharch.api.Changes;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.junit.jupiter.api.Test;

/** A join finds that a branch changed what another one declares to read, and nothing else. */
class BranchConflictTest {
  private static final int TRIES = 200;
  private static final int PROPERTIES = 5;

  private final SplittableRandom random = new SplittableRandom(53);

  private Set<String> properties() {
    Set<String> some = new HashSet<>();
    for (int n = random.nextInt(3); n > 0; n--) {
      some.add("p" + random.nextInt(PROPERTIES));
    }
    return some;
  }

  @Test
  void findsReadsOfWhatAnotherBranchChanged() {
    for (int tries = 0; tries < TRIES; tries++) {
      Set<String> read = new HashSet<>();
      List<Stage> reading = new ArrayList<>();
      for (int n = random.nextInt(2); n >= 0; n--) {
        Set<String> own = properties();
        read.addAll(own);
        Set<DeclaredPart> parts = new HashSet<>();
        own.forEach(name -> parts.add(new DeclaredPart.Property(name)));
        reading.add(Stage.of(HandlerEntry.of("r" + n).access(Access.of(parts, Set.of()))));
      }
      Map<String, Set<String>> changes = Map.of("w0", properties(), "w1", properties());
      int writers = 1 + random.nextInt(2);
      Set<String> changed = new HashSet<>();
      List<Stage> writing = new ArrayList<>();
      for (int n = 0; n < writers; n++) {
        changed.addAll(changes.get("w" + n));
        writing.add(Stage.of("w" + n));
      }
      List<Sequence> branches =
          new ArrayList<>(
              List.of(
                  Sequence.of(reading.toArray(Stage[]::new)),
                  Sequence.of(writing.toArray(Stage[]::new))));
      if (random.nextBoolean()) {
        branches.add(0, branches.remove(1));
      }
      changed.retainAll(read);
      String shown = "reads " + read + ", writes " + changes + " in " + branches;
      assertEquals(!changed.isEmpty(), isConflict(Stage.ofBranches(branches), changes), shown);
    }
  }

  private static boolean isConflict(Stage stage, Map<String, Set<String>> changes) {
    Bench bench = new Bench(Orchestration.of("o", stage));
    bench.node("n", "r0", "r1", "w0", "w1");
    bench.accepted("m");
    for (List<Bench.Sent> all = bench.batches(); !all.isEmpty(); all = bench.batches()) {
      for (Bench.Sent sent : all) {
        for (String handler : sent.handlers()) {
          Changes.Builder made = Changes.builder();
          changes.getOrDefault(handler, Set.of()).forEach(p -> made.property(p, handler));
          bench.changed(sent, handler, made.build());
        }
      }
    }
    Optional<Outcome> end = bench.outcome("m");
    return end.orElseThrow() instanceof Outcome.Failed failed
        && failed.fault().code() == Fault.Code.CONFLICT;
  }
}
