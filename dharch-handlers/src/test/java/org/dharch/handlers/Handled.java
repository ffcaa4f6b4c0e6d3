package org.dharch.handlers;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.NodeContext;
import org.dharch.core.message.envelope.Merge;
import org.dharch.core.node.HandlerNode;
import org.dharch.testing.Utf8;

/** Handlers as a node makes them, and what becomes of a message that they are given. */
final class Handled {
  private Handled() {}

  /** A node's context; it has no node that runs. */
  static NodeContext node() {
    return HandlerNode.builder("test").context("test");
  }

  /** Initialises {@code handler}; the parameters are names and values. */
  static <H extends DHHandler> H ready(H handler, String... parameters) throws Exception {
    handler.init(map(parameters), node());
    return handler;
  }

  static Map<String, String> map(String... pairs) {
    Map<String, String> map = new java.util.LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return map;
  }

  static HandlerMessage message(byte[] envelope, String... properties) {
    return HandlerMessage.of(
        MessageId.random(ThreadLocalRandom.current()),
        1,
        envelope,
        MessageProperties.of(map(properties)),
        Set.of());
  }

  /** The envelope after the handler, merged as a manager does. */
  static byte[] after(DHHandler handler, byte[] envelope) throws Exception {
    return Merge.apply(envelope, handler.handle(message(envelope)), Limits.DEFAULT);
  }

  static String after(DHHandler handler, String envelope) throws Exception {
    return Utf8.text(after(handler, Utf8.bytes(envelope)));
  }

  /** Compressed as a compressor does it. */
  static byte[] gzip(byte[] bytes, int level) {
    try (Deflaters deflaters = new Deflaters(Compression.GZIP, level)) {
      return Compression.GZIP.compress(bytes, deflaters);
    }
  }
}
