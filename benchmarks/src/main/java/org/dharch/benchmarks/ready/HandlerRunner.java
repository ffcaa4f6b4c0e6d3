package org.dharch.benchmarks.ready;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.NodeContext;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Merge;
import org.dharch.core.node.HandlerNode;

/** Handlers as a node makes them, and what a manager makes of their changes. Stateless. */
final class HandlerRunner {
  private static final NodeContext NODE = HandlerNode.builder("bench").context("bench");

  /** What a gateway says of a message. */
  private static final MessageProperties PROPERTIES =
      MessageProperties.of(
          Map.of(
              SoapProperties.FLOW,
              "in",
              SoapProperties.SERVICE,
              "Orders",
              SoapProperties.OPERATION,
              "order",
              SoapProperties.SOAP_ACTION,
              "urn:order",
              "REMOTE_ADDR",
              "192.0.2.1"));

  private HandlerRunner() {}

  /** Initialises {@code handler}. */
  static <H extends DHHandler> H ready(H handler, Map<String, String> parameters) throws Exception {
    handler.init(parameters, NODE);
    return handler;
  }

  /**
   * The envelope after the handler, merged as a manager does.
   *
   * @throws DHArchException if it was answered instead
   */
  static byte[] after(DHHandler handler, byte[] envelope) throws Exception {
    HandlerMessage message =
        new HandlerMessage(
            MessageId.random(ThreadLocalRandom.current()), 1, envelope, PROPERTIES, Set.of());
    Changes changes = handler.handle(message);
    if (changes.verdict().isPresent()) {
      throw new DHArchException("the message is refused: " + changes.verdict().get());
    }
    return Merge.apply(envelope, changes, Limits.DEFAULT);
  }
}
