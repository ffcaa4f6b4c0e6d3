package org.dharch.axis2.service;

import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.dispatchers.AbstractOperationDispatcher;
import org.dharch.axis2.envelope.WsaAction;
import org.dharch.axis2.message.Names;

/**
 * Dispatches protocol messages to the {@link ProtocolOperation}: by SOAPAction or, if that is
 * empty, by {@code wsa:Action} of either version. Runs after the other dispatchers of Axis2's
 * dispatch phase. Safe for any thread.
 */
public final class ProtocolDispatcher extends AbstractOperationDispatcher {
  static final String NAME = "DHArchProtocolDispatcher";

  public ProtocolDispatcher() {
    initDispatcher();
  }

  @Override
  public void initDispatcher() {
    HandlerDescription description = new HandlerDescription(NAME);
    description.setHandler(this);
    init(description);
  }

  @Override
  public AxisOperation findOperation(AxisService service, MessageContext context) throws AxisFault {
    if (!ServiceSettings.isEngaged(service)) {
      return null;
    }
    String action = Names.action(context);
    if (!action.isEmpty()) {
      return ProtocolOperation.of(service, action);
    }
    String wsaAction = WsaAction.of(context.getEnvelope()).orElse("");
    AxisOperation operation = ProtocolOperation.of(service, wsaAction);
    if (operation != null) {
      context.setWSAAction(wsaAction); // rules and handlers read it there
    }
    return operation;
  }
}
