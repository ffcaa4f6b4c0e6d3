package org.dharch.ws;

import org.dharch.api.Changes;

/**
 * One role of one WS-* protocol (Pallickara et al., section 3). Selects messages by action,
 * elements and direction. Owns no thread, clock or socket.
 */
@FunctionalInterface
public interface WsProcessor {
  /**
   * Processes one message.
   *
   * @return whether the message continues, is answered, accepted or deferred, and the emissions
   * @throws UnknownMessageException if the processor does not handle this message
   * @throws IncorrectExchangeException if the message is for the other role of the protocol
   * @throws ProcessingException if the message is invalid; the sender receives the fault
   * @throws MessageFlowException if the message could not be sent or stored
   * @throws org.dharch.core.message.MalformedMessageException if the message is not a SOAP envelope
   */
  Changes processExchange(SOAPContext context, Direction direction) throws WsException;
}
