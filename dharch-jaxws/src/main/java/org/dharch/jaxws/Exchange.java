package org.dharch.jaxws;

import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.Direction;

/**
 * The direction of a message.
 *
 * @param flow the flow in the container
 * @param server whether the container is the server of the exchange
 * @param oneWay whether the operation is known to have no response
 */
record Exchange(Direction flow, boolean server, boolean oneWay) {
  static Exchange of(MessageProperties properties) {
    return new Exchange(
        Direction.parse(properties.text(SoapProperties.FLOW, Direction.IN.toString())),
        Boolean.TRUE.equals(properties.get(SoapProperties.SERVER_SIDE).orElse(true)),
        properties.text(SoapProperties.OPERATION_PATTERN, "").endsWith("in-only"));
  }

  boolean outbound() {
    return !flow.isInbound();
  }

  boolean fault() {
    return flow.isFault();
  }

  boolean request() {
    return outbound() != server;
  }
}
