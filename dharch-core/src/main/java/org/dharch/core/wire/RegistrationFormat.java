package org.dharch.core.wire;

import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;

/**
 * That a manager has taken a node in and may give it work from now on, as DMFormat and back: one of
 * the kind {@code welcome} whose property {@link WireProperties#REPLY_TO} is the manager's address;
 * it has no payload. It is for nodes that say in their heartbeats that they know it ({@link
 * NodeStatus.Trait#WELCOME}). Stateless, safe for any thread.
 */
public final class RegistrationFormat {

  /** It belongs to no message. */
  private static final MessageId NONE = new MessageId(0, 0);

  private RegistrationFormat() {}

  /** Encodes the registration by the manager of this address. */
  public static DMFormat encode(String manager) {
    return DMFormat.of(
        NONE,
        WireProperties.ofKind(FrameKind.WELCOME).with(WireProperties.REPLY_TO, manager),
        new byte[0]);
  }

  /**
   * Decodes the manager.
   *
   * @throws MalformedMessageException if {@code message} is of another kind or names none
   */
  public static String manager(DMFormat message) {
    WireProperties.checkKind(message, FrameKind.WELCOME);
    return WireProperties.get(message, WireProperties.REPLY_TO, String.class);
  }
}
