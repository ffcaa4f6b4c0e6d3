package org.dharch.axis2;

import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.axis2.wsdl.WSDLUtil;
import org.dharch.axis2.message.Names;
import org.dharch.axis2.service.ServiceSettings;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.core.settings.RulePrefilter;

/**
 * Keeps the HTTP response of a one-way message for a handler's answer, an acknowledgement above
 * all. Axis2 answers a one-way message with 202 before any handler of its operation is invoked,
 * unless the message's context says otherwise; this says so, of messages that are part of a
 * WS-ReliableMessaging sequence and that a handler may answer. All others are as they are, and so
 * is what is stored before it is acknowledged ({@code durable}). Stands at the end of the dispatch
 * phase, where the operation is known. Safe for any thread.
 */
final class BackChannel extends AbstractHandler {
  static final String NAME = "DHArchBackChannel";
  private static final String SEQUENCE = "Sequence";

  /** WS-ReliableMessaging 1.0, and 1.1 and 1.2. */
  private static final List<QName> SEQUENCES =
      List.of(
          new QName("http://schemas.xmlsoap.org/ws/2005/02/rm", SEQUENCE),
          new QName("http://docs.oasis-open.org/ws-rx/wsrm/200702", SEQUENCE));

  BackChannel() {
    HandlerDescription description = new HandlerDescription(NAME);
    description.setHandler(this);
    init(description);
  }

  @Override
  public InvocationResponse invoke(MessageContext context) {
    AxisOperation operation = context.getAxisOperation();
    if (operation != null
        && context.getAxisService() != null
        && !WSDLUtil.isOutputPresentForMEP(operation.getMessageExchangePattern())
        && ServiceSettings.isEngaged(operation)
        && isInSequence(context.getEnvelope())
        && mayBeAnswered(context)) {
      context.setProperty(Constants.Configuration.DISABLE_RESPONSE_ACK, true);
    }
    return InvocationResponse.CONTINUE;
  }

  /** Whether the message in {@code envelope} is part of a sequence; false if there is none. */
  static boolean isInSequence(SOAPEnvelope envelope) {
    SOAPHeader header = envelope == null ? null : envelope.getHeader();
    return header != null
        && SEQUENCES.stream().anyMatch(name -> header.getFirstChildWithName(name) != null);
  }

  private static boolean mayBeAnswered(MessageContext context) {
    Optional<Axis2Gateway> gateway = DHArchModule.gateway(context.getConfigurationContext());
    if (gateway.isEmpty()) {
      return false;
    }
    List<Orchestration> possible = possible(context, gateway.get().orchestrations());
    return possible.stream().noneMatch(Orchestration::durable)
        && possible.stream()
            .anyMatch(each -> Constructs.anyHandler(each.body(), HandlerEntry::mayRespond));
  }

  private static List<Orchestration> possible(MessageContext context, Orchestrations all) {
    return ServiceSettings.orchestration(context.getAxisOperation(), Direction.IN)
        .map(name -> Optional.ofNullable(all.byName().get(name)).stream().toList())
        .orElseGet(
            () ->
                new RulePrefilter(
                        Names.service(context),
                        Optional.of(Names.operation(context)),
                        Optional.of(Names.action(context)))
                    .orchestrations(all, Direction.IN));
  }
}
