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
import org.dharch.core.message.envelope.Merge;
import org.dharch.core.node.HandlerNode;

/** Creates handlers as a node does, and merges their changes as a manager does. Stateless. */
final class HandlerRunner {
  private static final NodeContext NODE = HandlerNode.builder("bench").context("bench");

  /** The message properties from a gateway. */
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

  /** Initializes {@code handler}. */
  static <H extends DHHandler> H ready(H handler, Map<String, String> parameters) throws Exception {
    handler.init(parameters, NODE);
    return handler;
  }

  /**
   * Runs the handler and returns the merged envelope.
   *
   * @throws DHArchException if the handler responds instead
   */
  static byte[] after(DHHandler handler, byte[] envelope) throws Exception {
    HandlerMessage message =
        HandlerMessage.of(
            MessageId.random(ThreadLocalRandom.current()), 1, envelope, PROPERTIES, Set.of());
    Changes changes = handler.handle(message);
    if (changes.verdict().isPresent()) {
      throw new DHArchException("the message was rejected: " + changes.verdict().get());
    }
    return Merge.apply(envelope, changes, Limits.DEFAULT);
  }
}
