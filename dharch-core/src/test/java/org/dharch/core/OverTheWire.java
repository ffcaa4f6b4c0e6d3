package org.dharch.core;

import java.time.Duration;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.DMFormatCodec;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.StatusFormat;

/**
 * Makes transports that only hand objects over carry bytes, as the real ones do: what is not
 * written, or read as something else, is then seen in every test that goes through them.
 */
public final class OverTheWire {
  private static final DMFormatCodec CODEC = new DMFormatCodec(Limits.DEFAULT);

  private static final MessageId ANY = new MessageId(0, 1);

  private OverTheWire() {}

  /** What the other end makes of {@code message}. */
  public static DMFormat carry(DMFormat message) {
    return CODEC.decode(CODEC.encode(message));
  }

  /** A node's end that carries bytes over {@code handing}. */
  static NodeChannel node(NodeChannel handing) {
    return new NodeChannel() {
      @Override
      public void start(NodeId node, Listener listener) {
        handing.start(
            node,
            new Listener() {
              @Override
              public boolean offer(DMFormat batch, Runnable done) {
                return listener.offer(carry(batch), done);
              }

              @Override
              public boolean awaitCapacity(Duration limit) throws InterruptedException {
                return listener.awaitCapacity(limit);
              }
            });
      }

      @Override
      public void reply(String manager, DMFormat reply) {
        handing.reply(manager, carry(reply));
      }

      @Override
      public boolean forwards() {
        return handing.forwards();
      }

      @Override
      public boolean forward(NodeId to, DMFormat message) {
        return handing.forward(to, carry(message));
      }

      @Override
      public void announce(NodeStatus status) {
        handing.announce(StatusFormat.status(carry(StatusFormat.encode(ANY, status))));
      }

      @Override
      public void drain() {
        handing.drain();
      }

      @Override
      public void close() {
        handing.close();
      }
    };
  }
}
