package org.dharch.ws;

import org.dharch.api.Changes;

/**
 * One role of one WS-* protocol (Pallickara et al., section 3). It decides by the message's action,
 * by the elements that are in it, and by its direction. It has no thread, no clock and no socket;
 * what it needs of them it is given.
 */
@FunctionalInterface
public interface WsProcessor {
  /**
   * Does its part with one message.
   *
   * @return what becomes of the message: it goes on, with or without changes; is answered, accepted
   *     or put off; and what is sent besides
   * @throws UnknownMessageException if the message is none of its own
   * @throws IncorrectExchangeException if it is of its protocol, but not for its role
   * @throws ProcessingException if it is wrong; its sender is to hear the fault
   * @throws MessageFlowException if it could not be sent, or not be kept
   * @throws org.dharch.core.message.MalformedMessageException if it is no SOAP envelope
   */
  Changes processExchange(SOAPContext context, Direction direction) throws WsException;
}
