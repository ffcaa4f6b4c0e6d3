package org.dharch.axis2.service;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.MessageReceiver;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.envelope.WsaAction;
import org.dharch.axis2.message.Names;
import org.dharch.core.text.Brief;

/**
 * The operation for messages that are for a service's handlers and not for the service. It is
 * hidden in the service's descriptions. Its pattern is request and response; a handler without a
 * response accepts the message, which gives 202. Immutable after {@link #addTo}.
 */
public final class ProtocolOperation extends InOutAxisOperation {
  private static final QName NAME = new QName("dharchProtocol");

  private final ProtocolActions actions;

  private ProtocolOperation(ProtocolActions actions) {
    super(NAME);
    this.actions = actions;
    setControlOperation(true);
    setMessageReceiver(new NoResponse());
  }

  /** Adds one to {@code service}, on which the module is about to be engaged. */
  public static void addTo(
      AxisService service, ProtocolActions actions, AxisConfiguration configuration)
      throws AxisFault {
    if (!actions.isEmpty() && service.getOperation(NAME) == null) {
      ProtocolOperation operation = new ProtocolOperation(actions);
      configuration.getPhasesInfo().setOperationPhases(operation);
      service.addOperation(operation);
    }
  }

  /** The operation of {@code service} for {@code action}, or null. */
  static ProtocolOperation of(AxisService service, String action) {
    return service.getOperation(NAME) instanceof ProtocolOperation operation
            && operation.actions.contains(action)
        ? operation
        : null;
  }

  /**
   * Rejects messages to which no handler has responded; with ActionNotSupported if they have
   * WS-Addressing headers.
   */
  private static final class NoResponse implements MessageReceiver {
    @Override
    public void receive(MessageContext context) throws AxisFault {
      Optional<WsaAction> find = WsaAction.find(context.getEnvelope());
      if (find.isPresent()) {
        throw ActionNotSupported.of(context, find.get());
      }
      throw Faults.sender(
          context,
          "no handler answered the message, and service "
              + Names.service(context)
              + " has no operation for action '"
              + Brief.of(Names.action(context))
              + "'");
    }
  }
}
