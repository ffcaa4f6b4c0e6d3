package org.dharch.core.wire;

import java.util.Map;
import java.util.Set;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.CallDepth;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * The properties of a {@link DMFormat} that DHArch and its transports use.
 *
 * <table>
 * <caption>DHArch's properties of a message</caption>
 * <tr><th>name</th><th>type</th><th>set by</th><th>read by</th></tr>
 * <tr><td>{@value #KIND}</td><td>text: {@link FrameKind}</td><td>each format</td><td>each
 *     format</td></tr>
 * <tr><td>{@value #REPLY_TO}</td><td>text: the manager's address</td><td>TaskBatchFormat,
 *     RegistrationFormat, JmsCManager</td><td>TaskBatchFormat, RegistrationFormat, at the node</td></tr>
 * <tr><td>{@value #REMAINING_NANOS}</td><td>long: until the message's deadline, when it was
 *     sent</td><td>TaskBatchFormat</td><td>JmsCManager, as the time to live; TaskBatchFormat, at the
 *     node</td></tr>
 * <tr><td>{@link MessageProperties#REST}</td><td>text: a rest document</td><td>a handler, in its
 *     result</td><td>the manager</td></tr>
 * <tr><td>{@link MessageProperties#FAULT}</td><td>text: why the message is compensated</td><td>the
 *     manager, in a task batch</td><td>compensators, completion callbacks</td></tr>
 * <tr><td>{@link MessageProperties#EXCHANGE_PREFIX}…</td><td>any</td><td>handlers</td><td>the
 *     gateways, which hand the exchange's later messages in with it; handlers of those</td></tr>
 * <tr><td>{@link CallDepth#PROPERTY}</td><td>int: how deep the message is in calls that wait for each
 *     other, 1 to 8; absent otherwise</td><td>{@code Submission.withinHeader}</td><td>the manager, a node
 *     for {@code NestedTasks}; no handler may set it</td></tr>
 * <tr><td>{@link MessageProperties#SECURITY_PREFIX}…</td><td>text</td><td>a handler that declares to
 *     write it</td><td>handlers, the service</td></tr>
 * <tr><td>those of {@link org.dharch.api.SoapProperties}</td><td>text; serverSide and soap.rest are
 *     booleans, an operation's property is what it was</td><td>the gateways</td><td>handlers</td></tr>
 * <tr><td>{@code dharch.attachments}</td><td>text: mtom or swa, the container keeps
 *     attachments</td><td>the Axis2 gateway</td><td>a node; the Axis2 gateway, at a replay</td></tr>
 * </table>
 *
 * <p>The first three belong to one DMFormat; a task batch's are taken away before a handler sees
 * the message, and no handler may set them.
 */
public final class WireProperties {
  public static final String KIND = MessageProperties.RESERVED_PREFIX + "kind";
  public static final String REPLY_TO = MessageProperties.RESERVED_PREFIX + "replyTo";
  public static final String REMAINING_NANOS = MessageProperties.RESERVED_PREFIX + "remainingNanos";

  /** Those of one DMFormat, which are not the message's. */
  public static final Set<String> OWN = Set.of(KIND, REPLY_TO, REMAINING_NANOS);

  /** Names of wire version 1, which no handler may set. */
  private static final Set<String> FORMER =
      Set.of(
          MessageProperties.RESERVED_PREFIX + "tasks",
          MessageProperties.RESERVED_PREFIX + "heardNanos",
          MessageProperties.RESERVED_PREFIX + "transferNanos",
          MessageProperties.RESERVED_PREFIX + "processed",
          MessageProperties.RESERVED_PREFIX + "node");

  private WireProperties() {}

  /** Whether no handler may set the property of this name. */
  public static boolean isKept(String name) {
    return OWN.contains(name) || FORMER.contains(name) || name.equals(CallDepth.PROPERTY);
  }

  /** The properties of a DMFormat of this kind that has no others. */
  public static MessageProperties ofKind(FrameKind kind) {
    return MessageProperties.of(Map.of(KIND, kind.text()));
  }

  /**
   * That {@code message} is of this kind.
   *
   * @throws MalformedMessageException if it is of another or of none
   */
  public static void checkKind(DMFormat message, FrameKind kind) {
    String is = get(message, KIND, String.class);
    if (!is.equals(kind.text())) {
      throw new MalformedMessageException(
          "the kind of a DMFormat must be "
              + kind.text()
              + " (got '"
              + WireWriter.shown(is)
              + "')");
    }
  }

  /**
   * The property of this name.
   *
   * @throws MalformedMessageException if there is none, or it is of another type
   */
  public static <T> T get(DMFormat message, String name, Class<T> type) {
    Object value = message.properties().get(name).orElse(null);
    if (!type.isInstance(value)) {
      throw new MalformedMessageException(
          "property " + name + " must be a " + type.getSimpleName() + " (got " + value + ")");
    }
    return type.cast(value);
  }
}
