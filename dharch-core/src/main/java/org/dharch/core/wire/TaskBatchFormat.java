package org.dharch.core.wire;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.MessageContent;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * Messaging Helper (seed 000, section 3.1.1): maps {@link TaskBatch} and {@link Reply} to DMFormat
 * and back. Reading trusts nothing. Safe for any thread.
 *
 * <p>A task batch is a DMFormat of the kind {@code work}: its properties are the message's and
 * {@link WireProperties#OWN}, its payload is the envelope, and its control data, in the types of
 * {@link WireWriter}, are
 *
 * <pre>
 *  field           type                            bound
 *  life            int64
 *  tasks           list of:                        1 to maxTasks, 1000
 *    index         number
 *    handler       text                            maxHandlerBytes, 64 KiB
 *    attempt       number
 *    purpose       word: {@link Task.Purpose}
 *    oneway        flag
 *    stateful      flag
 *    completionCallback      flag
 *    timeToStart   duration
 *    timeToFinish  duration
 *    after         int64
 *  heardNanos      int64
 *  transfer        duration
 *  processed       list of header                  what fits into control data
 * </pre>
 *
 * A speculative batch is a DMFormat of the kind {@code speculative}. It ends with
 *
 * <pre>
 *  prefetched      list of:                        1 to maxPrefetchedStages, 100
 *    tasks         list as above                   1 to maxTasks, 1000
 * </pre>
 *
 * It is sent only to nodes that announce {@link NodeStatus.Trait#SPECULATIVE}.
 *
 * <p>A forwarded batch ({@link ForwardingRoute}) is a DMFormat of the kind {@code forward}. It ends
 * with
 *
 * <pre>
 *  prefetched      as above, may be empty
 *  from            text: name~incarnation; empty     maxNameBytes, 3000
 *                  if its manager sends it
 *  branches        list of (number index,            1 to maxTasks, 1000
 *                  number attempt)
 *  nodes           list of text: name~incarnation    maxNodes, 1000
 *  places          for each prefetched stage, list of one for each of its tasks
 *                  numbers: which of the nodes
 * </pre>
 *
 * It is sent only to nodes that announce {@link NodeStatus.Trait#FORWARDS}.
 *
 * <p>{@link ReplyFormat} says what a reply is.
 */
public final class TaskBatchFormat {
  /** How many stages a node can be given ahead. */
  public static final int MAX_SPECULATIVE = 100;

  private static final WireBound PREFETCHED = new WireBound("maxPrefetchedStages", MAX_SPECULATIVE);
  private static final WireBound TASKS = new WireBound("maxTasks", 1000);
  private static final WireBound HANDLER = new WireBound("maxHandlerBytes", 64 << 10);
  private static final int EXPECTED_BYTES = 64; // without the tasks, and for each

  private final ReplyFormat replies;

  public TaskBatchFormat(Limits limits) {
    this.replies = new ReplyFormat(limits);
  }

  /**
   * The task batch as a DMFormat. One that cannot travel is refused, with a {@link
   * MalformedMessageException}, when the DMFormat is written.
   */
  public DMFormat encode(TaskBatch batch) {
    return DMFormat.of(batch.id(), kind(batch), batch, TaskBatchFormat::content);
  }

  private static FrameKind kind(TaskBatch batch) {
    if (batch.route().isPresent()) {
      return FrameKind.FORWARD;
    }
    return batch.prefetched().isEmpty() ? FrameKind.WORK : FrameKind.SPECULATIVE;
  }

  private static DMFormat.Content content(TaskBatch batch) {
    int items = 1 + batch.tasks().size() + batch.countSpeculative() + batch.processed().size();
    WireWriter out = new WireWriter(EXPECTED_BYTES * items);
    write(out, batch);
    return new DMFormat.Content(properties(batch, kind(batch)), out.toBytes(), batch.envelope());
  }

  /** The message's, and those of a DMFormat of this kind. */
  static MessageProperties properties(TaskBatch batch, FrameKind kind) {
    Map<String, Object> own =
        Map.of(
            WireProperties.KIND,
            kind.text(),
            WireProperties.REPLY_TO,
            batch.replyTo(),
            WireProperties.REMAINING_NANOS,
            WireWriter.nanos("remaining", batch.timing().remaining()));
    return batch.properties().merge(own, List.of());
  }

  /** The control data, all of it. */
  static void write(WireWriter out, TaskBatch batch) {
    out.int64(batch.incarnation())
        .list("tasks", some(batch.tasks()), TASKS, TaskBatchFormat::write);
    out.int64(batch.timing().heardNanos()).duration("transfer", batch.timing().transfer());
    out.list(
        "processed", batch.processed(), WireBound.NONE, (o, ref) -> o.header("processed", ref));
    if (!batch.prefetched().isEmpty() || batch.route().isPresent()) {
      out.list(
          "ahead",
          batch.prefetched(),
          PREFETCHED,
          (o, stage) -> o.list("tasks", some(stage), TASKS, TaskBatchFormat::write));
    }
    batch.route().ifPresent(route -> ForwardingRouteFormat.write(out, route));
  }

  private static void write(WireWriter out, Task task) {
    out.number("index", task.index()).text("handler", task.handler(), HANDLER);
    out.number("attempt", task.attempt()).word(task.purpose());
    out.flag(task.oneway()).flag(task.stateful()).flag(task.completionCallback());
    out.duration("timeToStart", task.timeToStart());
    out.duration("timeToFinish", task.timeToFinish()).int64(task.after());
  }

  /**
   * The task batch that {@code message} holds.
   *
   * @throws MalformedMessageException if it holds none
   */
  public TaskBatch taskBatch(DMFormat message) {
    return message.origin(TaskBatch.class).orElseGet(() -> read(message));
  }

  private static TaskBatch read(DMFormat message) {
    FrameKind kind = message.kind();
    boolean more = kind == FrameKind.SPECULATIVE || kind == FrameKind.FORWARD;
    WireProperties.checkKind(message, more ? kind : FrameKind.WORK);
    WireReader in = new WireReader(message.control());
    TaskBatch batch = read(in, message, more, kind == FrameKind.FORWARD);
    if (kind == FrameKind.SPECULATIVE && batch.prefetched().isEmpty()) {
      throw new MalformedMessageException(
          "speculative stages must be 1 to " + PREFETCHED.most() + " (got 0)");
    }
    in.end("a task batch");
    return batch;
  }

  /**
   * Reads the result of {@link #write(WireWriter, TaskBatch)}.
   *
   * @param more whether it has later stages
   * @param forwards whether nodes forward it
   */
  static TaskBatch read(WireReader in, DMFormat message, boolean more, boolean forwards) {
    String replyTo = WireProperties.get(message, WireProperties.REPLY_TO, String.class);
    long remaining = WireProperties.get(message, WireProperties.REMAINING_NANOS, Long.class);
    MessageProperties properties =
        message.properties().size() == WireProperties.OWN.size() // which are all there
            ? MessageProperties.empty()
            : message.properties().merge(Map.of(), WireProperties.OWN);
    long incarnation = in.int64("life");
    List<Task> tasks = some(in.list("tasks", TASKS, TaskBatchFormat::task));
    long heardNanos = in.int64("heardNanos");
    Duration transfer = in.duration("transfer");
    Set<HeaderRef> processed =
        new HashSet<>(in.list("processed", WireBound.NONE, r -> r.header("processed")));
    List<List<Task>> prefetched =
        more
            ? in.list("ahead", PREFETCHED, r -> some(r.list("tasks", TASKS, TaskBatchFormat::task)))
            : List.of();
    prefetched.forEach(stage -> stage.forEach(TaskBatchFormat::checkSpeculative));
    Optional<ForwardingRoute> route =
        forwards
            ? Optional.of(ForwardingRouteFormat.read(in, tasks, prefetched))
            : Optional.empty();
    if (route.flatMap(ForwardingRoute::from).isPresent()) {
      tasks.forEach(TaskBatchFormat::checkSpeculative);
    }
    return new TaskBatch(
        message.id(),
        incarnation,
        replyTo,
        tasks,
        prefetched,
        route,
        new TaskBatch.Timing(heardNanos, transfer, Duration.ofNanos(remaining)),
        new MessageContent(message.payload(), properties, processed));
  }

  private static Task task(WireReader in) {
    int index = in.number("index");
    String handler = in.text("handler", HANDLER);
    int attempt = in.number("attempt");
    Task.Purpose purpose = in.word("purpose", Task.Purpose.class);
    boolean oneway = in.flag("oneway");
    boolean stateful = in.flag("stateful");
    boolean completionCallback = in.flag("completionCallback");
    return new Task(
        index,
        handler,
        attempt,
        oneway,
        in.duration("timeToStart"),
        in.duration("timeToFinish"),
        stateful,
        completionCallback,
        purpose,
        in.int64("after"));
  }

  /** The result of a speculative task may be unused, so the task must have no side effects. */
  private static void checkSpeculative(Task task) {
    if (task.stateful() || task.oneway() || task.purpose() != Task.Purpose.PERFORM) {
      throw new MalformedMessageException(
          "speculative handler '"
              + WireWriter.shown(task.handler())
              + "' must perform and must not be stateful or oneway");
    }
  }

  private static List<Task> some(List<Task> tasks) {
    if (tasks.isEmpty()) {
      throw new MalformedMessageException("tasks must be 1 to " + TASKS.most() + " (got 0)");
    }
    return tasks;
  }

  /**
   * The reply as a DMFormat.
   *
   * @throws MalformedMessageException if a result's changes are past a limit
   */
  public DMFormat encode(Reply reply) {
    return replies.encode(reply);
  }

  /**
   * The node that a reply says it is from; empty if {@code message} is no reply.
   *
   * @throws MalformedMessageException if it is one that cannot be read
   */
  public static Optional<NodeId> replying(DMFormat message) {
    return ReplyFormat.node(message);
  }

  /**
   * Whether {@code message} is a reply that says to be from this node.
   *
   * @param node the bytes of its id, in UTF-8
   */
  public static boolean isReplyOf(DMFormat message, byte[] node) {
    return ReplyFormat.isOf(message, node);
  }

  /**
   * The reply that {@code message} holds.
   *
   * @throws MalformedMessageException if it holds none
   */
  public Reply reply(DMFormat message) {
    return message.origin(Reply.class).orElseGet(() -> replies.read(message));
  }

  /**
   * A reply is a DMFormat of the kind {@code reply} without control data, and with no other
   * properties than {@linkplain TraceProperties traces} and {@linkplain OnProperties fingerprints};
   * its payload, in the types of {@link WireWriter}, is
   *
   * <pre>
   *  field    type                                   bound
   *  life     int64, the task batch's
   *  node     text: name~incarnation                 maxPayloadBytes
   *  results  list of what {@link ResultFormat} says         maxResults, 65,535
   * </pre>
   *
   * Safe for any thread.
   */
  private static final class ReplyFormat {
    private static final MessageProperties OF_KIND = WireProperties.ofKind(FrameKind.REPLY);

    /** Behind the life and the length of the name. */
    private static final int NODE_AT = Long.BYTES + Integer.BYTES;

    private static final WireBound RESULTS = new WireBound("maxResults", 0xffff);
    private static final WireBound NODE = new WireBound("maxNameBytes", 3000);
    private static final int EXPECTED_BYTES = 64; // without the results

    private final Limits limits;
    private final ResultFormat results;
    private final WireBound payload;

    ReplyFormat(Limits limits) {
      this.limits = limits;
      this.results = new ResultFormat(limits);
      this.payload = new WireBound("maxPayloadBytes", limits.maxPayloadBytes());
    }

    /** Written at once if it may be past a limit, which its sender must know. */
    DMFormat encode(Reply reply) {
      boolean fits =
          size(reply) < payload.most() / 2 && reply.results().size() < limits.maxProperties();
      if (fits && reply.results().stream().allMatch(HandlerResult::surelyTravels)) {
        return DMFormat.of(reply.id(), FrameKind.REPLY, reply, this::content);
      }
      return new DMFormat(reply.id(), content(reply));
    }

    private static long size(Reply reply) {
      long bytes = EXPECTED_BYTES;
      for (HandlerResult result : reply.results()) {
        bytes += result.size();
      }
      return bytes;
    }

    private DMFormat.Content content(Reply reply) {
      WireWriter out = new WireWriter((int) Math.min(size(reply), payload.most()));
      out.int64(reply.incarnation()).text("node", reply.node().toString(), payload);
      out.list("results", reply.results(), RESULTS, results::write);
      payload.check("reply", out.size());
      return DMFormat.Content.of(
          OnProperties.with(
              TraceProperties.with(OF_KIND, reply.results(), limits), reply.results(), limits),
          out.toBytes());
    }

    /** Decodes the sender only. */
    static Optional<NodeId> node(DMFormat message) {
      if (message.kind() != FrameKind.REPLY) {
        return Optional.empty();
      }
      WireReader in = new WireReader(message.payload());
      try {
        in.int64("life");
        return Optional.of(NodeId.parse(in.text("node", NODE)));
      } catch (IllegalArgumentException e) {
        throw new MalformedMessageException(
            "invalid reply for message " + message.id() + ": " + e.getMessage(), e);
      }
    }

    /** Whether it is a reply whose node is called so, as {@link #node} says it, but for less. */
    static boolean isOf(DMFormat message, byte[] name) {
      byte[] payload = message.payload();
      return payload.length >= NODE_AT + name.length
          && ByteBuffer.wrap(payload).getInt(NODE_AT - Integer.BYTES) == name.length
          && Arrays.equals(payload, NODE_AT, NODE_AT + name.length, name, 0, name.length)
          && message.kind() == FrameKind.REPLY;
    }

    Reply read(DMFormat message) {
      WireProperties.checkKind(message, FrameKind.REPLY);
      WireReader in = new WireReader(message.payload());
      try {
        long incarnation = in.int64("life");
        NodeId node = NodeId.parse(in.text("node", payload));
        List<HandlerResult> read =
            in.list(
                "results",
                RESULTS,
                r -> {
                  HandlerResult result = results.read(r);
                  return OnProperties.on(
                      TraceProperties.traced(result, message.properties()), message.properties());
                });
        in.end("a reply");
        return new Reply(message.id(), incarnation, node, read);
      } catch (IllegalArgumentException e) {
        throw new MalformedMessageException(
            "invalid reply for message " + message.id() + ": " + e.getMessage(), e);
      }
    }
  }
}
