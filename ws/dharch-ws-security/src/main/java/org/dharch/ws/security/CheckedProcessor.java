package org.dharch.ws.security;

import java.util.List;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.apache.wss4j.dom.handler.RequestData;
import org.apache.wss4j.dom.processor.Processor;
import org.w3c.dom.Element;

/**
 * Runs a processor of WSS4J after the checks of the message's {@link SecurityShape}, which is the
 * request's message context. Thread-safe if the processor is.
 */
final class CheckedProcessor implements Processor {
  private final Processor delegate;

  CheckedProcessor(Processor delegate) {
    this.delegate = delegate;
  }

  @Override
  public List<WSSecurityEngineResult> handleToken(Element token, RequestData data)
      throws WSSecurityException {
    try {
      ((SecurityShape) data.getMsgContext()).checkBeforeProcessing(token);
    } catch (SecurityFault fault) {
      throw new WSSecurityException(WSSecurityException.ErrorCode.INVALID_SECURITY, fault);
    }
    return delegate.handleToken(token, data);
  }
}
