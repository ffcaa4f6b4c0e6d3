package org.dharch.core.query;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.MessageId;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Timeline;
import org.dharch.core.view.ManagerQueryReply;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.FrameKind;
import org.dharch.core.wire.ProcessOrigin;
import org.dharch.core.wire.WireProperties;
import org.dharch.core.wire.bytes.StoredText;
import org.dharch.core.wire.bytes.TimelineFormat;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * Encodes and decodes a {@link ManagerQueryReply} as a DMFormat of the kind {@code answer}, without
 * other properties and control data. Its id is the query's id. Its payload, in the types of {@link
 * WireWriter}, is
 *
 * <pre>
 *  field      type                                                  bound
 *  origin     text                                                  {@link StoredText}, as all texts
 *  matched    number
 *  messages   list of:                                              maxMessages, 1000
 *    id           id
 *    service, operation, flow, orchestration   text text text text
 *    state        word: {@link MessageProgress.State}
 *    duration, since, left   duration duration duration
 *    stage        number
 *    steps        list of:                                          maxSteps, 10,000
 *      stage      number
 *      handler, role, state, node   text text text text
 *      attempt    number
 *      since      duration
 *      fault      optional fault
 *    toCompensate       list of text                                      maxSteps
 *    fault        optional: code word, handler text, reason text
 *    timeline     optional {@link TimelineFormat}
 * </pre>
 *
 * Messages that would make it larger than {@value #MOST_BYTES} bytes are omitted. All values are
 * checked when they are read. Stateless, safe for any thread.
 */
public final class QueryReplyFormat {
  /** The largest size of the messages in a reply; a single message may be larger. */
  static final int MOST_BYTES = 1 << 20;

  private static final WireBound MESSAGES =
      new WireBound("maxMessages", MessageProgress.Filter.MOST);
  private static final WireBound STEPS = new WireBound("maxSteps", 10_000);
  private static final int EXPECTED_BYTES = 1024;

  /** The final states of a step. */
  private static final Set<String> SETTLED = Set.of("PERFORMED", "SKIPPED", "FAILED", "FIRED");

  private QueryReplyFormat() {}

  /**
   * Encodes {@code answer}.
   *
   * @param ask the query's id
   * @param whole whether to include all steps and the timeline of each message
   */
  public static DMFormat encode(MessageId ask, ManagerQueryReply answer, boolean whole) {
    List<MessageProgress> listed = new ArrayList<>();
    int size = 0;
    for (MessageProgress message : answer.messages()) {
      WireWriter one = new WireWriter(EXPECTED_BYTES);
      write(one, message, whole);
      size += one.size();
      if (listed.isEmpty() || (size <= MOST_BYTES && listed.size() < MESSAGES.most())) {
        listed.add(message);
      } else {
        break;
      }
    }
    WireWriter out = new WireWriter(EXPECTED_BYTES);
    StoredText.write(out, "origin", answer.origin().text());
    out.number("matched", answer.matched());
    out.list("messages", listed, MESSAGES, (o, message) -> write(o, message, whole));
    return DMFormat.of(ask, WireProperties.ofKind(FrameKind.ANSWER), out.toBytes());
  }

  private static void write(WireWriter out, MessageProgress message, boolean whole) {
    out.id(message.id());
    StoredText.write(out, "service", message.target().service());
    StoredText.write(out, "operation", message.target().operation());
    StoredText.write(out, "flow", message.target().flow());
    StoredText.write(out, "orchestration", message.orchestration());
    out.word(message.state());
    out.duration("duration", message.duration()).duration("since", message.since());
    out.duration("left", message.left());
    out.number("stage", message.stage());
    List<MessageProgress.Step> steps =
        message.steps().stream()
            .filter(step -> whole || !SETTLED.contains(step.state()))
            .limit(STEPS.most())
            .toList();
    out.list("steps", steps, STEPS, QueryReplyFormat::write);
    List<String> toCompensate = message.toCompensate().stream().limit(STEPS.most()).toList();
    out.list(
        "toCompensate",
        toCompensate,
        STEPS,
        (o, handler) -> StoredText.write(o, "handler", handler));
    out.optional(message.fault(), QueryReplyFormat::write);
    out.optional(whole ? Optional.of(message.timeline()) : Optional.empty(), TimelineFormat::write);
  }

  private static void write(WireWriter out, MessageProgress.Step step) {
    out.number("stage", step.stage());
    StoredText.write(out, "handler", step.handler());
    StoredText.write(out, "role", step.role());
    StoredText.write(out, "state", step.state());
    StoredText.write(out, "node", step.node());
    out.number("attempt", step.attempt()).duration("since", step.since());
    out.optional(step.fault(), QueryReplyFormat::write);
  }

  private static void write(WireWriter out, Fault fault) {
    out.word(fault.code());
    StoredText.write(out, "handler", fault.handler());
    StoredText.write(out, "reason", fault.reason());
  }

  /**
   * Decodes a reply.
   *
   * @param manager the sender, as authenticated by the transport
   * @throws MalformedMessageException if it is no reply
   */
  public static ManagerQueryReply answer(String manager, DMFormat message) {
    WireProperties.checkKind(message, FrameKind.ANSWER);
    WireReader in = new WireReader(message.payload());
    try {
      ProcessOrigin origin = ProcessOrigin.parse(StoredText.read(in, "origin"));
      int matched = in.number("matched");
      List<MessageProgress> messages = in.list("messages", MESSAGES, QueryReplyFormat::message);
      in.end("an answer");
      return new ManagerQueryReply(manager, origin, matched, messages);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException("invalid reply to a query: " + e.getMessage(), e);
    }
  }

  private static MessageProgress message(WireReader in) {
    MessageId id = in.id("id");
    String service = StoredText.read(in, "service");
    String operation = StoredText.read(in, "operation");
    String flow = StoredText.read(in, "flow");
    String orchestration = StoredText.read(in, "orchestration");
    MessageProgress.State state = in.word("state", MessageProgress.State.class);
    Duration duration = in.duration("duration");
    Duration since = in.duration("since");
    Duration left = in.duration("left");
    return new MessageProgress(
        new MessageProgress.Target(service, operation, flow),
        state,
        duration,
        since,
        left,
        in.number("stage"),
        in.list("steps", STEPS, QueryReplyFormat::step),
        in.list("toCompensate", STEPS, r -> StoredText.read(r, "handler")),
        in.optional("fault", QueryReplyFormat::fault),
        in.optional("timeline", TimelineFormat::read)
            .orElseGet(() -> Timeline.empty(id, orchestration)));
  }

  private static MessageProgress.Step step(WireReader in) {
    return new MessageProgress.Step(
        in.number("stage"),
        StoredText.read(in, "handler"),
        StoredText.read(in, "role"),
        StoredText.read(in, "state"),
        StoredText.read(in, "node"),
        in.number("attempt"),
        in.duration("since"),
        in.optional("fault", QueryReplyFormat::fault));
  }

  private static Fault fault(WireReader in) {
    return new Fault(
        in.word("code", Fault.Code.class),
        StoredText.read(in, "handler"),
        StoredText.read(in, "reason"));
  }
}
