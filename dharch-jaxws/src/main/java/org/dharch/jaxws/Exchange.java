package org.dharch.jaxws;

import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.Direction;

/**
 * Which way a message goes.
 *
 * @param flow the container's
 * @param server whether the container is the exchange's server
 * @param oneWay whether the operation is known to have no answer
 */
record Exchange(Direction flow, boolean server, boolean oneWay) {
  static Exchange of(MessageProperties properties) {
    return new Exchange(
        Direction.parse(properties.text(SoapProperties.FLOW, Direction.IN.toString())),
        Boolean.TRUE.equals(properties.get(SoapProperties.SERVER_SIDE).orElse(true)),
        properties.text(SoapProperties.OPERATION_PATTERN, "").endsWith("in-only"));
  }

  boolean outbound() {
    return !flow.comes();
  }

  boolean fault() {
    return flow.isFault();
  }

  boolean request() {
    return outbound() != server;
  }
}
