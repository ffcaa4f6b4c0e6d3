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
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.settings.RulePrefilter;

/**
 * Reserves the HTTP response of a one-way message for the response of a handler, such as an
 * acknowledgement. Axis2 answers a one-way message with 202 before it invokes a handler of its
 * operation, unless a property of the context forbids it. This handler sets that property on
 * messages of a WS-ReliableMessaging sequence to which a handler may respond. Messages of durable
 * orchestrations are stored first and keep the 202. Runs at the end of the dispatch phase, where
 * the operation is known. Safe for any thread.
 */
final class BackChannel extends AbstractHandler {
  static final String NAME = "DHArchBackChannel";
  private static final String SEQUENCE = "Sequence";

  /** Of WS-ReliableMessaging 1.0, and of 1.1 and 1.2. */
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

  /** Whether {@code envelope}, which may be null, is part of a sequence. */
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
