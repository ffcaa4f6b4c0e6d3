package org.dharch.core.wire;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;

/**
 * Messaging Helper (seed 000, section 3.1.1): maps {@link TaskBatch} and {@link Reply} to DMFormat
 * and back. A work is the message's own properties and envelope, with what the node must know in
 * reserved properties; a reply's payload is the list of results. Reading trusts nothing.
 */
public final class TaskBatchFormat {
  private static final String KIND = MessageProperties.RESERVED_PREFIX + "kind";
  private static final String REPLY_TO = MessageProperties.RESERVED_PREFIX + "replyTo";
  private static final String TASKS = MessageProperties.RESERVED_PREFIX + "tasks";
  private static final String HEARD = MessageProperties.RESERVED_PREFIX + "heardNanos";
  private static final String TRANSFER = MessageProperties.RESERVED_PREFIX + "transferNanos";
  private static final String REMAINING = MessageProperties.RESERVED_PREFIX + "remainingNanos";
  private static final String PROCESSED = MessageProperties.RESERVED_PREFIX + "processed";
  private static final String NODE = MessageProperties.RESERVED_PREFIX + "node";

  private static final Set<String> NAMES =
      Set.of(KIND, REPLY_TO, TASKS, HEARD, TRANSFER, REMAINING, PROCESSED, NODE);

  private static final int MAX_TASKS = 1000;

  private final Limits limits;
  private final ResultFormat results;

  public TaskBatchFormat(Limits limits) {
    this.limits = limits;
    this.results = new ResultFormat(limits);
  }

  /** Whether a message's property of this name would be taken for one of this format's own. */
  public static boolean isOwn(String property) {
    return NAMES.contains(property);
  }

  /** The work as a DMFormat. */
  public DMFormat encode(TaskBatch work) {
    return DMFormat.of(work.id(), work, TaskBatchFormat::content);
  }

  private static DMFormat.Content content(TaskBatch work) {
    StringBuilder tasks = new StringBuilder();
    for (Task t : work.tasks()) {
      tasks.append(tasks.isEmpty() ? "" : "\n").append(t.index()).append('\t').append(t.handler());
      tasks.append('\t').append(t.attempt()).append('\t').append(flags(t));
      tasks.append('\t').append(t.timeToStart().toNanos());
      tasks.append('\t').append(t.timeToFinish().toNanos());
    }
    Map<String, Object> properties = new HashMap<>(work.properties().asMap());
    properties.put(KIND, "work");
    properties.put(REPLY_TO, work.replyTo());
    properties.put(TASKS, tasks.toString());
    properties.put(HEARD, work.heardNanos());
    properties.put(TRANSFER, work.transfer().toNanos());
    properties.put(REMAINING, work.remaining().toNanos());
    if (!work.processed().isEmpty()) {
      StringBuilder processed = new StringBuilder();
      for (HeaderRef ref : work.processed()) {
        processed.append(processed.isEmpty() ? "" : "\n");
        processed.append(ref.occurrence()).append('\t').append(ref.name());
      }
      properties.put(PROCESSED, processed.toString());
    }
    return new DMFormat.Content(MessageProperties.of(properties), work.envelope());
  }

  /**
   * The work that {@code message} holds.
   *
   * @throws MalformedMessageException if it holds none
   */
  public TaskBatch work(DMFormat message) {
    return message.origin(TaskBatch.class).orElseGet(() -> readWork(message));
  }

  private static TaskBatch readWork(DMFormat message) {
    Map<String, Object> properties = new HashMap<>(message.properties().asMap());
    String kind = take(properties, KIND, String.class);
    if (!kind.equals("work")) {
      throw new MalformedMessageException("a DMFormat of kind '" + kind + "'; work is allowed");
    }
    String replyTo = take(properties, REPLY_TO, String.class);
    String tasks = take(properties, TASKS, String.class);
    long heard = take(properties, HEARD, Long.class);
    Duration transfer = Duration.ofNanos(take(properties, TRANSFER, Long.class));
    Duration remaining = Duration.ofNanos(take(properties, REMAINING, Long.class));
    Set<HeaderRef> processed = new LinkedHashSet<>();
    if (properties.containsKey(PROCESSED)) {
      for (String line : take(properties, PROCESSED, String.class).split("\n", -1)) {
        processed.add(headerRef(line));
      }
    }
    return new TaskBatch(
        message.id(),
        replyTo,
        tasks(tasks),
        heard,
        transfer,
        remaining,
        processed,
        MessageProperties.of(properties),
        message.payload());
  }

  private static HeaderRef headerRef(String line) {
    int tab = line.indexOf('\t');
    try {
      return new HeaderRef(
          QName.valueOf(line.substring(tab + 1)), Integer.parseInt(line, 0, tab, 10));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new MalformedMessageException("bad header reference '" + line + "'", e);
    }
  }

  private static List<Task> tasks(String text) {
    String[] lines = text.split("\n", -1);
    if (lines.length > MAX_TASKS) {
      throw new MalformedMessageException("tasks=" + lines.length + " > " + MAX_TASKS);
    }
    List<Task> tasks = new ArrayList<>(lines.length);
    for (String line : lines) {
      String[] f = line.split("\t", -1);
      try {
        tasks.add(
            new Task(
                Integer.parseInt(f[0]),
                f[1],
                Integer.parseInt(f[2]),
                f[3].indexOf('o') >= 0,
                Duration.ofNanos(Long.parseLong(f[4])),
                Duration.ofNanos(Long.parseLong(f[5])),
                f[3].indexOf('s') >= 0,
                f[3].indexOf('e') >= 0,
                purpose(f[3])));
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        throw new MalformedMessageException("bad task '" + line + "'", e);
      }
    }
    return tasks;
  }

  private static String flags(Task task) {
    String purpose =
        switch (task.purpose()) {
          case PERFORM -> "p";
          case TELL_COMPLETED -> "c";
          case TELL_HALTED -> "h";
        };
    return purpose
        + (task.oneway() ? "o" : "")
        + (task.stateful() ? "s" : "")
        + (task.hearsEnd() ? "e" : "");
  }

  private static Task.Purpose purpose(String flags) {
    return switch (flags.isEmpty() ? ' ' : flags.charAt(0)) {
      case 'p' -> Task.Purpose.PERFORM;
      case 'c' -> Task.Purpose.TELL_COMPLETED;
      case 'h' -> Task.Purpose.TELL_HALTED;
      default -> throw new NumberFormatException("flags '" + flags + "'; p, c or h is needed");
    };
  }

  private static <T> T take(Map<String, Object> properties, String name, Class<T> type) {
    Object value = properties.remove(name);
    if (!type.isInstance(value)) {
      throw new MalformedMessageException(
          "property " + name + "=" + value + "; a " + type.getSimpleName() + " is needed");
    }
    return type.cast(value);
  }

  /**
   * The reply as a DMFormat.
   *
   * @throws MalformedMessageException if a result's changes are past a limit
   */
  public DMFormat encode(Reply reply) {
    if (surelyFits(reply)) {
      return DMFormat.of(reply.id(), reply, this::content);
    }
    DMFormat.Content content = content(reply);
    if (content.payload().length > limits.maxPayloadBytes()) {
      throw new MalformedMessageException(
          "reply="
              + content.payload().length
              + " bytes > maxPayloadBytes="
              + limits.maxPayloadBytes());
    }
    return new DMFormat(reply.id(), content.properties(), content.payload());
  }

  /** Whether it need not be written to know that it is within the limits. */
  private boolean surelyFits(Reply reply) {
    long bytes = 0;
    for (HandlerResult result : reply.results()) {
      if (!result.changes().properties().isEmpty()) {
        return false;
      }
      bytes += ResultSize.of(result);
    }
    return bytes < limits.maxPayloadBytes() / 2;
  }

  private DMFormat.Content content(Reply reply) {
    return new DMFormat.Content(
        MessageProperties.of(Map.of(KIND, "reply", NODE, reply.node().toString())),
        results.write(reply.results()));
  }

  /**
   * The reply that {@code message} holds.
   *
   * @throws MalformedMessageException if it holds none
   */
  public Reply reply(DMFormat message) {
    return message.origin(Reply.class).orElseGet(() -> readReply(message));
  }

  private Reply readReply(DMFormat message) {
    Map<String, Object> properties = new HashMap<>(message.properties().asMap());
    String kind = take(properties, KIND, String.class);
    if (!kind.equals("reply")) {
      throw new MalformedMessageException("a DMFormat of kind '" + kind + "'; reply is allowed");
    }
    MessageId id = message.id();
    try {
      NodeId node = NodeId.parse(take(properties, NODE, String.class));
      return new Reply(id, node, results.read(message.payload()));
    } catch (IOException | IllegalArgumentException | NoSuchElementException e) {
      throw new MalformedMessageException("bad reply for message " + id + ": " + e, e);
    }
  }
}
