package org.dharch.core.wire;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.NodeStatus.Trait;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * Maps {@link NodeStatus} to DMFormat and back. A status is a DMFormat of the kind {@code status}
 * without other properties and control data; its payload, in the types of {@link WireWriter}, is
 *
 * <pre>
 *  field           type                            bound
 *  node            text: name~incarnation          1000 characters
 *  state           word: {@link NodeStatus.State}
 *  handlers        list of text                    maxHandlers, 1000, of 1 to 1000 characters
 *  load            number workers, number active, number waiting
 *  traits          list of word: {@link Trait}     maxTraits, 100
 *  announcement    int64 nanos, duration interval  interval: 0 to 1 h
 *  taken           int64
 *  largest         int64                           0 or more
 *  versions        list of: text handler,          maxVersions, 1000
 *                  text version, number share
 *  origin          text: {@link ProcessOrigin#text}  1000 characters
 * </pre>
 *
 * Reading checks every length and value. Stateless, safe for any thread.
 */
public final class StatusFormat {

  private static final int MAX_NAME = 1000;
  private static final Duration MAX_INTERVAL = Duration.ofHours(1);
  private static final WireBound NAME = new WireBound("maxNameBytes", 3 * MAX_NAME);
  private static final WireBound HANDLERS = new WireBound("maxHandlers", 1000);
  private static final WireBound TRAITS = new WireBound("maxTraits", 100);
  private static final WireBound VERSIONS = new WireBound("maxVersions", 1000);
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
    List<Trait> traits = status.traits().stream().sorted().toList();
    out.list("traits", traits, TRAITS, WireWriter::word);
    out.int64(status.announcedNanos()).duration("interval", status.interval());
    out.int64(status.taken()).int64(status.largest());
    out.list("versions", status.versions(), VERSIONS, StatusFormat::write);
    out.text("origin", status.origin().text(), NAME);
    return DMFormat.of(id, WireProperties.ofKind(FrameKind.STATUS), out.toBytes());
  }

  private static void write(WireWriter out, HandlerVersion version) {
    out.text("handler", version.handler(), NAME).text("version", version.version(), NAME);
    out.number("weight", version.weight());
  }

  /**
   * Decodes a status.
   *
   * @throws MalformedMessageException if {@code message} is no status
   */
  public static NodeStatus status(DMFormat message) {
    WireProperties.checkKind(message, FrameKind.STATUS);
    WireReader in = new WireReader(message.payload());
    try {
      NodeId node = node(in.text("node", NAME));
      NodeStatus.State state = in.word("state", NodeStatus.State.class);
      List<String> handlers = in.list("handlers", HANDLERS, r -> r.text("handler", NAME));
      handlers.forEach(handler -> checkName("handler", handler));
      NodeStatus.Load load =
          new NodeStatus.Load(in.number("workers"), in.number("active"), in.number("waiting"));
      Set<Trait> traits = Set.copyOf(in.list("traits", TRAITS, r -> r.word("trait", Trait.class)));
      NodeStatus.Announcement announcement =
          new NodeStatus.Announcement(in.int64("announcedNanos"), interval(in));
      long taken = in.int64("taken");
      long largest = in.int64("largest");
      if (largest < 0) {
        throw new IllegalArgumentException("largest must be 0 or more (got " + largest + ")");
      }
      List<HandlerVersion> versions = in.list("versions", VERSIONS, StatusFormat::version);
      ProcessOrigin origin = ProcessOrigin.parse(in.text("origin", NAME));
      in.end("a status");
      return new NodeStatus(
          node, state, handlers, load, traits, announcement, taken, largest, versions, origin);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(e.getMessage(), e);
    }
  }

  private static NodeId node(String text) {
    NodeId node = NodeId.parse(text);
    checkName("node", text);
    return node;
  }

  private static Duration interval(WireReader in) {
    Duration interval = in.duration("interval");
    if (interval.isNegative() || interval.compareTo(MAX_INTERVAL) > 0) {
      throw new IllegalArgumentException("interval must be 0 to 1 h (got " + interval + ")");
    }
    return interval;
  }

  private static HandlerVersion version(WireReader in) {
    return new HandlerVersion(
        in.text("handler", NAME), in.text("version", NAME), in.number("weight"));
  }

  private static void checkName(String what, String name) {
    if (name.isEmpty() || name.length() > MAX_NAME || name.indexOf('\n') >= 0) {
      throw new IllegalArgumentException(
          what
              + " must have 1 to "
              + MAX_NAME
              + " characters and no line break (got '"
              + name
              + "')");
    }
  }
}
