package org.dharch.core.query;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.view.MessageQuery;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.FrameKind;
import org.dharch.core.wire.WireProperties;
import org.dharch.core.wire.bytes.StoredText;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * Encodes and decodes a {@link MessageQuery} to all managers as a DMFormat of the kind {@code ask},
 * without other properties and control data. Its id is the query's id, which the replies have too.
 * Its payload, in the types of {@link WireWriter}, is
 *
 * <pre>
 *  field      type                                          bound
 *  one        optional id of a message
 *  service    optional text                                 {@link StoredText}, as all texts
 *  node       optional text
 *  olderThan  duration
 *  ended      flag
 *  limit      number                                        1 to {@link MessageProgress.Filter#MOST}
 *  states     list of word: {@link MessageProgress.State}   maxStates, 100
 *  reason     optional text
 * </pre>
 *
 * All values are checked when they are read. Stateless, safe for any thread.
 */
public final class QueryFormat {
  private static final WireBound STATES = new WireBound("maxStates", 100);
  private static final int EXPECTED_BYTES = 64;

  private QueryFormat() {}

  /** Encodes {@code question} under this id. */
  public static DMFormat encode(MessageId ask, MessageQuery question) {
    MessageProgress.Filter filter = question.filter();
    WireWriter out = new WireWriter(EXPECTED_BYTES);
    out.optional(question.id(), WireWriter::id);
    text(out, "service", filter.service());
    text(out, "node", filter.node());
    out.duration("olderThan", filter.olderThan()).flag(filter.ended());
    out.number("limit", filter.limit());
    List<MessageProgress.State> states = filter.states().stream().sorted().toList();
    out.list("states", states, STATES, WireWriter::word);
    text(out, "reason", filter.reason());
    return DMFormat.of(ask, WireProperties.ofKind(FrameKind.ASK), out.toBytes());
  }

  private static void text(WireWriter out, String field, Optional<String> value) {
    out.optional(value, (o, text) -> StoredText.write(o, field, text));
  }

  private static Optional<String> text(WireReader in, String field) {
    return in.optional(field, r -> StoredText.read(r, field));
  }

  /**
   * Decodes a query.
   *
   * @throws MalformedMessageException if the message is no query
   */
  public static MessageQuery question(DMFormat message) {
    WireProperties.checkKind(message, FrameKind.ASK);
    WireReader in = new WireReader(message.payload());
    try {
      Optional<MessageId> one = in.optional("one", r -> r.id("id"));
      Optional<String> service = text(in, "service");
      Optional<String> node = text(in, "node");
      Duration olderThan = in.duration("olderThan");
      boolean ended = in.flag("ended");
      int limit = in.number("limit");
      Set<MessageProgress.State> states =
          Set.copyOf(in.list("states", STATES, r -> r.word("state", MessageProgress.State.class)));
      MessageProgress.Filter filter =
          new MessageProgress.Filter(
              service, node, olderThan, ended, limit, states, text(in, "reason"));
      in.end("a question");
      return new MessageQuery(one, filter);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException("invalid query: " + e.getMessage(), e);
    }
  }
}
