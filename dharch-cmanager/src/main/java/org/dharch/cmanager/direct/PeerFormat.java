package org.dharch.cmanager.direct;

import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.FrameKind;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.WireProperties;

/**
 * The format in which nodes exchange addresses for {@linkplain PeerLinks links}, among forwarded
 * messages: a request for an address, or an address.
 */
final class PeerFormat {
  private static final String OF = "dharch.linkOf";

  private PeerFormat() {}

  /**
   * A decoded message.
   *
   * @param address the sender's address; empty for a request
   */
  record Peer(NodeId node, Optional<String> address) {}

  static DMFormat encode(MessageId id, Peer peer) {
    MessageProperties sender = WireProperties.ofKind(FrameKind.LINK).with(OF, peer.node.toString());
    MessageProperties properties =
        peer.address.map(at -> sender.with(NodeLinks.ADDRESS, at)).orElse(sender);
    return DMFormat.of(id, properties, new byte[0]);
  }

  /**
   * Decodes {@code message}; empty if it is of another kind.
   *
   * @throws MalformedMessageException if it is of this kind and cannot be decoded
   */
  static Optional<Peer> decode(DMFormat message) {
    if (message.kind() != FrameKind.LINK) {
      return Optional.empty();
    }
    String node = WireProperties.get(message, OF, String.class);
    Optional<String> address =
        message.properties().get(NodeLinks.ADDRESS).isEmpty()
            ? Optional.empty()
            : Optional.of(WireProperties.get(message, NodeLinks.ADDRESS, String.class));
    try {
      return Optional.of(new Peer(NodeId.parse(node), address));
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(OF + ": " + e.getMessage());
    }
  }
}
