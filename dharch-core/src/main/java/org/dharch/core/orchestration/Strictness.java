package org.dharch.core.orchestration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks that a replacement of the remaining orchestration treats no handler less strictly than the
 * orchestration does. A change may remove and add handlers, as the policy allows, but must not
 * weaken a handler that it names. Stateless; thread-safe.
 */
public final class Strictness {
  private Strictness() {}

  /**
   * How some entry in {@code rest} is weaker than those of the same name in {@code planned}; empty
   * if none is. Where these differ among themselves, one of those that may halt the message, if any
   * may, is the measure.
   */
  public static Optional<String> objection(List<Sequence> planned, Sequence rest) {
    List<HandlerEntry> known = new ArrayList<>();
    planned.forEach(sequence -> known.addAll(entries(sequence)));
    for (HandlerEntry entry : entries(rest)) {
      Optional<String> weaker = weaker(entry, known);
      if (weaker.isPresent()) {
        return weaker.map(how -> "handler '" + entry.name() + "' " + how);
      }
    }
    return Optional.empty();
  }

  private static List<HandlerEntry> entries(Sequence sequence) {
    List<HandlerEntry> entries = new ArrayList<>();
    add(sequence, false, entries);
    return entries;
  }

  /**
   * No handler must perform where another may be first or its sequence may catch its fault,
   * regardless of its entry.
   */
  private static void add(Construct construct, boolean optional, List<HandlerEntry> entries) {
    if (construct instanceof Stage stage && stage.isBranched()) {
      stage.branches().forEach(branch -> add(branch, optional, entries));
    } else if (construct instanceof Stage stage) {
      entries.addAll((optional || stage.first() ? stage.asOptional() : stage).handlers());
    } else if (construct instanceof Sequence sequence) {
      sequence.parts().forEach(part -> add(part, optional || sequence.catches(), entries));
      sequence.faults().forEach(fault -> add(fault.body(), optional, entries));
    } else if (construct instanceof Choose choose) {
      choose.whens().forEach(when -> add(when.body(), optional, entries));
      add(choose.otherwise(), optional, entries);
    } else {
      add(((Repeat) construct).body(), optional, entries);
    }
  }

  private static Optional<String> weaker(HandlerEntry entry, List<HandlerEntry> known) {
    List<HandlerEntry> same = known.stream().filter(k -> k.name().equals(entry.name())).toList();
    boolean decides = same.stream().anyMatch(HandlerEntry::isRequired);
    Optional<String> first = Optional.empty();
    for (HandlerEntry other : same) {
      if (decides && !other.isRequired()) {
        continue;
      }
      Optional<String> weaker = weaker(entry, other);
      if (weaker.isEmpty()) {
        return weaker;
      }
      first = first.or(() -> weaker);
    }
    return first;
  }

  private static Optional<String> weaker(HandlerEntry entry, HandlerEntry other) {
    if (other.isRequired() && !entry.isRequired()) {
      return Optional.of("must perform and not be oneway, as in its orchestration");
    } else if (entry.failures().atomicity() != other.failures().atomicity()) {
      return Optional.of(
          changed("atomicity", entry.failures().atomicity(), other.failures().atomicity()));
    } else if (other.failures().compensator().isPresent()
        && !entry.failures().compensator().equals(other.failures().compensator())) {
      return Optional.of(
          changed(
              "compensator",
              text(entry.failures().compensator()),
              text(other.failures().compensator())));
    } else if (!entry.node().equals(other.node())) { // a node of its own choice may do nothing
      return Optional.of(changed("node", text(entry.node()), text(other.node())));
    } else if (other.completionCallback() && !entry.completionCallback()) {
      return Optional.of("must have a completionCallback, as in its orchestration");
    } else if (entry.mayRespond() && !other.mayRespond()) {
      return Optional.of("must not respond to the message, as in its orchestration");
    } else if (!entry.parts().send().equals(other.parts().send())) {
      return Optional.of("must be sent the same parts as in its orchestration");
    } else if (entry.parts().partial() != other.parts().partial()) {
      return Optional.of(
          entry.parts().partial()
              ? "must receive the whole message, as in its orchestration"
              : "must be partial, as in its orchestration");
    }
    return access(entry, other);
  }

  private static Optional<String> access(HandlerEntry entry, HandlerEntry other) {
    if (entry.parts().partial()
        && !entry.parts().access().equals(other.parts().access())) { // of both, here
      return Optional.of("must receive the same parts as in its orchestration");
    } else if (other.parts().access().isEmpty()) {
      return Optional.empty();
    } else if (entry.parts().access().isEmpty()) {
      return Optional.of("must declare its reads and writes, as in its orchestration");
    }
    Access now = entry.parts().access().get();
    Access planned = other.parts().access().get();
    Set<DeclaredPart> readable = new HashSet<>(planned.reads());
    readable.addAll(planned.writes());
    return beyond(now.writes(), planned.writes())
        .map(part -> "writes " + part + ", which it does not in its orchestration")
        .or(
            () ->
                beyond(now.reads(), readable)
                    .map(part -> "reads " + part + ", which it does not in its orchestration"));
  }

  private static Optional<DeclaredPart> beyond(Set<DeclaredPart> parts, Set<DeclaredPart> allowed) {
    return parts.stream()
        .filter(part -> allowed.stream().noneMatch(each -> each.includes(part)))
        .sorted()
        .findFirst();
  }

  private static String text(Optional<String> name) {
    return name.map(n -> "'" + n + "'").orElse("none");
  }

  private static String changed(String what, Object is, Object planned) {
    return "has " + what + " " + is + "; in its orchestration " + planned;
  }
}
