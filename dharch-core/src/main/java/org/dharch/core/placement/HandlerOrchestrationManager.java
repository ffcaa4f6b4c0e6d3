package org.dharch.core.placement;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Orchestrations.Assignment;
import org.dharch.core.text.DidYouMean;

/**
 * Handler Orchestration Manager (seed 000, section 3.1.1): selects the orchestration of a message.
 * A message keeps its orchestration when the set is replaced. Safe for any thread.
 */
public final class HandlerOrchestrationManager {
  private final NodeDirectory directory;
  private volatile Orchestrations current;
  private volatile Certain last = new Certain(Orchestration.NONE, Set.of());

  public HandlerOrchestrationManager(Orchestrations orchestrations, NodeDirectory directory) {
    this.current = orchestrations;
    this.directory = directory;
  }

  public void exchange(Orchestrations orchestrations) {
    current = orchestrations;
  }

  public Orchestrations current() {
    return current;
  }

  /** Selects the orchestration of the message; empty if no rule matches. */
  public Optional<Assignment> choose(Submission message, MessageView view) {
    Orchestrations now = current;
    return now.choose(message, view)
        .map(orchestration -> new Assignment(orchestration, now.policy()));
  }

  /** Returns the orchestration with this name. */
  public Optional<Assignment> named(String name) {
    Orchestrations now = current;
    return Optional.ofNullable(now.byName().get(name))
        .map(named -> new Assignment(named, now.policy()));
  }

  /** Whether a node that takes work hosts the handler. */
  public boolean serves(String handler) {
    return directory.serves(handler);
  }

  /**
   * Returns the reason why a message of this orchestration cannot succeed: no live node hosts a
   * handler that must perform. The result is known at admission, not after a time-out.
   */
  public Optional<Fault> unservable(Orchestration orchestration) {
    for (HandlerEntry handler : certain(orchestration)) {
      if (handler.isRequired() && !directory.serves(handler.name())) {
        Set<String> served = new TreeSet<>(directory.served());
        String why =
            served.isEmpty()
                ? "no node is there that takes work"
                : "no live node hosts it; hosted are "
                    + served
                    + DidYouMean.question(handler.name(), served);
        return Optional.of(new Fault(Fault.Code.NOT_SERVED, handler.name(), why));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns a text that names the handlers without a node that must perform in {@code next}, but
   * not in the current set; empty if there are none.
   */
  public Optional<String> unserved(Orchestrations next) {
    Set<String> served = new TreeSet<>(directory.served());
    Set<String> missing = new TreeSet<>(needed(next));
    missing.removeAll(served);
    missing.removeAll(needed(current));
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        missing.stream()
            .map(
                name -> "no node serves handler '" + name + "'" + DidYouMean.question(name, served))
            .collect(Collectors.joining("; ")));
  }

  private static Set<String> needed(Orchestrations of) {
    Set<String> names = new TreeSet<>();
    for (Orchestration orchestration : of.byName().values()) {
      Constructs.eachStage(
          orchestration.body(),
          stage ->
              stage.handlers().stream()
                  .filter(HandlerEntry::isRequired)
                  .forEach(handler -> names.add(handler.name())));
    }
    return names;
  }

  /** Returns the handlers on every path; the result for the latest orchestration is cached. */
  private Set<HandlerEntry> certain(Orchestration orchestration) {
    Certain known = last;
    if (!known.of().equals(orchestration)) { // usually the same object
      known = new Certain(orchestration, Constructs.certain(orchestration.body()));
      last = known;
    }
    return known.handlers();
  }

  /** The handlers on every path through {@code of}. */
  private record Certain(Orchestration of, Set<HandlerEntry> handlers) {}
}
