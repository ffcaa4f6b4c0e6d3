package org.dharch.core.wire;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.NodeStatus.Trait;

/**
 * Maps {@link NodeStatus} to DMFormat and back. A status is a DMFormat of the kind {@code status}
 * without other properties and control data; its payload, in the types of {@link WireWriter}, is
 *
 * <pre>
 *  field           type                            bound
 *  node            text: name~incarnation          1000 characters
 *  state           word: {@link NodeStatus.State}
 *  handlers        list of text                    maxHandlers, 1000, of 1 to 1000 characters
 *  workers         number
 *  active          number
 *  waiting         number
 *  traits          list of text: {@link Trait}, LARGEST= and a number, EVERY= and milliseconds
 *                  until the next, ORIGIN= and, with spaces between, {@link ProcessOrigin}'s
 *                  release, host, process and clock, or VERSIONS= and, likewise,
 *                  handler=version=share
 *                                                  maxTraits, 100; unknown ones mean nothing
 *  announcedNanos  int64
 *  taken           int64
 * </pre>
 *
 * Reading trusts nothing. Stateless, safe for any thread.
 */
public final class StatusFormat {
  /** Of what kind a status is. */
  public static final String KIND = "status";

  private static final String LARGEST = "LARGEST=";
  private static final String EVERY = "EVERY=";
  private static final String VERSIONS = "VERSIONS=";
  private static final String ORIGIN = "ORIGIN=";
  private static final int MAX_NAME = 1000;

  /** An hour: what says more says this. */
  private static final long MOST_MILLIS = 3_600_000;

  /** Several traits have the versions, since one may not be longer. */
  private static final int MAX_TRAIT = 3 * MAX_NAME;

  private static final WireBound NAME = new WireBound("maxNameBytes", 3 * MAX_NAME);
  private static final WireBound HANDLERS = new WireBound("maxHandlers", 1000);
  private static final WireBound TRAITS = new WireBound("maxTraits", 100);
  private static final int EXPECTED_BYTES = 512;

  private StatusFormat() {}

  /**
   * The status as a DMFormat.
   *
   * @param id the heartbeat's own id
   * @throws IllegalArgumentException if a handler's name is none
   * @throws MalformedMessageException if something else is past a limit
   */
  public static DMFormat encode(MessageId id, NodeStatus status) {
    for (String handler : status.handlers()) {
      checkName("handler", handler);
    }
    WireWriter out = new WireWriter(EXPECTED_BYTES);
    out.text("node", status.node().toString(), NAME).word(status.state());
    out.list("handlers", status.handlers(), HANDLERS, (o, name) -> o.text("handler", name, NAME));
    out.number("workers", status.workers()).number("active", status.active());
    out.number("waiting", status.waiting());
    List<String> traits = new ArrayList<>(status.traits().size() + 1);
    status.traits().stream().sorted().forEach(trait -> traits.add(trait.name()));
    if (status.largest() > 0) {
      traits.add(LARGEST + status.largest());
    }
    if (!status.interval().isZero()) {
      traits.add(EVERY + status.interval().toMillis());
    }
    addVersions(status.versions(), traits);
    status.origin().ifPresent(from -> traits.add(ORIGIN + from.text()));
    out.list("traits", traits, TRAITS, (o, trait) -> o.text("trait", trait, NAME));
    out.int64(status.announcedNanos()).int64(status.taken());
    return new DMFormat(id, WireProperties.ofKind(KIND), out.toBytes());
  }

  /**
   * The status that {@code message} holds.
   *
   * @throws MalformedMessageException if it holds none
   */
  public static NodeStatus status(DMFormat message) {
    WireProperties.checkKind(message, KIND);
    WireReader in = new WireReader(message.payload());
    try {
      NodeId node = node(in.text("node", NAME));
      NodeStatus.State state = in.word("state", NodeStatus.State.class);
      List<String> handlers = in.list("handlers", HANDLERS, r -> r.text("handler", NAME));
      handlers.forEach(handler -> checkName("handler", handler));
      int workers = in.number("workers");
      int active = in.number("active");
      int waiting = in.number("waiting");
      List<String> traits = in.list("traits", TRAITS, r -> r.text("trait", NAME));
      long announcedNanos = in.int64("announcedNanos");
      long taken = in.int64("taken");
      in.end("a status");
      return new NodeStatus(
          node,
          state,
          handlers,
          workers,
          active,
          waiting,
          traits(traits),
          announcedNanos,
          taken,
          number(LARGEST, traits),
          versions(traits),
          Duration.ofMillis(Math.min(MOST_MILLIS, number(EVERY, traits))),
          origin(traits));
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(e.getMessage(), e);
    }
  }

  private static NodeId node(String text) {
    NodeId node = NodeId.parse(text);
    checkName("node", text);
    return node;
  }

  /** A trait of a newer version means nothing to this one. */
  private static Set<Trait> traits(List<String> names) {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    for (Trait trait : Trait.values()) {
      if (names.contains(trait.name())) {
        traits.add(trait);
      }
    }
    return traits;
  }

  /** A number where older versions look for traits, and find none of theirs. */
  private static long number(String prefix, List<String> names) {
    long number =
        names.stream()
            .filter(name -> name.startsWith(prefix))
            .findFirst()
            .map(name -> Long.parseLong(name.substring(prefix.length())))
            .orElse(0L);
    if (number < 0) {
      throw new IllegalArgumentException("trait " + prefix + number + "; 0 or more is allowed");
    }
    return number;
  }

  /** Where older versions look for traits, as {@link #number}. */
  private static Optional<ProcessOrigin> origin(List<String> names) {
    return names.stream()
        .filter(name -> name.startsWith(ORIGIN))
        .findFirst()
        .map(name -> ProcessOrigin.parse(name.substring(ORIGIN.length())));
  }

  private static void addVersions(List<HandlerVersion> versions, List<String> traits) {
    StringBuilder trait = new StringBuilder(VERSIONS);
    for (HandlerVersion each : versions) {
      String text = each.handler() + "=" + each.version() + "=" + each.share();
      if (trait.length() + 1 + text.length() > MAX_TRAIT) {
        traits.add(trait.toString());
        trait.setLength(VERSIONS.length());
      }
      trait.append(trait.length() == VERSIONS.length() ? "" : " ").append(text);
    }
    if (trait.length() > VERSIONS.length()) {
      traits.add(trait.toString());
    }
  }

  /** As {@link #number}, for older versions. */
  private static List<HandlerVersion> versions(List<String> names) {
    List<HandlerVersion> versions = new ArrayList<>();
    for (String name : names) {
      if (name.startsWith(VERSIONS)) {
        for (String text : name.substring(VERSIONS.length()).split(" ", -1)) {
          versions.add(version(text));
        }
      }
    }
    return versions;
  }

  private static HandlerVersion version(String text) {
    String[] parts = text.split("=", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException(
          "trait VERSIONS has '" + WireText.shown(text) + "'; handler=version=share is understood");
    }
    return new HandlerVersion(parts[0], parts[1], Integer.parseInt(parts[2]));
  }

  private static void checkName(String what, String name) {
    if (name.isEmpty() || name.length() > MAX_NAME || name.indexOf('\n') >= 0) {
      throw new IllegalArgumentException(
          what
              + " '"
              + name
              + "'; 1 to "
              + MAX_NAME
              + " characters without a new line are allowed");
    }
  }
}
