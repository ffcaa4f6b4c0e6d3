package org.dharch.cmanager.frame;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.dharch.cmanager.frame.FrameHeader.Way;
import org.dharch.cmanager.options.NamespaceName;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.NodeId;

/**
 * A JMS destination, with DHArch's names for destinations. Characters other than letters, digits,
 * {@code _} and {@code -} are written as {@code %XX}, so that no name of a node or manager can form
 * a wildcard, a composite destination or a destination option.
 *
 * @param way the kind of its frames
 * @param addressee the receiver; empty on a topic
 * @param sender the sender's name; empty for any
 */
public record Target(Kind kind, String name, Way way, String addressee, String sender) {
  public enum Kind {
    QUEUE,
    TOPIC
  }

  public static final String REPLY_PREFIX = "dharch.reply.";
  public static final String NODE_PREFIX = "dharch.node.";
  public static final String EMISSION_PREFIX = "dharch.emit.";
  private static final String OUTSIDE = EMISSION_PREFIX + "out";
  private static final String SERVICE_PREFIX = EMISSION_PREFIX + "service.";

  /** Heartbeats, from every node to every manager. */
  public static final Target HEARTBEAT = topic("dharch.heartbeat", Way.HEARTBEAT);

  /** Queries, from any client with the namespace key to every manager. */
  public static final Target ASK = topic("dharch.ask", Way.ASK);

  /** Calls, from managers that have started to every node. */
  public static final Target MANAGER = topic("dharch.manager", Way.CALL);

  /** ActiveMQ's advisory about the consumers of node queues. */
  public static final Target NODE_ADVISORY =
      topic("ActiveMQ.Advisory.Consumer.Queue." + NODE_PREFIX + ">", Way.CALL);

  /** The suffix of the queue for messages forwarded to one incarnation of a node. */
  private static final String FORWARDS = ".forward";

  private static final int MAX_NAME = 500;

  /** The queue of one incarnation of a node. */
  public static Target node(NodeId node) {
    String name = queues(node.name()) + escape(node.incarnation());
    return new Target(Kind.QUEUE, name, Way.TASK_BATCH, node.toString(), "");
  }

  /** The queue for messages that other nodes forward to one incarnation of a node. */
  public static Target forwards(NodeId node) {
    return new Target(Kind.QUEUE, node(node).name() + FORWARDS, Way.FORWARD, node.toString(), "");
  }

  /** Returns whether {@code name} is the name of such a queue. */
  public static boolean isForwardQueue(String name) {
    return name.startsWith(NODE_PREFIX)
        && name.endsWith(FORWARDS)
        && name.substring(NODE_PREFIX.length()).chars().filter(c -> c == '.').count() == 2;
  }

  /** The prefix of the queues of all incarnations of a node. */
  public static String queues(String node) {
    return NODE_PREFIX + escape(node) + ".";
  }

  /** The reply queue of a manager. */
  public static Target replies(String manager) {
    return new Target(Kind.QUEUE, REPLY_PREFIX + escape(manager), Way.REPLY, manager, "");
  }

  /** The reply destination of a querying client, manager or not. */
  public static Target answers(String asker) {
    return new Target(Kind.QUEUE, REPLY_PREFIX + escape(asker), Way.ANSWER, asker, "");
  }

  /** The queue of emissions of one kind, from any sender. */
  public static Target emissions(EmissionQueue queue) {
    return emissions(queue, "");
  }

  /** The queue of emissions of one kind, sent under the name of {@code node}. */
  public static Target emissions(EmissionQueue queue, NodeId node) {
    return emissions(queue, node.toString());
  }

  private static Target emissions(EmissionQueue queue, String sender) {
    String name = queue.service().map(service -> SERVICE_PREFIX + escape(service)).orElse(OUTSIDE);
    return new Target(Kind.QUEUE, name, Way.EMISSION, name, sender);
  }

  private static Target topic(String name, Way way) {
    return new Target(Kind.TOPIC, name, way, "", "");
  }

  /** Returns the node whose queue is the subject of this advisory topic. */
  public static Optional<NodeId> nodeOfAdvisory(String advisory) {
    String topic = NamespaceName.plain(advisory);
    int at = topic.indexOf(NODE_PREFIX);
    int dot = topic.lastIndexOf('.');
    if (at < 0 || dot <= at + NODE_PREFIX.length() || isForwardQueue(topic.substring(at))) {
      return Optional.empty();
    }
    try {
      String name = unescape(topic.substring(at + NODE_PREFIX.length(), dot));
      return Optional.of(new NodeId(name, unescape(topic.substring(dot + 1))));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // not one of our queues
    }
  }

  /** Returns the JMS destination of this target in {@code namespace}. */
  public Destination destination(Session session, NamespaceName namespace) throws JMSException {
    String physical = namespace.of(name);
    return kind == Kind.QUEUE ? session.createQueue(physical) : session.createTopic(physical);
  }

  public static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      if ((c < 128 && Character.isLetterOrDigit(c)) || c == '_' || c == '-') {
        out.append(c);
      } else {
        out.append(String.format("%%%02X", (int) c));
      }
    }
    if (out.isEmpty() || out.length() > MAX_NAME) {
      throw new IllegalArgumentException(
          "a name must have 1 to " + MAX_NAME + " bytes (got '" + text + "')");
    }
    return out.toString();
  }

  public static String unescape(String text) {
    return java.net.URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
