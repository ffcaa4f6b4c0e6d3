package org.dharch.jaxws;

import jakarta.xml.ws.LogicalMessage;
import jakarta.xml.ws.handler.LogicalMessageContext;

/** The message context of a logical handler. */
final class LogicalContext extends ContextMap implements LogicalMessageContext {
  private final LogicalMessage message;

  LogicalContext(LazySoap soap, boolean lenient) {
    super(lenient);
    message = new BodyPayload(soap);
  }

  @Override
  public LogicalMessage getMessage() {
    return message;
  }
}
