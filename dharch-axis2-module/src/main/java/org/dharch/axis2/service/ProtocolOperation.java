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
import org.dharch.core.message.Brief;

/**
 * What messages are dispatched to that are for a service's handlers and not for the service: an
 * operation that it has without its doing, which no description of it shows. Request and answer: a
 * handler that has nothing to say accepts the message, which is 202. Immutable, once it is a
 * service's.
 */
public final class ProtocolOperation extends InOutAxisOperation {
  private static final QName NAME = new QName("dharchProtocol");

  private final ProtocolActions actions;

  private ProtocolOperation(ProtocolActions actions) {
    super(NAME);
    this.actions = actions;
    setControlOperation(true);
    setMessageReceiver(new NobodyAnswered());
  }

  /** Gives {@code service}, to which the module is about to be engaged, one for {@code actions}. */
  public static void addTo(
      AxisService service, ProtocolActions actions, AxisConfiguration configuration)
      throws AxisFault {
    if (!actions.isEmpty() && service.getOperation(NAME) == null) {
      ProtocolOperation operation = new ProtocolOperation(actions);
      configuration.getPhasesInfo().setOperationPhases(operation);
      service.addOperation(operation);
    }
  }

  /** That of {@code service}; null if it has none, or none for {@code action}. */
  static ProtocolOperation of(AxisService service, String action) {
    return service.getOperation(NAME) instanceof ProtocolOperation operation
            && operation.actions.contains(action)
        ? operation
        : null;
  }

  /**
   * The service behind the handlers is none: what no handler answered is an error; of a message
   * with WS-Addressing headers that which they have for it.
   */
  private static final class NobodyAnswered implements MessageReceiver {
    @Override
    public void receive(MessageContext context) throws AxisFault {
      Optional<WsaAction> said = WsaAction.said(context.getEnvelope());
      if (said.isPresent()) {
        throw ActionNotSupported.of(context, said.get());
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
