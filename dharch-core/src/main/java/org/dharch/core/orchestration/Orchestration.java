package org.dharch.core.orchestration;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The description of a message's handler execution (seed 000, section 3.2): stages in sequence, the
 * handlers of one stage in parallel. Description only; {@code Execution} carries it out. Immutable.
 *
 * @param name its name in the document
 * @param stages at least one
 * @param deadline how long a message may take; the manager's default if empty
 */
public record Orchestration(String name, List<Stage> stages, Optional<Duration> deadline) {
  /** How many handlers, in all stages together, one orchestration may name. */
  public static final int MAX_HANDLERS = 1000;

  public Orchestration {
    Objects.requireNonNull(name, "name");
    stages = List.copyOf(stages);
    Objects.requireNonNull(deadline, "deadline");
    if (stages.isEmpty()) {
      throw new IllegalArgumentException(
          "orchestration '" + name + "' has no stage; at least one is needed");
    }
    int handlers = stages.stream().mapToInt(s -> s.handlers().size()).sum();
    if (handlers > MAX_HANDLERS) {
      throw new IllegalArgumentException(
          "orchestration '"
              + name
              + "' has "
              + handlers
              + " handlers; "
              + MAX_HANDLERS
              + " are allowed");
    }
  }

  /** These stages with no deadline of their own. */
  public static Orchestration of(String name, Stage... stages) {
    return new Orchestration(name, Arrays.asList(stages), Optional.empty());
  }

  public Orchestration deadline(Duration value) {
    return new Orchestration(name, stages, Optional.of(value));
  }

  /** In the paper's notation: {@code {A,B} {C,D} {E}}. */
  public String notation() {
    return stages.stream()
        .map(
            s ->
                s.handlers().stream()
                    .map(HandlerEntry::name)
                    .collect(Collectors.joining(",", "{", "}")))
        .collect(Collectors.joining(" "));
  }
}
